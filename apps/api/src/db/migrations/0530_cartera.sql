-- What is owed: to the company (COBRAR) or by it (PAGAR). One row for each due date of a document, of a balance brought in, of an advance.
create table cuenta (
  empresa_id      uuid not null references empresa,
  id              uuid not null,
  ambiente        text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  sentido         text not null check (sentido in ('COBRAR', 'PAGAR')),
  origen          text not null check (origen in ('DOCUMENTO', 'COMPRA', 'SALDO_INICIAL', 'ANTICIPO')),
  -- The document, purchase or payment that made it; a balance brought in is its own.
  origen_id       uuid not null,
  cuota           smallint not null check (cuota >= 1),
  -- Of a sale to nobody named there is none.
  persona_id      uuid,
  -- A cédula and the RUCs built on it are one.
  tercero_clave   text collate "C" not null,
  tercero_nombre  text not null,
  -- SRI code; none of an advance.
  tipo            text,
  numero          text collate "C" not null,
  fecha           date not null,
  vence           date not null,
  -- Σ of its entries: below zero where it is in favour of who owed it.
  saldo           bigint not null,
  asientos        integer not null,
  creado_en       timestamptz not null,
  primary key (empresa_id, id),
  unique (empresa_id, origen_id, cuota),
  foreign key (empresa_id, persona_id) references persona
) with (fillfactor = 80);
create index cuenta_abierta on cuenta (empresa_id, ambiente, sentido, vence, id) where saldo <> 0;
create index cuenta_lista on cuenta (empresa_id, ambiente, sentido, fecha desc, id desc);
create index cuenta_persona on cuenta (empresa_id, persona_id, fecha desc, id desc);
create index cuenta_numero on cuenta (empresa_id, ambiente, sentido, tercero_clave, numero);
call proteger_tabla('cuenta');
create trigger cuenta_queda before delete on cuenta for each row execute function rechazar_cambio();
create trigger sin_truncate before truncate on cuenta for each statement execute function rechazar_cambio();
grant select, insert on cuenta to yupana_app, yupana_worker;
grant update (persona_id, tercero_clave, tercero_nombre, numero, fecha, vence, saldo, asientos) on cuenta to yupana_app, yupana_worker;

-- The entries of each, one after the other, each for one thing that happened. What is owed is their sum.
create table asiento (
  empresa_id  uuid not null,
  cuenta_id   uuid not null,
  n           integer not null,
  fecha       date not null,
  concepto    text not null check (concepto in ('DOCUMENTO', 'NOTA_CREDITO', 'RETENCION', 'SALDO_INICIAL', 'CORRECCION', 'ANULACION', 'PAGO', 'PAGO_REVERSADO', 'ANTICIPO')),
  valor       bigint not null check (valor <> 0),
  saldo       bigint not null,
  -- The document, purchase, withholding or payment it is of, and for which of its doings: once for each.
  origen_id   uuid not null,
  suceso      text not null,
  referencia  text not null,
  usuario_id  uuid,
  creado_en   timestamptz not null,
  primary key (empresa_id, cuenta_id, n),
  foreign key (empresa_id, cuenta_id) references cuenta
);
create unique index asiento_origen on asiento (empresa_id, origen_id, cuenta_id, suceso);
call proteger_tabla('asiento');
call solo_agregar('asiento');
grant select, insert on asiento to yupana_app, yupana_worker;

-- Money that came in (COBRAR) or went out (PAGAR); below zero where it was given back. Reversed with a reason, never deleted.
create table pago (
  empresa_id      uuid not null references empresa,
  id              uuid not null,
  ambiente        text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  sentido         text not null check (sentido in ('COBRAR', 'PAGAR')),
  numero          integer not null check (numero > 0),
  estado          text not null default 'REGISTRADO' check (estado in ('REGISTRADO', 'REVERSADO')),
  fecha           date not null,
  persona_id      uuid,
  tercero_nombre  text not null,
  tercero_identificacion text not null,
  total           bigint not null,
  -- What of it pays nothing yet.
  anticipo        bigint not null check (anticipo >= 0),
  -- [{metodo, valor, banco, referencia}]
  metodos         jsonb not null,
  observacion     text,
  usuario_id      uuid not null,
  creado_en       timestamptz not null,
  motivo_reverso  text,
  reversado_en    timestamptz,
  reversado_por   uuid,
  primary key (empresa_id, id),
  unique (empresa_id, ambiente, sentido, numero),
  foreign key (empresa_id, persona_id) references persona,
  check ((estado = 'REVERSADO') = (motivo_reverso is not null and reversado_en is not null))
);
create index pago_lista on pago (empresa_id, ambiente, sentido, fecha desc, numero desc);
create index pago_persona on pago (empresa_id, persona_id, fecha desc);
call proteger_tabla('pago');
create function pago_cambia() returns trigger language plpgsql as $$
begin
  if old.estado <> 'REGISTRADO' or new.estado <> 'REVERSADO'
     or (to_jsonb(old) - array['estado', 'motivo_reverso', 'reversado_en', 'reversado_por'])
        <> (to_jsonb(new) - array['estado', 'motivo_reverso', 'reversado_en', 'reversado_por']) then
    raise exception 'El pago % ya fue registrado y no se modifica', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger pago_cambia before update on pago for each row execute function pago_cambia();
create trigger pago_queda before delete on pago for each row execute function rechazar_cambio();
create trigger sin_truncate before truncate on pago for each statement execute function rechazar_cambio();
grant select, insert on pago to yupana_app;
grant select on pago to yupana_worker;
grant update (estado, motivo_reverso, reversado_en, reversado_por) on pago to yupana_app;

-- Administrators have the new rights as they have all others.
update usuario_empresa set collections = collections || array['pago:registrar', 'pago:reversar']
 where rol in (0, 1) and not collections @> array['pago:registrar'];
