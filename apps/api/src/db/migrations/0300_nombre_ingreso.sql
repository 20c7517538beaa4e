-- Whose name it is. Somebody signs in with a user name, an identification or a mail: each name is one person's in the whole installation,
-- whatever kind it is of. A mail is among them once a link sent to it was opened (O-114); until then it is only a claim.

create function nombre_llave(nombre text) returns text
  language sql immutable parallel safe as $$ select lower(normalize(nombre, nfkc)) $$;

-- The primary key is what two calls at the same instant meet at. Filled by the trigger on `usuario`.
create table nombre_ingreso (
  nombre      text primary key,
  usuario_id  uuid not null references usuario
);
create index nombre_ingreso_usuario on nombre_ingreso (usuario_id);

-- A mail that somebody says is theirs. Any number of people may say so of one: whoever opens the link sent to it is right.
create table correo_reclamado (
  usuario_id   uuid primary key references usuario,
  mail         text not null,
  -- SHA-256 of 256 random bits; null: no link was sent yet.
  codigo_hash  bytea unique,
  pedido_en    timestamptz not null,
  vence_en     timestamptz not null
);
create index correo_reclamado_mail on correo_reclamado (lower(mail));

-- '' is none: only a mail whose link was opened stands here.
drop index usuario_mail;
alter table usuario alter column mail set default '', add column mail_verificado timestamptz;

-- People of before. A mail counts where it was given with the account and never changed by its user: it came with an invitation's link that
-- made the account, or from the operator's command. One that its user typed is a claim from now on.
create temporary table cambio_de_correo on commit drop as
  select a.objeto::uuid as usuario_id from auditoria a where a.accion = 'perfil.editar' and a.detalle ? 'mail' and a.objeto ~ '^[0-9a-f-]{36}$'
  union select h.objeto from administracion_hecho h where h.accion = 'perfil.editar' and h.detalle ? 'mail';

create temporary table invitado on commit drop as
  select i.aceptada_por as usuario_id, i.mail from invitacion i join usuario u on u.id = i.aceptada_por and u.creado_en = i.aceptada_en;

update usuario u set mail_verificado = u.creado_en
 where exists (select 1 from invitado i where i.usuario_id = u.id and i.mail = lower(u.mail))
    or not exists (select 1 from invitado i where i.usuario_id = u.id) and not exists (select 1 from cambio_de_correo c where c.usuario_id = u.id);

insert into correo_reclamado (usuario_id, mail, pedido_en, vence_en)
  select id, mail, clock_timestamp(), clock_timestamp() from usuario where mail_verificado is null;

do $$
declare
  u usuario;
  otro text;
  base text;
begin
  insert into administracion_hecho (en, usuario_id, accion, objeto, detalle)
    select clock_timestamp(), id, 'perfil.pedir_correo', id, jsonb_build_object('mail', jsonb_build_array(mail, '')) from usuario where mail_verificado is null;
  update usuario set mail = '' where mail_verificado is null;
  insert into nombre_ingreso select nombre_llave(mail), id from usuario where mail <> '';

  -- A user name that reads as a mail or a number, or is a name of somebody else, gets another: its owner still signs in with the rest.
  for u in select * from usuario order by creado_en, id loop
    base := regexp_replace(split_part(normalize(u.username, nfkc), '@', 1), '\s', '', 'g');
    if base !~ '[^[:digit:][:punct:]]' then base := 'usuario' || base; end if;
    otro := case when normalize(u.username, nfkc) ~ '[@[:space:]]' or normalize(u.username, nfkc) !~ '[^[:digit:][:punct:]]' then base else u.username end;
    for n in 2 .. 100000 loop
      exit when not exists (select 1 from nombre_ingreso x where x.nombre = nombre_llave(otro))
        and not exists (select 1 from usuario o where o.id <> u.id and nombre_llave(otro) in (nombre_llave(o.username), nombre_llave(o.ci)));
      otro := base || n::text;
    end loop;
    insert into nombre_ingreso values (nombre_llave(otro), u.id);
    if otro <> u.username then
      update usuario set username = otro where id = u.id;
      insert into administracion_hecho (en, usuario_id, accion, objeto, detalle)
        values (clock_timestamp(), u.id, 'usuario.renombrar', u.id, jsonb_build_object('username', jsonb_build_array(u.username, otro)));
    end if;
  end loop;

  -- Identifications are only what people say of themselves: of two that read alike the older one stays.
  for u in select * from usuario where ci is not null order by creado_en, id loop
    if u.ci ~ '@' or exists (select 1 from nombre_ingreso x where x.nombre = nombre_llave(u.ci) and x.usuario_id <> u.id) then
      update usuario set ci = null where id = u.id;
      insert into administracion_hecho (en, usuario_id, accion, objeto, detalle)
        values (clock_timestamp(), u.id, 'usuario.renombrar', u.id, jsonb_build_object('ci', jsonb_build_array(u.ci, null)));
    else
      insert into nombre_ingreso values (nombre_llave(u.ci), u.id) on conflict do nothing;
    end if;
  end loop;
