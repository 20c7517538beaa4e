-- Guessing at one account adds up over networks, and failures stay: a right password forgives them, nobody removes them but the worker after a day.

alter table intento_ingreso
  -- What was typed, hashed: refusals are told by it, so that nobody learns which names are one person's.
  add column nombre text,
  -- The 48 bits of an IPv6 address that a provider gives to one customer.
  add column sitio text,
  -- From a network where the account had not signed in lately.
  add column ajena boolean not null default true,
  add column perdonada boolean not null default false;
update intento_ingreso set nombre = cuenta;
alter table intento_ingreso alter column nombre set not null;

drop index intento_ingreso_cuenta;
drop index intento_ingreso_red;
create index intento_ingreso_cuenta on intento_ingreso (cuenta, en) where not perdonada;
create index intento_ingreso_nombre on intento_ingreso (nombre, en) where not perdonada;
create index intento_ingreso_red on intento_ingreso (red, en) where not perdonada;
create index intento_ingreso_sitio on intento_ingreso (sitio, en) where not perdonada and sitio is not null;
revoke delete on intento_ingreso from yupana_app;
grant update (perdonada) on intento_ingreso to yupana_app;

-- Networks where a user gave everything that is asked for.
create table red_conocida (
  usuario_id   uuid not null references usuario,
  red          text not null,
  vista_en     timestamptz not null,
  primary key (usuario_id, red)
);
insert into red_conocida (usuario_id, red, vista_en)
  select usuario_id, case when plain ~ ':' then host(network(set_masklen(plain::inet, 64))) || '/64' else plain end, max(abierta_en)
    from (select s.usuario_id, s.abierta_en, regexp_replace(s.red, '^::ffff:(?=\d+\.)', '', 'i') as plain from sesion s where s.actor_id is null and s.red is not null) s
   where plain ~ '^(\d{1,3}(\.\d{1,3}){3}|[0-9a-fA-F:]*::?[0-9a-fA-F:]*)$' and pg_input_is_valid(plain, 'inet')
   group by 1, 2;

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

revoke execute on function red_conocer, red_es_conocida, limpiar_redes from public;
grant execute on function red_conocer, red_es_conocida to yupana_app;
grant execute on function limpiar_redes to yupana_worker;
