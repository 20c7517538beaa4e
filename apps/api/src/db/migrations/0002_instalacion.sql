-- The installation: its settings, its processes, the services of the SRI, counters of use.

create table instalacion (
  unica              boolean primary key default true check (unica),
  -- After a restore: no emission, mail or sending until the reconciliation has run (reliability §3.5).
  cercada            boolean not null default false,
  cercada_desde      timestamptz,
  facebook           text,
  instagram          text,
  twitter            text,
  whatsapp           text,
  -- The operator's own name and logo (O-83).
  producto           text,
  logo               bytea,
  logo_tipo          text,
  -- Whether and when people are told that the SRI is away (R-7.1.3).
  aviso_sri          text not null default 'AUTOMATICO' check (aviso_sri in ('AUTOMATICO', 'ANUNCIADO', 'APAGADO')),
  aviso_sri_mensaje  text check (aviso_sri_mensaje is not null or aviso_sri <> 'ANUNCIADO'),
  version            integer not null default 1,
  -- Whose files lie in a place: a bucket or a folder carries the name of its installation, and nobody else puts or removes anything there.
  -- A restored copy takes another name.
  almacen            uuid not null default gen_random_uuid()
);
insert into instalacion default values;
grant select on instalacion to yupana_app, yupana_worker;
grant update (facebook, instagram, twitter, whatsapp, producto, logo, logo_tipo, aviso_sri, aviso_sri_mensaje, version)
              on instalacion to yupana_app;
grant update (cercada, cercada_desde) on instalacion to yupana_worker;

-- Services of the SRI that a worker found silent: what people are told. Each process keeps a breaker of its own.
create table servicio_sri (
  ambiente          text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  servicio          text not null check (servicio in ('RECEPCION', 'AUTORIZACION')),
  abierto_hasta     timestamptz,
  -- How far our clock is from the SRI's, as its answers tell (reliability §2.2-7); positive where the SRI's is ahead.
  desfase_segundos  integer,
  desfase_en        timestamptz,
  -- Since when it does not answer: people are told the hour, not only that it is so.
  callado_desde     timestamptz,
  primary key (ambiente, servicio)
);
insert into servicio_sri (ambiente, servicio)
  select a, s from unnest(array['SIMULADOR', 'PRUEBAS', 'PRODUCCION']) a, unnest(array['RECEPCION', 'AUTORIZACION']) s;
grant select on servicio_sri to yupana_app;
grant select, update on servicio_sri to yupana_worker;

-- Workers that live, each telling so every few seconds.
create table proceso (
  quien        text primary key,
  version      text not null,
  iniciado_en  timestamptz not null,
  visto_en     timestamptz not null
);
grant select on proceso to yupana_app;
grant select, insert, update, delete on proceso to yupana_worker;

-- The last backup and the last review of the invariants, told by their commands.
create table tarea_hecha (
  tarea      text primary key check (tarea in ('RESPALDO', 'INVARIANTES')),
  en         timestamptz not null,
  resultado  jsonb not null
);
grant select on tarea_hecha to yupana_app;

-- When something limited was done (reliability §3.5), counted for all instances together. Losing it in a crash loses nothing: no
-- write-ahead log, so that a call pays little for being counted. A key names what, and the user, the company or the network.
create unlogged table limite_uso (
  clave  text primary key,
  en     timestamptz[] not null
);
grant select, insert, update on limite_uso to yupana_app, yupana_worker;
