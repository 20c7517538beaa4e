-- Mails to receivers, each with its address; a trial environment keeps them in the outbox that the application shows (O-95).

create table correo (
  empresa_id    uuid not null references empresa,
  id            uuid not null,
  documento_id  uuid not null,
  ambiente      text not null,
  asunto        text not null,
  -- The same for every attempt, so that a receiver's server knows a copy.
  message_id    text not null,
  -- SMTP sends it, BANDEJA only shows it.
  medio         text not null check (medio in ('SMTP', 'BANDEJA')),
  motivo        text not null check (motivo in ('AUTORIZACION', 'REENVIO')),
  usuario_id    uuid,
  creado_en     timestamptz not null,
  proximo_intento timestamptz,
  intentos      integer not null default 0,
  cerco         integer not null default 0,
  primary key (empresa_id, id),
  foreign key (empresa_id, documento_id) references documento
);
create index correo_lista on correo (empresa_id, ambiente, creado_en desc, id);
create index correo_documento on correo (empresa_id, documento_id);
create index correo_vencido on correo (empresa_id, proximo_intento) where proximo_intento is not null;
-- One automatic mail for each authorised document.
create unique index correo_automatico on correo (empresa_id, documento_id) where motivo = 'AUTORIZACION';
call proteger_tabla('correo');
grant select, insert on correo to yupana_app;
grant update (proximo_intento) on correo to yupana_app;
grant select, insert, update on correo to yupana_worker;

create table correo_destinatario (
  empresa_id   uuid not null,
  correo_id    uuid not null,
  direccion    text not null,
  estado       text not null check (estado in ('PENDIENTE', 'ENVIADO', 'FALLIDO', 'BANDEJA')),
  error        text,
  enviado_en   timestamptz,
  primary key (empresa_id, correo_id, direccion),
  foreign key (empresa_id, correo_id) references correo
);
call proteger_tabla('correo_destinatario');
grant select, insert on correo_destinatario to yupana_app;
grant select, insert, update on correo_destinatario to yupana_worker;
