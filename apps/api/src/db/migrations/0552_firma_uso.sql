-- Certificates in use in the companies of a session's person: which company an issued signature serves.
create function certificados_de_sesion(token bytea, ahora timestamptz)
  returns table (empresa text, identificacion text, hasta timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  de uuid := exigir_sesion(token, ahora, false);
begin
  return query
  select coalesce(e.nombre_comercial, e.razon_social), c.identificacion, c.hasta
    from usuario_empresa ue
    join empresa e on e.id = ue.empresa_id and e.suspendida_en is null
    join certificado c on c.empresa_id = e.id and c.activo and c.identificacion is not null
   where ue.usuario_id = de and ue.activo
   order by 1 limit 200;
end
$$;
revoke execute on function certificados_de_sesion from public;
grant execute on function certificados_de_sesion to yupana_app;
