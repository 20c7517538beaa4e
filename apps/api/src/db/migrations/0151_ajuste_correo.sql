-- How a company's mails to its clients look. Each change is a row of its own: a mail keeps the one it was made with.
create table ajuste_correo (
  empresa_id   uuid not null references empresa,
  version      integer not null check (version > 0),
  -- Null and empty: the standard.
  remitente    text,
  responder_a  text[] not null default '{}',
  copia        text[] not null default '{}',
  pie          text,
  textos       jsonb not null,
  usuario_id   uuid not null references usuario,
  en           timestamptz not null,
  primary key (empresa_id, version)
);
call proteger_tabla('ajuste_correo');
call solo_agregar('ajuste_correo');
grant select, insert on ajuste_correo to yupana_app;
grant select on ajuste_correo to yupana_worker;

alter table correo add column ajuste integer, add foreign key (empresa_id, ajuste) references ajuste_correo;
-- A copy for the company itself: what becomes of it says nothing about the client's mail.
alter table correo_destinatario add column copia boolean not null default false;

-- A trial of such a mail is a letter to who asks for it, in the company's name.
alter table carta_cuenta add column de text, add column responder_a text[] not null default '{}', add column html text;
