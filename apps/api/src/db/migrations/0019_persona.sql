-- People: clients and suppliers, what they were when, and records of one person that became one.

create table persona (
  empresa_id           uuid not null references empresa,
  id                   uuid not null,
  tipo_identificacion  text not null check (tipo_identificacion in ('04', '05', '06', '08')),
  identificacion       text collate "C" not null,
  razon_social         text not null,
  nombre_comercial     text,
  roles                text[] not null,
  correos              text[] not null default '{}',
  telefonos            text[] not null default '{}',
  direccion            text,
  dias_credito         integer not null default 0 check (dias_credito between 0 and 3650),
  orden                text collate "C" not null,
  activo               boolean not null default true,
  version              integer not null default 1,
  creada_en            timestamptz not null,
  editada_en           timestamptz not null,
  -- How much a client may owe, told while selling; null is without limit.
  limite_credito       bigint check (limite_credito >= 0),
  -- The price list that is proposed while selling to a client: 0 is the price of the product, 1 to 4 its other lists; null is none said.
  lista_precios        smallint check (lista_precios between 0 and 4),
  -- Addresses of a person beside the main one, which documents take: [{nombre, direccion}], in the order they were written.
  direcciones          jsonb not null default '[]'
                       check (jsonb_typeof(direcciones) = 'array' and jsonb_array_length(direcciones) <= 20),
  -- Two records of one person become one (adr/0013). What was issued, paid or registered keeps the record it names; `unida_a` says whose
  -- it is now: always the record that stands at the end of a chain of unions.
  unida_a              uuid check (unida_a <> id),
  -- Identifications and names of the records merged into this one: it is found by them too.
  tambien              text[],
  primary key (empresa_id, id),
  unique (empresa_id, identificacion),
  foreign key (empresa_id, unida_a) references persona
);
create index persona_orden on persona (empresa_id, orden, id);
create index persona_unida on persona (empresa_id, unida_a) where unida_a is not null;
call proteger_tabla('persona');
grant select, insert, update, delete on persona to yupana_app;
grant select, insert on persona to yupana_worker;
-- Whoever locks a row for key share may update something of it.
grant update (unida_a) on persona to yupana_worker;

-- Kind and régimen of a person by day (issue 13): what the law changes with a date, and a withholding takes as it was on the day of the
-- purchase.
create table persona_condicion (
  empresa_id          uuid not null references empresa,
  persona_id          uuid not null,
  id                  uuid not null,
  -- First day; null: since always. It holds until the next one begins.
  desde               date,
  -- What is null goes on as before.
  tipo_contribuyente  text check (tipo_contribuyente in ('PERSONA_NATURAL', 'SOCIEDAD')),
  regimen             text check (regimen in ('GENERAL', 'RIMPE', 'NEGOCIO_POPULAR')),
  -- All that hold from that day on.
  calificaciones      text[] not null default '{}'
                      check (calificaciones <@ array['CONTRIBUYENTE_ESPECIAL', 'GRAN_CONTRIBUYENTE', 'AGENTE_RETENCION', 'INSTITUCION_PUBLICA', 'EXPORTADOR_HABITUAL']),
  -- Who wrote it down or corrected it last; null: nobody said it by day.
  usuario_id          uuid,
  en                  timestamptz not null,
  version             integer not null default 1,
  primary key (empresa_id, id),
  unique nulls not distinct (empresa_id, persona_id, desde),
  foreign key (empresa_id, persona_id) references persona on delete cascade
);
call proteger_tabla('persona_condicion');
grant select, insert, update, delete on persona_condicion to yupana_app;

-- Each union that stands, and what it gave to the record that stayed: its undoing takes back no more than that.
create table persona_union (
  empresa_id  uuid not null references empresa,
  persona_id  uuid not null,
  en_id       uuid not null,
  usuario_id  uuid not null,
  en          timestamptz not null,
  -- {correos, telefonos, roles: what was added; campos: {name: [before, after]}; exento}
  dado        jsonb not null,
  primary key (empresa_id, persona_id),
  foreign key (empresa_id, persona_id) references persona,
  foreign key (empresa_id, en_id) references persona,
  check (persona_id <> en_id)
);
create index persona_union_en on persona_union (empresa_id, en_id);
call proteger_tabla('persona_union');
grant select, insert, delete on persona_union to yupana_app;

-- Data that a client types on a telephone of their own (issue 13): a link of one use. What was typed waits until somebody of the company
-- accepts it, and goes with its term.
create table registro_cliente (
  empresa_id   uuid not null references empresa,
  id           uuid not null,
  token_hash   bytea not null,
  usuario_id   uuid not null,
  creado_en    timestamptz not null,
  vence_en     timestamptz not null,
  recibido_en  timestamptz,
  datos        jsonb,
  -- Whom it became: from then on what was typed is not kept twice.
  persona_id   uuid,
  primary key (empresa_id, id),
  check ((recibido_en is null) = (datos is null and persona_id is null)),
  check (datos is null or persona_id is null)
);
create unique index registro_cliente_token on registro_cliente (token_hash);
create index registro_cliente_vence on registro_cliente (vence_en);
call proteger_tabla('registro_cliente');
grant select, insert, update, delete on registro_cliente to yupana_app;

