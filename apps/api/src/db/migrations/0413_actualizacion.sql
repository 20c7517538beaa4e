-- Updates of many products at once (O-71): who made each, and what every product had before and after. One update is undone as one,
-- by another that names it.
create table actualizacion (
  empresa_id uuid not null references empresa,
  id         uuid not null,
  origen     text not null check (origen in ('HOJA', 'DESHACER')),
  usuario_id uuid not null,
  productos  integer not null check (productos > 0),
  campos     text[] not null,
  deshace    uuid,
  hecha_en   timestamptz not null,
  primary key (empresa_id, id),
  foreign key (empresa_id, deshace) references actualizacion,
  unique (empresa_id, deshace),
  check ((origen = 'DESHACER') = (deshace is not null))
);
create index actualizacion_hecha on actualizacion (empresa_id, hecha_en desc, id);
call proteger_tabla('actualizacion');
call solo_agregar('actualizacion');
grant select, insert on actualizacion to yupana_app;

-- The product may be gone since: its row stays.
create table actualizacion_fila (
  empresa_id       uuid not null,
  actualizacion_id uuid not null,
  producto_id      uuid not null,
  antes            jsonb not null,
  despues          jsonb not null,
  primary key (empresa_id, actualizacion_id, producto_id),
  foreign key (empresa_id, actualizacion_id) references actualizacion
);
call proteger_tabla('actualizacion_fila');
call solo_agregar('actualizacion_fila');
grant select, insert on actualizacion_fila to yupana_app;
