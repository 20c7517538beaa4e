-- The doors of what is a person's own believe no argument about whose it is: they ask the session, of which sesion_buscar alone says whether it is open.

-- Runs with the rights of the door it is asked from. Whose an open session is, once its password is not waited for; `es_propia`: and nobody of
-- support works in it.
create function exigir_sesion(token bytea, ahora timestamptz, es_propia boolean) returns uuid
  language plpgsql stable set search_path = public, pg_temp as $$
declare
  abierta record;
begin
  select b.usuario_id, b.actor_id, b.usada_en + make_interval(mins => b.inactividad) as hasta into abierta from sesion_buscar(token, ahora) b;
  if not found or (es_propia and abierta.actor_id is not null) then raise insufficient_privilege using message = 'no open session'; end if;
  if abierta.hasta <= ahora then raise insufficient_privilege using message = 'the session waits for its password', detail = 'INACTIVA'; end if;
  return abierta.usuario_id;
end $$;
revoke execute on function exigir_sesion from public;

drop function usuario_perfil(uuid);
create function usuario_perfil(token bytea, ahora timestamptz)
  returns table (ci text, name text, surname text, mail text, username text, phone text, birth_date date, avatar text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  de uuid := exigir_sesion(token, ahora, false);
begin
  return query
  select u.ci, u.name, u.surname, u.mail, u.username, u.phone, u.birth_date, left(encode(sha256(u.avatar), 'hex'), 16) from usuario u where u.id = de;
end $$;

-- The user name of who works in a session, whose password it waits for: support's own, where support works in it.
create function sesion_quien(token bytea, ahora timestamptz) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.username from usuario u where u.id = (select coalesce(b.actor_id, b.usuario_id) from sesion_buscar(token, ahora) b)
$$;

-- As before, of the person of the session.
drop function usuario_guardar_perfil(uuid, text, text, text, text, text, date);
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

drop function usuario_avatar(uuid);
create function usuario_avatar(token bytea, ahora timestamptz) returns table (avatar bytea, avatar_tipo text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  de uuid := exigir_sesion(token, ahora, false);
begin
  return query select u.avatar, u.avatar_tipo from usuario u where u.id = de and u.avatar is not null;
end $$;

drop function usuario_guardar_avatar(bytea, bytea, text);
create function usuario_guardar_avatar(token bytea, ahora timestamptz, imagen bytea, tipo text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  de uuid := exigir_sesion(token, ahora, true);
begin
  update usuario set avatar = imagen, avatar_tipo = tipo where id = de;
end $$;

create or replace function sesiones_de_usuario(token bytea, ahora timestamptz)
  returns table (token_hash bytea, red text, agente text, empresa text, abierta_en timestamptz, usada_en timestamptz, es_soporte boolean, segundo_factor boolean)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  de uuid := exigir_sesion(token, ahora, false);
begin
  return query
  select s.token_hash, s.red, s.agente, coalesce(e.nombre_comercial, e.razon_social), s.abierta_en, coalesce(s.usada_en, s.abierta_en), s.actor_id is not null, s.segundo_factor
    from sesion s left join empresa e on e.id = s.empresa_id
   where s.usuario_id = de and s.cerrada_en is null and s.vence_en > ahora order by 6 desc, 5 desc limit 100;
end $$;

-- What ends sessions asks twice: the session may have ended while it waited for the person's row.
create or replace function sesiones_cerrar_otras(token bytea, ahora timestamptz) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  de uuid := exigir_sesion(token, ahora, true);
  cerradas integer;
begin
  perform 1 from usuario where id = de for no key update;
  perform exigir_sesion(token, ahora, true);
  update sesion set cerrada_en = ahora where usuario_id = de and token_hash <> token and cerrada_en is null and vence_en > ahora;
  get diagnostics cerradas = row_count;
  return cerradas;
end $$;

-- A new password, and what ends with the one before: in the session it was set in, or by a code. Runs with the rights of those two doors.
create function clave_poner(de uuid, hash text, ahora timestamptz, en_sesion bytea) returns void
  language sql set search_path = public, pg_temp as $$
  update usuario set password_hash = hash where id = de;
  delete from restablecimiento where usuario_id = de and usado_en is null;
  delete from desafio_ingreso where usuario_id = de;
  delete from correo_reclamado where usuario_id = de and en_sesion is null;
  update sesion set cerrada_en = ahora where usuario_id = de and cerrada_en is null and token_hash is distinct from en_sesion;
$$;

drop function usuario_cambiar_clave(uuid, text, timestamptz, bytea);
create function usuario_cambiar_clave(token bytea, ahora timestamptz, hash text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  de uuid := exigir_sesion(token, ahora, true);
begin
  perform 1 from usuario where id = de for no key update;
  perform exigir_sesion(token, ahora, true);
  perform clave_poner(de, hash, ahora, token);
end $$;

-- Of any number of calls with one code exactly one takes it, and with it sets the password; the others wait until that one did, or did not.
drop function restablecimiento_tomar(bytea, timestamptz);
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

-- What nobody's new password may consist of (O-115), of whose the session is, or the code to set one anew.
drop function palabras_de_cuenta(uuid, bytea);
create function palabras_de_cuenta(prueba bytea, ahora timestamptz) returns text[]
  language sql stable security definer set search_path = public, pg_temp as $$
  with u as (select * from usuario where id = coalesce((select r.usuario_id from restablecimiento r where r.codigo_hash = prueba and r.usado_en is null and r.vence_en > ahora),
                                                       (select b.usuario_id from sesion_buscar(prueba, ahora) b)))
  select coalesce(array_agg(palabra) filter (where palabra is not null), '{}') from (
    select unnest(array[u.username, u.mail, u.name, u.surname]) as palabra from u
    union all
    select unnest(array[e.razon_social, e.nombre_comercial]) from u join usuario_empresa ue on ue.usuario_id = u.id join empresa e on e.id = ue.empresa_id where ue.activo) p
$$;

alter table correo_reclamado add constraint correo_reclamado_techo check (vence_en <= pedido_en + interval '24 hours') not valid;

drop function correo_reclamar(uuid, text, bytea, timestamptz, timestamptz);
create function correo_reclamar(token bytea, ahora timestamptz, correo text, codigo bytea, hasta timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  de uuid := exigir_sesion(token, ahora, true);
begin
  insert into correo_reclamado (usuario_id, mail, codigo_hash, pedido_en, vence_en) values (de, correo, codigo, ahora, hasta)
  on conflict (usuario_id) do update set mail = excluded.mail, codigo_hash = excluded.codigo_hash, pedido_en = excluded.pedido_en, vence_en = excluded.vence_en;
end $$;

drop function correo_reclamo(uuid);
create function correo_reclamo(token bytea, ahora timestamptz) returns table (mail text, pedido_en timestamptz, vence_en timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  de uuid := exigir_sesion(token, ahora, false);
begin
  return query select c.mail, c.pedido_en, c.vence_en from correo_reclamado c where c.usuario_id = de;
end $$;

drop function correo_retirar(uuid);
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
drop function correo_verificar(bytea, uuid, timestamptz);
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

revoke execute on function usuario_perfil, sesion_quien, usuario_guardar_perfil, usuario_avatar, usuario_guardar_avatar, clave_poner, usuario_cambiar_clave, restablecimiento_tomar,
  palabras_de_cuenta, correo_reclamar, correo_reclamo, correo_retirar, correo_verificar from public;
grant execute on function usuario_perfil, sesion_quien, usuario_guardar_perfil, usuario_avatar, usuario_guardar_avatar, usuario_cambiar_clave, restablecimiento_tomar,
  palabras_de_cuenta, correo_reclamar, correo_reclamo, correo_retirar, correo_verificar to yupana_app;
