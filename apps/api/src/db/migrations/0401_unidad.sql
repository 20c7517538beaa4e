-- Units in which a company measures what it sells (O-75). Two names are one where only accents and capitals tell them apart.
create table unidad (
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
call proteger_tabla('unidad');
grant select, insert, update, delete on unidad to yupana_app;

alter table producto add foreign key (empresa_id, unit_id) references unidad;
create index producto_unidad on producto (empresa_id, unit_id) where unit_id is not null;
alter table busqueda drop constraint busqueda_tipo_check, add check (tipo in ('persona', 'producto', 'unidad'));
