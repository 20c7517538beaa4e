-- The store of the installation: catalogue, coupons, carts, orders and how they are paid.

-- What the store sells (O-79): its catalogue belongs to no company.
create table tienda_producto (
  id               uuid primary key,
  tipo             text not null check (tipo in ('FIRMA', 'PLAN', 'DECLARACION')),
  nombre           text not null,
  descripcion      text not null,
  -- Without IVA, ×10⁶.
  precio           bigint not null check (precio >= 0),
  iva              integer not null,
  firma_tipo       text check (firma_tipo in ('NATURAL', 'JURIDICA')),
  firma_anios      smallint check (firma_anios in (1, 2, 3)),
  plan_documentos  integer check (plan_documentos > 0),
  -- Days on which it is sold at this price.
  vigente_desde    date not null,
  vigente_hasta    date check (vigente_hasta >= vigente_desde),
  activo           boolean not null,
  version          integer not null default 1,
  creado_en        timestamptz not null,
  editado_en       timestamptz not null,
  check ((tipo = 'FIRMA') = (firma_tipo is not null and firma_anios is not null)),
  check ((tipo = 'PLAN') = (plan_documentos is not null))
);
grant select, insert, update on tienda_producto to yupana_app;
grant select on tienda_producto to yupana_worker;

-- Coupons of the store (O-79): a percentage ×10⁶, or an amount ×10⁶ without IVA, off what an order buys at the prices of the catalogue.
create table tienda_cupon (
  id             uuid primary key,
  codigo         text not null unique check (codigo ~ '^[A-Z0-9-]{6,20}$'),
  porcentaje     bigint check (porcentaje > 0 and porcentaje < 100000000),
  monto          bigint check (monto > 0),
  vigente_desde  date not null,
  vigente_hasta  date check (vigente_hasta >= vigente_desde),
  -- In how many orders, of all companies and of each; null is no limit.
  usos           integer check (usos > 0),
  usos_empresa   integer check (usos_empresa > 0),
  -- Which products; none is all of them.
  productos      uuid[] not null,
  activo         boolean not null,
  version        integer not null default 1,
  creado_en      timestamptz not null,
  editado_en     timestamptz not null,
  check (num_nonnulls(porcentaje, monto) = 1)
);
grant select, insert, update on tienda_cupon to yupana_app;

-- What a product costs one company, in the place of its price in the catalogue.
create table tienda_precio (
  empresa_id     uuid not null references empresa,
  producto_id    uuid not null references tienda_producto,
  precio         bigint not null check (precio > 0),
  vigente_desde  date not null,
  vigente_hasta  date check (vigente_hasta >= vigente_desde),
  activo         boolean not null,
  version        integer not null default 1,
  creado_en      timestamptz not null,
  editado_en     timestamptz not null,
  primary key (empresa_id, producto_id)
);
create index tienda_precio_producto on tienda_precio (producto_id);
call proteger_tabla('tienda_precio');
grant select, insert, update on tienda_precio to yupana_app;

-- How the installation is paid.
create table tienda_ajuste (
  unica            boolean primary key default true check (unica),
  transferencia    text,
  version          integer not null default 1,
  -- Which company of the installation sells, and at which of its tills.
  vende_id         uuid references empresa,
  establecimiento  text,
  punto            text,
  check (num_nonnulls(vende_id, establecimiento, punto) in (0, 3))
);
grant select, insert, update on tienda_ajuste to yupana_app;

-- What a person chose in a company: the same on every device.
create table carrito_linea (
  empresa_id   uuid not null references empresa,
  usuario_id   uuid not null,
  producto_id  uuid not null references tienda_producto,
  cantidad     smallint not null check (cantidad between 1 and 20),
  agregado_en  timestamptz not null,
  formulario   text not null default '',
  periodo      text not null default '',
  check ((formulario = '') = (periodo = '')),
  check (formulario = '' or cantidad = 1),
  primary key (empresa_id, usuario_id, producto_id, formulario, periodo)
);
create index carrito_linea_producto on carrito_linea (producto_id);
call proteger_tabla('carrito_linea');
grant select, insert, update, delete on carrito_linea to yupana_app;

-- The coupon of a cart.
create table carrito_cupon (
  empresa_id  uuid not null references empresa,
  usuario_id  uuid not null,
  cupon_id    uuid not null references tienda_cupon,
  primary key (empresa_id, usuario_id)
);
create index carrito_cupon_de on carrito_cupon (cupon_id);
call proteger_tabla('carrito_cupon');
grant select, insert, update, delete on carrito_cupon to yupana_app;

