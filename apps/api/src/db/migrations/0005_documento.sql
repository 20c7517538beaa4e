-- Electronic documents: what was issued never changes; what changes is the state, along allowed moves, each with an event.

create table borrador (
  empresa_id  uuid not null references empresa,
  id          uuid not null,
  usuario_id  uuid not null,
  ambiente    text not null,
  tipo        text not null,
  contenido   jsonb not null,
  -- One unnamed draft for each user and kind of document: the one that saves itself (O-104).
  sin_nombre  boolean not null default false,
  version     integer not null default 1,
  creado_en   timestamptz not null,
  editado_en  timestamptz not null,
  primary key (empresa_id, id)
);
create unique index borrador_sin_nombre on borrador (empresa_id, usuario_id, tipo, ambiente) where sin_nombre;
create index borrador_lista on borrador (empresa_id, ambiente, tipo, editado_en desc);
call proteger_tabla('borrador');
grant select, insert, update, delete on borrador to yupana_app;

-- Allowed moves, as packages/fiscal/src/estado.ts states them; a test holds both equal.
create table transicion (
  de text not null,
  a  text not null,
  primary key (de, a)
);
grant select on transicion to yupana_app, yupana_worker;
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

create table documento (
  empresa_id       uuid not null references empresa,
  id               uuid not null,
  ambiente         text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  tipo             text not null check (tipo in ('01', '03', '04', '05', '06', '07')),
  establecimiento  text not null,
  punto            text not null,
  secuencial       integer not null check (secuencial between 1 and 999999999),
  version          integer not null default 1,
  clave            text collate "C" not null,
  fecha_emision    date not null,
  estado           text not null check (estado in ('EMITIDO', 'FIRMADO', 'ENVIANDO', 'INCIERTO', 'RECIBIDA', 'AUTORIZADO', 'RECHAZADO', 'RETENIDO',
                                                   'CUARENTENA', 'CERRADO', 'ANULADO')),
  -- Tax authorization status of the specification (R-3.2): 1 authorized, 2 waiting, 3 in progress, 4 not authorized, 6 voided.
  tributario       smallint not null generated always as (
    case estado when 'AUTORIZADO' then 1 when 'EMITIDO' then 2 when 'FIRMADO' then 2 when 'RECHAZADO' then 4 when 'RETENIDO' then 4
                when 'CERRADO' then 4 when 'ANULADO' then 6 else 3 end) stored,
  -- Tab of the lists: as above, but 2 for everything that is still on its way, so that a step on the way rewrites no index.
  pestana          smallint not null generated always as (
    case estado when 'AUTORIZADO' then 1 when 'RECHAZADO' then 4 when 'RETENIDO' then 4 when 'CERRADO' then 4 when 'ANULADO' then 6 else 2 end) stored,
  persona_id       uuid,
  receptor_tipo    text not null,
  receptor_identificacion text collate "C" not null,
  receptor_nombre  text not null,
  subtotal         bigint not null,
  descuento        bigint not null,
  iva              bigint not null,
  total            bigint not null,
  vendedor_id      uuid,
  creado_en        timestamptz not null,
  autorizado_en    timestamptz,
  -- The SRI code that decided the present state, and what became of the mail: both shown in lists.
  codigo_sri       text,
  correo_estado    text not null default 'NINGUNO' check (correo_estado in ('NINGUNO', 'PENDIENTE', 'ENVIADO', 'FALLIDO', 'BANDEJA')),
  primary key (empresa_id, id),
  unique (empresa_id, clave),
  unique (empresa_id, ambiente, tipo, establecimiento, punto, secuencial)
) with (fillfactor = 80);
-- Few indexes: each is written at every emission. The list is by date, the tab's own column changes once, when the answer is final.
create index documento_lista on documento (empresa_id, ambiente, fecha_emision desc, creado_en desc, id desc);
create index documento_pestana on documento (empresa_id, ambiente, pestana, fecha_emision desc, creado_en desc, id desc);
create index documento_persona on documento (empresa_id, ambiente, persona_id, fecha_emision desc, creado_en desc, id desc);
call proteger_tabla('documento');
grant select, insert on documento to yupana_app;
grant update (estado, version, clave, fecha_emision, persona_id, receptor_tipo, receptor_identificacion, receptor_nombre,
              subtotal, descuento, iva, total, vendedor_id, codigo_sri, correo_estado) on documento to yupana_app;
grant select on documento to yupana_worker;
grant update (estado, codigo_sri, correo_estado, autorizado_en) on documento to yupana_worker;

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
create trigger documento_queda before delete on documento for each row execute function rechazar_cambio();

