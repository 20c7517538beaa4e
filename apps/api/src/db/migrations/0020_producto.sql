-- Products, and what they are sorted by.

-- Units in which a company measures what it sells (O-75). Two names are one where only accents and capitals tell them apart.
create table unidad (
  empresa_id   uuid not null references empresa,
  id           uuid not null,
  name         text not null,
  description  text,
  status       text not null default 'ACTIVO' check (status in ('ACTIVO', 'INACTIVO')),
  orden        text collate "C" not null,
  version      integer not null default 1,
  creado_en    timestamptz not null,
  editado_en   timestamptz not null,
  primary key (empresa_id, id),
  unique (empresa_id, orden)
);
call proteger_tabla('unidad');
grant select, insert, update, delete on unidad to yupana_app;
-- The worker reads by their names what the products of an upload name (issue 13 §3).
grant select on unidad to yupana_worker;

-- Brands of what a company sells (O-75). Two names are one where only accents and capitals tell them apart.
create table marca (
  empresa_id   uuid not null references empresa,
  id           uuid not null,
  name         text not null,
  description  text,
  status       text not null default 'ACTIVO' check (status in ('ACTIVO', 'INACTIVO')),
  orden        text collate "C" not null,
  version      integer not null default 1,
  creado_en    timestamptz not null,
  editado_en   timestamptz not null,
  primary key (empresa_id, id),
  unique (empresa_id, orden)
);
call proteger_tabla('marca');
grant select, insert, update, delete on marca to yupana_app;
grant select on marca to yupana_worker;

-- Categories of what a company sells, each under another one or at the top (O-75). Two names at one place are one where only accents and
-- capitals tell them apart. No row keeps itself from standing under itself: who moves one holds the lock of the company's tree.
create table categoria (
  empresa_id   uuid not null references empresa,
  id           uuid not null,
  parent_id    uuid check (parent_id <> id),
  name         text not null,
  description  text,
  status       text not null default 'ACTIVO' check (status in ('ACTIVO', 'INACTIVO')),
  orden        text collate "C" not null,
  version      integer not null default 1,
  creado_en    timestamptz not null,
  editado_en   timestamptz not null,
  primary key (empresa_id, id),
  foreign key (empresa_id, parent_id) references categoria
);
create unique index categoria_nombre on categoria (empresa_id, coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), orden);
create index categoria_parent on categoria (empresa_id, parent_id) where parent_id is not null;
create index categoria_orden on categoria (empresa_id, orden, id);
call proteger_tabla('categoria');
grant select, insert, update, delete on categoria to yupana_app;
grant select on categoria to yupana_worker;

create table producto (
  empresa_id        uuid not null references empresa,
  id                uuid not null,
  code              text collate "C" not null,
  auxiliary_code    text collate "C",
  barcode           text collate "C",
  name              text not null,
  type_product      text not null check (type_product in ('PRODUCTO', 'SERVICIO')),
  category_id       uuid,
  brand_id          uuid,
  unit_id           uuid,
  -- A rate of IVA that was added has an id of its own (fiscal/iva.ts).
  iva               integer not null check (iva in (1, 2, 3, 4, 5, 6, 7, 10) or iva between 100 and 10099),
  price             bigint not null check (price >= 0),
  price_list        bigint[] not null default '{}' check (cardinality(price_list) <= 4),
  cost              bigint not null default 0 check (cost >= 0),
  minimum_stock     bigint not null default 0,
  manage_inventory  boolean not null default false,
  status            text not null default 'ACTIVO' check (status in ('ACTIVO', 'INACTIVO')),
  is_external       boolean not null default false,
  ice_codigo        text,
  irbpnr            boolean not null default false,
  orden             text collate "C" not null,
  version           integer not null default 1,
  creado_en         timestamptz not null,
  editado_en        timestamptz not null,
  -- A product whose price is said at each sale (O-100).
  precio_libre      boolean not null default false,
  -- Several bar codes of one product (O-68): those beside its first. An exact code is looked for at each scan, so each stands in an index
  -- of its own, kept by the database whoever writes the product.
  barcodes          text[] collate "C" not null default '{}' check (cardinality(barcodes) <= 9),
  -- The picture of a product, as it was made anew at upload, and small for lists (O-68). `producto.imagen` changes with it. It is left
  -- alone when the product goes: who takes the deletion back finds it again.
  imagen            text,
  -- A combo is a product made of others: its parts leave the stock in its place (issue 13 §1). It has no stock of its own.
  partes            jsonb not null default '[]' check (jsonb_typeof(partes) = 'array' and jsonb_array_length(partes) <= 30),
  primary key (empresa_id, id),
  unique (empresa_id, code),
  foreign key (empresa_id, unit_id) references unidad,
  foreign key (empresa_id, brand_id) references marca,
  foreign key (empresa_id, category_id) references categoria,
  constraint producto_combo check (partes = '[]' or not manage_inventory)
);
create index producto_orden on producto (empresa_id, orden, id);
create index producto_barcode on producto (empresa_id, barcode) where barcode is not null;
create index producto_auxiliar on producto (empresa_id, auxiliary_code) where auxiliary_code is not null;
create index producto_unidad on producto (empresa_id, unit_id) where unit_id is not null;
create index producto_marca on producto (empresa_id, brand_id) where brand_id is not null;
create index producto_categoria on producto (empresa_id, category_id) where category_id is not null;
call proteger_tabla('producto');
grant select, insert, update, delete on producto to yupana_app;
-- What a worker writes of an upload.
grant select, insert, update on producto to yupana_worker;

