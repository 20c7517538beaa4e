-- A company for each tab (O-118): the sessions of one sign-in have one end and end together.

-- Which sign-in a session belongs to; what support opens in a person's name is a sign-in of its own.
alter table sesion add column ingreso uuid not null default gen_random_uuid();
create index sesion_ingreso on sesion (ingreso) where cerrada_en is null;

-- Until when a session opened beside this one lasts; null where this one ended, or is support's. A sign-in has up to 20: the one left alone
-- longest gives way. Waits for whoever ends the person's sessions, and they for it.
drop function sesion_relevar;
create function sesion_acompanar(token bytea, ahora timestamptz) returns timestamptz
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  su_ingreso uuid;
  hasta timestamptz;
begin
  perform 1 from usuario u where u.id = (select s.usuario_id from sesion s where s.token_hash = token) for share;
  select s.ingreso, s.vence_en into su_ingreso, hasta from sesion s
   where s.token_hash = token and s.actor_id is null and s.cerrada_en is null and s.vence_en > ahora;
  if not found then return null; end if;
  perform pg_advisory_xact_lock(74035, hashtext(su_ingreso::text));
  update sesion set cerrada_en = ahora where token_hash in (
    select s.token_hash from sesion s where s.ingreso = su_ingreso and s.cerrada_en is null and s.token_hash <> token
     order by coalesce(s.usada_en, s.abierta_en) desc, s.abierta_en desc offset 18);
  return hasta;
end $$;
revoke execute on function sesion_acompanar from public;
grant execute on function sesion_acompanar to yupana_app;

create or replace function sesion_anotar(token bytea, su_red text, su_agente text, ahora timestamptz, anterior bytea) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update sesion set red = su_red, agente = su_agente, usada_en = ahora,
    ingreso = coalesce((select a.ingreso from sesion a where a.token_hash = anterior), ingreso),
    clave_en = case when anterior is null then ahora else (select a.clave_en from sesion a where a.token_hash = anterior) end,
    segundo_factor = coalesce((select a.segundo_factor from sesion a where a.token_hash = anterior), false)
   where token_hash = token
$$;

