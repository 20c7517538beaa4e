-- A second factor beside the password (O-103): a secret shared with the user's application, codes for when that is lost, and what
-- stands between the two steps of a sign-in. The doors believe no argument about whose it is: they ask what the caller holds.
-- Whatever touches a user's second factor takes its row first, then his codes, himself, what his sign-ins still ask for, his sessions:
-- always in this order, so that none waits for another in a circle.

create table segundo_factor (
  usuario_id   uuid primary key references usuario,
  -- Sealed under the master key: whoever reads the table cannot compute a code.
  secreto      bytea not null,
  pedido_en    timestamptz not null,
  -- null: shown, but no code of it was given yet.
  activado_en  timestamptz,
  -- Of the last code that was accepted: it and all before it serve no more.
  ultimo_paso  bigint not null default 0
);

create table codigo_recuperacion (
  usuario_id   uuid not null references usuario,
  -- SHA-256 of 120 random bits.
  codigo_hash  bytea not null,
  usado_en     timestamptz,
  primary key (usuario_id, codigo_hash)
);

-- After a correct password: what is still missing. A token of 256 bits, of which only the SHA-256 is kept, used once, for some minutes.
create table desafio_ingreso (
  desafio_hash  bytea primary key,
  usuario_id    uuid not null references usuario,
  falta         text not null check (falta in ('CODIGO', 'ACTIVAR', 'EMPRESA')),
  -- Chosen already, where the password was given together with a company.
  elegida       uuid,
  vence_en      timestamptz not null,
  usado_en      timestamptz
);
create index desafio_ingreso_usuario on desafio_ingreso (usuario_id);

-- These two run with the rights of the door they are asked from. Whose a hash is: of a challenge between password and code, or of the
-- link of an invitation to the person's mail.
create function titular_sin_sesion(prueba bytea, ahora timestamptz) returns uuid
  language sql stable set search_path = public, pg_temp as $$
  select d.usuario_id from desafio_ingreso d join usuario u on u.id = d.usuario_id and u.activo
   where d.desafio_hash = prueba and d.falta in ('CODIGO', 'ACTIVAR') and d.usado_en is null and d.vence_en > ahora
  union all
  select u.id from invitacion i join usuario u on u.mail <> '' and lower(u.mail) = i.mail and u.activo
   where i.token_hash = prueba and i.aceptada_en is null and i.anulada_en is null and i.vence_en > ahora
$$;

-- The same, or whose the open session is; `es_propia`: in which nobody of support works.
create function exigir_titular(prueba bytea, ahora timestamptz, es_propia boolean) returns uuid
  language sql stable set search_path = public, pg_temp as $$
  select coalesce(titular_sin_sesion(prueba, ahora), exigir_sesion(prueba, ahora, es_propia))
$$;

create function segundo_factor_de(prueba bytea, ahora timestamptz)
  returns table (secreto bytea, pedido_en timestamptz, activado_en timestamptz, codigos integer)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  de uuid := exigir_titular(prueba, ahora, false);
begin
  return query
  select f.secreto, f.pedido_en, f.activado_en, (select count(*)::integer from codigo_recuperacion c where c.usuario_id = de and c.usado_en is null)
    from segundo_factor f where f.usuario_id = de;
end $$;

-- A new secret, until a code of it is given. False where one is in use already.
create function segundo_factor_pedir(prueba bytea, ahora timestamptz, nuevo bytea) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  de uuid := exigir_titular(prueba, ahora, true);
begin
  insert into segundo_factor as f (usuario_id, secreto, pedido_en) values (de, nuevo, ahora)
    on conflict (usuario_id) do update set secreto = nuevo, pedido_en = ahora, ultimo_paso = 0 where f.activado_en is null;
  return found;
end $$;

-- Runs with the rights of the two doors that set recovery codes.
create function codigos_poner(de uuid, nuevos bytea[]) returns void
  language sql set search_path = public, pg_temp as $$
  delete from codigo_recuperacion where usuario_id = de;
  insert into codigo_recuperacion (usuario_id, codigo_hash) select de, n from unnest(nuevos) n;
$$;

-- Of any number of calls exactly one switches it on, and only the secret that the code was computed from; the other sessions of the user
-- end, which were opened with the password alone. A challenge is none of them.
create function segundo_factor_activar(prueba bytea, ahora timestamptz, el_secreto bytea, paso bigint, codigos bytea[]) returns boolean
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