end $$;

create unique index usuario_mail on usuario (lower(mail)) where mail <> '';
alter table usuario
  add constraint usuario_mail_verificado check ((mail = '') = (mail_verificado is null)),
  add constraint usuario_username_forma check (normalize(username, nfkc) !~ '[@[:space:]]' and normalize(username, nfkc) ~ '[^[:digit:][:punct:]]'),
  add constraint usuario_ci_forma check (normalize(ci, nfkc) !~ '@');

create function usuario_nombres() returns trigger
  language plpgsql as $$
declare
  propios text[] := array(select distinct nombre_llave(n) from unnest(array[new.username, new.ci, new.mail]) n where n <> '');
begin
  delete from nombre_ingreso where usuario_id = new.id and nombre <> all (propios);
  insert into nombre_ingreso select n, new.id from unnest(propios) n;
  return null;
end $$;
create trigger usuario_nombres after insert or update of username, ci, mail on usuario for each row execute function usuario_nombres();

-- A name that its owner has already is no second one: also when a backup is read back, which holds both tables.
create function nombre_propio() returns trigger
  language plpgsql as $$
begin
  if exists (select 1 from nombre_ingreso n where n.nombre = new.nombre and n.usuario_id = new.usuario_id) then return null; end if;
  return new;
end $$;
create trigger nombre_propio before insert on nombre_ingreso for each row execute function nombre_propio();

