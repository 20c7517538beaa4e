-- Companies, their establishments, emission points and series.

create table empresa (
  id                     uuid primary key,
  ruc                    text not null unique check (ruc ~ '^\d{10}001$'),
  razon_social           text not null,
  nombre_comercial       text,
  dir_matriz             text not null,
  telefono               text,
  correo                 text,
  obligado_contabilidad  boolean not null default false,
  ambiente               text not null default 'SIMULADOR' check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  -- Envelope-encrypted secret from which the código numérico is derived (O-86).
  secreto                bytea not null,
  -- Days back a date of emission may lie (O-55).
  dias_fecha_anterior    integer not null default 0 check (dias_fecha_anterior between 0 and 90),
  gran_contribuyente     text,
  logo                   bytea,
  logo_tipo              text,
  -- SRI code 2: the issuer must settle something first; emission waits.
  pausada_motivo         text,
  version                integer not null default 1,
  creada_en              timestamptz not null,
  -- What suspension stops is people: nobody signs in to the company and its sessions end. What was accepted is still sent and mailed.
  suspendida_en          timestamptz,
  suspendida_motivo      text,
  -- Limits of the plan: they warn, and what went beyond is settled afterwards. Nothing here ever stops an emission.
  limite_documentos      integer check (limite_documentos > 0),
  limite_usuarios        integer check (limite_usuarios > 0),
  limite_puntos          integer check (limite_puntos > 0),
  -- A logo is made anew at upload: no more points than A4 prints, opaque, eight bits of red, green and blue. The worker makes anew what
  -- is not.
  logo_hecho             boolean not null default false,
  -- Without use for so long a session asks for its password again (O-123). Null: as the role has it, ADMIN four hours, others never.
  inactividad_minutos    integer check (inactividad_minutos between 15 and 720),
  -- Since when somebody answered for the company's régimen and whether it keeps accounts: before that nothing is issued.
  condiciones_confirmadas_en timestamptz,
  condiciones_confirmadas_por uuid,
  -- What becomes of a sale of more than there is (O-73).
  stock_negativo         text not null default 'AVISAR' check (stock_negativo in ('BLOQUEAR', 'AVISAR', 'PERMITIR')),
  constraint empresa_suspendida check ((suspendida_en is null) = (suspendida_motivo is null))
);
create index empresa_logo_por_rehacer on empresa (id) where logo is not null and not logo_hecho;
call proteger_tabla('empresa', 'id');
-- A company is founded inside itself: the policy takes no other id.
grant select, insert, update on empresa to yupana_app;
grant select on empresa to yupana_worker;
grant update (logo, logo_tipo, pausada_motivo, logo_hecho) on empresa to yupana_worker;

-- Dated conditions of the taxpayer (O-99). TURISMO: gives services with the reduced IVA of decreed days and places (O-121).
create table empresa_condicion (
  empresa_id  uuid not null references empresa,
  -- IVA_SEMESTRAL: form 104 by half-years, for who sells only at 0 % or has all of its IVA withheld; it begins and ends with a half-year.
  tipo        text not null check (tipo in ('REGIMEN', 'AGENTE_RETENCION', 'CONTRIBUYENTE_ESPECIAL', 'IVA_SEMESTRAL', 'ICE', 'IRBPNR', 'TURISMO')),
  desde       date not null,
  hasta       date check (hasta >= desde),
  -- REGIMEN: GENERAL, RIMPE or NEGOCIO_POPULAR; the others: number of the resolution, or empty.
  valor       text not null default '',
  primary key (empresa_id, tipo, desde),
  constraint empresa_condicion_semestre_check
    check (tipo <> 'IVA_SEMESTRAL' or (extract(day from desde) = 1 and extract(month from desde) in (1, 7)
                                       and (hasta is null or (extract(day from hasta + 1) = 1 and extract(month from hasta + 1) in (1, 7)))))
);
call proteger_tabla('empresa_condicion');
grant select, insert, update, delete on empresa_condicion to yupana_app;
grant select on empresa_condicion to yupana_worker;

create table establecimiento (
  empresa_id      uuid not null references empresa,
  codigo          text not null check (codigo ~ '^\d{3}$' and codigo <> '000'),
  nombre          text,
  direccion       text not null,
  activo          boolean not null default true,
  -- SRI code 10: closed by sanction; emission waits.
  pausado_motivo  text,
  -- Edited over the version that was read (O-12).
  version         integer not null default 1,
  -- INEC code of the cantón; null where nobody said it.
  canton          text check (canton ~ '^\d{4}$'),
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
  version          integer not null default 1,
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
  -- A series behind a fence of its own: the SRI answered wrongly about one of its claves after a restore, and the rest of the
  -- installation goes on.
  cercada_desde    timestamptz,
  primary key (empresa_id, ambiente, tipo, establecimiento, punto),
  foreign key (empresa_id, establecimiento, punto) references punto_emision
) with (fillfactor = 50);
call proteger_tabla('serie');
grant select, insert, update on serie to yupana_app;
grant select on serie to yupana_worker;
grant update (siguiente, usada, pausada_motivo) on serie to yupana_worker;

-- A counter that is gone would give numbers out again.
create trigger sin_truncate before truncate on serie for each statement execute function rechazar_cambio();

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

-- Logos to be made anew, across companies.
create function logos_por_rehacer() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select id from empresa where logo is not null and not logo_hecho order by id limit 20
$$;

revoke execute on function logos_por_rehacer from public;
grant execute on function logos_por_rehacer to yupana_worker;
