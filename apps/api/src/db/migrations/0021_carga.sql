-- Sheets that are uploaded, and changes of many rows at once.

-- Updates of many products at once (O-71): who made each, and what every product had before and after. One update is undone as one,
-- by another that names it.
create table actualizacion (
  empresa_id  uuid not null references empresa,
  id          uuid not null,
  origen      text not null check (origen in ('HOJA', 'DESHACER', 'ARCHIVO')),
  usuario_id  uuid not null,
  productos   integer not null check (productos > 0),
  campos      text[] not null,
  deshace     uuid,
  hecha_en    timestamptz not null,
  primary key (empresa_id, id),
  foreign key (empresa_id, deshace) references actualizacion,
  unique (empresa_id, deshace),
  check ((origen = 'DESHACER') = (deshace is not null))
);
create index actualizacion_hecha on actualizacion (empresa_id, hecha_en desc, id);
call proteger_tabla('actualizacion');
call solo_agregar('actualizacion');
grant select, insert on actualizacion to yupana_app, yupana_worker;

-- The product may be gone since: its row stays.
create table actualizacion_fila (
  empresa_id        uuid not null,
  actualizacion_id  uuid not null,
  producto_id       uuid not null,
  antes             jsonb not null,
  despues           jsonb not null,
  primary key (empresa_id, actualizacion_id, producto_id),
  -- Rows are written as the sheet is read, what they belong to once all are counted.
  foreign key (empresa_id, actualizacion_id) references actualizacion deferrable initially deferred
);
call proteger_tabla('actualizacion_fila');
call solo_agregar('actualizacion_fila');
grant select, insert on actualizacion_fila to yupana_app, yupana_worker;

-- Sheets that a company uploads (O-70): read and checked by a worker, then applied by it, all or nothing.
create table carga (
  empresa_id    uuid not null references empresa,
  id            uuid not null,
  -- Products (1), prices (2), initial stock (3), people (4).
  tipo          smallint not null check (tipo in (1, 2, 3, 4)),
  usuario_id    uuid not null,
  ve_costo      boolean not null,
  archivo       text not null,
  -- Gone once it was read.
  contenido     bytea,
  estado        text not null default 'RECIBIDA' check (estado in ('RECIBIDA', 'REVISADA', 'APLICANDO', 'APLICADA', 'RECHAZADA')),
  motivo        text,
  filas         integer not null default 0,
  errores       integer not null default 0,
  cambian       integer not null default 0,
  hechas        integer not null default 0,
  -- A worker has it until then; who dies leaves it to the next one.
  tomada_hasta  timestamptz,
  intentos      integer not null default 0,
  creada_en     timestamptz not null,
  -- Stock is of an environment (O-90).
  ambiente      text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  -- Of people: whether who uploaded it might change credit limit and credit days (issue 13).
  da_credito    boolean not null,
  primary key (empresa_id, id)
);
create index carga_pendiente on carga (creada_en) where estado in ('RECIBIDA', 'APLICANDO');
create index carga_vieja on carga (creada_en);
call proteger_tabla('carga');
grant select, insert, update on carga to yupana_app;
grant select, update, delete on carga to yupana_worker;

-- What each row of the sheet is to do, or what is wrong with it.
create table carga_fila (
  empresa_id  uuid not null,
  carga_id    uuid not null,
  n           integer not null,
  datos       jsonb,
  problemas   jsonb,
  primary key (empresa_id, carga_id, n),
  foreign key (empresa_id, carga_id) references carga on delete cascade,
  check ((datos is null) <> (problemas is null))
);
create index carga_fila_problema on carga_fila (empresa_id, carga_id, n) where problemas is not null;
call proteger_tabla('carga_fila');
grant select on carga_fila to yupana_app;
grant select, insert, update, delete on carga_fila to yupana_worker;

-- The upload that has waited longest, for one worker until `hasta`; one of a company at a time.
create function reclamar_carga(ahora timestamptz, hasta timestamptz)
  returns table (empresa_id uuid, id uuid, estado text, intentos integer)
  language sql volatile security definer set search_path = public, pg_temp as $$
  update carga c set tomada_hasta = hasta, intentos = c.intentos + 1
   where (c.empresa_id, c.id) = (
     select p.empresa_id, p.id from carga p
      where p.estado in ('RECIBIDA', 'APLICANDO') and (p.tomada_hasta is null or p.tomada_hasta < ahora)
        and not exists (select 1 from carga o where o.empresa_id = p.empresa_id and o.id <> p.id and o.estado in ('RECIBIDA', 'APLICANDO') and o.tomada_hasta >= ahora)
      order by p.creada_en limit 1 for update skip locked)
  returning c.empresa_id, c.id, c.estado, c.intentos
$$;

-- Uploads of long ago, with their rows.
create function limpiar_cargas(antes timestamptz) returns integer
  language sql volatile security definer set search_path = public, pg_temp as $$
  with fuera as (delete from carga where (empresa_id, id) in (select c.empresa_id, c.id from carga c where c.creada_en < antes order by c.creada_en limit 20) returning 1)
  select count(*)::integer from fuera
$$;

revoke execute on function reclamar_carga, limpiar_cargas from public;
grant execute on function reclamar_carga, limpiar_cargas to yupana_worker;
