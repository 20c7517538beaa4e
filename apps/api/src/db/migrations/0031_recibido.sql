-- Documents of others: withholdings received, the inbox, and the mailboxes that it is filled from.

-- What others withheld from the company's sales, as their vouchers state it (O-26): registered, never issued. Amounts ×10⁶.
create table retencion_recibida (
  empresa_id             uuid not null references empresa,
  id                     uuid not null,
  ambiente               text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  numero                 text collate "C" not null check (numero ~ '^[0-9]{3}-[0-9]{3}-[0-9]{9}$'),
  autorizacion           text not null check (autorizacion ~ '^[0-9]{10,49}$'),
  fecha_emision          date not null,
  -- First day of the month it is declared in.
  periodo                date not null check (extract(day from periodo) = 1),
  persona_id             uuid not null,
  agente_tipo            text not null,
  agente_identificacion  text not null,
  agente_nombre          text not null,
  agente_clave           text collate "C" not null,
  renta                  bigint not null,
  iva                    bigint not null,
  isd                    bigint not null,
  total                  bigint not null,
  entrada                jsonb not null,
  usuario_id             uuid not null,
  creado_en              timestamptz not null,
  anulado_emisor_en      timestamptz,
  proxima_consulta       timestamptz,
  primary key (empresa_id, id),
  foreign key (empresa_id, persona_id) references persona
);
create unique index retencion_recibida_numero on retencion_recibida (empresa_id, ambiente, agente_clave, numero);
create unique index retencion_recibida_clave on retencion_recibida (empresa_id, ambiente, autorizacion) where length(autorizacion) = 49;
create index retencion_recibida_fecha on retencion_recibida (empresa_id, ambiente, fecha_emision, creado_en);
create index retencion_recibida_periodo on retencion_recibida (empresa_id, ambiente, periodo);
create index retencion_recibida_persona on retencion_recibida (empresa_id, persona_id);
create index retencion_recibida_consulta on retencion_recibida (proxima_consulta) where anulado_emisor_en is null;
create index retencion_recibida_anulada_emisor on retencion_recibida (empresa_id, ambiente) where anulado_emisor_en is not null;
call proteger_tabla('retencion_recibida');
grant select, insert, delete on retencion_recibida to yupana_app;
grant select on retencion_recibida to yupana_worker;
grant update (anulado_emisor_en, proxima_consulta) on retencion_recibida to yupana_worker;
create trigger persona_vigente before insert on retencion_recibida for each row
  when (new.persona_id is not null) execute function a_la_persona_vigente();
create trigger persona_vigente_cambia before update of persona_id on retencion_recibida for each row
  when (new.persona_id is not null and new.persona_id is distinct from old.persona_id) execute function en_su_ficha();

create table retencion_recibida_linea (
  empresa_id    uuid not null,
  retencion_id  uuid not null,
  n             integer not null,
  -- The sale it was withheld from, as the voucher names it, and which document of ours that is.
  cod_doc       text not null,
  numero        text,
  fecha         date,
  documento_id  uuid,
  -- SRI table 19: 1 renta, 2 IVA, 6 ISD.
  impuesto      text not null check (impuesto in ('1', '2', '6')),
  codigo        text not null,
  base          bigint not null,
  porcentaje    bigint not null,
  valor         bigint not null,
  primary key (empresa_id, retencion_id, n),
  foreign key (empresa_id, retencion_id) references retencion_recibida on delete cascade,
  foreign key (empresa_id, documento_id) references documento
);
create index retencion_recibida_documento on retencion_recibida_linea (empresa_id, documento_id) where documento_id is not null;
call proteger_tabla('retencion_recibida_linea');
grant select, insert, delete on retencion_recibida_linea to yupana_app;
grant select on retencion_recibida_linea to yupana_worker;