create function codigos_recuperacion_cambiar(token bytea, ahora timestamptz, nuevos bytea[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform codigos_poner(exigir_sesion(token, ahora, true), nuevos);
end $$;

-- Of any number of calls with codes of one step exactly one spends it, in all processes together.
create function segundo_factor_gastar(prueba bytea, ahora timestamptz, paso bigint) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  de uuid := exigir_titular(prueba, ahora, true);
begin
  update segundo_factor set ultimo_paso = paso where usuario_id = de and activado_en is not null and ultimo_paso < paso;
  return found;
end $$;

create function codigo_recuperacion_gastar(prueba bytea, ahora timestamptz, codigo bytea) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  de uuid := exigir_titular(prueba, ahora, true);
begin
  perform 1 from segundo_factor where usuario_id = de for no key update;
  update codigo_recuperacion set usado_en = ahora where usuario_id = de and codigo_hash = codigo and usado_en is null;
  return found;
end $$;

-- One's own, or anybody's by SUPER_ADMIN.
create function segundo_factor_quitar(token bytea, ahora timestamptz, de uuid) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  activado timestamptz;
begin
  if exigir_sesion(token, ahora, true) <> de then perform exigir_super_admin(token, ahora); end if;
  delete from segundo_factor where usuario_id = de returning activado_en into activado;
  delete from codigo_recuperacion where usuario_id = de;
  perform 1 from usuario where id = de for no key update;
  delete from desafio_ingreso where usuario_id = de;
  return activado is not null;
end $$;

-- Runs with the rights of the two doors that make challenges. Five minutes, and twenty of one person that still serve: the oldest give
-- way, so that nobody is kept out. One after another for each person; what is over goes.
create function desafio_guardar(nuevo bytea, de uuid, que text, empresa uuid, ahora timestamptz) returns void
  language plpgsql set search_path = public, pg_temp as $$
begin
  perform 1 from usuario where id = de for no key update;
  delete from desafio_ingreso where usuario_id = de and (vence_en <= ahora or usado_en <= ahora - interval '1 minute');
  delete from desafio_ingreso where desafio_hash in (select d.desafio_hash from desafio_ingreso d where d.usuario_id = de and d.usado_en is null order by d.vence_en desc, d.desafio_hash offset 19);
  insert into desafio_ingreso (desafio_hash, usuario_id, falta, elegida, vence_en) values (nuevo, de, que, empresa, ahora + interval '5 minutes');
end $$;

-- After a correct password: what is still missing, and the challenge for it; null where nothing is. The password is the proof, and no
-- query can check that: the person is an argument here, as for sesion_abrir.
create function desafio_crear(nuevo bytea, de uuid, es_obligatorio boolean, empresa uuid, ahora timestamptz) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  que text := case when exists (select 1 from segundo_factor f where f.usuario_id = de and f.activado_en is not null) then 'CODIGO' when es_obligatorio then 'ACTIVAR' end;
begin
  if que is not null then perform desafio_guardar(nuevo, de, que, empresa, ahora); end if;
  return que;
end $$;

-- The pass to choose a company with, for the challenge that a code answered a moment ago, once.
create function pase_crear(nuevo bytea, desafio bytea, ahora timestamptz) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  de uuid;
begin
  select u.id into de from usuario u where u.activo and u.id = (select d.usuario_id from desafio_ingreso d where d.desafio_hash = desafio) for no key update;
  delete from desafio_ingreso d where d.usuario_id = de and d.desafio_hash = desafio and d.falta in ('CODIGO', 'ACTIVAR') and d.usado_en > ahora - interval '1 minute';
  if not found then return false; end if;
  perform desafio_guardar(nuevo, de, 'EMPRESA', null, ahora);
  return true;
end $$;

create function desafio_vigente(desafio bytea, que text, ahora timestamptz)
  returns table (usuario_id uuid, username text, name text, mail text, super_admin boolean, elegida uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.username, u.name, u.mail, u.super_admin, d.elegida from desafio_ingreso d join usuario u on u.id = d.usuario_id and u.activo
   where d.desafio_hash = desafio and d.falta = que and d.usado_en is null and d.vence_en > ahora
$$;

-- Of any number of calls with one token exactly one takes it.
create function desafio_tomar(desafio bytea, que text, de uuid, ahora timestamptz) returns boolean
  language sql security definer set search_path = public, pg_temp as $$
  with tomado as (update desafio_ingreso set usado_en = ahora where desafio_hash = desafio and falta = que and usuario_id = de and usado_en is null and vence_en > ahora returning 1)
  select exists (select 1 from tomado)
$$;

create function sesion_con_factor(token bytea) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update sesion set segundo_factor = true where token_hash = token
$$;

create function sesion_tiene_factor(token bytea) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select segundo_factor from sesion where token_hash = token), false)
$$;

revoke execute on function titular_sin_sesion, exigir_titular, segundo_factor_de, segundo_factor_pedir, codigos_poner,
  segundo_factor_activar, codigos_recuperacion_cambiar, segundo_factor_gastar, codigo_recuperacion_gastar, segundo_factor_quitar,
  desafio_guardar, desafio_crear, pase_crear, desafio_vigente, desafio_tomar, sesion_con_factor, sesion_tiene_factor from public;
grant execute on function segundo_factor_de, segundo_factor_pedir, segundo_factor_activar, codigos_recuperacion_cambiar,
  segundo_factor_gastar, codigo_recuperacion_gastar, segundo_factor_quitar, desafio_crear, pase_crear, desafio_vigente, desafio_tomar,
  sesion_con_factor, sesion_tiene_factor to yupana_app;
