-- What a person spent, for his own income tax (O-78): his alone. It belongs to no company; whoever else asks in whichever company, support that
-- works in his name included, sees no row.

-- The person of this transaction, set with set_config('yupana.usuario', …, true); NULL shows no row.
create function usuario_actual() returns uuid
  language sql stable parallel safe
  as $$ select nullif(current_setting('yupana.usuario', true), '')::uuid $$;

create procedure proteger_lo_propio(tabla regclass)
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tabla);
  execute format('alter table %s force row level security', tabla);
  execute format('create policy propio on %s to yupana_app using (usuario_id = usuario_actual() and actor_actual() is null) with check (usuario_id = usuario_actual() and actor_actual() is null)', tabla);
  execute format('create policy propietario on %s to yupana_owner using (true) with check (true)', tabla);
end $$;

create table gasto_personal (
  usuario_id    uuid not null references usuario,
  id            uuid not null,
  fecha         date not null,
  anio          smallint not null generated always as (extract(year from fecha)::smallint) stored,
  proveedor_ruc text not null,
  proveedor     text not null,
  tipo          text not null check (tipo in ('01', '02', '04', '12', '20', 'OTRO')),
  numero        text,
  clave_acceso  text,
  -- Whose name the document bears; thirteen nines count for nothing.
  a_nombre      text not null,
  compartido    boolean not null,
  nota          text,
  -- [{categoria, monto}], each category once, without IVA and ICE.
  partes        jsonb not null check (jsonb_typeof(partes) = 'array'),
  total         bigint not null check (total > 0),
  -- Supplier and number without accents, to be searched.
  buscable      text not null,
  version       integer not null default 1,
  creado_en     timestamptz not null,
  editado_en    timestamptz not null,
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
