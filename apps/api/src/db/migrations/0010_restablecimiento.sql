-- Codes to set a new password: 256 random bits, of which only the SHA-256 is kept. One a user, used once, for 15 minutes.
-- A code and the password it sets are one transaction. Whatever changes a user takes his row first.

create table restablecimiento (
  codigo_hash  bytea primary key,
  usuario_id   uuid not null references usuario,
  creado_en    timestamptz not null,
  vence_en     timestamptz not null,
  usado_en     timestamptz,
  constraint restablecimiento_techo check (vence_en <= creado_en + interval '15 minutes')
);
create index restablecimiento_usuario on restablecimiento (usuario_id) where usado_en is null;

-- A new code is the end of the older ones.
create function restablecimiento_crear(codigo bytea, de uuid, ahora timestamptz, hasta timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  select 1 from usuario where id = de for no key update;
  delete from restablecimiento where usuario_id = de and usado_en is null;
  insert into restablecimiento (codigo_hash, usuario_id, creado_en, vence_en) values (codigo, de, ahora, hasta);
$$;

create function restablecimiento_vigente(codigo bytea, ahora timestamptz) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select 1 from restablecimiento r join usuario u on u.id = r.usuario_id
                  where r.codigo_hash = codigo and r.usado_en is null and r.vence_en > ahora and u.activo)
$$;

-- Of any number of calls with one code exactly one takes it, and with it sets the password; the others wait until that one did, or did not.
create function restablecimiento_tomar(codigo bytea, ahora timestamptz, hash text)
  returns table (id uuid, name text, mail text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  quien usuario;
begin
  perform 1 from usuario u where u.id = (select r.usuario_id from restablecimiento r where r.codigo_hash = codigo) for no key update;
  update restablecimiento r set usado_en = ahora from usuario u
   where r.codigo_hash = codigo and r.usado_en is null and r.vence_en > ahora and u.id = r.usuario_id and u.activo
  returning u.* into quien;
  if quien.id is null then return; end if;
  perform clave_poner(quien.id, hash, ahora, null);
  return query select quien.id, quien.name, quien.mail;
end $$;

revoke execute on function restablecimiento_crear, restablecimiento_vigente, restablecimiento_tomar from public;
grant execute on function restablecimiento_crear, restablecimiento_vigente, restablecimiento_tomar to yupana_app;
