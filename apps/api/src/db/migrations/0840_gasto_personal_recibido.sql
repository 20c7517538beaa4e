-- Documents that may be a person's expenses, before he says of what kind: those he brought in, and those of his company's inbox that he put
-- aside. His alone, as gasto_personal is.
create table gasto_personal_recibido (
  usuario_id    uuid not null references usuario,
  clave         text collate "C" not null check (clave ~ '^[0-9]{49}$'),
  fecha         date not null,
  anio          smallint not null generated always as (extract(year from fecha)::smallint) stored,
  proveedor_ruc text not null,
  proveedor     text not null,
  tipo          text not null check (tipo in ('01', '04')),
  numero        text not null,
  -- Whose name the document bears; thirteen nines count for nothing.
  a_nombre      text not null,
  -- Without IVA and ICE.
  total         bigint not null check (total > 0),
  -- Whether the file brought the SRI's answer.
  autorizado    boolean not null,
  -- He said that it is none of his expenses.
  descartado    boolean not null default false,
  creado_en     timestamptz not null,
  primary key (usuario_id, clave)
);
create index gasto_personal_recibido_anio on gasto_personal_recibido (usuario_id, anio, fecha desc, clave);
call proteger_lo_propio('gasto_personal_recibido');
grant select, insert, update (descartado) on gasto_personal_recibido to yupana_app;
