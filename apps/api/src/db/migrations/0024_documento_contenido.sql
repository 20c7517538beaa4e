-- What stands in a version of a document: its lines, payments, what a note changes, what is withheld, what a guía goes with.

create table documento_linea (
  empresa_id       uuid not null,
  documento_id     uuid not null,
  version          integer not null,
  n                integer not null,
  producto_id      uuid,
  codigo           text,
  descripcion      text not null,
  cantidad         bigint not null,
  precio_unitario  bigint not null,
  descuento        bigint not null,
  base             bigint not null,
  tipo_iva         integer not null,
  iva              bigint not null,
  ice              bigint not null default 0,
  irbpnr           bigint not null default 0,
  -- What its document is and when, so that one index leads to a page of what a product was sold in.
  ambiente         text collate "C" not null,
  tipo             text collate "C" not null,
  fecha            date not null,
  en               timestamptz not null,
  primary key (empresa_id, documento_id, version, n),
  foreign key (empresa_id, documento_id) references documento
);
create index documento_linea_producto on documento_linea (empresa_id, producto_id, ambiente, tipo, fecha, en, documento_id, n, version)
  where producto_id is not null;
call proteger_tabla('documento_linea');
call solo_agregar('documento_linea');
grant select, insert on documento_linea to yupana_app;
grant select on documento_linea to yupana_worker;

create table documento_pago (
  empresa_id     uuid not null,
  documento_id   uuid not null,
  version        integer not null,
  n              integer not null,
  forma_pago     text not null,
  total          bigint not null,
  plazo          integer,
  unidad_tiempo  text,
  primary key (empresa_id, documento_id, version, n),
  foreign key (empresa_id, documento_id) references documento
);
-- Whether a sale is on credit is asked of each, and few are.
create index documento_pago_plazo on documento_pago (empresa_id, documento_id, version) where plazo > 0;
call proteger_tabla('documento_pago');
call solo_agregar('documento_pago');
grant select, insert on documento_pago to yupana_app;
grant select on documento_pago to yupana_worker;

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
-- Notes over one document that was issued elsewhere are looked up by its number.
create index documento_nota_ajena on documento_nota (empresa_id, numero) where modificado_id is null;
call proteger_tabla('documento_nota');
call solo_agregar('documento_nota');
grant select, insert on documento_nota to yupana_app;
grant select on documento_nota to yupana_worker;

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
  -- Day of payment whose percentages a retención follows, and why (O-92): the same on each row of a voucher.
  pago_fecha    date,
  pago_motivo   text,
  primary key (empresa_id, documento_id, version, n),
  foreign key (empresa_id, documento_id) references documento,
  constraint documento_retencion_pago check ((pago_fecha is null) = (pago_motivo is null))
);
-- Which withholdings a document of the supplier has had.
create index documento_retencion_sustento on documento_retencion (empresa_id, numero, cod_doc);
call proteger_tabla('documento_retencion');
call solo_agregar('documento_retencion');
grant select, insert on documento_retencion to yupana_app;
grant select on documento_retencion to yupana_worker;

-- The facturas whose goods a guía carries, so that all guías of one are found. Which of them count is decided by the state of their
-- document.
create table guia_factura (
  empresa_id    uuid not null,
  -- Of the factura, which may be none of ours.
  numero        text not null,
  documento_id  uuid not null,
  version       integer not null,
  primary key (empresa_id, numero, documento_id, version),
  foreign key (empresa_id, documento_id) references documento
);
call proteger_tabla('guia_factura');
call solo_agregar('guia_factura');
grant select, insert on guia_factura to yupana_app, yupana_worker;

-- What the ATS asks of an export besides its factura: customs and carrier tell it days after it was issued.
create table exportacion_ats (
  empresa_id            uuid not null,
  documento_id          uuid not null,
  -- Table 10 of the ficha técnica: goods with a customs declaration, goods without one, services.
  clase                 text not null check (clase in ('01', '02', '03')),
  parte_relacionada     boolean not null,
  tipo_cliente          text not null check (tipo_cliente in ('01', '02')),
  -- Of the client's country: general, tax haven, preferential.
  regimen               text not null check (regimen in ('01', '02', '03')),
  pais                  text not null check (pais ~ '^[0-9]{3}$'),
  regimen_nombre        text,
  pais_destino          text not null check (pais_destino ~ '^[0-9]{3}$'),
  refrendo              text check (refrendo ~ '^[0-9]{3}-[0-9]{4}-[0-9A-Z]{2}-[0-9]{6,8}$'),
  documento_transporte  text check (documento_transporte ~ '^[0-9A-Za-z]{3,13}$'),
  fecha_embarque        date,
  valor_fob             bigint check (valor_fob > 0),
  tipo_ingreso          text check (tipo_ingreso ~ '^[0-9]{3}$'),
  -- Income tax that the other country took.
  impuesto_exterior     bigint check (impuesto_exterior > 0),
  version               integer not null check (version > 0),
  usuario_id            uuid not null,
  en                    timestamptz not null,
  primary key (empresa_id, documento_id),
  foreign key (empresa_id, documento_id) references documento,
  check ((regimen = '03') = (regimen_nombre is not null)),
  check (num_nonnulls(refrendo, documento_transporte) = case clase when '01' then 2 else 0 end),
  check (num_nonnulls(fecha_embarque, valor_fob) = case clase when '03' then 0 else 2 end),
  check ((clase = '03') = (tipo_ingreso is not null)),
  check (clase = '03' or impuesto_exterior is null)
);
call proteger_tabla('exportacion_ats');
grant select, insert on exportacion_ats to yupana_app;
-- The monthly package carries the ATS.
grant select on exportacion_ats to yupana_worker;
grant update (clase, parte_relacionada, tipo_cliente, regimen, pais, regimen_nombre, pais_destino, refrendo, documento_transporte,
              fecha_embarque, valor_fob, tipo_ingreso, impuesto_exterior, version, usuario_id, en) on exportacion_ats to yupana_app;