-- Documents that others issued to the company, as their XML was brought in (O-28). One is registered where it became a purchase or a
-- withholding; where that is deleted it waits again.
create table recibido (
  empresa_id        uuid not null references empresa,
  id                uuid not null,
  ambiente          text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  clave             text collate "C" not null check (clave ~ '^[0-9]{49}$'),
  tipo              text not null check (tipo in ('01', '04', '05', '07')),
  numero            text collate "C" not null,
  fecha_emision     date not null,
  emisor_ruc        text not null,
  emisor_nombre     text not null,
  total             bigint not null,
  -- Whether the file brought the SRI's answer.
  autorizado        boolean not null,
  avisos            jsonb not null,
  formulario        jsonb not null,
  xml               text not null,
  ignorado          boolean not null default false,
  compra_id         uuid,
  retencion_id      uuid,
  estado            text not null generated always as (
                    case when compra_id is not null or retencion_id is not null then 'REGISTRADO' when ignorado then 'IGNORADO' else 'NUEVO' end) stored,
  usuario_id        uuid not null,
  creado_en         timestamptz not null,
  -- Whether the supplier voided it since, as the SRI says, and when it is asked again.
  anulado_en        timestamptz,
  proxima_consulta  timestamptz,
  primary key (empresa_id, id),
  unique (empresa_id, ambiente, clave),
  foreign key (empresa_id, compra_id) references compra on delete set null (compra_id),
  foreign key (empresa_id, retencion_id) references retencion_recibida on delete set null (retencion_id)
);
create index recibido_lista on recibido (empresa_id, ambiente, fecha_emision desc, creado_en desc, id desc);
create index recibido_estado on recibido (empresa_id, ambiente, estado, fecha_emision desc, creado_en desc, id desc);
create index recibido_compra on recibido (empresa_id, compra_id) where compra_id is not null;
create index recibido_retencion on recibido (empresa_id, retencion_id) where retencion_id is not null;
create index recibido_consulta on recibido (proxima_consulta) where anulado_en is null;
-- Who sends the company documents is looked up by cédula or RUC.
create index recibido_emisor on recibido (empresa_id, left(emisor_ruc, 10), fecha_emision desc);
create index recibido_anulado on recibido (empresa_id, ambiente, fecha_emision desc, creado_en desc, id desc) where anulado_en is not null;
call proteger_tabla('recibido');
grant select, insert on recibido to yupana_app, yupana_worker;
grant update (ignorado, compra_id, retencion_id) on recibido to yupana_app;
grant update (anulado_en, proxima_consulta) on recibido to yupana_worker;

-- Claves of documents that others issued to the company: asked from the SRI by the worker, one row for each until it was settled (O-77).
create table recibido_pedido (
  empresa_id       uuid not null references empresa,
  ambiente         text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  clave            text collate "C" not null check (clave ~ '^[0-9]{49}$'),
  -- What was asked for together.
  lote             uuid not null,
  usuario_id       uuid not null,
  creado_en        timestamptz not null,
  estado           text not null default 'PENDIENTE' check (estado in ('PENDIENTE', 'TRAIDO', 'SIN_CONSTANCIA', 'RECHAZADO')),
  motivo           text,
  intentos         integer not null default 0,
  proximo_intento  timestamptz check ((proximo_intento is not null) = (estado = 'PENDIENTE')),
  primary key (empresa_id, ambiente, clave)
);
create index recibido_pedido_lote on recibido_pedido (empresa_id, ambiente, creado_en desc);
create index recibido_pedido_vencido on recibido_pedido (proximo_intento) where estado = 'PENDIENTE';
call proteger_tabla('recibido_pedido');
grant select, insert, update on recibido_pedido to yupana_app;
-- The worker asks for the claves of a list that a mail brought.
grant select, insert on recibido_pedido to yupana_worker;
grant update (lote, usuario_id, creado_en, estado, motivo, intentos, proximo_intento) on recibido_pedido to yupana_worker;

-- Files and claves that did not come into the inbox, and why: kept until they are cleared, the last ones of each company (issue 14).
create table recibido_rechazo (
  empresa_id  uuid not null references empresa,
  ambiente    text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  archivo     text collate "C" not null,
  motivo      text collate "C" not null,
  usuario_id  uuid not null,
  en          timestamptz not null,
  primary key (empresa_id, ambiente, archivo, motivo)
);
create index recibido_rechazo_en on recibido_rechazo (empresa_id, ambiente, en desc, archivo, motivo);
call proteger_tabla('recibido_rechazo');
grant select, insert, update, delete on recibido_rechazo to yupana_app;

