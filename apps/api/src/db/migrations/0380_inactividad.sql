-- Without use for so long a session asks for its password again (O-123). Null: as the role has it, ADMIN four hours, others never.
alter table empresa add column inactividad_minutos integer check (inactividad_minutos between 15 and 720);

-- One look tells who calls, what a page keeps of it until it changes (O-116), and since when nobody used it. SUPER_ADMIN's half hour, also
-- in somebody's name, is shortened by the company and never lengthened. In plpgsql its plan is made once for a connection, not for a call.
drop function sesion_aviso(bytea);
drop function sesion_buscar(bytea, timestamptz);
create function sesion_buscar(token bytea, ahora timestamptz)
  returns table (usuario_id uuid, empresa_id uuid, rol integer, super_admin boolean, collections text[], vence_en timestamptz,
                 username text, name text, surname text, mail text,
                 ruc text, razon_social text, nombre_comercial text, ambiente text, actor_id uuid,
                 aviso text, usada_en timestamptz, inactividad integer)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
  select s.usuario_id, s.empresa_id, case when u.super_admin then 0 else ue.rol end, u.super_admin, coalesce(ue.collections, '{}'), s.vence_en,
         u.username, u.name, u.surname, u.mail, e.ruc, e.razon_social, e.nombre_comercial, e.ambiente, s.actor_id,
         md5(jsonb_build_array(u.username, u.ci, u.mail, u.name, u.surname, u.phone, u.birth_date, octet_length(u.avatar), ue.rol, ue.collections, ue.menus,
                               e.ruc, e.razon_social, e.nombre_comercial, e.ambiente, i.version)::text),
         coalesce(s.usada_en, s.abierta_en),
         case when u.super_admin or s.actor_id is not null then least(30, e.inactividad_minutos)
              when ue.rol = 1 then coalesce(e.inactividad_minutos, 240) else e.inactividad_minutos end
    from sesion s
    join usuario u on u.id = s.usuario_id and u.activo
    cross join instalacion i
    left join usuario_empresa ue on ue.usuario_id = s.usuario_id and ue.empresa_id = s.empresa_id and ue.activo
    left join empresa e on e.id = ue.empresa_id
   where s.token_hash = token and s.cerrada_en is null and s.vence_en > ahora
     and case when s.empresa_id is null then u.super_admin else e.id is not null and e.suspendida_en is null end
     and (s.actor_id is null or (not u.super_admin and exists (select 1 from usuario a where a.id = s.actor_id and a.activo and a.super_admin)));
end $$;

-- Uses are noted without waiting for each other: the latest counts.
create or replace function sesion_usar(token bytea, ahora timestamptz, con_clave boolean) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update sesion set usada_en = greatest(usada_en, ahora), clave_en = case when con_clave then ahora else clave_en end where token_hash = token and cerrada_en is null
$$;

revoke execute on function sesion_buscar from public;
grant execute on function sesion_buscar to yupana_app;
