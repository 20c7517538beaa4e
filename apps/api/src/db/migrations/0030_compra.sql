-- Purchases of a company, what is learned of their suppliers, and months that were closed.

-- What a company buys, as the documents of its suppliers state it (O-25): registered, never issued. Amounts ×10⁶.
create table compra (
  empresa_id                uuid not null references empresa,
  id                        uuid not null,
  ambiente                  text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  estado                    text not null default 'REGISTRADA' check (estado in ('REGISTRADA', 'ANULADA')),
  -- ATS table 4: 01 factura, 02 nota de venta, 04 and 05 notas, 15 of abroad, 41 reembolso.
  tipo                      text not null,
  numero                    text collate "C" not null check (numero ~ '^[0-9]{3}-[0-9]{3}-[0-9]{9}$'),
  -- 49 digits of an electronic document are its clave.
  autorizacion              text check (autorizacion ~ '^[0-9]{3,49}$'),
  fecha_emision             date not null,
  -- The day it was booked, whose month declares it.
  fecha_registro            date not null check (fecha_registro >= fecha_emision),
  vence                     date,
  persona_id                uuid not null,
  proveedor_tipo            text not null,
  proveedor_identificacion  text not null,
  proveedor_nombre          text not null,
  -- A cédula and the RUCs built on it are one supplier.
  proveedor_clave           text collate "C" not null,
  proveedor_regimen         text not null check (proveedor_regimen in ('GENERAL', 'RIMPE', 'NEGOCIO_POPULAR')),
  -- 01 natural person, 02 company: said only of a foreign one.
  tipo_sujeto               text check (tipo_sujeto in ('01', '02')),
  parte_relacionada         boolean not null default false,
  -- ATS table 5.
  sustento                  text not null,
  subtotal                  bigint not null,
  base_gravada              bigint not null,
  base_cero                 bigint not null,
  base_no_objeto            bigint not null,
  base_exenta               bigint not null,
  iva                       bigint not null,
  ice                       bigint not null,
  irbpnr                    bigint not null,
  otros                     bigint not null,
  total                     bigint not null,
  -- [{forma_pago, total}], SRI table 24.
  pagos                     jsonb not null,
  -- Of what a note changes: {tipo, numero, fecha, autorizacion?}, and which purchase of ours that is.
  modificado                jsonb,
  modificada_id             uuid,
  pago_exterior             jsonb,
  reembolsos                jsonb not null default '[]',
  -- The whole form, with the lines.
  entrada                   jsonb not null,
  motivo_anulacion          text,
  usuario_id                uuid not null,
  version                   integer not null default 1,
  creado_en                 timestamptz not null,
  editado_en                timestamptz not null,
  -- What was typed with its clave is watched as what came as XML is (issue 14): whether its issuer voided it, and when it is asked again.
  anulado_emisor_en         timestamptz,
  proxima_consulta          timestamptz,
  primary key (empresa_id, id),
  foreign key (empresa_id, persona_id) references persona,
  foreign key (empresa_id, modificada_id) references compra,
  check ((estado = 'ANULADA') = (motivo_anulacion is not null))
);
create unique index compra_numero on compra (empresa_id, ambiente, proveedor_clave, tipo, numero) where estado = 'REGISTRADA';
create unique index compra_clave on compra (empresa_id, ambiente, autorizacion) where estado = 'REGISTRADA' and length(autorizacion) = 49;
create index compra_mes on compra (empresa_id, ambiente, fecha_registro, creado_en);
create index compra_emision on compra (empresa_id, ambiente, fecha_emision, creado_en);
create index compra_persona on compra (empresa_id, persona_id, fecha_emision);
create index compra_modificada on compra (empresa_id, modificada_id) where modificada_id is not null;
create index compra_consulta on compra (proxima_consulta) where anulado_emisor_en is null and estado = 'REGISTRADA';
-- Those that wait for somebody, and the filter of the inbox: few of many.
create index compra_anulada_emisor on compra (empresa_id, ambiente) where anulado_emisor_en is not null and estado = 'REGISTRADA';
call proteger_tabla('compra');
grant select, insert, update, delete on compra to yupana_app;
grant select on compra to yupana_worker;
grant update (anulado_emisor_en, proxima_consulta) on compra to yupana_worker;
create trigger persona_vigente before insert on compra for each row
  when (new.persona_id is not null) execute function a_la_persona_vigente();