create or replace function sesion_cerrar(token bytea, ahora timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update impersonacion i set cerrada_en = ahora from sesion s
   where s.token_hash = token and s.cerrada_en is null and i.empresa_id = s.empresa_id and i.id = s.impersonacion_id;
  select 1 from usuario u where u.id = (select s.usuario_id from sesion s where s.token_hash = token) for no key update;
  update sesion set cerrada_en = ahora
   where ingreso = (select s.ingreso from sesion s where s.token_hash = token and s.cerrada_en is null) and cerrada_en is null
$$;

create or replace function sesion_extender(token bytea, hasta timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update sesion set vence_en = hasta
   where ingreso = (select s.ingreso from sesion s where s.token_hash = token and s.cerrada_en is null) and cerrada_en is null
$$;

-- Who works in one company is not away from the other.
create or replace function sesion_usar(token bytea, ahora timestamptz, con_clave boolean) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update sesion set usada_en = greatest(usada_en, ahora), clave_en = case when con_clave then ahora else clave_en end
   where ingreso = (select s.ingreso from sesion s where s.token_hash = token and s.cerrada_en is null) and cerrada_en is null
$$;

-- One row for each sign-in, with the names of the companies that are open in it.
drop function sesiones_de_usuario;
create function sesiones_de_usuario(token bytea, ahora timestamptz)
  returns table (ingreso uuid, actual boolean, red text, agente text, empresas text[], abierta_en timestamptz, usada_en timestamptz, es_soporte boolean, segundo_factor boolean)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  de uuid := exigir_sesion(token, ahora, false);
begin
  return query
  select s.ingreso, bool_or(s.token_hash = token), (array_agg(s.red order by s.abierta_en desc))[1], (array_agg(s.agente order by s.abierta_en desc))[1],
         coalesce(array_agg(distinct coalesce(e.nombre_comercial, e.razon_social)) filter (where e.id is not null), '{}'),
         min(s.abierta_en), max(coalesce(s.usada_en, s.abierta_en)), bool_or(s.actor_id is not null), bool_and(s.segundo_factor)
    from sesion s left join empresa e on e.id = s.empresa_id
   where s.usuario_id = de and s.cerrada_en is null and s.vence_en > ahora
   group by s.ingreso order by 7 desc, 6 desc limit 100;
end $$;
revoke execute on function sesiones_de_usuario from public;
grant execute on function sesiones_de_usuario to yupana_app;

-- Ends the other sign-ins of a person, or only `una`; how many.
drop function sesiones_cerrar_otras;
create function sesiones_cerrar_otras(token bytea, ahora timestamptz, una uuid) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  de uuid := exigir_sesion(token, ahora, true);
  cerradas integer;
begin
  perform 1 from usuario where id = de for no key update;
  perform exigir_sesion(token, ahora, true);
  update impersonacion i set cerrada_en = ahora from sesion s
   where s.usuario_id = de and s.cerrada_en is null and (una is null or s.ingreso = una) and i.empresa_id = s.empresa_id and i.id = s.impersonacion_id;
  with otras as (
    update sesion s set cerrada_en = ahora
     where s.usuario_id = de and s.cerrada_en is null and s.vence_en > ahora and (una is null or s.ingreso = una)
       and s.ingreso <> (select a.ingreso from sesion a where a.token_hash = token)
    returning s.ingreso
  )
  select count(distinct o.ingreso) into cerradas from otras o;
  return cerradas;
end $$;
revoke execute on function sesiones_cerrar_otras from public;
grant execute on function sesiones_cerrar_otras to yupana_app;

create or replace function clave_poner(de uuid, hash text, ahora timestamptz, en_sesion bytea) returns void
  language sql set search_path = public, pg_temp as $$
  update usuario set password_hash = hash where id = de;
  delete from restablecimiento where usuario_id = de and usado_en is null;
  delete from desafio_ingreso where usuario_id = de;
  delete from correo_reclamado where usuario_id = de and en_sesion is null;
  update sesion set cerrada_en = ahora
   where usuario_id = de and cerrada_en is null and ingreso is distinct from (select s.ingreso from sesion s where s.token_hash = en_sesion);
$$;

create or replace function segundo_factor_activar(prueba bytea, ahora timestamptz, el_secreto bytea, paso bigint, codigos bytea[]) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  de uuid := exigir_titular(prueba, ahora, true);
  su_ingreso uuid := (select s.ingreso from sesion s where s.token_hash = prueba);
begin
  update segundo_factor set activado_en = ahora, ultimo_paso = paso where usuario_id = de and activado_en is null and secreto = el_secreto;
  if not found then return false; end if;
  perform codigos_poner(de, codigos);
  perform 1 from usuario where id = de for no key update;
  update sesion set cerrada_en = ahora where usuario_id = de and actor_id is null and cerrada_en is null and ingreso is distinct from su_ingreso;
  update sesion set segundo_factor = true where ingreso = su_ingreso;
  return true;
end $$;

-- In which other company of the person a document or a draft of his own is; nobody's where there is none, and for support.
create function empresa_de_documento(token bytea, ahora timestamptz, buscado uuid) returns table (id uuid, nombre text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  de uuid := exigir_sesion(token, ahora, false);
begin
  if exists (select 1 from sesion s where s.token_hash = token and s.actor_id is not null) then return; end if;
  return query
  select m.id, m.nombre from empresas_de_usuario(de) m
   where m.id is distinct from (select s.empresa_id from sesion s where s.token_hash = token)
     and (exists (select 1 from documento d where d.empresa_id = m.id and d.id = buscado)
          or exists (select 1 from borrador b where b.empresa_id = m.id and b.id = buscado and b.usuario_id = de))
   limit 1;
end $$;
revoke execute on function empresa_de_documento from public;
grant execute on function empresa_de_documento to yupana_app;
