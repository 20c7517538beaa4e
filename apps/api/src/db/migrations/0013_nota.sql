-- What a note changes. Rows of a version stay: which notes count is decided by the state of their document.
create table documento_nota (
  empresa_id     uuid not null,
  documento_id   uuid not null,
  version        integer not null,
  -- The changed document where it is one of ours.
  modificado_id  uuid,
  cod_doc        text not null,
  numero         text not null,
  fecha          date not null,
  -- For each line of a credit note, in order: the line of the factura it gives back, and whether by amount alone.
  creditos       jsonb not null default '[]',
  primary key (empresa_id, documento_id, version),
  foreign key (empresa_id, documento_id) references documento,
  foreign key (empresa_id, modificado_id) references documento
);
create index documento_nota_modificado on documento_nota (empresa_id, modificado_id) where modificado_id is not null;
call proteger_tabla('documento_nota');
call solo_agregar('documento_nota');
grant select, insert on documento_nota to yupana_app;
grant select on documento_nota to yupana_worker;
