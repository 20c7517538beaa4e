-- What the ATS asks of an export besides its factura: customs and carrier tell it days after it was issued.
create table exportacion_ats (
  empresa_id            uuid not null,
  documento_id          uuid not null,
  -- Table 10 of the ficha técnica: goods with a customs declaration, goods without one, services.
  clase                 text not null check (clase in ('01', '02', '03')),
  parte_relacionada     boolean not null,
  tipo_cliente          text not null check (tipo_cliente in ('01', '02')),
  -- Of the client's country: general, tax haven, preferential.
  regimen               text not null check (regimen in ('01', '02', '03')),
  pais                  text not null check (pais ~ '^[0-9]{3}$'),
  regimen_nombre        text,
  pais_destino          text not null check (pais_destino ~ '^[0-9]{3}$'),
  refrendo              text check (refrendo ~ '^[0-9]{3}-[0-9]{4}-[0-9A-Z]{2}-[0-9]{6,8}$'),
  documento_transporte  text check (documento_transporte ~ '^[0-9A-Za-z]{3,13}$'),
  fecha_embarque        date,
  valor_fob             bigint check (valor_fob > 0),
  tipo_ingreso          text check (tipo_ingreso ~ '^[0-9]{3}$'),
  -- Income tax that the other country took.
  impuesto_exterior     bigint check (impuesto_exterior > 0),
  version               integer not null check (version > 0),
  usuario_id            uuid not null,
  en                    timestamptz not null,
  primary key (empresa_id, documento_id),
  foreign key (empresa_id, documento_id) references documento,
  check ((regimen = '03') = (regimen_nombre is not null)),
  check (num_nonnulls(refrendo, documento_transporte) = case clase when '01' then 2 else 0 end),
  check (num_nonnulls(fecha_embarque, valor_fob) = case clase when '03' then 0 else 2 end),
  check ((clase = '03') = (tipo_ingreso is not null)),
  check (clase = '03' or impuesto_exterior is null)
);
call proteger_tabla('exportacion_ats');
grant select, insert on exportacion_ats to yupana_app;
grant update (clase, parte_relacionada, tipo_cliente, regimen, pais, regimen_nombre, pais_destino, refrendo, documento_transporte, fecha_embarque,
              valor_fob, tipo_ingreso, impuesto_exterior, version, usuario_id, en) on exportacion_ats to yupana_app;
-- The monthly package carries the ATS.
grant select on exportacion_ats to yupana_worker;
