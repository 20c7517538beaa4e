-- The installation and all its companies, for SUPER_ADMIN: plans, users, and what the health page shows.

-- Limits of the plan: they warn, and what went beyond is settled afterwards. Nothing here ever stops an emission.
alter table empresa
  add column limite_documentos integer check (limite_documentos > 0),
  add column limite_usuarios integer check (limite_usuarios > 0),
  add column limite_puntos integer check (limite_puntos > 0);
-- A company is founded inside itself: the policy takes no other id.
grant insert on empresa, muestreo to yupana_app;

-- What SUPER_ADMIN did about people: they belong to no one company.
create table administracion_hecho (
  id          bigint generated always as identity primary key,
  en          timestamptz not null,
  usuario_id  uuid not null references usuario,
  accion      text not null,
  objeto      uuid not null,
  detalle     jsonb not null default '{}'
);
call solo_agregar('administracion_hecho');
grant insert on administracion_hecho to yupana_app;

-- Workers that live, each telling so every few seconds.
create table proceso (
  quien       text primary key,
  version     text not null,
  iniciado_en timestamptz not null,
  visto_en    timestamptz not null
);
grant select, insert, update, delete on proceso to yupana_worker;
grant select on proceso to yupana_app;

-- The last backup and the last review of the invariants, told by their commands.
create table tarea_hecha (
  tarea      text primary key check (tarea in ('RESPALDO', 'INVARIANTES')),
  en         timestamptz not null,
  resultado  jsonb not null
);
grant select on tarea_hecha to yupana_app;

create index documento_intento_iniciado on documento_intento using brin (iniciado_en);
create index correo_fallido on correo_destinatario (empresa_id) where estado = 'FALLIDO';

create function administracion_empresas(texto text, estado text, mes timestamptz, desde integer, cuantas integer)
  returns table (id uuid, ruc text, razon_social text, nombre_comercial text, ambiente text, creada_en timestamptz, suspendida_en timestamptz, suspendida_motivo text,
                 limite_documentos integer, limite_usuarios integer, limite_puntos integer, documentos integer, usuarios integer, puntos integer, total integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select e.id, e.ruc, e.razon_social, e.nombre_comercial, e.ambiente, e.creada_en, e.suspendida_en, e.suspendida_motivo, e.limite_documentos, e.limite_usuarios, e.limite_puntos,
         (select count(*)::integer from documento d where d.empresa_id = e.id and d.ambiente = e.ambiente and d.creado_en >= mes),
         (select count(*)::integer from usuario_empresa ue where ue.empresa_id = e.id and ue.activo),
         (select count(*)::integer from punto_emision p where p.empresa_id = e.id and p.activo), e.total
    from (select f.*, count(*) over ()::integer as total from empresa f
           where (texto = '' or starts_with(f.ruc, texto) or strpos(lower(f.razon_social), lower(texto)) > 0 or strpos(lower(coalesce(f.nombre_comercial, '')), lower(texto)) > 0)
             and case estado when 'ACTIVA' then f.suspendida_en is null when 'SUSPENDIDA' then f.suspendida_en is not null else true end
           order by f.razon_social, f.id offset desde limit cuantas) e
   order by e.razon_social, e.id
$$;

create function administracion_usuarios(texto text, desde integer, cuantos integer, ahora timestamptz)
  returns table (id uuid, username text, name text, surname text, mail text, ci text, activo boolean, super_admin boolean, sesiones integer, empresas jsonb, total integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.username, u.name, u.surname, u.mail, u.ci, u.activo, u.super_admin,
         (select count(*)::integer from sesion s where s.usuario_id = u.id and s.actor_id is null and s.cerrada_en is null and s.vence_en > ahora),
         (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'nombre', coalesce(e.nombre_comercial, e.razon_social), 'ruc', e.ruc, 'rol', ue.rol, 'activo', ue.activo and e.suspendida_en is null)
                                    order by e.razon_social, e.id), '[]')
            from usuario_empresa ue join empresa e on e.id = ue.empresa_id where ue.usuario_id = u.id), u.total
    from (select v.*, count(*) over ()::integer as total from usuario v
           where texto = '' or strpos(lower(v.username), lower(texto)) > 0 or strpos(lower(v.mail), lower(texto)) > 0 or strpos(lower(v.name || ' ' || v.surname), lower(texto)) > 0 or starts_with(v.ci, texto)
           order by v.username offset desde limit cuantos) u
   order by u.username
$$;

-- Whom to write to, and whether there is such a user.
create function administracion_usuario(de uuid) returns table (id uuid, username text, mail text, activo boolean, super_admin boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.username, u.mail, u.activo, u.super_admin from usuario u where u.id = de
$$;

-- Ends what somebody has open, in his own name and in that of others.
create function sesiones_de_usuario_cerrar(de uuid, ahora timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update impersonacion i set cerrada_en = ahora from sesion s
   where (s.usuario_id = de or s.actor_id = de) and s.cerrada_en is null and i.empresa_id = s.empresa_id and i.id = s.impersonacion_id;
  update sesion set cerrada_en = ahora where (usuario_id = de or actor_id = de) and cerrada_en is null
$$;

create function usuario_activar(de uuid, si boolean, ahora timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update usuario set activo = si where id = de;
  select sesiones_de_usuario_cerrar(de, ahora) where not si
$$;

-- Of the company of this transaction, when it is suspended.
create function sesiones_de_empresa_cerrar(ahora timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update impersonacion set cerrada_en = ahora where empresa_id = empresa_actual() and canjeada_en is not null and cerrada_en is null and vence_en > ahora;
  update sesion set cerrada_en = ahora where empresa_id = empresa_actual() and cerrada_en is null
$$;

create function administracion_salud(ahora timestamptz) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object(
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
    'tareas', (select coalesce(jsonb_object_agg(tarea, jsonb_build_object('en', en, 'resultado', resultado)), '{}') from tarea_hecha))
$$;

revoke execute on function administracion_empresas, administracion_usuarios, administracion_usuario, sesiones_de_usuario_cerrar, usuario_activar, sesiones_de_empresa_cerrar, administracion_salud from public;
grant execute on function administracion_empresas, administracion_usuarios, administracion_usuario, sesiones_de_usuario_cerrar, usuario_activar, sesiones_de_empresa_cerrar, administracion_salud to yupana_app;
