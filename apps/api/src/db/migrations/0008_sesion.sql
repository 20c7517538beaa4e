-- Signing in: sessions, support that works in the name of a user (O-14), failed attempts, known networks. The application role cannot read
-- sessions and networks: each look-up before a company is known is a named door.
-- Doors believe no argument that the session or the table can tell: how long something may last, and whose session it is.

create table sesion (
  -- SHA-256 of the token: the token itself is only with its holder.
  token_hash        bytea primary key,
  usuario_id        uuid not null references usuario,
  -- Without company only for SUPER_ADMIN. `actor_id`: who works in this session in the name of `usuario_id`.
  empresa_id        uuid references empresa,
  abierta_en        timestamptz not null,
  vence_en          timestamptz not null,
  cerrada_en        timestamptz,
  actor_id          uuid references usuario,
  impersonacion_id  uuid,
  -- Where a session is used, when it was used last (to the minute), and when its password was last given.
  red               text,
  agente            text,
  usada_en          timestamptz,
  clave_en          timestamptz,
  -- Whether a session was opened with both factors.
  segundo_factor    boolean not null default false,
  -- Which sign-in a session belongs to; what support opens in a person's name is a sign-in of its own.
  ingreso           uuid not null default gen_random_uuid()
);
create index sesion_actor on sesion (actor_id) where cerrada_en is null and actor_id is not null;
-- When each person of a company signed in last is asked of all sessions, also of those that ended; the same index finds those of a person.
create index sesion_usuario on sesion (usuario_id, empresa_id, abierta_en);
create index sesion_ingreso on sesion (ingreso) where cerrada_en is null;
-- Sessions carry a company too: whoever may ever be granted this table sees none of another's. Its doors are functions.
call proteger_tabla('sesion');

-- Nothing lasts longer than its kind may, whoever writes it and through whichever door.
create function sesion_techo() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.vence_en := least(new.vence_en, new.abierta_en + case when new.actor_id is null then interval '12 hours' else interval '1 hour' end);
  elsif old.actor_id is not null then
    new.vence_en := least(new.vence_en, old.vence_en);
  else
    new.vence_en := least(new.vence_en, old.vence_en + interval '12 hours');
  end if;
  return new;
end $$;
create trigger sesion_techo before insert or update of vence_en on sesion for each row execute function sesion_techo();

-- One row for each time somebody asked to work as a user: who, as whom, why. The token is only with him who asked.
create table impersonacion (
  empresa_id     uuid not null references empresa,
  id             uuid not null,
  actor_id       uuid not null references usuario,
  usuario_id     uuid not null references usuario,
  motivo         text not null,
  token_hash     bytea not null,
  pedida_en      timestamptz not null,
  canjear_hasta  timestamptz not null,
  -- The session it opened: from, until, and when it was closed before that.
  canjeada_en    timestamptz,
  vence_en       timestamptz,
  cerrada_en     timestamptz,
  primary key (empresa_id, id),
  constraint impersonacion_techo check (canjear_hasta <= pedida_en + interval '2 minutes' and vence_en <= canjeada_en + interval '1 hour')
);
create unique index impersonacion_token on impersonacion (token_hash);
create index impersonacion_lista on impersonacion (empresa_id, pedida_en desc);
call proteger_tabla('impersonacion');
grant select, insert on impersonacion to yupana_app;

-- Days on which an ADMIN of the company lets support emit and void.
create table impersonacion_permiso (
  empresa_id  uuid not null references empresa,
  dia         date not null,
  permitido   boolean not null,
  usuario_id  uuid not null references usuario,
  en          timestamptz not null,
  primary key (empresa_id, dia)
);
call proteger_tabla('impersonacion_permiso');
grant select, insert, update on impersonacion_permiso to yupana_app;

-- Guessing at one account adds up over networks, and failures stay: a right password forgives them, nobody removes them but the worker
-- after a day.
create table intento_ingreso (
  id         bigint generated always as identity primary key,
  cuenta     text not null,
  red        text not null,
  en         timestamptz not null,
  -- What was typed, hashed: refusals are told by it, so that nobody learns which names are one person's.
  nombre     text not null,
  -- The 48 bits of an IPv6 address that a provider gives to one customer.
  sitio      text,
  -- From a network where the account had not signed in lately.
  ajena      boolean not null default true,
  perdonada  boolean not null default false
);
create index intento_ingreso_cuenta on intento_ingreso (cuenta, en) where not perdonada;
create index intento_ingreso_nombre on intento_ingreso (nombre, en) where not perdonada;
create index intento_ingreso_red on intento_ingreso (red, en) where not perdonada;
create index intento_ingreso_sitio on intento_ingreso (sitio, en) where not perdonada and sitio is not null;
grant select, insert on intento_ingreso to yupana_app;
grant update (perdonada) on intento_ingreso to yupana_app;

-- Networks where a user gave everything that is asked for.
create table red_conocida (
  usuario_id  uuid not null references usuario,
  red         text not null,
  vista_en    timestamptz not null,
  primary key (usuario_id, red)
);

