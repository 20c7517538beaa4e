-- People and products, and the words by which they are found (row-level security switches trigram and full-text indexes off).

create table persona (
  empresa_id          uuid not null references empresa,
  id                  uuid not null,
  tipo_identificacion text not null check (tipo_identificacion in ('04', '05', '06', '08')),
  identificacion      text collate "C" not null,
  razon_social        text not null,
  nombre_comercial    text,
  roles               text[] not null,
  correos             text[] not null default '{}',
  telefonos           text[] not null default '{}',
  direccion           text,
  dias_credito        integer not null default 0 check (dias_credito between 0 and 3650),
  tipo_contribuyente  text,
  orden               text collate "C" not null,
  activo              boolean not null default true,
  version             integer not null default 1,
  creada_en           timestamptz not null,
  editada_en          timestamptz not null,
  primary key (empresa_id, id),
  unique (empresa_id, identificacion)
);
create index persona_orden on persona (empresa_id, orden, id);
call proteger_tabla('persona');
grant select, insert, update, delete on persona to yupana_app;
grant select on persona to yupana_worker;

create table producto (
  empresa_id       uuid not null references empresa,
  id               uuid not null,
  code             text collate "C" not null,
  auxiliary_code   text collate "C",
  barcode          text collate "C",
  name             text not null,
  type_product     text not null check (type_product in ('PRODUCTO', 'SERVICIO')),
  category_id      uuid,
  brand_id         uuid,
  unit_id          uuid,
  iva              integer not null check (iva in (1, 2, 3, 4, 5, 6, 7, 10)),
  price            bigint not null check (price >= 0),
  price_list       bigint[] not null default '{}' check (cardinality(price_list) <= 4),
  cost             bigint not null default 0 check (cost >= 0),
  minimum_stock    bigint not null default 0,
  manage_inventory boolean not null default false,
  status           text not null default 'ACTIVO' check (status in ('ACTIVO', 'INACTIVO')),
  is_external      boolean not null default false,
  ice_codigo       text,
  irbpnr           boolean not null default false,
  orden            text collate "C" not null,
  version          integer not null default 1,
  creado_en        timestamptz not null,
  editado_en       timestamptz not null,
  primary key (empresa_id, id),
  unique (empresa_id, code)
);
create index producto_orden on producto (empresa_id, orden, id);
create index producto_barcode on producto (empresa_id, barcode) where barcode is not null;
create index producto_auxiliar on producto (empresa_id, auxiliary_code) where auxiliary_code is not null;
call proteger_tabla('producto');
grant select, insert, update, delete on producto to yupana_app;
grant select on producto to yupana_worker;

-- Normalised words (no accents, lower case): a prefix of one is a range of this key.
create table busqueda (
  empresa_id  uuid not null references empresa,
  tipo        text not null check (tipo in ('persona', 'producto')),
  palabra     text collate "C" not null,
  id          uuid not null,
  primary key (empresa_id, tipo, palabra, id)
);
create index busqueda_id on busqueda (empresa_id, tipo, id);
call proteger_tabla('busqueda');
grant select, insert, delete on busqueda to yupana_app;
