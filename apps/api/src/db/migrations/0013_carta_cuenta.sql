-- Letters about accounts: they belong to a person, not to a company. Their text may hold a link that opens an account, so it is
-- sealed, and erased once it was handed over.

create table carta_cuenta (
  id                    uuid primary key,
  para                  text not null,
  asunto                text not null,
  texto                 bytea,
  -- Without SMTP a trial installation keeps them in an outbox.
  estado                text not null check (estado in ('PENDIENTE', 'ENVIADO', 'FALLIDO', 'BANDEJA')),
  error                 text,
  creado_en             timestamptz not null,
  proximo_intento       timestamptz,
  intentos              integer not null default 0,
  cerco                 integer not null default 0,
  -- A trial of the company's mails is a letter to who asks for it, in the company's name.
  de                    text,
  responder_a           text[] not null default '{}',
  -- The HTML of a letter says what its sealed text says: sealed as well.
  html                  bytea,
  -- What a letter brings along, and of which company: files are drawn by the worker when it is sent (O-105).
  adjunto_empresa       uuid,
  adjunto_cotizacion    uuid,
  -- A row for each address.
  adjunto_paquete       uuid,
  adjunto_recordatorio  uuid,
  -- The receipt of a payment (issue 13).
  adjunto_pago          uuid,
  constraint carta_cuenta_adjunto
    check (num_nonnulls(adjunto_cotizacion, adjunto_paquete, adjunto_recordatorio, adjunto_pago) = num_nonnulls(adjunto_empresa))
);
create index carta_cuenta_lista on carta_cuenta (creado_en desc, id);
create index carta_cuenta_vencida on carta_cuenta (proximo_intento) where proximo_intento is not null;
create index carta_cuenta_paquete on carta_cuenta (adjunto_empresa, adjunto_paquete) where adjunto_paquete is not null;
create index carta_cuenta_pago on carta_cuenta (adjunto_empresa, adjunto_pago, creado_en desc) where adjunto_pago is not null;
grant select, insert on carta_cuenta to yupana_app;
grant select, insert, update on carta_cuenta to yupana_worker;

-- What is over and nobody needs any more: failed sign-ins after a day, codes after a day, letters and sessions after thirty.
create function limpiar_cuentas(ahora timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from intento_ingreso where en < ahora - interval '1 day';
  delete from restablecimiento where vence_en < ahora - interval '1 day';
  delete from desafio_ingreso where vence_en < ahora - interval '1 day';
  delete from carta_cuenta where creado_en < ahora - interval '30 days' and proximo_intento is null;
  delete from sesion where least(vence_en, cerrada_en) < ahora - interval '30 days';
  delete from limite_uso l where not exists (select 1 from unnest(l.en) t where t > ahora - interval '2 days');
$$;

revoke execute on function limpiar_cuentas from public;
grant execute on function limpiar_cuentas to yupana_worker;