-- Of whom the token is, before a company is known.
create function impersonacion_buscar(token bytea)
  returns table (empresa_id uuid, actor_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select i.empresa_id, i.actor_id from impersonacion i where i.token_hash = token
$$;

-- Of any number of calls with one token exactly one finds it unused.
create function impersonacion_canjear(token bytea, token_sesion bytea, ahora timestamptz, hasta timestamptz)
  returns table (id uuid, usuario_id uuid, motivo text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  hecha impersonacion;
begin
  update impersonacion i set canjeada_en = ahora, vence_en = hasta
   where i.token_hash = token and i.canjeada_en is null and i.canjear_hasta > ahora
     and exists (select 1 from usuario a where a.id = i.actor_id and a.activo and a.super_admin)
     and exists (select 1 from usuario u join usuario_empresa ue on ue.usuario_id = u.id join empresa e on e.id = ue.empresa_id
                  where u.id = i.usuario_id and u.activo and not u.super_admin and ue.empresa_id = i.empresa_id and ue.activo and e.suspendida_en is null)
  returning i.* into hecha;
  if hecha.id is null then return; end if;
  insert into sesion (token_hash, usuario_id, empresa_id, abierta_en, vence_en, actor_id, impersonacion_id)
    values (token_sesion, hecha.usuario_id, hecha.empresa_id, ahora, hasta, hecha.actor_id, hecha.id);
  return query select hecha.id, hecha.usuario_id, hecha.motivo;
end $$;

-- Names of those of support who asked for or did something in this company: they are no members of it.
create function actores_de_empresa()
  returns table (id uuid, username text, name text, surname text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.username, u.name, u.surname from usuario u
   where u.id in (select i.actor_id from impersonacion i where i.empresa_id = empresa_actual())
$$;

create function sesion_abrir(token bytea, de uuid, en_empresa uuid, ahora timestamptz, hasta timestamptz)
  returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select 1 from usuario u where u.id = de and u.activo and (
       (en_empresa is null and u.super_admin)
       or exists (select 1 from usuario_empresa ue join empresa e on e.id = ue.empresa_id
                   where ue.usuario_id = de and ue.empresa_id = en_empresa and ue.activo and e.suspendida_en is null))) then
    return false;
  end if;
  insert into sesion (token_hash, usuario_id, empresa_id, abierta_en, vence_en) values (token, de, en_empresa, ahora, hasta);
  return true;
end $$;

-- One look tells who calls, what a page keeps of it until it changes (O-116), and since when nobody used it. A SUPER_ADMIN has that role
-- wherever he is. Whoever acts for another has the other's role and rights, as long as he himself may. SUPER_ADMIN's half hour, also in
-- somebody's name, is shortened by the company and never lengthened. In plpgsql its plan is made once for a connection, not for a call.
create function sesion_buscar(token bytea, ahora timestamptz)
  returns table (usuario_id uuid, empresa_id uuid, rol integer, super_admin boolean, collections text[], vence_en timestamptz,
                 username text, name text, surname text, mail text,
                 ruc text, razon_social text, nombre_comercial text, ambiente text, actor_id uuid,
                 aviso text, usada_en timestamptz, inactividad integer)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
  select s.usuario_id, s.empresa_id, case when u.super_admin then 0 else ue.rol end, u.super_admin, coalesce(ue.collections, '{}'), s.vence_en,
         u.username, u.name, u.surname, u.mail, e.ruc, e.razon_social, e.nombre_comercial, e.ambiente, s.actor_id,
         md5(jsonb_build_array(u.username, u.ci, u.mail, u.name, u.surname, u.phone, u.birth_date, octet_length(u.avatar), ue.rol, ue.collections, ue.menus,
                               e.ruc, e.razon_social, e.nombre_comercial, e.ambiente, i.version)::text),
         coalesce(s.usada_en, s.abierta_en),
         case when u.super_admin or s.actor_id is not null then least(30, e.inactividad_minutos)
              when ue.rol = 1 then coalesce(e.inactividad_minutos, 240) else e.inactividad_minutos end
    from sesion s
    join usuario u on u.id = s.usuario_id and u.activo
    cross join instalacion i
    left join usuario_empresa ue on ue.usuario_id = s.usuario_id and ue.empresa_id = s.empresa_id and ue.activo
    left join empresa e on e.id = ue.empresa_id
   where s.token_hash = token and s.cerrada_en is null and s.vence_en > ahora
     and case when s.empresa_id is null then u.super_admin else e.id is not null and e.suspendida_en is null end
     and (s.actor_id is null or (not u.super_admin and exists (select 1 from usuario a where a.id = s.actor_id and a.activo and a.super_admin)));
end $$;

-- Ends the whole sign-in, in every company that is open in it.
create function sesion_cerrar(token bytea, ahora timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update impersonacion i set cerrada_en = ahora from sesion s
   where s.token_hash = token and s.cerrada_en is null and i.empresa_id = s.empresa_id and i.id = s.impersonacion_id;
  select 1 from usuario u where u.id = (select s.usuario_id from sesion s where s.token_hash = token) for no key update;
  update sesion set cerrada_en = ahora
   where ingreso = (select s.ingreso from sesion s where s.token_hash = token and s.cerrada_en is null) and cerrada_en is null
$$;

create function sesion_extender(token bytea, hasta timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update sesion set vence_en = hasta
   where ingreso = (select s.ingreso from sesion s where s.token_hash = token and s.cerrada_en is null) and cerrada_en is null
$$;

-- Right after a session was opened. A change of company is the same sign-in: it keeps the password's instant and the factor.
create function sesion_anotar(token bytea, su_red text, su_agente text, ahora timestamptz, anterior bytea) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update sesion set red = su_red, agente = su_agente, usada_en = ahora,
    ingreso = coalesce((select a.ingreso from sesion a where a.token_hash = anterior), ingreso),
    clave_en = case when anterior is null then ahora else (select a.clave_en from sesion a where a.token_hash = anterior) end,
    segundo_factor = coalesce((select a.segundo_factor from sesion a where a.token_hash = anterior), false)
   where token_hash = token
$$;

-- Uses are noted without waiting for each other: the latest counts. Who works in one company is not away from the other.
create function sesion_usar(token bytea, ahora timestamptz, con_clave boolean) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update sesion set usada_en = greatest(usada_en, ahora), clave_en = case when con_clave then ahora else clave_en end
   where ingreso = (select s.ingreso from sesion s where s.token_hash = token and s.cerrada_en is null) and cerrada_en is null
$$;

-- Until when a session opened beside this one lasts; null where this one ended, or is support's. A sign-in has up to 20: the one left alone
-- longest gives way. Waits for whoever ends the person's sessions, and they for it.
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

-- The user name of who works in a session, whose password it waits for: support's own, where support works in it.
create function sesion_quien(token bytea, ahora timestamptz) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.username from usuario u where u.id = (select coalesce(b.actor_id, b.usuario_id) from sesion_buscar(token, ahora) b)
$$;

-- Runs with the rights of the door it is asked from. Whose an open session is, once its password is not waited for; `es_propia`: and
-- nobody of support works in it.
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

-- The people of this company with what only an administrator sees; who left is not among them.
create function empleados_de_empresa()
  returns table (id uuid, username text, name text, surname text, mail text, rol integer, activo boolean, collections text[], menus text[], ultimo_ingreso timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.username, u.name, u.surname, u.mail, ue.rol, ue.activo and u.activo, ue.collections, ue.menus,
         (select max(s.abierta_en) from sesion s where s.usuario_id = u.id and s.empresa_id = ue.empresa_id)
    from usuario_empresa ue join usuario u on u.id = ue.usuario_id
   where ue.empresa_id = empresa_actual() and ue.retirado_en is null order by u.name, u.surname, u.id
$$;

-- One row for each sign-in, with the names of the companies that are open in it.
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

-- Ends the other sign-ins of a person, or only `una`; how many. Asks twice: the session may have ended while it waited for the person's
-- row.
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

-- Ends what one person has open in this company, and nowhere else.
create function sesiones_de_empleado_cerrar(de uuid, ahora timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update sesion set cerrada_en = ahora where usuario_id = de and empresa_id = empresa_actual() and cerrada_en is null
$$;

-- Written once an hour for each network, however often somebody signs in.
create function red_conocer(de uuid, su_red text, ahora timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into red_conocida as r (usuario_id, red, vista_en) values (de, su_red, ahora)
    on conflict (usuario_id, red) do update set vista_en = ahora where r.vista_en < ahora - interval '1 hour'
$$;

create function red_es_conocida(de uuid, su_red text, desde timestamptz) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select 1 from red_conocida r where r.usuario_id = de and r.red = su_red and r.vista_en >= desde)
$$;

create function limpiar_redes(ahora timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from red_conocida where vista_en < ahora - interval '60 days'
$$;

revoke execute on function impersonacion_buscar, impersonacion_canjear, actores_de_empresa, sesion_abrir, sesion_buscar, sesion_cerrar,
  sesion_extender, sesion_anotar, sesion_usar, sesion_acompanar, sesion_quien, exigir_sesion, empleados_de_empresa, sesiones_de_usuario,
  sesiones_cerrar_otras, sesiones_de_empleado_cerrar, red_conocer, red_es_conocida, limpiar_redes from public;
grant execute on function impersonacion_buscar, impersonacion_canjear, actores_de_empresa, sesion_abrir, sesion_buscar, sesion_cerrar,
  sesion_extender, sesion_anotar, sesion_usar, sesion_acompanar, sesion_quien, empleados_de_empresa, sesiones_de_usuario,
  sesiones_cerrar_otras, sesiones_de_empleado_cerrar, red_conocer, red_es_conocida to yupana_app;
grant execute on function limpiar_redes to yupana_worker;
