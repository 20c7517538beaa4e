-- Sheets of products that a company uploads (O-70): read and checked by a worker, then applied by it, all or nothing.
create table carga (
  empresa_id uuid not null references empresa,
  id         uuid not null,
  tipo       smallint not null check (tipo in (1, 2)),
  usuario_id uuid not null,
  ve_costo   boolean not null,
  archivo    text not null,
  -- Gone once it was read.
  contenido  bytea,
  estado     text not null default 'RECIBIDA' check (estado in ('RECIBIDA', 'REVISADA', 'APLICANDO', 'APLICADA', 'RECHAZADA')),
  motivo     text,
  filas      integer not null default 0,
  errores    integer not null default 0,
  cambian    integer not null default 0,
  hechas     integer not null default 0,
  -- A worker has it until then; who dies leaves it to the next one.
  tomada_hasta timestamptz,
  intentos   integer not null default 0,
  creada_en  timestamptz not null,
  primary key (empresa_id, id)
);
create index carga_pendiente on carga (creada_en) where estado in ('RECIBIDA', 'APLICANDO');
create index carga_vieja on carga (creada_en);
call proteger_tabla('carga');
grant select, insert, update on carga to yupana_app;
grant select, update, delete on carga to yupana_worker;

-- What each row of the sheet is to do, or what is wrong with it.
create table carga_fila (
  empresa_id uuid not null,
  carga_id   uuid not null,
  n          integer not null,
  datos      jsonb,
  problemas  jsonb,
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
revoke execute on function reclamar_carga from public;
grant execute on function reclamar_carga to yupana_worker;

-- Uploads of long ago, with their rows.
create function limpiar_cargas(antes timestamptz) returns integer
  language sql volatile security definer set search_path = public, pg_temp as $$
  with fuera as (delete from carga where (empresa_id, id) in (select c.empresa_id, c.id from carga c where c.creada_en < antes order by c.creada_en limit 20) returning 1)
  select count(*)::integer from fuera
$$;
revoke execute on function limpiar_cargas from public;
grant execute on function limpiar_cargas to yupana_worker;

-- What a worker writes of an upload.
grant insert, update on producto to yupana_worker;
grant insert on producto_precio to yupana_worker;
grant select, insert, update, delete on busqueda to yupana_worker;
grant select, insert on actualizacion, actualizacion_fila to yupana_worker;
alter table actualizacion drop constraint actualizacion_origen_check, add check (origen in ('HOJA', 'DESHACER', 'ARCHIVO'));
-- Rows are written as the sheet is read, what they belong to once all are counted.
alter table actualizacion_fila drop constraint actualizacion_fila_empresa_id_actualizacion_id_fkey,
  add foreign key (empresa_id, actualizacion_id) references actualizacion deferrable initially deferred;
