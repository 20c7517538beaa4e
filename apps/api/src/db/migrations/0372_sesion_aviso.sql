-- What a page keeps of a session until it changes (O-116): profile, role, rights, menus, company and configuration, as one short text.
create function sesion_aviso(token bytea) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select md5(jsonb_build_array(u.username, u.ci, u.mail, u.name, u.surname, u.phone, u.birth_date, octet_length(u.avatar), ue.rol, ue.collections, ue.menus,
                               e.ruc, e.razon_social, e.nombre_comercial, e.ambiente, i.version)::text)
    from sesion s
    join usuario u on u.id = s.usuario_id
    cross join instalacion i
    left join usuario_empresa ue on ue.usuario_id = s.usuario_id and ue.empresa_id = s.empresa_id
    left join empresa e on e.id = ue.empresa_id
   where s.token_hash = token
$$;
revoke execute on function sesion_aviso from public;
grant execute on function sesion_aviso to yupana_app;