create or replace function usuario_para_ingreso(quien text)
  returns table (id uuid, username text, password_hash text, activo boolean, super_admin boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.username, u.password_hash, u.activo, u.super_admin from nombre_ingreso n join usuario u on u.id = n.usuario_id
   where n.nombre = nombre_llave(quien)
$$;

create or replace function usuario_de_correo(correo text)
  returns table (id uuid, name text, mail text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.name, u.mail from usuario u where u.mail <> '' and lower(u.mail) = lower(correo) and u.activo
$$;

-- Answers the field whose value is somebody else's name, of whatever kind; null when saved. The mail is changed by its link alone.
drop function usuario_guardar_perfil(uuid, text, text, text, text, text, text, date);
create function usuario_guardar_perfil(de uuid, su_ci text, su_name text, su_surname text, su_username text, su_phone text, su_birth_date date) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- One edit after another; whoever is made meanwhile is met at the key.
  perform pg_advisory_xact_lock(74022);
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

-- One waits for the other wherever a mail becomes somebody's.
create function correo_en_fila(correo text) returns void
  language sql as $$ select pg_advisory_xact_lock(hashtextextended('correo|' || lower(correo), 0)) $$;

create function correo_reclamar(de uuid, correo text, codigo bytea, ahora timestamptz, hasta timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into correo_reclamado (usuario_id, mail, codigo_hash, pedido_en, vence_en) values (de, correo, codigo, ahora, hasta)
  on conflict (usuario_id) do update set mail = excluded.mail, codigo_hash = excluded.codigo_hash, pedido_en = excluded.pedido_en, vence_en = excluded.vence_en
$$;

create function correo_reclamo(de uuid) returns table (mail text, pedido_en timestamptz, vence_en timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.mail, c.pedido_en, c.vence_en from correo_reclamado c where c.usuario_id = de
$$;

create function correo_retirar(de uuid) returns text
  language sql security definer set search_path = public, pg_temp as $$
  delete from correo_reclamado where usuario_id = de returning mail
$$;

-- Gives a mail to its owner: other claims to it end, and with the former mail the links sent there. False where it is another's already.
create function correo_dar(de uuid, correo text, ahora timestamptz) returns boolean
  language plpgsql set search_path = public, pg_temp as $$
begin
  begin
    update usuario set mail = correo, mail_verificado = ahora where id = de;
  exception when unique_violation then
    return false;
  end;
  delete from correo_reclamado where lower(mail) = lower(correo);
  delete from restablecimiento where usuario_id = de and usado_en is null;
  return true;
end $$;

-- Uses the link up, once, in the session of who asked for it. No row: it does not serve. `ajeno`: that mail is another's by now.
create function correo_verificar(codigo bytea, de uuid, ahora timestamptz) returns table (anterior text, mail text, ajeno boolean)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
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

create or replace function invitacion_buscar(token bytea, ahora timestamptz)
  returns table (empresa_id uuid, empresa text, rol integer, invita text, mail text, vence_en timestamptz, existe boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select i.empresa_id, coalesce(e.nombre_comercial, e.razon_social), i.rol,
         (select coalesce(nullif(trim(u.name || ' ' || u.surname), ''), u.username) from usuario u where u.id = i.invitada_por), i.mail, i.vence_en,
         exists (select 1 from usuario u where u.mail <> '' and lower(u.mail) = i.mail)
    from invitacion i join empresa e on e.id = i.empresa_id
   where i.token_hash = token and i.aceptada_en is null and i.anulada_en is null and i.vence_en > ahora
$$;

-- Uses the token up, once. `de`: who proved to be the person (session or password), whose mail it is or, where it is nobody's, whose claim;
-- the link proves the mail. Without `de` somebody new is made, and only where the mail is nobody's. `anterior`: the mail it replaced.
drop function invitacion_reclamar(bytea, timestamptz, uuid, text, text, text, text);
create function invitacion_reclamar(token bytea, ahora timestamptz, de uuid, nuevo uuid, base text, nombre text, apellido text, clave text)
  returns table (usuario_id uuid, username text, rol integer, name text, anterior text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  invitada invitacion;
  quien usuario;
  dueno uuid;
  viejo text;
begin
  update invitacion i set aceptada_en = ahora
   where i.empresa_id = empresa_actual() and i.token_hash = token and i.aceptada_en is null and i.anulada_en is null and i.vence_en > ahora
  returning i.* into invitada;
  if not found then return; end if;
  perform correo_en_fila(invitada.mail);
  select u.id into dueno from usuario u where u.mail <> '' and lower(u.mail) = invitada.mail;
  if de is not null then
    if dueno is null and exists (select 1 from correo_reclamado c where c.usuario_id = de and lower(c.mail) = invitada.mail) then
      select u.mail into viejo from usuario u where u.id = de for no key update;
      if not correo_dar(de, invitada.mail, ahora) then return; end if;
    elsif dueno is distinct from de then
      return;
    end if;
    select u.* into quien from usuario u where u.id = de;
  elsif dueno is null and clave is not null then
    for intento in 1 .. 1000 loop
      begin
        -- A name that is taken gets a number.
        insert into usuario as u (id, username, mail, mail_verificado, name, surname, password_hash, creado_en)
          values (nuevo, invitacion_reclamar.base || case when intento = 1 then '' else intento::text end, invitada.mail, ahora, nombre, apellido, clave, ahora)
          returning u.* into quien;
        exit;
      exception when unique_violation then
      end;
    end loop;
    delete from correo_reclamado c where lower(c.mail) = invitada.mail;
  end if;
  if quien.id is null or not quien.activo then return; end if;
  update invitacion i set aceptada_por = quien.id where i.empresa_id = invitada.empresa_id and i.id = invitada.id;
  return query select quien.id, quien.username, invitada.rol, quien.name, nullif(viejo, '');
end $$;

-- A session of a moment ago no longer stands for the password.
drop function sesion_clave_en(bytea);

-- A forgotten password that is set anew also ends what somebody who had the former one asked for.
create or replace function usuario_cambiar_clave(de uuid, hash text, ahora timestamptz, en_sesion bytea) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update usuario set password_hash = hash where id = de;
  delete from restablecimiento where usuario_id = de and usado_en is null;
  delete from desafio_ingreso where usuario_id = de;
  delete from correo_reclamado where usuario_id = de and en_sesion is null;
  update sesion set cerrada_en = ahora where usuario_id = de and cerrada_en is null and token_hash is distinct from en_sesion;
$$;

revoke execute on function usuario_guardar_perfil, correo_reclamar, correo_reclamo, correo_retirar, correo_dar, correo_verificar, invitacion_reclamar from public;
grant execute on function usuario_guardar_perfil, correo_reclamar, correo_reclamo, correo_retirar, correo_verificar, invitacion_reclamar to yupana_app;