-- Orders keep what was bought at the price it had.
create table orden (
  empresa_id        uuid not null references empresa,
  id                uuid not null,
  numero            bigint generated always as identity,
  usuario_id        uuid not null,
  comprador         text not null,
  estado            text not null default 'POR_PAGAR' check (estado in ('POR_PAGAR', 'EN_REVISION', 'PAGADA', 'RECHAZADA', 'ANULADA', 'DEVUELTA')),
  lineas            jsonb not null,
  subtotal          bigint not null,
  iva               bigint not null,
  total             bigint not null check (total = subtotal + iva),
  vence             date not null,
  referencia        text,
  comprobante_id    uuid,
  version           integer not null default 1,
  creada_en         timestamptz not null,
  editada_en        timestamptz not null,
  -- What is issued of a paid order: its id is taken with the decision, its number once it is issued, so that it is issued once.
  vende_id          uuid references empresa,
  factura_id        uuid,
  factura_numero    text,
  nota_id           uuid,
  nota_numero       text,
  -- Why it is not issued yet.
  emision_problema  text,
  por_emitir        boolean not null generated always as
                    ((factura_id is not null and factura_numero is null) or (nota_id is not null and nota_numero is null)) stored,
  -- Who decided an order is who its documents are issued by, and when that was tried last: what failed is tried again by itself.
  decidida_por      uuid,
  emision_intento   timestamptz,
  -- What was applied to an order: its coupon, and of each line the price of the catalogue and the discount.
  cupon_id          uuid references tienda_cupon,
  cupon_codigo      text,
  -- Whether who asked has put away what the desk decided; every move of the desk asks for it again.
  vista             boolean not null default true,
  -- An order is paid by the transfer of its receipt, or by a card.
  con_tarjeta       boolean not null default false,
  primary key (empresa_id, id),
  unique (numero),
  foreign key (empresa_id, comprobante_id) references archivo,
  constraint orden_check2 check (factura_id is null or vende_id is not null),
  constraint orden_check3 check (nota_id is null or factura_id is not null),
  constraint orden_check4 check (factura_numero is null or factura_id is not null),
  constraint orden_check5 check (nota_numero is null or nota_id is not null),
  constraint orden_check6 check ((cupon_id is null) = (cupon_codigo is null)),
  constraint orden_pagada check
    (estado not in ('EN_REVISION', 'PAGADA') or comprobante_id is not null or (estado = 'PAGADA' and con_tarjeta))
);
create index orden_reciente on orden (empresa_id, creada_en desc);
create index orden_cola on orden (editada_en) where estado = 'EN_REVISION';
create index orden_estado on orden (estado, creada_en);
create unique index orden_comprobante on orden (empresa_id, comprobante_id) where comprobante_id is not null;
create index orden_por_emitir on orden (editada_en) where por_emitir;
create index orden_vende on orden (vende_id) where vende_id is not null;
create index orden_cupon on orden (cupon_id) where cupon_id is not null;
create index orden_por_ver on orden (empresa_id, usuario_id) where not vista;
call proteger_tabla('orden');
grant select, insert, update on orden to yupana_app;
grant select on orden to yupana_worker;

-- Each state an order came to, and why.
create table orden_historia (
  id          bigint generated always as identity primary key,
  empresa_id  uuid not null,
  orden_id    uuid not null,
  estado      text not null,
  en          timestamptz not null,
  -- Null for somebody of the installation.
  quien       text,
  motivo      text,
  foreign key (empresa_id, orden_id) references orden
);
create index orden_historia_de on orden_historia (empresa_id, orden_id, id);
call solo_agregar('orden_historia');
call proteger_tabla('orden_historia');
grant select, insert on orden_historia to yupana_app;
grant select on orden_historia to yupana_worker;

-- What cards are charged for orders of the store, at the gateway that the installation names (adr/0015). Nothing of a card is kept.
create table cobro_tarjeta (
  empresa_id     uuid not null references empresa,
  -- The key of the charge at the gateway too: asked twice, it is one.
  id             uuid not null,
  orden_id       uuid not null,
  usuario_id     uuid not null,
  estado         text not null default 'PEDIDO' check (estado in ('PEDIDO', 'ABIERTO', 'PAGADO', 'RECHAZADO', 'VENCIDO', 'POR_REVERSAR', 'REVERSADO')),
  monto          bigint not null check (monto > 0),
  -- Where the buyer pays it.
  pagina         text,
  -- Why it pays nothing.
  problema       text,
  -- When the gateway was asked last, and the moment that its last notice bears: an older one is a repetition.
  preguntado_en  timestamptz not null,
  aviso_en       timestamptz,
  creado_en      timestamptz not null,
  editado_en     timestamptz not null,
  -- A charge that the gateway once told of is not back because it tells of it no more: its record is lost (`perdido`), and somebody gives
  -- the money back by hand.
  conocido       boolean not null default false,
  perdido        boolean not null default false,
  primary key (empresa_id, id),
  unique (id),
  foreign key (empresa_id, orden_id) references orden
);
create index cobro_tarjeta_de on cobro_tarjeta (empresa_id, orden_id, creado_en);
create unique index cobro_tarjeta_en_curso on cobro_tarjeta (empresa_id, orden_id) where estado in ('PEDIDO', 'ABIERTO');
create unique index cobro_tarjeta_pagado on cobro_tarjeta (empresa_id, orden_id) where estado = 'PAGADO';
create index cobro_tarjeta_por_preguntar on cobro_tarjeta (preguntado_en) where estado in ('PEDIDO', 'ABIERTO', 'POR_REVERSAR');
call proteger_tabla('cobro_tarjeta');
grant select, insert, update on cobro_tarjeta to yupana_app;
grant select on cobro_tarjeta to yupana_worker;

