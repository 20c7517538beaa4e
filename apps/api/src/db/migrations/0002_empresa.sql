-- Companies, their establishments, emission points and series.

create table empresa (
  id                      uuid primary key,
  ruc                     text not null unique check (ruc ~ '^\d{10}001$'),
  razon_social            text not null,
  nombre_comercial        text,
  dir_matriz              text not null,
  telefono                text,
  correo                  text,
  obligado_contabilidad   boolean not null default false,
  ambiente                text not null default 'SIMULADOR' check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  -- Envelope-encrypted secret from which the código numérico is derived (O-86).
  secreto                 bytea not null,
  -- Days back a date of emission may lie (O-55).
  dias_fecha_anterior     integer not null default 0 check (dias_fecha_anterior between 0 and 90),
  gran_contribuyente      text,
  logo                    bytea,
  logo_tipo               text,
  -- SRI code 2: the issuer must settle something first; emission waits.
  pausada_motivo          text,
  version                 integer not null default 1,
  creada_en               timestamptz not null
);
call proteger_tabla('empresa', 'id');
grant select, update on empresa to yupana_app;
grant select on empresa to yupana_worker;
grant update (pausada_motivo) on empresa to yupana_worker;

-- Dated conditions of the taxpayer (O-99): régimen, agente de retención, contribuyente especial, ICE, IRBPNR.
create table empresa_condicion (
  empresa_id  uuid not null references empresa,
  tipo        text not null check (tipo in ('REGIMEN', 'AGENTE_RETENCION', 'CONTRIBUYENTE_ESPECIAL', 'ICE', 'IRBPNR')),
  desde       date not null,
  hasta       date check (hasta >= desde),
  -- REGIMEN: GENERAL, RIMPE or NEGOCIO_POPULAR; the others: number of the resolution, or empty.
  valor       text not null default '',
  primary key (empresa_id, tipo, desde)
);
call proteger_tabla('empresa_condicion');
grant select, insert, update, delete on empresa_condicion to yupana_app;
grant select on empresa_condicion to yupana_worker;

create table establecimiento (
  empresa_id  uuid not null references empresa,
  codigo      text not null check (codigo ~ '^\d{3}$' and codigo <> '000'),
  nombre      text,
  direccion   text not null,
  activo      boolean not null default true,
  -- SRI code 10: closed by sanction; emission waits.
  pausado_motivo text,
  primary key (empresa_id, codigo)
);
call proteger_tabla('establecimiento');
grant select, insert, update on establecimiento to yupana_app;
grant select on establecimiento to yupana_worker;
grant update (pausado_motivo) on establecimiento to yupana_worker;

create table punto_emision (
  empresa_id       uuid not null,
  establecimiento  text not null,
  codigo           text not null check (codigo ~ '^\d{3}$' and codigo <> '000'),
  descripcion      text,
  activo           boolean not null default true,
  primary key (empresa_id, establecimiento, codigo),
  foreign key (empresa_id, establecimiento) references establecimiento
);
call proteger_tabla('punto_emision');
grant select, insert, update on punto_emision to yupana_app;
grant select on punto_emision to yupana_worker;

-- The counter of one series: the next number, taken in the transaction that stores the document (O-51).
create table serie (
  empresa_id       uuid not null,
  ambiente         text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  tipo             text not null check (tipo in ('01', '03', '04', '05', '06', '07')),
  establecimiento  text not null,
  punto            text not null,
  siguiente        integer not null default 1 check (siguiente between 1 and 1000000000),
  usada            boolean not null default false,
  -- SRI code 45: another clave holds our number; the point stops until an ADMIN sets the next one (O-54).
  pausada_motivo   text,
  primary key (empresa_id, ambiente, tipo, establecimiento, punto),
  foreign key (empresa_id, establecimiento, punto) references punto_emision
) with (fillfactor = 50);
call proteger_tabla('serie');
grant select, insert, update on serie to yupana_app;
grant select on serie to yupana_worker;
grant update (pausada_motivo, siguiente, usada) on serie to yupana_worker;

-- A used series only moves forwards (O-52).
create function serie_avanza() returns trigger language plpgsql as $$
begin
  if old.usada and (new.siguiente < old.siguiente or not new.usada) then
    raise exception 'La serie % solo puede avanzar', old.establecimiento || '-' || old.punto using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger serie_avanza before update on serie for each row execute function serie_avanza();

-- Numbers that no document carries, each with who and why: the gap report.
create table serie_salto (
  empresa_id       uuid not null,
  ambiente         text not null,
  tipo             text not null,
  establecimiento  text not null,
  punto            text not null,
  desde            integer not null,
  hasta            integer not null check (hasta >= desde),
  motivo           text not null,
  usuario_id       uuid,
  en               timestamptz not null,
  primary key (empresa_id, ambiente, tipo, establecimiento, punto, desde)
);
call proteger_tabla('serie_salto');
call solo_agregar('serie_salto');
grant select, insert on serie_salto to yupana_app, yupana_worker;

-- Certificates: what can be shown, and apart from it what only the signer reads.
create table certificado (
  empresa_id      uuid not null references empresa,
  id              uuid not null,
  filename        text not null,
  titular         text not null,
  emisor          text not null,
  entidad         text,
  serial          text not null,
  identificacion  text,
  rsa_bits        integer not null,
  desde           timestamptz not null,
  hasta           timestamptz not null,
  huella          text not null,
  der             bytea not null,
  confirmado_sin_ruc boolean not null default false,
  activo          boolean not null default true,
  subido_por      uuid not null,
  subido_en       timestamptz not null,
  primary key (empresa_id, id)
);
create unique index certificado_activo on certificado (empresa_id) where activo;
call proteger_tabla('certificado');
grant select, insert on certificado to yupana_app;
grant update (activo) on certificado to yupana_app;
grant select on certificado to yupana_worker;

create table certificado_llave (
  empresa_id      uuid not null,
  certificado_id  uuid not null,
  kek_id          text not null,
  dek_envuelta    bytea not null,
  llave_cifrada   bytea not null,
  -- The file's password, in an envelope of its own (O-15).
  clave_cifrada   bytea not null,
  primary key (empresa_id, certificado_id),
  foreign key (empresa_id, certificado_id) references certificado
);
call proteger_tabla('certificado_llave');
-- The API may store a key and remove it, never read it back.
grant insert, delete on certificado_llave to yupana_app;
grant select (empresa_id, certificado_id) on certificado_llave to yupana_app;
grant select on certificado_llave to yupana_worker;

-- One row for each signature made: who, when, which document, which certificate.
create table certificado_uso (
  empresa_id      uuid not null,
  certificado_id  uuid not null,
  documento_id    uuid not null,
  version         integer not null,
  en              timestamptz not null,
  sha256          bytea not null,
  primary key (empresa_id, certificado_id, documento_id, version)
);
call proteger_tabla('certificado_uso');
call solo_agregar('certificado_uso');
grant select on certificado_uso to yupana_app;
grant select, insert on certificado_uso to yupana_worker;