-- A cédula and the RUCs built on it are one (O-62), as `receptorKey` of the fiscal package says.
create function receptor_clave(tipo text, identificacion text) returns text language sql immutable
  return case when tipo in ('04', '05') then 'EC:' || left(identificacion, 10) else tipo || ':' || identificacion end;

-- All records of the person one of whose records this is.
create function personas_de(de_empresa uuid, persona uuid) returns uuid[]
  language sql stable set search_path = public, pg_temp as $$
  select array(select p.id from persona p where p.empresa_id = de_empresa and p.id = v.id
               union all select p.id from persona p where p.empresa_id = de_empresa and p.unida_a = v.id)
    from (select coalesce(p.unida_a, p.id) as id from persona p where p.empresa_id = de_empresa and p.id = persona) v
$$;

-- The key under which the accounts of an identification stand: that of the record that stayed.
create function clave_vigente(de_empresa uuid, clave text) returns text
  language sql stable set search_path = public, pg_temp as $$
  select coalesce((select receptor_clave(v.tipo_identificacion, v.identificacion)
                     from persona u join persona v on v.empresa_id = u.empresa_id and v.id = u.unida_a
                    where u.empresa_id = de_empresa and u.unida_a is not null and receptor_clave(u.tipo_identificacion, u.identificacion) = clave
                    limit 1), clave)
$$;

-- What arrives for a record that was just merged away is of the one that stayed. The lock makes it come wholly before the union or wholly
-- after.
create function a_la_persona_vigente() returns trigger language plpgsql as $$
declare
  vigente uuid;
begin
  select coalesce(p.unida_a, p.id) into vigente from persona p where p.empresa_id = new.empresa_id and p.id = new.persona_id for key share;
  new.persona_id := coalesce(vigente, new.persona_id);
  return new;
end $$;

-- What is saved again with the same identification keeps the record it names, and goes with it if the union is undone.
create function en_su_ficha() returns trigger language plpgsql as $$
declare
  vigente uuid;
  antes text := coalesce(to_jsonb(old)->>'receptor_identificacion', to_jsonb(old)->>'proveedor_identificacion');
begin
  select coalesce(p.unida_a, p.id) into vigente from persona p where p.empresa_id = new.empresa_id and p.id = new.persona_id for key share;
  new.persona_id := coalesce(vigente, new.persona_id);
  if antes = coalesce(to_jsonb(new)->>'receptor_identificacion', to_jsonb(new)->>'proveedor_identificacion')
     and exists (select from persona p where p.empresa_id = new.empresa_id and p.id = old.persona_id and p.unida_a = new.persona_id) then
    new.persona_id := old.persona_id;
  end if;
  return new;
end $$;

-- All records of the person one of whose records this is, the one that stayed first; of a chain of unions those that gave sooner come
-- sooner.
create function fichas_en_orden(de_empresa uuid, persona uuid) returns table (id uuid, orden timestamptz[])
  language sql stable set search_path = public, pg_temp as $$
  with recursive ficha as (
    select coalesce(p.unida_a, p.id) as id, '{}'::timestamptz[] as orden from persona p where p.empresa_id = de_empresa and p.id = persona
     union all
    select u.persona_id, f.orden || u.en from ficha f join persona_union u on u.empresa_id = de_empresa and u.en_id = f.id)
  select f.id, f.orden from ficha f
$$;

-- What a person was on a day, by all of their records: each row stays with the record it was written for, and goes with it if a union is
-- undone. Nobody is RIMPE before it existed, and of two unions of the same instant the same record always says first.
create function condicion_de_persona(de_empresa uuid, persona uuid, dia date)
  returns table (tipo_contribuyente text, regimen text, calificaciones text[])
  language sql stable set search_path = public, pg_temp as $$
  with fila as (
    select c.*, row_number() over (order by c.desde desc nulls last, f.orden, f.id) as n
      from fichas_en_orden(de_empresa, persona) f join persona_condicion c on c.empresa_id = de_empresa and c.persona_id = f.id
     where c.desde is null or c.desde <= dia)
  select (select f.tipo_contribuyente from fila f where f.tipo_contribuyente is not null order by f.n limit 1),
         (select case when dia < '2022-01-01' then 'GENERAL' else f.regimen end from fila f where f.regimen is not null order by f.n limit 1),
         coalesce((select f.calificaciones from fila f where f.n = 1), '{}')
$$;

-- Whose a link is: who holds it belongs to no company.
create function registro_cliente_de_enlace(token bytea) returns table (empresa_id uuid, registro_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select r.empresa_id, r.id from registro_cliente r join empresa e on e.id = r.empresa_id where r.token_hash = token and e.suspendida_en is null
$$;

create function limpiar_registros_cliente(ahora timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from registro_cliente where vence_en <= ahora
$$;

revoke execute on function personas_de, clave_vigente, fichas_en_orden, condicion_de_persona, registro_cliente_de_enlace,
  limpiar_registros_cliente from public;
grant execute on function personas_de, clave_vigente to yupana_app, yupana_worker;
grant execute on function fichas_en_orden, condicion_de_persona, registro_cliente_de_enlace to yupana_app;
grant execute on function limpiar_registros_cliente to yupana_worker;
