-- What clients owe and what is owed to suppliers: accounts, their entries, payments, reminders.

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
  -- The day of its last entry: the first page of a statement asks only accounts that moved lately.
  ultimo_asiento  date not null,
  primary key (empresa_id, id),
  unique (empresa_id, origen_id, cuota),
  foreign key (empresa_id, persona_id) references persona
) with (fillfactor = 80);
create index cuenta_lista on cuenta (empresa_id, ambiente, sentido, fecha desc, id desc);
create index cuenta_persona on cuenta (empresa_id, persona_id, fecha desc, id desc);
create index cuenta_numero on cuenta (empresa_id, ambiente, sentido, tercero_clave, numero);
-- With the balance, so that what is open is counted and summed without its rows.
create index cuenta_abierta on cuenta (empresa_id, ambiente, sentido, vence, id) include (saldo) where saldo <> 0;
call proteger_tabla('cuenta');
grant select, insert on cuenta to yupana_app, yupana_worker;
-- A purchase registered as another kind of document than it is, is corrected: what is owed is called by the right one.
grant update (persona_id, tercero_clave, tercero_nombre, tipo, numero, fecha, vence, saldo, asientos, ultimo_asiento)
              on cuenta to yupana_app;
grant update (persona_id, tercero_clave, tercero_nombre, numero, fecha, vence, saldo, asientos, ultimo_asiento) on cuenta to yupana_worker;
create trigger cuenta_queda before delete on cuenta for each row execute function rechazar_cambio();
create trigger sin_truncate before truncate on cuenta for each statement execute function rechazar_cambio();

-- Accounts of a person with several records stand under one key, whatever identification the document carries.
create function cuenta_vigente() returns trigger language plpgsql as $$
declare
  vigente record;
begin
  select coalesce(p.unida_a, p.id) as id into vigente from persona p where p.empresa_id = new.empresa_id and p.id = new.persona_id for key share;
  new.persona_id := coalesce(vigente.id, new.persona_id);
  if exists (select from persona u where u.empresa_id = new.empresa_id and u.unida_a = new.persona_id) then
    select receptor_clave(p.tipo_identificacion, p.identificacion) into new.tercero_clave
      from persona p where p.empresa_id = new.empresa_id and p.id = new.persona_id;
  end if;
  return new;
end $$;
create trigger persona_vigente before insert or update of persona_id, tercero_clave on cuenta
  for each row when (new.persona_id is not null) execute function cuenta_vigente();

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
  empresa_id              uuid not null references empresa,
  id                      uuid not null,
  ambiente                text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  sentido                 text not null check (sentido in ('COBRAR', 'PAGAR')),
  numero                  integer not null check (numero > 0),
  estado                  text not null default 'REGISTRADO' check (estado in ('REGISTRADO', 'REVERSADO')),
  fecha                   date not null,
  persona_id              uuid,
  tercero_nombre          text not null,
  tercero_identificacion  text not null,
  total                   bigint not null,
  -- What of it pays nothing yet.
  anticipo                bigint not null check (anticipo >= 0),
  -- [{metodo, valor, banco, referencia}]
  metodos                 jsonb not null,
  observacion             text,
  usuario_id              uuid not null,
  creado_en               timestamptz not null,
  motivo_reverso          text,
  reversado_en            timestamptz,
  reversado_por           uuid,
  primary key (empresa_id, id),
  unique (empresa_id, ambiente, sentido, numero),
  foreign key (empresa_id, persona_id) references persona,
  check ((estado = 'REVERSADO') = (motivo_reverso is not null and reversado_en is not null))
);
create index pago_lista on pago (empresa_id, ambiente, sentido, fecha desc, numero desc);
create index pago_persona on pago (empresa_id, persona_id, fecha desc);
call proteger_tabla('pago');
grant select, insert on pago to yupana_app;
grant select on pago to yupana_worker;
grant update (estado, motivo_reverso, reversado_en, reversado_por) on pago to yupana_app;
create trigger pago_queda before delete on pago for each row execute function rechazar_cambio();
create trigger sin_truncate before truncate on pago for each statement execute function rechazar_cambio();
create trigger persona_vigente before insert on pago for each row
  when (new.persona_id is not null) execute function a_la_persona_vigente();
create trigger persona_vigente_cambia before update of persona_id on pago for each row
  when (new.persona_id is not null and new.persona_id is distinct from old.persona_id) execute function en_su_ficha();

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

-- The accounts that a union of persons moved, with the key each had.
create table persona_union_cuenta (
  empresa_id     uuid not null,
  persona_id     uuid not null,
  cuenta_id      uuid not null,
  tercero_clave  text collate "C" not null,
  primary key (empresa_id, persona_id, cuenta_id),
  foreign key (empresa_id, persona_id) references persona_union on delete cascade,
  foreign key (empresa_id, cuenta_id) references cuenta
);
call proteger_tabla('persona_union_cuenta');
grant select, insert, delete on persona_union_cuenta to yupana_app;