-- Declarations bought as a service (O-32, O-79): a company has one of each form and period.
create table declaracion_comprada (
  empresa_id    uuid not null references empresa,
  formulario    text not null check (formulario in ('104', '103', 'ATS')),
  desde         date not null check (extract(day from desde) = 1),
  meses         smallint not null check (meses in (1, 6)),
  orden_id      uuid not null,
  -- Of the receipt that the SRI gave; null while the installation prepares it.
  numero_sri    text check (numero_sri ~ '^[0-9]{6,20}$'),
  fecha_sri     date,
  declarada_en  timestamptz,
  version       integer not null default 1,
  primary key (empresa_id, formulario, desde, meses),
  foreign key (empresa_id, orden_id) references orden,
  check (num_nonnulls(numero_sri, fecha_sri, declarada_en) in (0, 3))
);
create index declaracion_comprada_orden on declaracion_comprada (empresa_id, orden_id);
create index declaracion_comprada_cola on declaracion_comprada (desde, empresa_id) where declarada_en is null;
call proteger_tabla('declaracion_comprada');
grant select, insert, delete on declaracion_comprada to yupana_app;
-- The monthly package says which declarations of its month were bought: it is made by the worker.
grant select on declaracion_comprada to yupana_worker;
grant update (numero_sri, fecha_sri, declarada_en, version) on declaracion_comprada to yupana_app;

-- Whether an order is paid or may still be: what it holds is held. Given up, given back or expired, it holds nothing.
create function orden_viva(estado text, vence date, hoy date) returns boolean
  language sql immutable parallel safe as $$
  select estado in ('EN_REVISION', 'PAGADA') or (estado in ('POR_PAGAR', 'RECHAZADA') and vence >= hoy)
$$;

-- Orders that use each of these coupons, of all companies and of the present one: what was given up, given back or expired uses none.
create function cupon_usos(cupones uuid[], hoy date) returns table (cupon_id uuid, todos integer, suyos integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select o.cupon_id, count(*)::integer, (count(*) filter (where o.empresa_id = empresa_actual()))::integer
    from orden o
   where o.cupon_id = any (cupones) and orden_viva(o.estado, o.vence, hoy)
   group by o.cupon_id
$$;

-- Orders of all companies whose document is to be issued and was not tried since `antes`, each by one process alone.
create function reclamar_ordenes(ahora timestamptz, antes timestamptz)
  returns table (empresa_id uuid, id uuid, decidida_por uuid)
  language sql volatile security definer set search_path = public, pg_temp as $$
  update orden o set emision_intento = ahora
   where (o.empresa_id, o.id) in (
     select v.empresa_id, v.id from orden v
      where v.por_emitir and v.decidida_por is not null and (v.emision_intento is null or v.emision_intento < antes) and not (select cercada from instalacion)
      order by v.editada_en limit 8 for update skip locked)
  returning o.empresa_id, o.id, o.decidida_por
$$;

-- The company of a charge: the gateway that gives notice of it has no session.
create function empresa_de_cobro(cobro uuid) returns uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.empresa_id from cobro_tarjeta c where c.id = cobro
$$;

-- Charges of all companies that the gateway was not asked about since `antes`, each by one process alone.
create function reclamar_cobros(ahora timestamptz, antes timestamptz) returns table (empresa_id uuid, id uuid)
  language sql volatile security definer set search_path = public, pg_temp as $$
  update cobro_tarjeta c set preguntado_en = ahora
   where (c.empresa_id, c.id) in (
     select v.empresa_id, v.id from cobro_tarjeta v
      where v.estado in ('PEDIDO', 'ABIERTO', 'POR_REVERSAR') and v.preguntado_en < antes and not (select cercada from instalacion)
      order by v.preguntado_en limit 8 for update skip locked)
  returning c.empresa_id, c.id
$$;

revoke execute on function orden_viva, cupon_usos, reclamar_ordenes, empresa_de_cobro, reclamar_cobros from public;
grant execute on function orden_viva, cupon_usos, reclamar_ordenes, empresa_de_cobro, reclamar_cobros to yupana_app;
