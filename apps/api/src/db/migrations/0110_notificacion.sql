-- What the operator of the installation tells everybody who works in it, and who has put it away. They belong to no company.
create table notificacion (
  id          uuid primary key,
  -- Whose sending created it: the same one again creates nothing (O-91).
  clave       text not null unique,
  tipo        text not null check (tipo in ('NOVEDAD', 'MEJORA', 'ADVERTENCIA', 'INCIDENTE')),
  mensaje     text not null,
  desde       date not null,
  hasta       date check (hasta >= desde),
  activa      boolean not null,
  version     integer not null default 1,
  creada_por  uuid not null references usuario,
  creada_en   timestamptz not null
);
create table notificacion_descartada (
  notificacion_id  uuid not null references notificacion,
  usuario_id       uuid not null references usuario,
  descartada_en    timestamptz not null,
  primary key (usuario_id, notificacion_id)
);
grant select, insert, update on notificacion to yupana_app;
grant select, insert on notificacion_descartada to yupana_app;

-- The operator's own name and logo (O-83), and whether and when people are told that the SRI is away (R-7.1.3).
alter table instalacion
  add column producto text,
  add column logo bytea,
  add column logo_tipo text,
  add column aviso_sri text not null default 'AUTOMATICO' check (aviso_sri in ('AUTOMATICO', 'ANUNCIADO', 'APAGADO')),
  add column aviso_sri_mensaje text check (aviso_sri_mensaje is not null or aviso_sri <> 'ANUNCIADO'),
  add column version integer not null default 1;
grant update (facebook, instagram, twitter, whatsapp, producto, logo, logo_tipo, aviso_sri, aviso_sri_mensaje, version) on instalacion to yupana_app;
