-- SUPER_ADMIN's doors ask for a session that lasts, and what changes something refuses aloud. Whoever runs SQL as yupana_app can open such a
-- session through sesion_abrir: these questions guard against a caller's mistake, not against foreign SQL. Inactivity is the API's to ask.

-- Runs with the rights of the door it is asked from.
create function es_de_super_admin(token bytea, ahora timestamptz) returns boolean
  language sql stable set search_path = public, pg_temp as $$
  select exists (select 1 from sesion s join usuario u on u.id = s.usuario_id and u.super_admin and u.activo
                  where s.token_hash = token and s.cerrada_en is null and s.vence_en > ahora and s.actor_id is null)
$$;

create function exigir_super_admin(token bytea, ahora timestamptz) returns void
  language plpgsql stable set search_path = public, pg_temp as $$
begin
  if not es_de_super_admin(token, ahora) then raise insufficient_privilege using message = 'no open session of a SUPER_ADMIN'; end if;
end $$;
revoke execute on function es_de_super_admin(bytea, timestamptz), exigir_super_admin from public;

drop function administracion_empresas(bytea, text, text, timestamptz, integer, integer);
create function administracion_empresas(token bytea, ahora timestamptz, texto text, estado text, mes timestamptz, desde integer, cuantas integer)
  returns table (id uuid, ruc text, razon_social text, nombre_comercial text, ambiente text, creada_en timestamptz, suspendida_en timestamptz, suspendida_motivo text,
                 limite_documentos integer, limite_usuarios integer, limite_puntos integer, documentos integer, usuarios integer, puntos integer, total integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select e.id, e.ruc, e.razon_social, e.nombre_comercial, e.ambiente, e.creada_en, e.suspendida_en, e.suspendida_motivo, e.limite_documentos, e.limite_usuarios, e.limite_puntos,
         (select count(*)::integer from documento d where d.empresa_id = e.id and d.ambiente = 'PRODUCCION' and d.creado_en >= mes),
         (select count(*)::integer from usuario_empresa ue where ue.empresa_id = e.id and ue.activo),
         (select count(*)::integer from punto_emision p where p.empresa_id = e.id and p.activo), e.total
    from (select f.*, count(*) over ()::integer as total from empresa f
           where es_de_super_admin(token, ahora) and (texto = '' or starts_with(f.ruc, texto) or strpos(lower(f.razon_social), lower(texto)) > 0 or strpos(lower(coalesce(f.nombre_comercial, '')), lower(texto)) > 0)
             and case estado when 'ACTIVA' then f.suspendida_en is null when 'SUSPENDIDA' then f.suspendida_en is not null else true end
           order by f.razon_social, f.id offset desde limit cuantas) e
   order by e.razon_social, e.id
$$;

create or replace function administracion_usuarios(token bytea, texto text, desde integer, cuantos integer, ahora timestamptz)
  returns table (id uuid, username text, name text, surname text, mail text, ci text, activo boolean, super_admin boolean, sesiones integer, segundo_factor boolean, empresas jsonb, total integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.username, u.name, u.surname, u.mail, u.ci, u.activo, u.super_admin,
         (select count(*)::integer from sesion s where s.usuario_id = u.id and s.actor_id is null and s.cerrada_en is null and s.vence_en > ahora),
         exists (select 1 from segundo_factor f where f.usuario_id = u.id and f.activado_en is not null),
         (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'nombre', coalesce(e.nombre_comercial, e.razon_social), 'ruc', e.ruc, 'rol', ue.rol, 'activo', ue.activo and e.suspendida_en is null)
                                    order by e.razon_social, e.id), '[]')
            from usuario_empresa ue join empresa e on e.id = ue.empresa_id where ue.usuario_id = u.id), u.total
    from (select v.*, count(*) over ()::integer as total from usuario v
           where es_de_super_admin(token, ahora) and (texto = '' or strpos(lower(v.username), lower(texto)) > 0 or strpos(lower(v.mail), lower(texto)) > 0 or strpos(lower(v.name || ' ' || v.surname), lower(texto)) > 0 or starts_with(v.ci, texto))
           order by v.username offset desde limit cuantos) u
   order by u.username
$$;

