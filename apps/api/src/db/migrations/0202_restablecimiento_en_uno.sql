-- A code and the password it sets are one transaction: nothing has to be given back. Whatever changes a user takes his row first.

drop function restablecimiento_devolver(bytea);

-- Of any number of calls with one code exactly one takes it; the others wait until its password is set, or is not.
create or replace function restablecimiento_tomar(codigo bytea, ahora timestamptz)
  returns table (id uuid, name text, mail text)
  language sql security definer set search_path = public, pg_temp as $$
  select 1 from usuario u where u.id = (select r.usuario_id from restablecimiento r where r.codigo_hash = codigo) for no key update;
  update restablecimiento r set usado_en = ahora
    from usuario u
   where r.codigo_hash = codigo and r.usado_en is null and r.vence_en > ahora and u.id = r.usuario_id and u.activo
  returning u.id, u.name, u.mail
$$;

-- A new code is the end of the older ones.
create or replace function restablecimiento_crear(codigo bytea, de uuid, ahora timestamptz, hasta timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  select 1 from usuario where id = de for no key update;
  delete from restablecimiento where usuario_id = de and usado_en is null;
  insert into restablecimiento (codigo_hash, usuario_id, creado_en, vence_en) values (codigo, de, ahora, hasta);
$$;