-- What the items of a supplier are among the products of the company: remembered when a purchase is registered (issue 14).
create table equivalencia (
  empresa_id       uuid not null references empresa,
  proveedor_clave  text not null,
  -- 'C:' and the code of the supplier, else 'D:' and the words of the description.
  item             text collate "C" not null check (item ~ '^[CD]:' and char_length(item) <= 400),
  -- None: it is no goods of the company.
  producto_id      uuid,
  -- Units of ours in one of the supplier's, ×10⁶.
  factor           bigint not null check (factor > 0),
  usuario_id       uuid not null,
  editado_en       timestamptz not null,
  -- A remembered item is read, changed and forgotten by hand: an address of its own, and the version that is changed (issue 14).
  id               uuid not null default gen_random_uuid(),
  version          integer not null default 1,
  primary key (empresa_id, proveedor_clave, item),
  foreign key (empresa_id, producto_id) references producto on delete cascade,
  unique (empresa_id, id)
);
create index equivalencia_producto on equivalencia (empresa_id, producto_id) where producto_id is not null;
create index equivalencia_editada on equivalencia (empresa_id, editado_en, id);
call proteger_tabla('equivalencia');
grant select, insert, update, delete on equivalencia to yupana_app;

-- Codes of withholding that a company chose for what it buys (issue 14): proposed instead of those of the law's tables while they are in
-- force.
create table retencion_elegida (
  empresa_id  uuid not null references empresa,
  -- SRI table 19: 1 renta, 2 IVA.
  impuesto    text not null check (impuesto in ('1', '2')),
  operacion   text not null check (operacion ~ '^[A-Z_]{3,30}$'),
  -- Of a natural person and of a company; null: as the law's tables say.
  persona     text check (persona ~ '^[0-9A-Z]{1,5}$'),
  sociedad    text check (sociedad ~ '^[0-9A-Z]{1,5}$'),
  usuario_id  uuid not null,
  en          timestamptz not null,
  version     integer not null default 1,
  primary key (empresa_id, impuesto, operacion)
);
call proteger_tabla('retencion_elegida');
grant select, insert, update on retencion_elegida to yupana_app;

-- The mailbox of a company whose attachments come into its inbox of received documents. None is read before it is asked for.
create table buzon (
  empresa_id   uuid primary key references empresa,
  version      integer not null check (version > 0),
  activo       boolean not null,
  servidor     text not null check (char_length(servidor) between 1 and 253),
  puerto       integer not null check (puerto between 1 and 65535),
  seguridad    text not null check (seguridad in ('TLS', 'STARTTLS')),
  usuario      text not null check (char_length(usuario) between 1 and 200),
  -- Sealed.
  contrasena   bytea not null,
  carpeta      text not null check (char_length(carpeta) between 1 and 200),
  usuario_id   uuid not null,
  en           timestamptz not null,
  -- How far the folder was taken: UIDs count under one UIDVALIDITY alone.
  uid_validez  bigint,
  uid_ultimo   bigint check ((uid_ultimo is null) = (uid_validez is null)),
  -- Which reading is under way, and until when; with none, when the next begins.
  turno        uuid,
  proximo_en   timestamptz check ((proximo_en is not null) = activo),
  -- Readings begun since a mail was last taken, or a reading ended.
  intentos     integer not null default 0,
  leido_en     timestamptz,
  documentos   integer not null default 0,
  -- What the reading under way has brought.
  llegados     integer not null default 0,
  -- Failures since it was last read, and the words of the last one.
  fallos       integer not null default 0,
  fallo        text check ((fallo is not null) = (fallos > 0)),
  fallo_en     timestamptz check ((fallo_en is not null) = (fallos > 0)),
  -- Whom the bell tells of.
  averiado     boolean not null generated always as (activo and fallos >= 3) stored
);
create index buzon_turno on buzon (proximo_en) where activo;
call proteger_tabla('buzon');
grant select, insert, update, delete on buzon to yupana_app;
grant select on buzon to yupana_worker;
grant update (uid_validez, uid_ultimo, turno, proximo_en, intentos, leido_en, documentos, llegados, fallos, fallo, fallo_en)
              on buzon to yupana_worker;

-- What did not come in of a mail, and why; the last ones of each company.
create table buzon_rechazo (
  empresa_id   uuid not null references empresa,
  uid_validez  bigint not null,
  uid          bigint not null,
  archivo      text not null,
  remitente    text not null,
  asunto       text not null,
  motivo       text not null,
  en           timestamptz not null,
  primary key (empresa_id, uid_validez, uid, archivo)
);
create index buzon_rechazo_en on buzon_rechazo (empresa_id, en desc, uid desc);
call proteger_tabla('buzon_rechazo');
grant select, delete on buzon_rechazo to yupana_app;
grant select, insert, delete on buzon_rechazo to yupana_worker;

