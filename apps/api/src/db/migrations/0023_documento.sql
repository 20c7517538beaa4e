-- Electronic documents: what was issued never changes; what changes is the state, along allowed moves, each with an event.

create table borrador (
  empresa_id   uuid not null references empresa,
  id           uuid not null,
  usuario_id   uuid not null,
  ambiente     text not null,
  tipo         text not null,
  contenido    jsonb not null,
  -- One unnamed draft for each user and kind of document: the one that saves itself (O-104).
  sin_nombre   boolean not null default false,
  version      integer not null default 1,
  creado_en    timestamptz not null,
  editado_en   timestamptz not null,
  -- Who saved a draft last: its author, or an ADMIN in the author's place.
  editado_por  uuid,
  primary key (empresa_id, id)
);
create unique index borrador_sin_nombre on borrador (empresa_id, usuario_id, tipo, ambiente) where sin_nombre;
create index borrador_lista on borrador (empresa_id, ambiente, tipo, editado_en desc);
call proteger_tabla('borrador');
grant select, insert, update, delete on borrador to yupana_app;

-- Allowed moves, as packages/fiscal/src/documento/estado.ts states them; a test holds both equal.
create table transicion (
  de  text not null,
  a   text not null,
  primary key (de, a)
);
insert into transicion (de, a) values
  ('EMITIDO', 'FIRMADO'),
  ('FIRMADO', 'ENVIANDO'),
  ('ENVIANDO', 'RECIBIDA'), ('ENVIANDO', 'INCIERTO'), ('ENVIANDO', 'RECHAZADO'), ('ENVIANDO', 'CUARENTENA'), ('ENVIANDO', 'RETENIDO'),
  ('INCIERTO', 'ENVIANDO'), ('INCIERTO', 'RECIBIDA'), ('INCIERTO', 'AUTORIZADO'), ('INCIERTO', 'RECHAZADO'), ('INCIERTO', 'CUARENTENA'), ('INCIERTO', 'RETENIDO'),
  ('RECIBIDA', 'AUTORIZADO'), ('RECIBIDA', 'RECHAZADO'), ('RECIBIDA', 'INCIERTO'), ('RECIBIDA', 'CUARENTENA'), ('RECIBIDA', 'RETENIDO'),
  ('RECHAZADO', 'EMITIDO'), ('RECHAZADO', 'CERRADO'),
  ('RETENIDO', 'ENVIANDO'), ('RETENIDO', 'CERRADO'),
  ('AUTORIZADO', 'ANULADO'),
  ('CUARENTENA', 'EMITIDO'), ('CUARENTENA', 'FIRMADO'), ('CUARENTENA', 'ENVIANDO'), ('CUARENTENA', 'INCIERTO'), ('CUARENTENA', 'RECIBIDA'),
  ('CUARENTENA', 'AUTORIZADO'), ('CUARENTENA', 'RECHAZADO'), ('CUARENTENA', 'RETENIDO'), ('CUARENTENA', 'CERRADO'), ('CUARENTENA', 'ANULADO');
grant select on transicion to yupana_app, yupana_worker;

