-- Quotes (O-74), which are no documents of the SRI: their own series by point, taken when one is saved.
create table cotizacion_serie (
  empresa_id      uuid not null references empresa,
  establecimiento text not null,
  punto           text not null,
  siguiente       integer not null default 1 check (siguiente between 1 and 1000000000),
  primary key (empresa_id, establecimiento, punto)
);
call proteger_tabla('cotizacion_serie');
grant select, insert, update on cotizacion_serie to yupana_app;

-- That a quote expired follows from `vence`, that it was invoiced from its factura.
create table cotizacion (
  empresa_id              uuid not null references empresa,
  id                      uuid not null,
  establecimiento         text not null,
  punto                   text not null,
  secuencial              integer not null check (secuencial between 1 and 999999999),
  numero                  text collate "C" not null
                          generated always as (establecimiento || '-' || punto || '-' || lpad(secuencial::text, 9, '0')) stored,
  estado                  text not null default 'BORRADOR' check (estado in ('BORRADOR', 'ENVIADA', 'ACEPTADA', 'RECHAZADA')),
  fecha_emision           date not null,
  vence                   date not null check (vence > fecha_emision),
  persona_id              uuid,
  receptor_tipo           text not null,
  receptor_identificacion text not null,
  receptor_nombre         text not null,
  subtotal                bigint not null,
  descuento               bigint not null,
  iva                     bigint not null,
  total                   bigint not null,
  entrada                 jsonb not null,
  calculo                 jsonb not null,
  nota_respuesta          text,
  respondida_en           timestamptz,
  factura_id              uuid,
  usuario_id              uuid not null,
  version                 integer not null default 1,
  creado_en               timestamptz not null,
  editado_en              timestamptz not null,
  primary key (empresa_id, id),
  unique (empresa_id, establecimiento, punto, secuencial),
  foreign key (empresa_id, persona_id) references persona on delete set null (persona_id),
  foreign key (empresa_id, factura_id) references documento
);
create index cotizacion_fecha on cotizacion (empresa_id, fecha_emision, creado_en);
create index cotizacion_persona on cotizacion (empresa_id, persona_id) where persona_id is not null;
create index cotizacion_factura on cotizacion (empresa_id, factura_id) where factura_id is not null;
call proteger_tabla('cotizacion');
grant select, insert, update, delete on cotizacion to yupana_app;

do $$
declare tipos text;
begin
  -- Whatever may be searched by words today, and quotes.
  select string_agg(distinct quote_literal(m[1]), ', ') || ', ' || quote_literal('cotizacion') into tipos
    from pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''', 'g') m where c.conname = 'busqueda_tipo_check';
  alter table busqueda drop constraint busqueda_tipo_check;
  execute format('alter table busqueda add constraint busqueda_tipo_check check (tipo in (%s))', tipos);
end $$;
