-- Letters about accounts: they belong to a person, not to a company. Their text may hold a link that opens an account, so it is
-- sealed, and erased once it was handed over.

create table carta_cuenta (
  id               uuid primary key,
  para             text not null,
  asunto           text not null,
  texto            bytea,
  -- Without SMTP a trial installation keeps them in an outbox.
  estado           text not null check (estado in ('PENDIENTE', 'ENVIADO', 'FALLIDO', 'BANDEJA')),
  error            text,
  creado_en        timestamptz not null,
  proximo_intento  timestamptz,
  intentos         integer not null default 0,
  cerco            integer not null default 0
);
create index carta_cuenta_lista on carta_cuenta (creado_en desc, id);
create index carta_cuenta_vencida on carta_cuenta (proximo_intento) where proximo_intento is not null;
grant select, insert on carta_cuenta to yupana_app;
grant select, update on carta_cuenta to yupana_worker;