create table documento (
  empresa_id               uuid not null references empresa,
  id                       uuid not null,
  ambiente                 text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  tipo                     text not null check (tipo in ('01', '03', '04', '05', '06', '07')),
  establecimiento          text not null,
  punto                    text not null,
  secuencial               integer not null check (secuencial between 1 and 999999999),
  version                  integer not null default 1,
  clave                    text collate "C" not null,
  fecha_emision            date not null,
  estado                   text not null check (estado in ('EMITIDO', 'FIRMADO', 'ENVIANDO', 'INCIERTO', 'RECIBIDA', 'AUTORIZADO', 'RECHAZADO', 'RETENIDO',
                                                           'CUARENTENA', 'CERRADO', 'ANULADO')),
  -- Tax authorization status of the specification (R-3.2): 1 authorized, 2 waiting, 3 in progress, 4 not authorized, 6 voided.
  tributario               smallint not null generated always as (
                           case estado when 'AUTORIZADO' then 1 when 'EMITIDO' then 2 when 'FIRMADO' then 2 when 'RECHAZADO' then 4 when 'RETENIDO' then 4
                                       when 'CERRADO' then 4 when 'ANULADO' then 6 else 3 end) stored,
  -- Tab of the lists: as above, but 2 for everything that is still on its way, so that a step on the way rewrites no index.
  pestana                  smallint not null generated always as (
                           case estado when 'AUTORIZADO' then 1 when 'RECHAZADO' then 4 when 'RETENIDO' then 4 when 'CERRADO' then 4 when 'ANULADO' then 6 else 2 end) stored,
  persona_id               uuid,
  receptor_tipo            text not null,
  receptor_identificacion  text collate "C" not null,
  receptor_nombre          text not null,
  subtotal                 bigint not null,
  descuento                bigint not null,
  iva                      bigint not null,
  total                    bigint not null,
  vendedor_id              uuid,
  creado_en                timestamptz not null,
  autorizado_en            timestamptz,
  -- The SRI code that decided the present state, and what became of the mail: both shown in lists.
  codigo_sri               text,
  correo_estado            text not null default 'NINGUNO' check (correo_estado in ('NINGUNO', 'PENDIENTE', 'ENVIADO', 'FALLIDO', 'BANDEJA')),
  -- Issue mode of the specification: 1 FISICA, 2 ELECTRONICO.
  modo_emision             smallint not null default 2,
  -- The authorisation of a document issued outside (O-101), on a pre-printed form or in the SRI's own portal: never signed nor sent, and
  -- of no series counter. Empty where it was issued here. A pre-printed one may carry the number of one of ours: each authorisation
  -- numbers for itself.
  registro                 text collate "C" not null default '',
  primary key (empresa_id, id),
  unique (empresa_id, clave),
  constraint documento_registro check (
    (registro = '' and modo_emision = 2) or (modo_emision = 1 and registro ~ '^[0-9]{10}$') or (modo_emision = 2 and registro = clave)),
  constraint documento_numero unique (empresa_id, ambiente, tipo, establecimiento, punto, secuencial, registro)
) with (fillfactor = 80);
-- Few indexes: each is written at every emission. The list is by date, the tab's own column changes once, when the answer is final.
create index documento_lista on documento (empresa_id, ambiente, fecha_emision desc, creado_en desc, id desc);
create index documento_pestana on documento (empresa_id, ambiente, pestana, fecha_emision desc, creado_en desc, id desc);
create index documento_persona on documento (empresa_id, ambiente, persona_id, fecha_emision desc, creado_en desc, id desc);
-- The home page counts documents whose mail failed, and the list shows them: few among many.
create index documento_correo_fallido on documento (empresa_id, ambiente, fecha_emision desc, creado_en desc, id desc) where correo_estado = 'FALLIDO';
-- The list narrowed to one establishment and point, in its own order.
create index documento_serie on documento (empresa_id, ambiente, establecimiento, punto, fecha_emision desc, creado_en desc, id desc);
-- A plan is of documents with tax validity: those of PRODUCCION, whichever environment the company works in now. Nobody looks through
-- the company's whole history for the month's.
create index documento_plan on documento (empresa_id, creado_en) where ambiente = 'PRODUCCION';
-- What declarations ask of the few documents that are no sales is found without reading the sales.
create index documento_compras on documento (empresa_id, ambiente, tipo, fecha_emision) where tipo in ('03', '07');
call proteger_tabla('documento');
grant select, insert on documento to yupana_app;
grant select on documento to yupana_worker;
grant update (version, clave, fecha_emision, estado, persona_id, receptor_tipo, receptor_identificacion, receptor_nombre, subtotal,
              descuento, iva, total, vendedor_id, codigo_sri, correo_estado) on documento to yupana_app;
grant update (estado, autorizado_en, codigo_sri, correo_estado) on documento to yupana_worker;
create trigger documento_queda before delete on documento for each row execute function rechazar_cambio();
create trigger sin_truncate before truncate on documento for each statement execute function rechazar_cambio();
create trigger persona_vigente before insert on documento for each row
  when (new.persona_id is not null) execute function a_la_persona_vigente();
create trigger persona_vigente_cambia before update of persona_id on documento for each row
  when (new.persona_id is not null and new.persona_id is distinct from old.persona_id) execute function en_su_ficha();

-- The state moves only along `transicion`; the content changes only in a correction, which is a new version (O-106).
create function documento_cambia() returns trigger language plpgsql as $$
declare
  contenido_cambia boolean;
