-- What a user says of himself, his picture and his open sessions.

alter table usuario add column avatar bytea, add column avatar_tipo text;

-- Where a session is used, when it was used last (to the minute), and when its password was last given.
alter table sesion add column red text, add column agente text, add column usada_en timestamptz, add column clave_en timestamptz;

create function usuario_perfil(de uuid)
  returns table (ci text, name text, surname text, mail text, username text, phone text, birth_date date, avatar text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.ci, u.name, u.surname, u.mail, u.username, u.phone, u.birth_date, left(encode(sha256(u.avatar), 'hex'), 16) from usuario u where u.id = de
$$;

-- Answers the field whose value is somebody else's, in any of the three names one signs in with; null when saved. With the mail
-- the links sent to the old one die.
create function usuario_guardar_perfil(de uuid, su_ci text, su_name text, su_surname text, su_mail text, su_username text, su_phone text, su_birth_date date) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  anterior text;
begin
  -- One edit after another, so that two users cannot take one name at once.
  perform pg_advisory_xact_lock(74022);
  if exists (select 1 from usuario u where u.id <> de and lower(su_username) in (lower(u.username), lower(u.mail), lower(u.ci))) then return 'username'; end if;
  if exists (select 1 from usuario u where u.id <> de and lower(su_mail) in (lower(u.username), lower(u.mail))) then return 'mail'; end if;
  if exists (select 1 from usuario u where u.id <> de and lower(su_ci) in (lower(u.username), lower(u.ci))) then return 'ci'; end if;
  select u.mail into anterior from usuario u where u.id = de;
  update usuario set ci = su_ci, name = su_name, surname = su_surname, mail = su_mail, username = su_username, phone = su_phone, birth_date = su_birth_date where id = de;
  if lower(anterior) <> lower(su_mail) then
    delete from restablecimiento where usuario_id = de and usado_en is null;
  end if;
  return null;
end $$;

create function usuario_avatar(de uuid) returns table (avatar bytea, avatar_tipo text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.avatar, u.avatar_tipo from usuario u where u.id = de and u.avatar is not null
$$;

create function usuario_guardar_avatar(de uuid, imagen bytea, tipo text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update usuario set avatar = imagen, avatar_tipo = tipo where id = de
$$;

-- Right after a session was opened. A change of company is no new password: it keeps the instant of the session before.
create function sesion_anotar(token bytea, su_red text, su_agente text, ahora timestamptz, anterior bytea) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update sesion set red = su_red, agente = su_agente, usada_en = ahora,
    clave_en = case when anterior is null then ahora else (select a.clave_en from sesion a where a.token_hash = anterior) end
   where token_hash = token
$$;

create function sesion_usar(token bytea, ahora timestamptz, con_clave boolean) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update sesion set usada_en = ahora, clave_en = case when con_clave then ahora else clave_en end where token_hash = token and cerrada_en is null
$$;

create function sesion_clave_en(token bytea) returns timestamptz
  language sql stable security definer set search_path = public, pg_temp as $$
  select clave_en from sesion where token_hash = token
$$;

create function sesiones_de_usuario(de uuid, ahora timestamptz)
  returns table (token_hash bytea, red text, agente text, empresa text, abierta_en timestamptz, usada_en timestamptz, es_soporte boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.token_hash, s.red, s.agente, coalesce(e.nombre_comercial, e.razon_social), s.abierta_en, coalesce(s.usada_en, s.abierta_en), s.actor_id is not null
    from sesion s left join empresa e on e.id = s.empresa_id
   where s.usuario_id = de and s.cerrada_en is null and s.vence_en > ahora order by 6 desc, 5 desc limit 100
$$;

create function sesiones_cerrar_otras(de uuid, token bytea, ahora timestamptz) returns integer
  language sql security definer set search_path = public, pg_temp as $$
  with cerradas as (update sesion set cerrada_en = ahora where usuario_id = de and token_hash <> token and cerrada_en is null and vence_en > ahora returning 1)
  select count(*)::integer from cerradas
$$;

revoke execute on function usuario_perfil, usuario_guardar_perfil, usuario_avatar, usuario_guardar_avatar, sesion_anotar, sesion_usar, sesion_clave_en, sesiones_de_usuario,
  sesiones_cerrar_otras from public;
grant execute on function usuario_perfil, usuario_guardar_perfil, usuario_avatar, usuario_guardar_avatar, sesion_anotar, sesion_usar, sesion_clave_en, sesiones_de_usuario,
  sesiones_cerrar_otras to yupana_app;
