-- Codes to set a new password: 256 random bits, of which only the SHA-256 is kept. One a user, used once, for 15 minutes.

create table restablecimiento (
  codigo_hash  bytea primary key,
  usuario_id   uuid not null references usuario,
  creado_en    timestamptz not null,
  vence_en     timestamptz not null,
  usado_en     timestamptz
);
create index restablecimiento_usuario on restablecimiento (usuario_id) where usado_en is null;

create function usuario_de_correo(correo text)
  returns table (id uuid, name text, mail text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.name, u.mail from usuario u where lower(u.mail) = lower(correo) and u.activo
$$;

-- A new code is the end of the older ones.
create function restablecimiento_crear(codigo bytea, de uuid, ahora timestamptz, hasta timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from restablecimiento where usuario_id = de and usado_en is null;
  insert into restablecimiento (codigo_hash, usuario_id, creado_en, vence_en) values (codigo, de, ahora, hasta);
$$;

create function restablecimiento_vigente(codigo bytea, ahora timestamptz) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select 1 from restablecimiento r join usuario u on u.id = r.usuario_id
                  where r.codigo_hash = codigo and r.usado_en is null and r.vence_en > ahora and u.activo)
$$;

-- Of any number of calls with one code exactly one takes it: only that one computes a hash.
create function restablecimiento_tomar(codigo bytea, ahora timestamptz)
  returns table (id uuid, name text, mail text)
  language sql security definer set search_path = public, pg_temp as $$
  update restablecimiento r set usado_en = ahora
    from usuario u
   where r.codigo_hash = codigo and r.usado_en is null and r.vence_en > ahora and u.id = r.usuario_id and u.activo
  returning u.id, u.name, u.mail
$$;

-- Taken, and then no password could be set: it serves again.
create function restablecimiento_devolver(codigo bytea) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update restablecimiento set usado_en = null where codigo_hash = codigo
$$;

-- The new password of a user: his older codes and his sessions end, but for the one he changes it in.
create function usuario_cambiar_clave(de uuid, hash text, ahora timestamptz, en_sesion bytea) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update usuario set password_hash = hash where id = de;
  delete from restablecimiento where usuario_id = de and usado_en is null;
  update sesion set cerrada_en = ahora where usuario_id = de and cerrada_en is null and token_hash is distinct from en_sesion;
$$;

revoke execute on function usuario_de_correo, restablecimiento_crear, restablecimiento_vigente, restablecimiento_tomar, restablecimiento_devolver, usuario_cambiar_clave from public;
grant execute on function usuario_de_correo, restablecimiento_crear, restablecimiento_vigente, restablecimiento_tomar, restablecimiento_devolver, usuario_cambiar_clave to yupana_app;