-- The claves that have waited longest, under lease until `hasta`.
create function reclamar_recibido_pedido(ahora timestamptz, hasta timestamptz, cuantos integer)
  returns table (empresa_id uuid, ambiente text, clave text, usuario_id uuid, intentos integer)
  language sql volatile security definer set search_path = public, pg_temp as $$
  update recibido_pedido p set proximo_intento = hasta, intentos = p.intentos + 1
    from (select v.empresa_id, v.ambiente, v.clave from recibido_pedido v where v.estado = 'PENDIENTE' and v.proximo_intento <= ahora
           order by v.proximo_intento limit cuantos for update skip locked) v
   where p.empresa_id = v.empresa_id and p.ambiente = v.ambiente and p.clave = v.clave
  returning p.empresa_id, p.ambiente, p.clave, p.usuario_id, p.intentos
$$;

-- The document of the inbox that was not asked about for longest.
create function reclamar_recibido(ahora timestamptz, hasta timestamptz, desde date)
  returns table (empresa_id uuid, id uuid, ambiente text, clave text)
  language sql volatile security definer set search_path = public, pg_temp as $$
  update recibido r set proxima_consulta = hasta
   where (r.empresa_id, r.id) = (
     select v.empresa_id, v.id from recibido v
      where v.anulado_en is null and v.proxima_consulta <= ahora and v.fecha_emision >= desde
      order by v.proxima_consulta limit 1 for update skip locked)
  returning r.empresa_id, r.id, r.ambiente, r.clave
$$;

-- The purchase or withholding that was not asked about for longest. One that the inbox watches, or that is of too long ago, leaves the
-- line.
create function reclamar_escrito(ahora timestamptz, hasta timestamptz, desde date)
  returns table (tabla text, empresa_id uuid, id uuid, ambiente text, clave text, se_vigila boolean)
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
  update compra c set proxima_consulta = case when v.se_vigila then hasta end
    from (select p.empresa_id, p.id, p.fecha_emision >= desde and not exists (
                   select from recibido r where r.empresa_id = p.empresa_id and r.compra_id = p.id) as se_vigila
            from compra p where p.anulado_emisor_en is null and p.estado = 'REGISTRADA' and p.proxima_consulta <= ahora
           order by p.proxima_consulta limit 1 for update of p skip locked) v
   where c.empresa_id = v.empresa_id and c.id = v.id
  returning 'compra'::text, c.empresa_id, c.id, c.ambiente, c.autorizacion, v.se_vigila;
  if found then return; end if;
  return query
  update retencion_recibida c set proxima_consulta = case when v.se_vigila then hasta end
    from (select p.empresa_id, p.id, p.fecha_emision >= desde and not exists (
                   select from recibido r where r.empresa_id = p.empresa_id and r.retencion_id = p.id) as se_vigila
            from retencion_recibida p where p.anulado_emisor_en is null and p.proxima_consulta <= ahora
           order by p.proxima_consulta limit 1 for update of p skip locked) v
   where c.empresa_id = v.empresa_id and c.id = v.id
  returning 'retencion_recibida'::text, c.empresa_id, c.id, c.ambiente, c.autorizacion, v.se_vigila;
end $$;

-- The mailbox that has waited longest, under lease until `hasta`: a reading that goes on comes after all that wait.
create function reclamar_buzon(ahora timestamptz, hasta timestamptz) returns table (empresa_id uuid, turno uuid)
  language sql volatile security definer set search_path = public, pg_temp as $$
  update buzon b set turno = gen_random_uuid(), proximo_en = hasta, intentos = b.intentos + 1
   where b.empresa_id = (
     select v.empresa_id from buzon v join empresa e on e.id = v.empresa_id and e.suspendida_en is null
      where v.activo and v.proximo_en <= ahora
      order by v.proximo_en limit 1 for update of v skip locked)
  returning b.empresa_id, b.turno
$$;

revoke execute on function reclamar_recibido_pedido, reclamar_recibido, reclamar_escrito, reclamar_buzon from public;
grant execute on function reclamar_recibido_pedido, reclamar_recibido, reclamar_escrito, reclamar_buzon to yupana_worker;