create trigger persona_vigente_cambia before update of persona_id on compra for each row
  when (new.persona_id is not null and new.persona_id is distinct from old.persona_id) execute function en_su_ficha();

-- What it was taxed, one row for each rate: SRI tables 16 and 17, the rate ×10⁶.
create table compra_impuesto (
  empresa_id         uuid not null,
  compra_id          uuid not null,
  n                  integer not null,
  codigo             text not null check (codigo in ('2', '3', '5')),
  codigo_porcentaje  text not null,
  tarifa             bigint not null,
  base               bigint not null,
  valor              bigint not null,
  primary key (empresa_id, compra_id, n),
  foreign key (empresa_id, compra_id) references compra on delete cascade
);
call proteger_tabla('compra_impuesto');
grant select, insert, delete on compra_impuesto to yupana_app;
grant select on compra_impuesto to yupana_worker;

-- The lines of purchases that name a product; what else they say stands in the purchase. A product may go before its purchases.
create table compra_linea (
  empresa_id   uuid not null,
  compra_id    uuid not null,
  n            integer not null,
  producto_id  uuid not null,
  ambiente     text collate "C" not null,
  fecha        date not null,
  en           timestamptz not null,
  -- Units of the supplier, and how many of ours each is, ×10⁶.
  cantidad     bigint not null,
  factor       bigint not null,
  base         bigint not null,
  primary key (empresa_id, compra_id, n),
  foreign key (empresa_id, compra_id) references compra on delete cascade
);
create index compra_linea_producto on compra_linea (empresa_id, producto_id, ambiente, fecha, en, compra_id, n);
call proteger_tabla('compra_linea');
grant select, insert, delete on compra_linea to yupana_app;
grant select on compra_linea to yupana_worker;

-- What was decided of a supplier last, proposed for its next document: learned at each purchase, corrected and forgotten by hand (issue
-- 14).
create table regla_proveedor (
  empresa_id        uuid not null references empresa,
  id                uuid not null default gen_random_uuid(),
  proveedor_clave   text collate "C" not null,
  -- ATS table 5; null: as its document suggests.
  sustento          text check (sustento ~ '^[0-9]{2}$'),
  -- Null: the default one.
  bodega_id         uuid,
  -- What is bought of it, as withholdings call it; null: as its lines and its last withholding say.
  operacion         text,
  -- Whether what the law asks to withhold is issued in the same step.
  retener           boolean not null default true,
  -- The purchase that taught it last; null: it was corrected by hand, or the purchase is gone.
  compra_id         uuid,
  usuario_id        uuid not null,
  editado_en        timestamptz not null,
  -- What was chosen by hand of a supplier outlives the purchases that repeat it: each field knows when it was chosen (issue 14).
  -- Null: a purchase taught it, or nothing is known.
  sustento_elegido  timestamptz,
  bodega_elegida    timestamptz,
  primary key (empresa_id, id),
  unique (empresa_id, proveedor_clave),
  foreign key (empresa_id, bodega_id) references bodega on delete set null (bodega_id),
  foreign key (empresa_id, compra_id) references compra on delete set null (compra_id)
);
create index regla_proveedor_editada on regla_proveedor (empresa_id, editado_en, id);
create index regla_proveedor_bodega on regla_proveedor (empresa_id, bodega_id) where bodega_id is not null;
create index regla_proveedor_compra on regla_proveedor (empresa_id, compra_id) where compra_id is not null;
call proteger_tabla('regla_proveedor');
grant select, insert, update, delete on regla_proveedor to yupana_app;

-- Months that were closed: what is booked in one does not change until it is opened again.
create table mes_cerrado (
  empresa_id  uuid not null references empresa,
  ambiente    text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  mes         date not null check (extract(day from mes) = 1),
  usuario_id  uuid not null,
  cerrado_en  timestamptz not null,
  primary key (empresa_id, ambiente, mes)
);
call proteger_tabla('mes_cerrado');
grant select, insert, delete on mes_cerrado to yupana_app;
grant select on mes_cerrado to yupana_worker;
