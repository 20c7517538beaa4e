-- What a person spent, for his own income tax (O-78): his alone. It belongs to no company; whoever else asks in whichever company,
-- support that works in his name included, sees no row.

create table gasto_personal (
  usuario_id     uuid not null references usuario,
  id             uuid not null,
  fecha          date not null,
  anio           smallint not null generated always as (extract(year from fecha)::smallint) stored,
  proveedor_ruc  text not null,
  proveedor      text not null,
  tipo           text not null check (tipo in ('01', '02', '04', '12', '20', 'OTRO')),
  numero         text,
  clave_acceso   text,
  -- Whose name the document bears; thirteen nines count for nothing.
  a_nombre       text not null,
  compartido     boolean not null,
  nota           text,
  -- [{categoria, monto}], each category once, without IVA and ICE.
  partes         jsonb not null check (jsonb_typeof(partes) = 'array'),
  total          bigint not null check (total > 0),
  -- Supplier and number without accents, to be searched.
  buscable       text not null,
  version        integer not null default 1,
  creado_en      timestamptz not null,
  editado_en     timestamptz not null,
  primary key (usuario_id, id)
);
create unique index gasto_personal_clave on gasto_personal (usuario_id, clave_acceso) where clave_acceso is not null;
create unique index gasto_personal_numero on gasto_personal (usuario_id, proveedor_ruc, tipo, numero) where numero is not null;
create index gasto_personal_anio on gasto_personal (usuario_id, anio, fecha desc, id desc);
create index gasto_personal_proveedor on gasto_personal (usuario_id, proveedor_ruc, editado_en desc);
call proteger_lo_propio('gasto_personal');
grant select, insert, update, delete on gasto_personal to yupana_app;

-- What decides how much of it counts, year by year.
create table gasto_personal_situacion (
  usuario_id    uuid not null references usuario,
  anio          smallint not null,
  cargas        smallint not null check (cargas between 0 and 20),
  catastrofica  boolean not null,
  parte_propia  bigint not null check (parte_propia between 0 and 100000000),
  ingresos      bigint check (ingresos >= 0),
  deducciones   bigint check (deducciones >= 0),
  retenido      bigint check (retenido >= 0),
  familiares    jsonb not null check (jsonb_typeof(familiares) = 'array'),
  version       integer not null default 1,
  editado_en    timestamptz not null,
  primary key (usuario_id, anio)
);
call proteger_lo_propio('gasto_personal_situacion');
grant select, insert, update on gasto_personal_situacion to yupana_app;

-- Documents that may be a person's expenses, before he says of what kind: those he brought in, and those of his company's inbox that he put
-- aside. His alone, as gasto_personal is.
create table gasto_personal_recibido (
  usuario_id     uuid not null references usuario,
  clave          text collate "C" not null check (clave ~ '^[0-9]{49}$'),
  fecha          date not null,
  anio           smallint not null generated always as (extract(year from fecha)::smallint) stored,
  proveedor_ruc  text not null,
  proveedor      text not null,
  tipo           text not null check (tipo in ('01', '04')),
  numero         text not null,
  -- Whose name the document bears; thirteen nines count for nothing.
  a_nombre       text not null,
  -- Without IVA and ICE.
  total          bigint not null check (total > 0),
  -- Whether the file brought the SRI's answer.
  autorizado     boolean not null,
  -- He said that it is none of his expenses.
  descartado     boolean not null default false,
  creado_en      timestamptz not null,
  primary key (usuario_id, clave)
);
create index gasto_personal_recibido_anio on gasto_personal_recibido (usuario_id, anio, fecha desc, clave);
call proteger_lo_propio('gasto_personal_recibido');
grant select, insert on gasto_personal_recibido to yupana_app;
grant update (descartado) on gasto_personal_recibido to yupana_app;