create function codigo_barras_poner() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from codigo_barras where empresa_id = new.empresa_id and producto_id = new.id;
  insert into codigo_barras select distinct new.empresa_id, b, new.id from unnest(new.barcodes) b;
  return null;
end $$;
create trigger codigo_barras_nuevo after insert on producto
  for each row when (new.barcodes <> '{}') execute function codigo_barras_poner();
create trigger codigo_barras_cambio after update of barcodes on producto
  for each row when (new.barcodes is distinct from old.barcodes) execute function codigo_barras_poner();

create function producto_precio_anotar() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into producto_precio (empresa_id, producto_id, en, usuario_id, price, cost)
  values (new.empresa_id, new.id, new.editado_en, nullif(current_setting('yupana.usuario', true), '')::uuid, new.price, new.cost);
  return null;
end $$;
create trigger producto_precio_nuevo after insert on producto for each row execute function producto_precio_anotar();
create trigger producto_precio_cambio after update of price, cost on producto
  for each row when (new.price <> old.price or new.cost <> old.cost) execute function producto_precio_anotar();

create function combo_parte_poner() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from combo_parte where empresa_id = new.empresa_id and combo_id = new.id;
  insert into combo_parte (empresa_id, combo_id, producto_id, n, cantidad)
  select new.empresa_id, new.id, (p ->> 'producto_id')::uuid, n, (p ->> 'cantidad')::bigint
    from jsonb_array_elements(new.partes) with ordinality as x (p, n);
  return null;
end $$;
create trigger combo_parte_nuevo after insert on producto
  for each row when (new.partes <> '[]') execute function combo_parte_poner();
create trigger combo_parte_cambio after update of partes on producto
  for each row when (new.partes is distinct from old.partes) execute function combo_parte_poner();

-- A combo and its part that are deleted together: the combo lets its parts go before any of them is looked at.
create function combo_parte_soltar() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from combo_parte where empresa_id = old.empresa_id and combo_id = old.id;
  return old;
end $$;
create trigger combo_parte_fuera before delete on producto
  for each row when (old.partes <> '[]') execute function combo_parte_soltar();

create table codigo_barras (
  empresa_id   uuid not null references empresa,
  barcode      text collate "C" not null,
  producto_id  uuid not null,
  primary key (empresa_id, barcode, producto_id),
  foreign key (empresa_id, producto_id) references producto on delete cascade
);
create index codigo_barras_producto on codigo_barras (empresa_id, producto_id);
call proteger_tabla('codigo_barras');
grant select, insert, delete on codigo_barras to yupana_app;
-- The worker registers the products of an upload, and looks whether another one is read by their codes (issue 13 §3).
grant select on codigo_barras to yupana_worker;

create table producto_imagen (
  empresa_id   uuid not null references empresa,
  producto_id  uuid not null,
  tipo         text not null check (tipo in ('image/png', 'image/jpeg')),
  bytes        bytea not null check (octet_length(bytes) between 1 and 4000000),
  mini_tipo    text not null check (mini_tipo in ('image/png', 'image/jpeg')),
  mini         bytea not null check (octet_length(mini) between 1 and 200000),
  guardada_en  timestamptz not null,
  primary key (empresa_id, producto_id)
);
call proteger_tabla('producto_imagen');
grant select, insert, update, delete on producto_imagen to yupana_app;

-- What a product was sold for and what it cost, from when on, and who changed it (O-69): kept by the database, whoever writes the product.
-- `yupana.usuario` is set for the transaction by who changes products in somebody's name; without it nobody is named. It has no tie to the
-- product: the history of what is gone stays.
create table producto_precio (
  empresa_id   uuid not null references empresa,
  producto_id  uuid not null,
  n            bigint generated always as identity,
  en           timestamptz not null,
  usuario_id   uuid,
  price        bigint not null,
  cost         bigint not null,
  primary key (empresa_id, producto_id, n)
);
create index producto_precio_en on producto_precio (empresa_id, producto_id, en desc, n desc);
call proteger_tabla('producto_precio');
call solo_agregar('producto_precio');
grant select, insert on producto_precio to yupana_app;
grant insert on producto_precio to yupana_worker;

-- The parts of each combo, kept by the database whoever writes the product: by them a part is found, and stays.
create table combo_parte (
  empresa_id   uuid not null references empresa,
  combo_id     uuid not null,
  producto_id  uuid not null,
  n            integer not null,
  cantidad     bigint not null check (cantidad > 0),
  primary key (empresa_id, combo_id, producto_id),
  foreign key (empresa_id, combo_id) references producto on delete cascade,
  foreign key (empresa_id, producto_id) references producto,
  check (combo_id <> producto_id)
);
create index combo_parte_producto on combo_parte (empresa_id, producto_id);
call proteger_tabla('combo_parte');
grant select, insert, delete on combo_parte to yupana_app;
grant select on combo_parte to yupana_worker;