-- Reminders that clients get by themselves of what they owe (issue 13): on which days before and after it is due. None before it is asked
-- for.
create table recordatorio_ajuste (
  empresa_id  uuid primary key references empresa,
  version     integer not null check (version > 0),
  activo      boolean not null,
  -- Days after it was due; before, below zero.
  pasos       smallint[] not null check (cardinality(pasos) <= 9 and (cardinality(pasos) > 0 or not activo)),
  mensaje     text check (char_length(mensaje) between 1 and 1000),
  -- Since when: days before are over.
  desde       date not null,
  usuario_id  uuid not null,
  en          timestamptz not null
);
call proteger_tabla('recordatorio_ajuste');
grant select, insert on recordatorio_ajuste to yupana_app;
grant select on recordatorio_ajuste to yupana_worker;
grant update (version, activo, pasos, mensaje, desde, usuario_id, en) on recordatorio_ajuste to yupana_app;

-- Clients who get none.
create table recordatorio_exento (
  empresa_id  uuid not null references empresa,
  persona_id  uuid not null,
  usuario_id  uuid not null,
  en          timestamptz not null,
  primary key (empresa_id, persona_id),
  foreign key (empresa_id, persona_id) references persona on delete cascade
);
call proteger_tabla('recordatorio_exento');
grant select, insert, delete on recordatorio_exento to yupana_app;
grant select on recordatorio_exento to yupana_worker;

-- A letter that told a client what he owes, by itself or because somebody asked for it.
create table recordatorio (
  empresa_id      uuid not null references empresa,
  id              uuid not null,
  persona_id      uuid not null,
  en              timestamptz not null,
  correos         text[] not null check (cardinality(correos) > 0),
  total           bigint not null,
  -- Nobody, where it went by itself.
  usuario_id      uuid,
  -- A reminder may bring the account statement along: its PDF is drawn when it is sent (O-105), by the worker. `con_estado` says of which
  -- environment; null where none goes along.
  con_estado      text check (con_estado in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  -- An account statement that was mailed as such (issue 13): of which side and days. A reminder has no side, and always something owed.
  estado_sentido  text check (estado_sentido in ('COBRAR', 'PAGAR')),
  estado_desde    date,
  estado_hasta    date,
  primary key (empresa_id, id),
  foreign key (empresa_id, persona_id) references persona on delete cascade,
  constraint recordatorio_total_check check (total > 0 or estado_sentido is not null),
  constraint recordatorio_estado_check check (
    case when estado_sentido is null then num_nonnulls(estado_desde, estado_hasta) = 0 else con_estado is not null end)
);
create index recordatorio_persona on recordatorio (empresa_id, persona_id, en desc, id);
call proteger_tabla('recordatorio');
grant select, insert on recordatorio to yupana_app, yupana_worker;
create trigger sin_truncate before truncate on recordatorio for each statement execute function rechazar_cambio();
create trigger persona_vigente before insert on recordatorio for each row
  when (new.persona_id is not null) execute function a_la_persona_vigente();
create trigger persona_vigente_cambia before update of persona_id on recordatorio for each row
  when (new.persona_id is not null and new.persona_id is distinct from old.persona_id) execute function en_su_ficha();

-- Which day of which due date was told, or had nobody to be told to: once for each.
create table recordatorio_paso (
  empresa_id  uuid not null,
  cuenta_id   uuid not null,
  paso        smallint not null,
  primary key (empresa_id, cuenta_id, paso),
  foreign key (empresa_id, cuenta_id) references cuenta
);
call proteger_tabla('recordatorio_paso');
call solo_agregar('recordatorio_paso');
grant select on recordatorio_paso to yupana_app;
grant select, insert on recordatorio_paso to yupana_worker;

-- One place tells which due dates are to be told of: that day or at most two days late, after a stop of the machine. Trials reach
-- nobody's client (O-95).
create function recordatorio_debidos(de_empresa uuid, pasos smallint[], desde date, hoy date)
  returns table (persona_id uuid, cuenta_id uuid, paso smallint, vence date)
  language sql stable set search_path = public, pg_temp as $$
  select c.persona_id, c.id, p.paso, c.vence
    from unnest(pasos) p(paso)
    join cuenta c on c.empresa_id = de_empresa and c.ambiente = 'PRODUCCION' and c.sentido = 'COBRAR' and c.saldo <> 0 and c.saldo > 0
                 and c.persona_id is not null and c.vence between hoy - p.paso - 2 and hoy - p.paso and c.vence + p.paso >= desde
   where not exists (select from recordatorio_paso x where x.empresa_id = c.empresa_id and x.cuenta_id = c.id and x.paso = p.paso)
$$;

-- Companies with a due date that is to be told of: that day or at most two days late, after a stop of the machine. Trials reach nobody's
-- client (O-95).
create function recordatorios_por_enviar(hoy date) returns table (empresa_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select r.empresa_id
    from recordatorio_ajuste r join empresa e on e.id = r.empresa_id and e.suspendida_en is null and e.ambiente = 'PRODUCCION'
   where r.activo and exists (select from recordatorio_debidos(r.empresa_id, r.pasos, r.desde, hoy))
   order by r.empresa_id
$$;

revoke execute on function recordatorio_debidos, recordatorios_por_enviar from public;
grant execute on function recordatorio_debidos, recordatorios_por_enviar to yupana_worker;
