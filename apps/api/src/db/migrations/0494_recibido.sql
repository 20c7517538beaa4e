-- What others withheld from the company's sales, as their vouchers state it (O-26): registered, never issued. Amounts ×10⁶.
create table retencion_recibida (
  empresa_id            uuid not null references empresa,
  id                    uuid not null,
  ambiente              text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  numero                text collate "C" not null check (numero ~ '^[0-9]{3}-[0-9]{3}-[0-9]{9}$'),
  autorizacion          text not null check (autorizacion ~ '^[0-9]{10,49}$'),
  fecha_emision         date not null,
  -- First day of the month it is declared in.
  periodo               date not null check (extract(day from periodo) = 1),
  persona_id            uuid not null,
  agente_tipo           text not null,
  agente_identificacion text not null,
  agente_nombre         text not null,
  agente_clave          text collate "C" not null,
  renta                 bigint not null,
  iva                   bigint not null,
  isd                   bigint not null,
  total                 bigint not null,
  entrada               jsonb not null,
  usuario_id            uuid not null,
  creado_en             timestamptz not null,
  primary key (empresa_id, id),
  foreign key (empresa_id, persona_id) references persona
);
create unique index retencion_recibida_numero on retencion_recibida (empresa_id, ambiente, agente_clave, numero);
create unique index retencion_recibida_clave on retencion_recibida (empresa_id, ambiente, autorizacion) where length(autorizacion) = 49;
create index retencion_recibida_fecha on retencion_recibida (empresa_id, ambiente, fecha_emision, creado_en);
create index retencion_recibida_periodo on retencion_recibida (empresa_id, ambiente, periodo);
create index retencion_recibida_persona on retencion_recibida (empresa_id, persona_id);
call proteger_tabla('retencion_recibida');
grant select, insert, delete on retencion_recibida to yupana_app;
grant select on retencion_recibida to yupana_worker;

create table retencion_recibida_linea (
  empresa_id   uuid not null,
  retencion_id uuid not null,
  n            integer not null,
  -- The sale it was withheld from, as the voucher names it, and which document of ours that is.
  cod_doc      text not null,
  numero       text,
  fecha        date,
  documento_id uuid,
  -- SRI table 19: 1 renta, 2 IVA, 6 ISD.
  impuesto     text not null check (impuesto in ('1', '2', '6')),
  codigo       text not null,
  base         bigint not null,
  porcentaje   bigint not null,
  valor        bigint not null,
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
  empresa_id    uuid not null references empresa,
  id            uuid not null,
  ambiente      text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  clave         text collate "C" not null check (clave ~ '^[0-9]{49}$'),
  tipo          text not null check (tipo in ('01', '04', '05', '07')),
  numero        text collate "C" not null,
  fecha_emision date not null,
  emisor_ruc    text not null,
  emisor_nombre text not null,
  total         bigint not null,
  -- Whether the file brought the SRI's answer.
  autorizado    boolean not null,
  avisos        jsonb not null,
  formulario    jsonb not null,
  xml           text not null,
  ignorado      boolean not null default false,
  compra_id     uuid,
  retencion_id  uuid,
  estado        text not null generated always as (
    case when compra_id is not null or retencion_id is not null then 'REGISTRADO' when ignorado then 'IGNORADO' else 'NUEVO' end) stored,
  usuario_id    uuid not null,
  creado_en     timestamptz not null,
  primary key (empresa_id, id),
  unique (empresa_id, ambiente, clave),
  foreign key (empresa_id, compra_id) references compra on delete set null (compra_id),
  foreign key (empresa_id, retencion_id) references retencion_recibida on delete set null (retencion_id)
);
create index recibido_lista on recibido (empresa_id, ambiente, fecha_emision desc, creado_en desc, id desc);
create index recibido_estado on recibido (empresa_id, ambiente, estado, fecha_emision desc, creado_en desc, id desc);
create index recibido_compra on recibido (empresa_id, compra_id) where compra_id is not null;
create index recibido_retencion on recibido (empresa_id, retencion_id) where retencion_id is not null;
call proteger_tabla('recibido');
grant select, insert on recibido to yupana_app;
grant update (ignorado, compra_id, retencion_id) on recibido to yupana_app;

do $$
declare tipos text;
begin
  -- Whatever may be searched by words today, and what was received.
  select string_agg(distinct quote_literal(m[1]), ', ') || ', ''recibido'', ''retencion_recibida''' into tipos
    from pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''', 'g') m where c.conname = 'busqueda_tipo_check';
  alter table busqueda drop constraint busqueda_tipo_check;
  execute format('alter table busqueda add constraint busqueda_tipo_check check (tipo in (%s))', tipos);
end $$;
