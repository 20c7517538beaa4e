-- The sales of a settled month that a box of a form has, in their order, kept beside what the month comes to: they go with it.
create table venta_casillero (
  empresa_id uuid not null,
  ambiente   text not null,
  mes        date not null,
  -- SHA-256 of the statement that lists them, with the groups and the column it asks for.
  cual       bytea not null check (length(cual) = 32),
  ids        uuid[] not null,
  -- ×10⁶.
  valores    bigint[] not null check (cardinality(valores) = cardinality(ids)),
  marcas     text[] not null check (cardinality(marcas) = cardinality(ids)),
  primary key (empresa_id, ambiente, mes, cual),
  foreign key (empresa_id, ambiente, mes) references venta_mes on delete cascade
);
call proteger_tabla('venta_casillero');
grant select, insert on venta_casillero to yupana_app;
grant select on venta_casillero to yupana_worker;

-- Whether a sale is on credit is asked of each, and few are.
create index documento_pago_plazo on documento_pago (empresa_id, documento_id, version) where plazo > 0;
