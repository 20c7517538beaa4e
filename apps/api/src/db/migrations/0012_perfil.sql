-- What a user says of himself, his password and his mail. The doors believe no argument about whose it is: they ask the session, of which
-- sesion_buscar alone says whether it is open.

create function usuario_perfil(token bytea, ahora timestamptz)
  returns table (ci text, name text, surname text, mail text, username text, phone text, birth_date date, avatar text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  de uuid := exigir_sesion(token, ahora, false);
begin
  return query
  select u.ci, u.name, u.surname, u.mail, u.username, u.phone, u.birth_date, left(encode(sha256(u.avatar), 'hex'), 16) from usuario u where u.id = de;
end $$;

-- Answers the field whose value is somebody else's name, of whatever kind; null when saved. The mail is changed by its link alone. The
-- number of a company's RUC is not taken from who works there, who may be its owner: those two settle it among themselves.
create function usuario_guardar_perfil(token bytea, ahora timestamptz, su_ci text, su_name text, su_surname text, su_username text, su_phone text, su_birth_date date) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  de uuid := exigir_sesion(token, ahora, true);
begin
  -- One edit after another; whoever is made meanwhile is met at the key.
  perform pg_advisory_xact_lock(74022);
  if identificacion_probada(de, su_ci) then
    with cedida as (
      update usuario u set ci = null where u.id <> de and u.ci = su_ci
         and not exists (select 1 from usuario_empresa m join empresa e on e.id = m.empresa_id where m.usuario_id = u.id and m.activo and su_ci in (e.ruc, left(e.ruc, 10)))
      returning u.id
    )
    insert into administracion_hecho (en, usuario_id, accion, objeto, detalle)
      select clock_timestamp(), de, 'usuario.renombrar', c.id, jsonb_build_object('ci', jsonb_build_array(su_ci, null)) from cedida c;
  end if;
  for intento in 1 .. 3 loop
    if exists (select 1 from nombre_ingreso n where n.usuario_id <> de and n.nombre = nombre_llave(su_username)) then return 'username'; end if;
    if exists (select 1 from nombre_ingreso n where n.usuario_id <> de and n.nombre = nombre_llave(su_ci)) then return 'ci'; end if;
    begin
      update usuario set ci = su_ci, name = su_name, surname = su_surname, username = su_username, phone = su_phone, birth_date = su_birth_date where id = de;
      return null;
    exception when unique_violation then
    end;
  end loop;
  return 'username';
end $$;

create function usuario_avatar(token bytea, ahora timestamptz) returns table (avatar bytea, avatar_tipo text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  de uuid := exigir_sesion(token, ahora, false);
begin
  return query select u.avatar, u.avatar_tipo from usuario u where u.id = de and u.avatar is not null;
end $$;

create function usuario_guardar_avatar(token bytea, ahora timestamptz, imagen bytea, tipo text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  de uuid := exigir_sesion(token, ahora, true);
begin
  update usuario set avatar = imagen, avatar_tipo = tipo where id = de;
end $$;

-- A new password, and what ends with the one before: in the session it was set in, or by a code, which also ends what somebody who had the
-- former one asked for. Runs with the rights of those two doors.
create function clave_poner(de uuid, hash text, ahora timestamptz, en_sesion bytea) returns void
  language sql set search_path = public, pg_temp as $$
  update usuario set password_hash = hash where id = de;
  delete from restablecimiento where usuario_id = de and usado_en is null;
  delete from desafio_ingreso where usuario_id = de;
  delete from correo_reclamado where usuario_id = de and en_sesion is null;
  update sesion set cerrada_en = ahora
   where usuario_id = de and cerrada_en is null and ingreso is distinct from (select s.ingreso from sesion s where s.token_hash = en_sesion);
$$;

-- Asks twice: the session may have ended while it waited for the person's row.
create function usuario_cambiar_clave(token bytea, ahora timestamptz, hash text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  de uuid := exigir_sesion(token, ahora, true);
begin
  perform 1 from usuario where id = de for no key update;
  perform exigir_sesion(token, ahora, true);
  perform clave_poner(de, hash, ahora, token);
end $$;

-- What nobody's new password may consist of (O-115), of whose the session is, or the code to set one anew.
create function palabras_de_cuenta(prueba bytea, ahora timestamptz) returns text[]
  language sql stable security definer set search_path = public, pg_temp as $$
  with u as (select * from usuario where id = coalesce((select r.usuario_id from restablecimiento r where r.codigo_hash = prueba and r.usado_en is null and r.vence_en > ahora),
                                                       (select b.usuario_id from sesion_buscar(prueba, ahora) b)))
  select coalesce(array_agg(palabra) filter (where palabra is not null), '{}') from (
    select unnest(array[u.username, u.mail, u.name, u.surname]) as palabra from u
    union all
    select unnest(array[e.razon_social, e.nombre_comercial]) from u join usuario_empresa ue on ue.usuario_id = u.id join empresa e on e.id = ue.empresa_id where ue.activo) p
$$;

create function correo_reclamar(token bytea, ahora timestamptz, correo text, codigo bytea, hasta timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  de uuid := exigir_sesion(token, ahora, true);
begin
  insert into correo_reclamado (usuario_id, mail, codigo_hash, pedido_en, vence_en) values (de, correo, codigo, ahora, hasta)
  on conflict (usuario_id) do update set mail = excluded.mail, codigo_hash = excluded.codigo_hash, pedido_en = excluded.pedido_en, vence_en = excluded.vence_en;
end $$;

create function correo_reclamo(token bytea, ahora timestamptz) returns table (mail text, pedido_en timestamptz, vence_en timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  de uuid := exigir_sesion(token, ahora, false);
begin
  return query select c.mail, c.pedido_en, c.vence_en from correo_reclamado c where c.usuario_id = de;
end $$;

create function correo_retirar(token bytea, ahora timestamptz) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  de uuid := exigir_sesion(token, ahora, true);
  retirado text;
begin
  delete from correo_reclamado where usuario_id = de returning mail into retirado;
  return retirado;
end $$;

-- Uses the link up, once, in the session of who asked for it. No row: it does not serve. `ajeno`: that mail is another's by now.
create function correo_verificar(codigo bytea, token bytea, ahora timestamptz) returns table (anterior text, mail text, ajeno boolean)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  de uuid := exigir_sesion(token, ahora, true);
  nuevo text;
  viejo text;
begin
  select c.mail into nuevo from correo_reclamado c where c.codigo_hash = codigo and c.usuario_id = de and c.vence_en > ahora;
  if not found then return; end if;
  perform correo_en_fila(nuevo);
  select u.mail into viejo from usuario u where u.id = de for no key update;
  delete from correo_reclamado c where c.codigo_hash = codigo and c.usuario_id = de;
  if not found then return; end if;
  return query select viejo, nuevo, not correo_dar(de, nuevo, ahora);
end $$;

revoke execute on function usuario_perfil, usuario_guardar_perfil, usuario_avatar, usuario_guardar_avatar, clave_poner,
  usuario_cambiar_clave, palabras_de_cuenta, correo_reclamar, correo_reclamo, correo_retirar, correo_verificar from public;
grant execute on function usuario_perfil, usuario_guardar_perfil, usuario_avatar, usuario_guardar_avatar, usuario_cambiar_clave,
  palabras_de_cuenta, correo_reclamar, correo_reclamo, correo_retirar, correo_verificar to yupana_app;