-- What the pipeline needs to know, apart from the row that lists read: lease, fencing number, next attempt.
create table documento_envio (
  empresa_id       uuid not null,
  documento_id     uuid not null,
  -- NULL when nothing is to be done: final, held back or waiting for a person.
  proximo_intento  timestamptz,
  intentos         integer not null default 0,
  -- Raised at each claim: a worker that wakes up late writes with an old number and is refused.
  cerco            integer not null default 0,
  arrendatario     text,
  arriendo_hasta   timestamptz,
  -- Some send may have reached the SRI: ask before sending again.
  pudo_llegar      boolean not null default false,
  -- When the last send left.
  enviado_en       timestamptz,
  primary key (empresa_id, documento_id),
  foreign key (empresa_id, documento_id) references documento
) with (fillfactor = 60);
create index documento_envio_vencido on documento_envio (empresa_id, proximo_intento) where proximo_intento is not null;
call proteger_tabla('documento_envio');
grant select, insert on documento_envio to yupana_app;
grant update (proximo_intento, intentos, pudo_llegar) on documento_envio to yupana_app;
grant select, update on documento_envio to yupana_worker;

create table documento_version (
  empresa_id    uuid not null,
  documento_id  uuid not null,
  n             integer not null,
  clave         text collate "C" not null,
  -- The unsigned XML, deflated.
  xml           bytea not null,
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
alter table documento_version alter column xml set storage external;
call proteger_tabla('documento_version');
call solo_agregar('documento_version');
grant select, insert on documento_version to yupana_app;
grant select on documento_version to yupana_worker;

create table documento_linea (
  empresa_id      uuid not null,
  documento_id    uuid not null,
  version         integer not null,
  n               integer not null,
  producto_id     uuid,
  codigo          text,
  descripcion     text not null,
  cantidad        bigint not null,
  precio_unitario bigint not null,
  descuento       bigint not null,
  base            bigint not null,
  tipo_iva        integer not null,
  iva             bigint not null,
  ice             bigint not null default 0,
  irbpnr          bigint not null default 0,
  primary key (empresa_id, documento_id, version, n),
  foreign key (empresa_id, documento_id) references documento
);
create index documento_linea_producto on documento_linea (empresa_id, producto_id) where producto_id is not null;
call proteger_tabla('documento_linea');
call solo_agregar('documento_linea');
grant select, insert on documento_linea to yupana_app;
grant select on documento_linea to yupana_worker;

create table documento_pago (
  empresa_id    uuid not null,
  documento_id  uuid not null,
  version       integer not null,
  n             integer not null,
  forma_pago    text not null,
  total         bigint not null,
  plazo         integer,
  unidad_tiempo text,
  primary key (empresa_id, documento_id, version, n),
  foreign key (empresa_id, documento_id) references documento
);
call proteger_tabla('documento_pago');
call solo_agregar('documento_pago');
grant select, insert on documento_pago to yupana_app;

-- The signed bytes of a version: made once, sent for ever (I5, I6).
create table documento_firma (
  empresa_id      uuid not null,
  documento_id    uuid not null,
  version         integer not null,
  certificado_id  uuid not null,
  xml             bytea not null,
  sha256          bytea not null,
  firmado_en      timestamptz not null,
  primary key (empresa_id, documento_id, version),
  foreign key (empresa_id, documento_id, version) references documento_version
);
alter table documento_firma alter column xml set storage external;
call proteger_tabla('documento_firma');
call solo_agregar('documento_firma');
grant select on documento_firma to yupana_app;
grant select, insert on documento_firma to yupana_worker;

-- What the SRI answered to the authorization, verbatim. Where it returned our own bytes they are not stored twice:
-- `respuesta` then holds the answer with the document cut out.
create table documento_autorizacion (
  empresa_id          uuid not null,
  documento_id        uuid not null,
  version             integer not null,
  numero              text not null,
  fecha_autorizacion  text not null,
  ambiente            text,
  documento_identico  boolean not null,
  respuesta           bytea not null,
  recibida_en         timestamptz not null,
  primary key (empresa_id, documento_id, version),
  foreign key (empresa_id, documento_id, version) references documento_version
);
alter table documento_autorizacion alter column respuesta set storage external;
call proteger_tabla('documento_autorizacion');
call solo_agregar('documento_autorizacion');
grant select on documento_autorizacion to yupana_app;
grant select, insert on documento_autorizacion to yupana_worker;

-- One row before each send leaves, closed when the answer is known; never removed.
create table documento_intento (
  empresa_id    uuid not null,
  documento_id  uuid not null,
  cerco         integer not null,
  version       integer not null,
  arrendatario  text not null,
  iniciado_en   timestamptz not null,
  terminado_en  timestamptz,
  resultado     text,
  primary key (empresa_id, documento_id, cerco),
  foreign key (empresa_id, documento_id) references documento
) with (fillfactor = 80);
call proteger_tabla('documento_intento');
create trigger documento_intento_queda before delete on documento_intento for each row execute function rechazar_cambio();
create trigger documento_intento_cerrado before update on documento_intento for each row when (old.terminado_en is not null) execute function rechazar_cambio();
grant select on documento_intento to yupana_app;
grant select, insert on documento_intento to yupana_worker;
grant update (terminado_en, resultado) on documento_intento to yupana_worker;

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
  primary key (empresa_id, documento_id, n),
  foreign key (empresa_id, documento_id) references documento
);
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
