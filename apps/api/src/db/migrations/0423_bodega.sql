-- Warehouses (O-72): one of a company is its default, an establishment may have one of its own. Two names are one where only accents and
-- capitals tell them apart.
create table bodega (
  empresa_id      uuid not null references empresa,
  id              uuid not null,
  name            text not null,
  description     text,
  -- Whose documents take from here.
  establecimiento text,
  predeterminada  boolean not null default false,
  status          text not null default 'ACTIVO' check (status in ('ACTIVO', 'INACTIVO')),
  orden           text collate "C" not null,
  version         integer not null default 1,
  creado_en       timestamptz not null,
  editado_en      timestamptz not null,
  primary key (empresa_id, id),
  unique (empresa_id, orden),
  foreign key (empresa_id, establecimiento) references establecimiento,
  check (not predeterminada or status = 'ACTIVO')
);
create unique index bodega_predeterminada on bodega (empresa_id) where predeterminada;
create unique index bodega_establecimiento on bodega (empresa_id, establecimiento) where establecimiento is not null;
call proteger_tabla('bodega');
grant select, insert, update, delete on bodega to yupana_app;
grant select on bodega to yupana_worker;
do $$
declare
  tipos text;
begin
  -- The kinds that were there, and this one.
  select string_agg(quote_literal(m[1]), ', ') || ', ''bodega''' into tipos
    from pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''', 'g') m where c.conname = 'busqueda_tipo_check';
  alter table busqueda drop constraint busqueda_tipo_check;
  execute format('alter table busqueda add constraint busqueda_tipo_check check (tipo in (%s))', tipos);
end $$;

-- Companies from before have one to begin with.
insert into bodega (empresa_id, id, name, predeterminada, orden, creado_en, editado_en)
select id, gen_random_uuid(), 'Bodega principal', true, 'bodega principal', creada_en, creada_en from empresa;
insert into busqueda (empresa_id, tipo, palabra, id)
select b.empresa_id, 'bodega', p, b.id from bodega b cross join unnest(array['bodega', 'principal']) as p;

-- What becomes of a sale of more than there is (O-73).
alter table empresa add column stock_negativo text not null default 'AVISAR' check (stock_negativo in ('BLOQUEAR', 'AVISAR', 'PERMITIR'));
