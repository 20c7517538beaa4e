-- Warehouses, movements of goods and what they cost.

-- Warehouses (O-72): one of a company is its default, an establishment may have one of its own. Two names are one where only accents and
-- capitals tell them apart.
create table bodega (
  empresa_id       uuid not null references empresa,
  id               uuid not null,
  name             text not null,
  description      text,
  -- Whose documents take from here.
  establecimiento  text,
  predeterminada   boolean not null default false,
  status           text not null default 'ACTIVO' check (status in ('ACTIVO', 'INACTIVO')),
  orden            text collate "C" not null,
  version          integer not null default 1,
  creado_en        timestamptz not null,
  editado_en       timestamptz not null,
  primary key (empresa_id, id),
  unique (empresa_id, orden),
  foreign key (empresa_id, establecimiento) references establecimiento,
  check (not predeterminada or status = 'ACTIVO')
);
create unique index bodega_predeterminada on bodega (empresa_id) where predeterminada;
create unique index bodega_establecimiento on bodega (empresa_id, establecimiento) where establecimiento is not null;
call proteger_tabla('bodega');
grant select, insert, update, delete on bodega to yupana_app;
grant select on bodega to yupana_worker;
-- Who moves goods in the background too keeps their warehouse in use meanwhile (`for key share`), which asks for a right to change it.
grant update (editado_en) on bodega to yupana_worker;

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
-- The few transfers that are on their way, among all movements.
create index movimiento_en_transito on movimiento (empresa_id, ambiente) where estado = 'EN_TRANSITO';
call proteger_tabla('movimiento');
grant select, insert on movimiento to yupana_app, yupana_worker;
grant update (estado, recibido_en, recibido_por) on movimiento to yupana_app;
create trigger movimiento_queda before delete on movimiento for each row execute function rechazar_cambio();
create trigger sin_truncate before truncate on movimiento for each statement execute function rechazar_cambio();

create function movimiento_cambia() returns trigger language plpgsql as $$
begin
  if old.estado <> 'EN_TRANSITO' or new.estado <> 'RECIBIDO'
     or (to_jsonb(old) - array['estado', 'recibido_en', 'recibido_por']) <> (to_jsonb(new) - array['estado', 'recibido_en', 'recibido_por']) then
    raise exception 'El movimiento % ya fue registrado y no se modifica', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger movimiento_cambia before update on movimiento for each row execute function movimiento_cambia();

-- The rows of a product in a warehouse, one after the other: `ajuste` settles what had left before it came. What is there is their sum.
-- A movement of a day that is past stands on its day, and what follows is valued anew: rows go by day, then as they were written.
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
  -- Of a combo's part: how much of it left with each one.
  por_combo       bigint check (por_combo > 0),
  primary key (empresa_id, ambiente, bodega_id, producto_id, fecha, secuencia)
);
create unique index kardex_movimiento on kardex (empresa_id, movimiento_id, n);
call proteger_tabla('kardex');
grant select, insert on kardex to yupana_app, yupana_worker;
grant update (valor, ajuste, saldo_cantidad, saldo_valor) on kardex to yupana_app, yupana_worker;
create trigger kardex_queda before delete on kardex for each row execute function rechazar_cambio();
create trigger sin_truncate before truncate on kardex for each statement execute function rechazar_cambio();

create function kardex_recalculo() returns trigger language plpgsql as $$
begin
  if (to_jsonb(old) - array['valor', 'ajuste', 'saldo_cantidad', 'saldo_valor']) <> (to_jsonb(new) - array['valor', 'ajuste', 'saldo_cantidad', 'saldo_valor']) then
    raise exception 'Una fila de kardex solo se valora de nuevo' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger kardex_recalculo before update on kardex for each row execute function kardex_recalculo();

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
  -- What is there as layers, the oldest first, under PEPS: [[cantidad, valor], …].
  capas        jsonb not null default '[]' check (jsonb_typeof(capas) = 'array'),
  primary key (empresa_id, ambiente, bodega_id, producto_id),
  foreign key (empresa_id, bodega_id) references bodega,
  foreign key (empresa_id, producto_id) references producto
) with (fillfactor = 60);
create index existencia_producto on existencia (empresa_id, producto_id);
call proteger_tabla('existencia');
grant select, insert on existencia to yupana_app, yupana_worker;
grant update (cantidad, valor, costo, secuencia, fecha, capas) on existencia to yupana_app, yupana_worker;
create trigger existencia_queda before delete on existencia for each row execute function rechazar_cambio();
create trigger sin_truncate before truncate on existencia for each statement execute function rechazar_cambio();

-- The first movement of a product that became a combo at the same instant: it comes after the check of its key, which waits for the change.
create function existencia_sin_combo() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select 1 from producto where empresa_id = new.empresa_id and id = new.producto_id and partes <> '[]') then
    raise exception 'El producto % es un combo y no tiene existencias', new.producto_id using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger existencia_sin_combo after insert on existencia for each row execute function existencia_sin_combo();

-- Since which day a company values its stock how (tributacion §7): the average where nothing is said. Each change with its day.
create table metodo_costo (
  empresa_id  uuid not null references empresa,
  desde       date not null,
  metodo      text not null check (metodo in ('PROMEDIO', 'PEPS')),
  usuario_id  uuid not null,
  creado_en   timestamptz not null,
  primary key (empresa_id, desde)
);
call proteger_tabla('metodo_costo');
grant select, insert, delete on metodo_costo to yupana_app;
grant select on metodo_costo to yupana_worker;
