-- Brands of what a company sells (O-75). Two names are one where only accents and capitals tell them apart.
create table marca (
  empresa_id  uuid not null references empresa,
  id          uuid not null,
  name        text not null,
  description text,
  status      text not null default 'ACTIVO' check (status in ('ACTIVO', 'INACTIVO')),
  orden       text collate "C" not null,
  version     integer not null default 1,
  creado_en   timestamptz not null,
  editado_en  timestamptz not null,
  primary key (empresa_id, id),
  unique (empresa_id, orden)
);
call proteger_tabla('marca');
grant select, insert, update, delete on marca to yupana_app;

alter table producto add foreign key (empresa_id, brand_id) references marca;
create index producto_marca on producto (empresa_id, brand_id) where brand_id is not null;
alter table busqueda drop constraint busqueda_tipo_check, add check (tipo in ('persona', 'producto', 'unidad', 'marca'));
