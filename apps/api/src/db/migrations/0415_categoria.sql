-- Categories of what a company sells, each under another one or at the top (O-75). Two names at one place are one where only accents and
-- capitals tell them apart. No row keeps itself from standing under itself: who moves one holds the lock of the company's tree.
create table categoria (
  empresa_id  uuid not null references empresa,
  id          uuid not null,
  parent_id   uuid check (parent_id <> id),
  name        text not null,
  description text,
  status      text not null default 'ACTIVO' check (status in ('ACTIVO', 'INACTIVO')),
  orden       text collate "C" not null,
  version     integer not null default 1,
  creado_en   timestamptz not null,
  editado_en  timestamptz not null,
  primary key (empresa_id, id),
  foreign key (empresa_id, parent_id) references categoria
);
create unique index categoria_nombre on categoria (empresa_id, coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), orden);
create index categoria_parent on categoria (empresa_id, parent_id) where parent_id is not null;
create index categoria_orden on categoria (empresa_id, orden, id);
call proteger_tabla('categoria');
grant select, insert, update, delete on categoria to yupana_app;

alter table producto add foreign key (empresa_id, category_id) references categoria;
create index producto_categoria on producto (empresa_id, category_id) where category_id is not null;
alter table busqueda drop constraint busqueda_tipo_check, add check (tipo in ('persona', 'producto', 'unidad', 'marca', 'categoria'));