drop function administracion_usuario(bytea, uuid);
create function administracion_usuario(token bytea, ahora timestamptz, de uuid) returns table (id uuid, username text, name text, mail text, activo boolean, super_admin boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.username, u.name, u.mail, u.activo, u.super_admin from usuario u where u.id = de and es_de_super_admin(token, ahora)
$$;

create or replace function administracion_salud(token bytea, ahora timestamptz) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  select case when es_de_super_admin(token, ahora) then jsonb_build_object(
    'cola', (select coalesce(jsonb_agg(c order by c.ambiente, c.estado), '[]') from (
              select d.ambiente, d.estado, count(*) as documentos, min(d.creado_en) as desde from documento_envio e join documento d on d.empresa_id = e.empresa_id and d.id = e.documento_id
               where e.proximo_intento is not null group by d.ambiente, d.estado) c),
    'servicios', (select jsonb_agg(s order by s.ambiente, s.servicio) from (select ambiente, servicio, abierto_hasta > ahora as abierto, desfase_segundos, desfase_en from servicio_sri) s),
    'respuestas', (select coalesce(jsonb_agg(r order by r.ambiente, r.resultado), '[]') from (
              select d.ambiente, coalesce(i.resultado, 'SIN RESPUESTA') as resultado, count(*) as veces, max(coalesce(i.terminado_en, i.iniciado_en)) as ultima
                from documento_intento i join documento d on d.empresa_id = i.empresa_id and d.id = i.documento_id
               where i.iniciado_en > ahora - interval '1 day' group by 1, 2) r),
    'correo', jsonb_build_object(
      'en_espera', (select count(*) from correo where proximo_intento is not null) + (select count(*) from carta_cuenta where proximo_intento is not null),
      'desde', (select min(en) from (select min(creado_en) as en from correo where proximo_intento is not null union all select min(creado_en) from carta_cuenta where proximo_intento is not null) m),
      'fallidos', (select count(*) from correo_destinatario where estado = 'FALLIDO') + (select count(*) from carta_cuenta where estado = 'FALLIDO')),
    'base', jsonb_build_object('bytes', pg_database_size(current_database()), 'conexiones', (select count(*) from pg_stat_activity where datname = current_database()),
      'maximo', current_setting('max_connections')::integer, 'version', current_setting('server_version'), 'hora', clock_timestamp()),
    'procesos', (select coalesce(jsonb_agg(p order by p.quien), '[]') from (select quien, version, iniciado_en, visto_en from proceso) p),
    'tareas', (select coalesce(jsonb_object_agg(tarea, jsonb_build_object('en', en, 'resultado', resultado)), '{}') from tarea_hecha)) end
$$;

-- One's own, or anybody's by SUPER_ADMIN; also those that support opened in other names.
create or replace function sesiones_de_usuario_cerrar(token bytea, de uuid, ahora timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select 1 from sesion s where s.token_hash = token and s.cerrada_en is null and s.vence_en > ahora and s.usuario_id = de) then
    perform exigir_super_admin(token, ahora);
  end if;
  perform 1 from usuario where id = de for no key update;
  update impersonacion i set cerrada_en = ahora from sesion s
   where (s.usuario_id = de or s.actor_id = de) and s.cerrada_en is null and i.empresa_id = s.empresa_id and i.id = s.impersonacion_id;
  update sesion set cerrada_en = ahora where (usuario_id = de or actor_id = de) and cerrada_en is null;
end $$;

create or replace function usuario_activar(token bytea, de uuid, si boolean, ahora timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform exigir_super_admin(token, ahora);
  update usuario set activo = si where id = de;
  if not si then perform sesiones_de_usuario_cerrar(token, de, ahora); end if;
end $$;

-- Of the company of this transaction, when it is suspended.
create or replace function sesiones_de_empresa_cerrar(token bytea, ahora timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform exigir_super_admin(token, ahora);
  update impersonacion set cerrada_en = ahora where empresa_id = empresa_actual() and canjeada_en is not null and cerrada_en is null and vence_en > ahora;
  update sesion set cerrada_en = ahora where empresa_id = empresa_actual() and cerrada_en is null;
end $$;

drop function es_de_super_admin(bytea);
revoke execute on function administracion_empresas, administracion_usuario from public;
grant execute on function administracion_empresas, administracion_usuario to yupana_app;
