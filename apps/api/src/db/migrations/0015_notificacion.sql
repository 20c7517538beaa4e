-- What people are told: notices of the operator, and how near a company is to the limits of its plan.

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
grant select, insert, update on notificacion to yupana_app;

create table notificacion_descartada (
  notificacion_id  uuid not null references notificacion,
  usuario_id       uuid not null references usuario,
  descartada_en    timestamptz not null,
  primary key (usuario_id, notificacion_id)
);
-- How many put a notification away is counted for each one that the operator sees.
create index notificacion_descartada_notificacion on notificacion_descartada (notificacion_id);
grant select, insert on notificacion_descartada to yupana_app;

-- That a company comes near what its plan covers, or went beyond: told to its administrators once a month for each limit.
-- Told only; no limit ever stops anything.
create table plan_aviso (
  empresa_id  uuid not null references empresa,
  id          uuid not null,
  -- Its first day.
  mes         date not null,
  que         text not null check (que in ('documentos', 'usuarios', 'puntos')),
  umbral      integer not null check (umbral in (80, 100)),
  limite      integer not null,
  usados      integer not null,
  en          timestamptz not null,
  primary key (empresa_id, id),
  -- Another plan begins anew.
  unique (empresa_id, mes, que, umbral, limite)
);
call proteger_tabla('plan_aviso');
call solo_agregar('plan_aviso');
grant select on plan_aviso to yupana_app;
grant select, insert on plan_aviso to yupana_worker;

create table plan_aviso_visto (
  empresa_id  uuid not null,
  aviso_id    uuid not null,
  usuario_id  uuid not null references usuario,
  en          timestamptz not null,
  primary key (empresa_id, aviso_id, usuario_id),
  foreign key (empresa_id, aviso_id) references plan_aviso
);
call proteger_tabla('plan_aviso_visto');
call solo_agregar('plan_aviso_visto');
grant select, insert on plan_aviso_visto to yupana_app;
