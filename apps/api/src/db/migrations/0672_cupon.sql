-- Coupons of the store (O-79): a percentage ×10⁶, or an amount ×10⁶ without IVA, off what an order buys at the prices of the catalogue.
create table tienda_cupon (
  id            uuid primary key,
  codigo        text not null unique check (codigo ~ '^[A-Z0-9-]{6,20}$'),
  porcentaje    bigint check (porcentaje > 0 and porcentaje < 100000000),
  monto         bigint check (monto > 0),
  vigente_desde date not null,
  vigente_hasta date check (vigente_hasta >= vigente_desde),
  -- In how many orders, of all companies and of each; null is no limit.
  usos          integer check (usos > 0),
  usos_empresa  integer check (usos_empresa > 0),
  -- Which products; none is all of them.
  productos     uuid[] not null,
  activo        boolean not null,
  version       integer not null default 1,
  creado_en     timestamptz not null,
  editado_en    timestamptz not null,
  check (num_nonnulls(porcentaje, monto) = 1)
);
grant select, insert, update on tienda_cupon to yupana_app;

-- What a product costs one company, in the place of its price in the catalogue.
create table tienda_precio (
  empresa_id    uuid not null references empresa,
  producto_id   uuid not null references tienda_producto,
  precio        bigint not null check (precio > 0),
  vigente_desde date not null,
  vigente_hasta date check (vigente_hasta >= vigente_desde),
  activo        boolean not null,
  version       integer not null default 1,
  creado_en     timestamptz not null,
  editado_en    timestamptz not null,
  primary key (empresa_id, producto_id)
);
create index tienda_precio_producto on tienda_precio (producto_id);
call proteger_tabla('tienda_precio');
grant select, insert, update on tienda_precio to yupana_app;

-- The coupon of a cart.
create table carrito_cupon (
  empresa_id uuid not null references empresa,
  usuario_id uuid not null,
  cupon_id   uuid not null references tienda_cupon,
  primary key (empresa_id, usuario_id)
);
create index carrito_cupon_de on carrito_cupon (cupon_id);
call proteger_tabla('carrito_cupon');
grant select, insert, update, delete on carrito_cupon to yupana_app;

-- What was applied to an order: its coupon, and of each line the price of the catalogue and the discount.
alter table orden
  add column cupon_id uuid references tienda_cupon,
  add column cupon_codigo text,
  add check ((cupon_id is null) = (cupon_codigo is null));
create index orden_cupon on orden (cupon_id) where cupon_id is not null;
update orden o set lineas = (
  select jsonb_agg(l.linea || jsonb_build_object('precio_lista', l.linea -> 'precio', 'descuento', 0) order by l.i)
    from jsonb_array_elements(o.lineas) with ordinality l(linea, i))
 where jsonb_array_length(o.lineas) > 0;

-- Orders that use each of these coupons, of all companies and of the present one: what was given up, given back or expired uses none.
create function cupon_usos(cupones uuid[], hoy date) returns table (cupon_id uuid, todos integer, suyos integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select o.cupon_id, count(*)::integer, (count(*) filter (where o.empresa_id = empresa_actual()))::integer
    from orden o
   where o.cupon_id = any (cupones) and (o.estado in ('EN_REVISION', 'PAGADA') or (o.estado in ('POR_PAGAR', 'RECHAZADA') and o.vence >= hoy))
   group by o.cupon_id
$$;
revoke execute on function cupon_usos from public;
grant execute on function cupon_usos to yupana_app;

-- Prices agreed with companies, for the desk of SUPER_ADMIN.
create function administracion_precios(token bytea, ahora timestamptz, desde integer, cuantos integer)
  returns table (empresa_id uuid, empresa text, ruc text, producto_id uuid, producto text, precio_lista bigint, precio bigint, vigente_desde date,
                 vigente_hasta date, activo boolean, version integer, total integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select t.empresa_id, coalesce(e.nombre_comercial, e.razon_social), e.ruc, t.producto_id, p.nombre, p.precio, t.precio, t.vigente_desde,
         t.vigente_hasta, t.activo, t.version, count(*) over ()::integer
    from tienda_precio t join empresa e on e.id = t.empresa_id join tienda_producto p on p.id = t.producto_id
   where es_de_super_admin(token, ahora)
   order by t.activo desc, 2, p.nombre, t.empresa_id, t.producto_id offset desde limit cuantos
$$;
revoke execute on function administracion_precios from public;
grant execute on function administracion_precios to yupana_app;
