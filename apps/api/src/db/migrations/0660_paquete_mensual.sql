-- What a company sends its accountant of each month: on which day, and to whom. Nothing is sent before it is asked for.
create table paquete_mensual (
  empresa_id  uuid primary key references empresa,
  version     integer not null check (version > 0),
  activo      boolean not null,
  dia         smallint not null check (dia between 1 and 28),
  correos     text[] not null check (cardinality(correos) <= 5 and (cardinality(correos) > 0 or not activo)),
  -- Since when it goes out on that day: days before are over.
  desde       date not null,
  usuario_id  uuid not null,
  en          timestamptz not null
);
call proteger_tabla('paquete_mensual');
grant select, insert on paquete_mensual to yupana_app;
grant update (version, activo, dia, correos, desde, usuario_id, en) on paquete_mensual to yupana_app;
grant select on paquete_mensual to yupana_worker;

-- Each time that it is sent: by itself once for a month, by hand as often as somebody asks.
create table paquete_envio (
  empresa_id    uuid not null references empresa,
  id            uuid not null,
  ambiente      text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  mes           date not null check (extract(day from mes) = 1),
  origen        text not null check (origen in ('PROGRAMADO', 'A_MANO')),
  correos       text[] not null check (cardinality(correos) between 1 and 5),
  -- Who asked for it; nobody where it went by itself.
  usuario_id    uuid,
  creado_en     timestamptz not null,
  estado        text not null check (estado in ('PENDIENTE', 'ENVIADO', 'FALLIDO', 'BANDEJA')),
  -- Files that did not go along: too large.
  aparte        text[] not null default '{}',
  -- Addresses that never took it.
  fallidos      text[] not null default '{}',
  primary key (empresa_id, id),
  check ((origen = 'A_MANO') = (usuario_id is not null))
);
create unique index paquete_envio_mes on paquete_envio (empresa_id, mes) where origen = 'PROGRAMADO';
create index paquete_envio_lista on paquete_envio (empresa_id, creado_en desc, id);
call proteger_tabla('paquete_envio');
create trigger paquete_envio_queda before delete on paquete_envio for each row execute function rechazar_cambio();
create trigger sin_truncate before truncate on paquete_envio for each statement execute function rechazar_cambio();
grant select, insert on paquete_envio to yupana_app, yupana_worker;
grant update (estado, aparte, fallidos) on paquete_envio to yupana_worker;

-- Its letters, a row for each address: the worker draws their files when it sends them (O-105).
alter table carta_cuenta add column adjunto_paquete uuid,
  drop constraint carta_cuenta_check,
  add constraint carta_cuenta_adjunto check (num_nonnulls(adjunto_cotizacion, adjunto_paquete) = num_nonnulls(adjunto_empresa));
create index carta_cuenta_paquete on carta_cuenta (adjunto_empresa, adjunto_paquete) where adjunto_paquete is not null;

-- What the files of a month are made from.
grant select on declaracion, declaracion_presentada, declaracion_marca, documento_pago to yupana_worker;
-- A RIDE that leaves with them is known for ever, as one that was downloaded.
grant select, insert on ride_entregado to yupana_worker;
-- Letters that nobody sends by hand take their places as those of people do.
grant select, insert, update on limite_uso to yupana_worker;

-- Companies whose package of the month before is due and was not sent by itself yet.
create function paquetes_por_enviar(hoy date) returns table (empresa_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select p.empresa_id
    from paquete_mensual p join empresa e on e.id = p.empresa_id and e.suspendida_en is null
   where p.activo and date_trunc('month', hoy)::date + p.dia - 1 between p.desde and hoy
     and not exists (select from paquete_envio v where v.empresa_id = p.empresa_id and v.origen = 'PROGRAMADO'
                        and v.mes = (date_trunc('month', hoy) - interval '1 month')::date)
   order by p.empresa_id
$$;
revoke execute on function paquetes_por_enviar from public;
grant execute on function paquetes_por_enviar to yupana_worker;