begin
  if (old.empresa_id, old.id, old.ambiente, old.tipo, old.establecimiento, old.punto, old.secuencial, old.creado_en)
     is distinct from (new.empresa_id, new.id, new.ambiente, new.tipo, new.establecimiento, new.punto, new.secuencial, new.creado_en) then
    raise exception 'La identidad del documento % no cambia', old.id using errcode = 'restrict_violation';
  end if;
  if old.estado is distinct from new.estado and not exists (select 1 from transicion t where t.de = old.estado and t.a = new.estado) then
    raise exception 'El documento % no puede pasar de % a %', old.id, old.estado, new.estado using errcode = 'restrict_violation';
  end if;
  contenido_cambia := (old.version, old.clave, old.fecha_emision, old.persona_id, old.receptor_tipo, old.receptor_identificacion, old.receptor_nombre,
                       old.subtotal, old.descuento, old.iva, old.total, old.vendedor_id)
    is distinct from (new.version, new.clave, new.fecha_emision, new.persona_id, new.receptor_tipo, new.receptor_identificacion, new.receptor_nombre,
                       new.subtotal, new.descuento, new.iva, new.total, new.vendedor_id);
  if contenido_cambia and not (old.estado = 'RECHAZADO' and new.estado = 'EMITIDO' and new.version = old.version + 1) then
    raise exception 'El documento % ya fue emitido y no se modifica', old.id using errcode = 'restrict_violation';
  end if;
  if old.autorizado_en is not null and new.autorizado_en is distinct from old.autorizado_en then
    raise exception 'La autorización del documento % no cambia', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger documento_cambia before update on documento for each row execute function documento_cambia();

-- In the transaction of the move, whatever makes it.
create function documento_revisar() returns trigger
  language plpgsql as $$
begin
  insert into documento_revision (empresa_id, documento_id, desde) values (new.empresa_id, new.id, clock_timestamp()) on conflict do nothing;
  return null;
end $$;
create trigger documento_revisar after update of estado on documento for each row when (new.estado = 'CUARENTENA' and old.estado <> 'CUARENTENA') execute function documento_revisar();

create table documento_version (
  empresa_id    uuid not null,
  documento_id  uuid not null,
  n             integer not null,
  clave         text collate "C" not null,
  -- The unsigned XML, deflated.
  xml           bytea storage external not null,
  sha256        bytea not null,
  -- The form it was made from: what «duplicar» and «corregir» start with.
  entrada       jsonb not null,
  -- Where RIDE and XML go once it is authorised.
  correos       text[] not null default '{}',
  usuario_id    uuid,
  creada_en     timestamptz not null,
  primary key (empresa_id, documento_id, n),
  foreign key (empresa_id, documento_id) references documento
);
-- Forms say of few facturas that they are an export or are paid for others: these are found without reading the forms of all the others.
create index documento_version_especial on documento_version (empresa_id, documento_id, n)
  where entrada ? 'exportacion' or (jsonb_typeof(entrada->'reembolsos') = 'array' and entrada->'reembolsos' <> '[]');
call proteger_tabla('documento_version');
call solo_agregar('documento_version');
grant select, insert on documento_version to yupana_app;
grant select on documento_version to yupana_worker;

-- However a guía came in: issued, corrected, registered or brought back from its XML.
create function guia_factura_anotar() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into guia_factura (empresa_id, numero, documento_id, version)
  select distinct new.empresa_id, d -> 'sustento' ->> 'numero', new.documento_id, new.n
    from jsonb_array_elements(new.entrada -> 'destinatarios') d where d -> 'sustento' ->> 'cod_doc' = '01';
  return null;
end $$;
create trigger guia_factura after insert on documento_version for each row when (new.entrada ? 'destinatarios')
  execute function guia_factura_anotar();

-- Who moved it, when and why. `n` counts within the document.
create table documento_evento (
  empresa_id    uuid not null,
  documento_id  uuid not null,
  n             integer not null,
  en            timestamptz not null,
  de            text,
  a             text not null,
  usuario_id    uuid,
  proceso       text,
  causa         text not null,
  -- Messages of the SRI: [{identificador, mensaje, informacionAdicional, tipo}].
  mensajes      jsonb,
  actor_id      uuid default actor_actual() references usuario,
  primary key (empresa_id, documento_id, n),
  foreign key (empresa_id, documento_id) references documento
);
-- What became of the documents of a company is read the last first.
create index documento_evento_en on documento_evento (empresa_id, en);
call proteger_tabla('documento_evento');
call solo_agregar('documento_evento');
grant select, insert on documento_evento to yupana_app, yupana_worker;

-- The same key with the same body gives the same result (O-50, O-91).
create table idempotencia (
  empresa_id  uuid not null references empresa,
  clave       text not null check (length(clave) between 8 and 100),
  usuario_id  uuid not null,
  cuerpo      bytea not null,
  recurso_id  uuid not null,
  creada_en   timestamptz not null,
  primary key (empresa_id, clave)
);
call proteger_tabla('idempotencia');
grant select, insert on idempotencia to yupana_app;
