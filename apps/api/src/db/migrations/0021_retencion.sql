-- What a comprobante de retención withholds, one row for each tax and document it is withheld from. Rows of a version stay.
create table documento_retencion (
  empresa_id    uuid not null,
  documento_id  uuid not null,
  version       integer not null,
  n             integer not null,
  -- The document that gives cause to withhold, its number as it is printed.
  cod_sustento  text not null,
  cod_doc       text not null,
  numero        text not null,
  fecha         date not null,
  -- SRI table 19: 1 renta, 2 IVA, 6 ISD; the code of the concept; base and percentage ×10⁶.
  impuesto      text not null check (impuesto in ('1', '2', '6')),
  codigo        text not null,
  base          bigint not null,
  porcentaje    bigint not null,
  valor         bigint not null,
  primary key (empresa_id, documento_id, version, n),
  foreign key (empresa_id, documento_id) references documento
);
-- Which withholdings a document of the supplier has had.
create index documento_retencion_sustento on documento_retencion (empresa_id, numero, cod_doc);
call proteger_tabla('documento_retencion');
call solo_agregar('documento_retencion');
grant select, insert on documento_retencion to yupana_app;
grant select on documento_retencion to yupana_worker;
