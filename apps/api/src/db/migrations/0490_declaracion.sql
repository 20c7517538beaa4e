-- Working papers of forms 104, 103 and the ATS (O-32): what somebody typed into one. Amounts come from documents, never from here.
create table declaracion (
  empresa_id  uuid not null references empresa,
  id          uuid not null,
  ambiente    text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  formulario  text not null check (formulario in ('104', '103', 'ATS')),
  -- First day of the period, and how many months it has.
  desde       date not null check (extract(day from desde) = 1),
  meses       smallint not null check (meses in (1, 6)),
  -- [{casillero, monto, motivo}], on top of what documents say.
  ajustes     jsonb not null default '[]',
  -- {casillero: monto} of the period before, where that one was not filed here.
  saldos      jsonb,
  difiere     boolean not null default false,
  version     integer not null default 1,
  creado_en   timestamptz not null,
  editado_en  timestamptz not null,
  primary key (empresa_id, id),
  unique (empresa_id, ambiente, formulario, desde, meses)
);
call proteger_tabla('declaracion');
grant select, insert on declaracion to yupana_app;
grant update (ajustes, saldos, difiere, version, editado_en) on declaracion to yupana_app;

-- What was filed: frozen figures. The second one and all later replace the one before.
create table declaracion_presentada (
  empresa_id     uuid not null,
  declaracion_id uuid not null,
  n              integer not null check (n > 0),
  -- {casillero: monto}, and what was typed.
  valores        jsonb not null,
  ajustes        jsonb not null,
  sha256         bytea not null check (length(sha256) = 32),
  usuario_id     uuid not null,
  declarada_en   timestamptz not null,
  -- Of the receipt that the SRI gave.
  numero_sri     text check (numero_sri ~ '^[0-9]{6,20}$'),
  fecha_sri      date,
  primary key (empresa_id, declaracion_id, n),
  foreign key (empresa_id, declaracion_id) references declaracion,
  check ((numero_sri is null) = (fecha_sri is null))
);
call proteger_tabla('declaracion_presentada');
create trigger declaracion_presentada_queda before delete on declaracion_presentada for each row execute function rechazar_cambio();
create trigger sin_truncate before truncate on declaracion_presentada for each statement execute function rechazar_cambio();
grant select, insert on declaracion_presentada to yupana_app;
grant update (numero_sri, fecha_sri) on declaracion_presentada to yupana_app;

-- What kind of sale a factura is, where its lines do not say it.
create table declaracion_marca (
  empresa_id   uuid not null,
  documento_id uuid not null,
  marca        text not null check (marca in ('ACTIVO_FIJO', 'CON_DERECHO', 'ACTIVO_FIJO_CON_DERECHO', 'EXPORTACION_BIENES', 'EXPORTACION_SERVICIOS', 'REEMBOLSO')),
  usuario_id   uuid not null,
  marcada_en   timestamptz not null,
  primary key (empresa_id, documento_id),
  foreign key (empresa_id, documento_id) references documento
);
call proteger_tabla('declaracion_marca');
grant select, insert, update, delete on declaracion_marca to yupana_app;

-- Administrators have the new right as they have all others.
update usuario_empresa set collections = collections || array['declaracion:presentar']
 where rol in (0, 1) and not collections @> array['declaracion:presentar'];
