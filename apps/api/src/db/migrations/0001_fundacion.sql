-- Foundations: tenant of the transaction, row-level security, installation settings.
-- Every tenant table's keys begin with empresa_id, so that tables can be partitioned or distributed by company.

-- The company of this transaction, set with set_config('yupana.empresa', …, true); NULL shows no row.
create function empresa_actual() returns uuid
  language sql stable parallel safe
  as $$ select nullif(current_setting('yupana.empresa', true), '')::uuid $$;

-- Two locks, not one: queries name the company and the database checks it again, for the owner too.
-- The owner's own policy serves the SECURITY DEFINER functions listed in docs/architecture.md.
create procedure proteger_tabla(tabla regclass, columna text default 'empresa_id')
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tabla);
  execute format('alter table %s force row level security', tabla);
  execute format('create policy empresa on %s to yupana_app, yupana_worker using (%I = empresa_actual()) with check (%I = empresa_actual())', tabla, columna, columna);
  execute format('create policy propietario on %s to yupana_owner using (true) with check (true)', tabla);
end $$;

create function rechazar_cambio() returns trigger
  language plpgsql as $$
begin
  raise exception 'La tabla % solo admite filas nuevas', tg_table_name using errcode = 'restrict_violation';
end $$;

-- A table that only grows: no update and no delete, whoever asks.
create procedure solo_agregar(tabla regclass)
  language plpgsql as $$
begin
  execute format('create trigger solo_agregar before update or delete on %s for each row execute function rechazar_cambio()', tabla);
end $$;

create table instalacion (
  unica            boolean primary key default true check (unica),
  -- After a restore: no emission, mail or sending until the reconciliation has run (reliability §3.5).
  cercada          boolean not null default false,
  cercada_desde    timestamptz,
  facebook         text,
  instagram        text,
  twitter          text,
  whatsapp         text
);
insert into instalacion default values;
grant select on instalacion to yupana_app, yupana_worker;
grant update (cercada, cercada_desde) on instalacion to yupana_worker;

-- Services of the SRI that a worker found silent: what people are told. Each process keeps a breaker of its own.
create table servicio_sri (
  ambiente     text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  servicio     text not null check (servicio in ('RECEPCION', 'AUTORIZACION')),
  abierto_hasta timestamptz,
  primary key (ambiente, servicio)
);
insert into servicio_sri (ambiente, servicio)
  select a, s from unnest(array['SIMULADOR', 'PRUEBAS', 'PRODUCCION']) a, unnest(array['RECEPCION', 'AUTORIZACION']) s;
grant select on servicio_sri to yupana_app;
grant select, update on servicio_sri to yupana_worker;
