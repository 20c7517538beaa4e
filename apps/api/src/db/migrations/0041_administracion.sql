-- The installation and all its companies, for SUPER_ADMIN. A query alone opens none of these doors: they ask for a session of a SUPER_ADMIN
-- that lasts, and what changes something refuses aloud. Whoever runs SQL as yupana_app can open such a session through sesion_abrir: these
-- questions guard against a caller's mistake, not against foreign SQL. Inactivity is the API's to ask.

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

-- One's own, or anybody's by SUPER_ADMIN; also those that support opened in other names.
create function sesiones_de_usuario_cerrar(token bytea, de uuid, ahora timestamptz) returns void
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

create function usuario_activar(token bytea, de uuid, si boolean, ahora timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform exigir_super_admin(token, ahora);
  update usuario set activo = si where id = de;
  if not si then perform sesiones_de_usuario_cerrar(token, de, ahora); end if;
end $$;

-- Of the company of this transaction, when it is suspended.
create function sesiones_de_empresa_cerrar(token bytea, ahora timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform exigir_super_admin(token, ahora);
  update impersonacion set cerrada_en = ahora where empresa_id = empresa_actual() and canjeada_en is not null and cerrada_en is null and vence_en > ahora;
  update sesion set cerrada_en = ahora where empresa_id = empresa_actual() and cerrada_en is null;
end $$;

-- Who did something to a person is told by what the caller holds, not by the caller: a session (of support: both identities), or what was
-- held instead of one. A code to set a password anew and the link of an invitation count for what was done with them at this very
-- instant.
create function autor_sin_sesion(prueba bytea, ahora timestamptz) returns uuid
  language sql stable set search_path = public, pg_temp as $$
  select coalesce(titular_sin_sesion(prueba, ahora), (select r.usuario_id from restablecimiento r where r.codigo_hash = prueba and r.usado_en = ahora),
                  (select i.aceptada_por from invitacion i where i.token_hash = prueba and i.aceptada_en = ahora))
$$;

-- What was done about a person, written down in one statement however many the companies: in the audit of each where the person works
-- today, and in that of the installation where somebody else did it, or there is no such company. About another it is for SUPER_ADMIN.
create function auditoria_de_usuario(prueba bytea, ahora timestamptz, de uuid, hecho text, datos jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  por uuid := autor_sin_sesion(prueba, ahora);
  en_nombre uuid;
begin
  if por is null then
    por := exigir_sesion(prueba, ahora, false);
    select s.actor_id into en_nombre from sesion s where s.token_hash = prueba;
  end if;
  if por <> de then perform exigir_super_admin(prueba, ahora); end if;
  insert into auditoria (empresa_id, en, usuario_id, actor_id, accion, objeto, detalle)
    select e.id, ahora, por, en_nombre, hecho, de::text, datos from empresas_de_usuario(de) e;
  insert into administracion_hecho (en, usuario_id, accion, objeto, detalle)
    select ahora, por, hecho, de, datos where por <> de or not exists (select 1 from empresas_de_usuario(de));
end $$;

-- Companies with their plan and its use, whether somebody administers each and, where nobody does, whom its last invitation is for.
create function administracion_empresas(token bytea, ahora timestamptz, texto text, estado text, mes timestamptz, desde integer, cuantas integer)
  returns table (id uuid, ruc text, razon_social text, nombre_comercial text, ambiente text, creada_en timestamptz, suspendida_en timestamptz, suspendida_motivo text,
                 limite_documentos integer, limite_usuarios integer, limite_puntos integer, documentos integer, usuarios integer, puntos integer, administrada boolean, admin_invitado text, total integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select e.id, e.ruc, e.razon_social, e.nombre_comercial, e.ambiente, e.creada_en, e.suspendida_en, e.suspendida_motivo, e.limite_documentos, e.limite_usuarios, e.limite_puntos,
         (select count(*)::integer from documento d where d.empresa_id = e.id and d.ambiente = 'PRODUCCION' and d.creado_en >= mes),
         (select count(*)::integer from usuario_empresa ue where ue.empresa_id = e.id and ue.activo),
         (select count(*)::integer from punto_emision p where p.empresa_id = e.id and p.activo), a.administrada,
         (select i.mail from invitacion i where not a.administrada and i.empresa_id = e.id and i.rol = 1 and i.aceptada_en is null and i.anulada_en is null order by i.creada_en desc, i.id limit 1), e.total
    from (select f.*, count(*) over ()::integer as total from empresa f
           where es_de_super_admin(token, ahora) and (texto = '' or starts_with(f.ruc, texto) or strpos(lower(f.razon_social), lower(texto)) > 0 or strpos(lower(coalesce(f.nombre_comercial, '')), lower(texto)) > 0)
             and case estado when 'ACTIVA' then f.suspendida_en is null when 'SUSPENDIDA' then f.suspendida_en is not null else true end
           order by f.razon_social, f.id offset desde limit cuantas) e
   cross join lateral (select exists (select 1 from usuario_empresa ue join usuario u on u.id = ue.usuario_id
           where ue.empresa_id = e.id and ue.rol = 1 and ue.activo and ue.retirado_en is null and u.activo and 'empleado:administrar' = any (ue.collections)) as administrada) a
   order by e.razon_social, e.id
$$;

-- A company by its RUC, for the session of a SUPER_ADMIN alone.
create function administracion_empresa_de_ruc(token bytea, ahora timestamptz, de_ruc text) returns uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select e.id from empresa e where es_de_super_admin(token, ahora) and e.ruc = de_ruc and e.suspendida_en is null
$$;

create function administracion_usuarios(token bytea, texto text, desde integer, cuantos integer, ahora timestamptz)
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

-- Whom to write to, and whether there is such a user.
create function administracion_usuario(token bytea, ahora timestamptz, de uuid) returns table (id uuid, username text, name text, mail text, activo boolean, super_admin boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.username, u.name, u.mail, u.activo, u.super_admin from usuario u where u.id = de and es_de_super_admin(token, ahora)
$$;

create function administracion_salud(token bytea, ahora timestamptz) returns jsonb
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

-- The desk of SUPER_ADMIN: receipts that wait, and what was paid or given back and is not issued yet.
create function administracion_ordenes(token bytea, ahora timestamptz, de_estado text, desde integer, cuantas integer)
  returns table (id uuid, empresa_id uuid, empresa text, ruc text, numero bigint, estado text, creada_en timestamptz, vence date, lineas jsonb, total_orden bigint, comprador text, total integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.empresa_id, coalesce(e.nombre_comercial, e.razon_social), e.ruc, s.numero, s.estado, s.creada_en, s.vence, s.lineas, s.total, s.comprador, s.todas
    from (select o.*, count(*) over ()::integer as todas from orden o
           where es_de_super_admin(token, ahora) and case when de_estado = '' then o.estado = 'EN_REVISION' or o.por_emitir else o.estado = de_estado end
           order by o.editada_en, o.id offset desde limit cuantas) s join empresa e on e.id = s.empresa_id
   order by s.editada_en, s.id
$$;

-- Prices agreed with companies, for the desk of SUPER_ADMIN.
create function administracion_precios(token bytea, ahora timestamptz, desde integer, cuantos integer)
  returns table (empresa_id uuid, empresa text, ruc text, producto_id uuid, producto text, precio_lista bigint, precio bigint, vigente_desde date,
                 vigente_hasta date, activo boolean, version integer, total integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select t.empresa_id, coalesce(e.nombre_comercial, e.razon_social), e.ruc, t.producto_id, p.nombre, p.precio, t.precio, t.vigente_desde,
         t.vigente_hasta, t.activo, t.version, count(*) over ()::integer
    from tienda_precio t join empresa e on e.id = t.empresa_id join tienda_producto p on p.id = t.producto_id
   where es_de_super_admin(token, ahora)
   order by t.activo desc, 2, p.nombre, t.empresa_id, t.producto_id offset desde limit cuantos
$$;

-- The desk of SUPER_ADMIN: requests of all companies, the oldest first, and whether each is paid.
create function administracion_firmas(token bytea, ahora timestamptz, de_estado text, desde integer, cuantas integer)
  returns table (id uuid, empresa_id uuid, empresa text, ruc text, tipo text, anios smallint, estado text, titular text, enviada_en timestamptz, pagada boolean, total integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.empresa_id, coalesce(e.nombre_comercial, e.razon_social), e.ruc, s.tipo, s.anios, s.estado, s.titular, s.enviada_en,
         exists (select from firma_pagada p where p.empresa_id = s.empresa_id and p.solicitud_id = s.id), s.total
    from (select f.*, count(*) over ()::integer as total from firma_solicitud f
           where es_de_super_admin(token, ahora) and f.fecha is not null
             and case when de_estado = '' then f.estado in ('ENVIADA', 'EN_REVISION', 'APROBADA') else f.estado = de_estado end
           order by f.enviada_en, f.id offset desde limit cuantas) s join empresa e on e.id = s.empresa_id
   order by s.enviada_en, s.id
$$;

-- Declarations that companies bought, for the desk of SUPER_ADMIN: those to be done first, the oldest period first.
create function administracion_declaraciones(token bytea, ahora timestamptz, hechas boolean, salta integer, cuantas integer)
  returns table (empresa_id uuid, empresa text, ruc text, especial jsonb, orden_id uuid, numero bigint, formulario text, desde date, meses smallint,
                 numero_sri text, fecha_sri date, version integer, total integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.empresa_id, coalesce(e.nombre_comercial, e.razon_social), e.ruc,
         (select coalesce(jsonb_agg(jsonb_build_object('tipo', c.tipo, 'desde', c.desde, 'hasta', c.hasta, 'valor', c.valor)), '[]')
            from empresa_condicion c where c.empresa_id = s.empresa_id and c.tipo = 'CONTRIBUYENTE_ESPECIAL'),
         s.orden_id, o.numero, s.formulario, s.desde, s.meses, s.numero_sri, s.fecha_sri, s.version, s.total
    from (select d.*, count(*) over ()::integer as total from declaracion_comprada d
           where es_de_super_admin(token, ahora) and (d.declarada_en is not null) = hechas
           order by case when hechas then d.declarada_en end desc, d.desde, d.empresa_id, d.formulario offset salta limit cuantas) s
    join empresa e on e.id = s.empresa_id
    join orden o on o.empresa_id = s.empresa_id and o.id = s.orden_id
   order by case when hechas then s.declarada_en end desc, s.desde, s.empresa_id, s.formulario
$$;

revoke execute on function es_de_super_admin, exigir_super_admin, sesiones_de_usuario_cerrar, usuario_activar, sesiones_de_empresa_cerrar,
  autor_sin_sesion, auditoria_de_usuario, administracion_empresas, administracion_empresa_de_ruc, administracion_usuarios,
  administracion_usuario, administracion_salud, administracion_ordenes, administracion_precios, administracion_firmas,
  administracion_declaraciones from public;
grant execute on function sesiones_de_usuario_cerrar, usuario_activar, sesiones_de_empresa_cerrar, auditoria_de_usuario,
  administracion_empresas, administracion_empresa_de_ruc, administracion_usuarios, administracion_usuario, administracion_salud,
  administracion_ordenes, administracion_precios, administracion_firmas, administracion_declaraciones to yupana_app;
