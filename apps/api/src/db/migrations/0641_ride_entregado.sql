-- Printed forms that were downloaded are known for ever though no PDF is kept (O-105): a row for each different one of a document.
create table ride_entregado (
  empresa_id   uuid not null,
  documento_id uuid not null,
  sha256       bytea not null check (length(sha256) = 32),
  formato      text not null check (formato in ('A4', 'TICKET')),
  -- The first time.
  entregado_en timestamptz not null,
  primary key (empresa_id, documento_id, sha256),
  foreign key (empresa_id, documento_id) references documento (empresa_id, id)
);
call proteger_tabla('ride_entregado');
call solo_agregar('ride_entregado');
grant select, insert on ride_entregado to yupana_app;
