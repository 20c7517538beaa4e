-- Goods that come in, leave, go from one warehouse to another or are counted (O-72), by hand or by a document (O-126).
create table movimiento (
  empresa_id         uuid not null references empresa,
  id                 uuid not null,
  ambiente           text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  tipo               text not null check (tipo in ('INGRESO', 'EGRESO', 'TRANSFERENCIA', 'AJUSTE')),
  concepto           text not null,
  estado             text not null default 'REGISTRADO' check (estado in ('REGISTRADO', 'EN_TRANSITO', 'RECIBIDO')),
  fecha              date not null,
  bodega_id          uuid not null,
  bodega_destino_id  uuid,
  motivo             text,
  referencia         text,
  -- Of a document: which, and for what it moves goods. Each of these once.
  documento_id       uuid,
  suceso             text,
  -- Of a credit note: the sale it takes back.
  venta_id           uuid,
  lineas             integer not null,
  usuario_id         uuid,
  creado_en          timestamptz not null,
  recibido_en        timestamptz,
  recibido_por       uuid,
  primary key (empresa_id, id),
  foreign key (empresa_id, bodega_destino_id) references bodega,
  check ((tipo = 'TRANSFERENCIA') = (bodega_destino_id is not null)),
  check (estado = 'REGISTRADO' or tipo = 'TRANSFERENCIA'),
  check ((documento_id is null) = (suceso is null)),
  check ((estado = 'RECIBIDO') = (recibido_en is not null))
);
create unique index movimiento_documento on movimiento (empresa_id, documento_id, suceso) where documento_id is not null;
create index movimiento_venta on movimiento (empresa_id, venta_id) where venta_id is not null;
create index movimiento_lista on movimiento (empresa_id, ambiente, fecha desc, creado_en desc, id desc);
call proteger_tabla('movimiento');
create function movimiento_cambia() returns trigger language plpgsql as $$
begin
  if old.estado <> 'EN_TRANSITO' or new.estado <> 'RECIBIDO'
     or (to_jsonb(old) - array['estado', 'recibido_en', 'recibido_por']) <> (to_jsonb(new) - array['estado', 'recibido_en', 'recibido_por']) then
    raise exception 'El movimiento % ya fue registrado y no se modifica', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger movimiento_cambia before update on movimiento for each row execute function movimiento_cambia();
create trigger movimiento_queda before delete on movimiento for each row execute function rechazar_cambio();
create trigger sin_truncate before truncate on movimiento for each statement execute function rechazar_cambio();
grant select, insert on movimiento to yupana_app, yupana_worker;
grant update (estado, recibido_en, recibido_por) on movimiento to yupana_app;

-- The rows of a product in a warehouse, one after the other: `ajuste` settles what had left before it came. What is there is their sum.
create table kardex (
  empresa_id      uuid not null,
  ambiente        text not null,
  bodega_id       uuid not null,
  producto_id     uuid not null,
  secuencia       integer not null,
  movimiento_id   uuid not null,
  n               integer not null,
  concepto        text not null,
  fecha           date not null,
  cantidad        bigint not null check (cantidad <> 0),
  valor           bigint not null,
  ajuste          bigint not null default 0,
  saldo_cantidad  bigint not null,
  saldo_valor     bigint not null check (saldo_cantidad <> 0 or saldo_valor = 0),
  -- The line of the document it belongs to; of a credit note, the line of the sale it takes back.
  linea           integer,
  primary key (empresa_id, ambiente, bodega_id, producto_id, secuencia)
);
create unique index kardex_movimiento on kardex (empresa_id, movimiento_id, n);
call proteger_tabla('kardex');
call solo_agregar('kardex');
grant select, insert on kardex to yupana_app, yupana_worker;

-- Where each kardex stands: the row that a movement waits for.
create table existencia (
  empresa_id   uuid not null,
  ambiente     text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  bodega_id    uuid not null,
  producto_id  uuid not null,
  cantidad     bigint not null default 0,
  valor        bigint not null default 0,
  -- What one of it cost last.
  costo        bigint not null default 0,
  secuencia    integer not null default 0,
  fecha        date,
  primary key (empresa_id, ambiente, bodega_id, producto_id),
  foreign key (empresa_id, bodega_id) references bodega,
  foreign key (empresa_id, producto_id) references producto
) with (fillfactor = 60);
create index existencia_producto on existencia (empresa_id, producto_id);
call proteger_tabla('existencia');
create trigger existencia_queda before delete on existencia for each row execute function rechazar_cambio();
create trigger sin_truncate before truncate on existencia for each statement execute function rechazar_cambio();
grant select, insert on existencia to yupana_app, yupana_worker;
grant update (cantidad, valor, costo, secuencia, fecha) on existencia to yupana_app, yupana_worker;
