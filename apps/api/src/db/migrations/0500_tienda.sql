-- The store of the installation (O-79): its catalogue belongs to no company.
create table tienda_producto (
  id              uuid primary key,
  tipo            text not null check (tipo in ('FIRMA', 'PLAN', 'DECLARACION')),
  nombre          text not null,
  descripcion     text not null,
  -- Without IVA, ×10⁶.
  precio          bigint not null check (precio >= 0),
  iva             integer not null,
  firma_tipo      text check (firma_tipo in ('NATURAL', 'JURIDICA')),
  firma_anios     smallint check (firma_anios in (1, 2, 3)),
  plan_documentos integer check (plan_documentos > 0),
  -- Days on which it is sold at this price.
  vigente_desde   date not null,
  vigente_hasta   date check (vigente_hasta >= vigente_desde),
  activo          boolean not null,
  version         integer not null default 1,
  creado_en       timestamptz not null,
  editado_en      timestamptz not null,
  check ((tipo = 'FIRMA') = (firma_tipo is not null and firma_anios is not null)),
  check ((tipo = 'PLAN') = (plan_documentos is not null))
);
grant select, insert, update on tienda_producto to yupana_app;
grant select on tienda_producto to yupana_worker;

-- How the installation is paid.
create table tienda_ajuste (
  unica         boolean primary key default true check (unica),
  transferencia text,
  version       integer not null default 1
);
grant select, insert, update on tienda_ajuste to yupana_app;

-- What a person chose in a company: the same on every device.
create table carrito_linea (
  empresa_id  uuid not null references empresa,
  usuario_id  uuid not null,
  producto_id uuid not null references tienda_producto,
  cantidad    smallint not null check (cantidad between 1 and 20),
  agregado_en timestamptz not null,
  primary key (empresa_id, usuario_id, producto_id)
);
create index carrito_linea_producto on carrito_linea (producto_id);
call proteger_tabla('carrito_linea');
grant select, insert, update, delete on carrito_linea to yupana_app;

-- Orders keep what was bought at the price it had.
create table orden (
  empresa_id     uuid not null references empresa,
  id             uuid not null,
  numero         bigint generated always as identity,
  usuario_id     uuid not null,
  comprador      text not null,
  estado         text not null default 'POR_PAGAR' check (estado in ('POR_PAGAR', 'EN_REVISION', 'PAGADA', 'RECHAZADA', 'ANULADA')),
  lineas         jsonb not null,
  subtotal       bigint not null,
  iva            bigint not null,
  total          bigint not null check (total = subtotal + iva),
  vence          date not null,
  referencia     text,
  comprobante_id uuid,
  version        integer not null default 1,
  creada_en      timestamptz not null,
  editada_en     timestamptz not null,
  primary key (empresa_id, id),
  unique (numero),
  foreign key (empresa_id, comprobante_id) references archivo,
  check (estado not in ('EN_REVISION', 'PAGADA') or comprobante_id is not null)
);
create index orden_reciente on orden (empresa_id, creada_en desc);
create index orden_cola on orden (editada_en) where estado = 'EN_REVISION';
create index orden_estado on orden (estado, creada_en);
create unique index orden_comprobante on orden (empresa_id, comprobante_id) where comprobante_id is not null;
call proteger_tabla('orden');
grant select, insert, update on orden to yupana_app;
grant select on orden to yupana_worker;

-- Each state an order came to, and why.
create table orden_historia (
  id         bigint generated always as identity primary key,
  empresa_id uuid not null,
  orden_id   uuid not null,
  estado     text not null,
  en         timestamptz not null,
  -- Null for somebody of the installation.
  quien      text,
  motivo     text,
  foreign key (empresa_id, orden_id) references orden
);
create index orden_historia_de on orden_historia (empresa_id, orden_id, id);
call solo_agregar('orden_historia');
call proteger_tabla('orden_historia');
grant select, insert on orden_historia to yupana_app;
grant select on orden_historia to yupana_worker;

-- Orders of all companies, for the desk of SUPER_ADMIN: the receipts that wait first.
create function administracion_ordenes(token bytea, ahora timestamptz, de_estado text, desde integer, cuantas integer)
  returns table (id uuid, empresa_id uuid, empresa text, ruc text, numero bigint, estado text, creada_en timestamptz, vence date, lineas jsonb, total_orden bigint, comprador text, total integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.empresa_id, coalesce(e.nombre_comercial, e.razon_social), e.ruc, s.numero, s.estado, s.creada_en, s.vence, s.lineas, s.total, s.comprador, s.todas
    from (select o.*, count(*) over ()::integer as todas from orden o
           where es_de_super_admin(token, ahora) and o.estado = case when de_estado = '' then 'EN_REVISION' else de_estado end
           order by o.editada_en, o.id offset desde limit cuantas) s join empresa e on e.id = s.empresa_id
   order by s.editada_en, s.id
$$;
revoke execute on function administracion_ordenes from public;
grant execute on function administracion_ordenes to yupana_app;
