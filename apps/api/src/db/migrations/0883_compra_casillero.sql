-- The purchases of a settled month that a box of a form has, in their order, kept until one of them changes. Who changes a purchase waits for
-- nobody and locks no row that others change: the month is noted, as days of sales are (cifra_cambio), and a list that was kept without that
-- change is not believed.
create table compra_casillero (
  empresa_id uuid not null references empresa,
  ambiente   text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  mes        date not null check (extract(day from mes) = 1),
  -- SHA-256 of the statement that lists them, with the groups and the column it asks for.
  cual       bytea not null check (length(cual) = 32),
  ids        uuid[] not null,
  -- ×10⁶.
  valores    bigint[] not null check (cardinality(valores) = cardinality(ids)),
  -- COMPRA, or DOCUMENTO for a liquidación de compra.
  origenes   text[] not null check (cardinality(origenes) = cardinality(ids)),
  -- What the statement saw that listed it.
  foto       pg_snapshot not null,
  guardado_en timestamptz not null default now(),
  primary key (empresa_id, ambiente, mes, cual)
);
call proteger_tabla('compra_casillero');
grant select, insert, delete on compra_casillero to yupana_app;
grant select on compra_casillero to yupana_worker;

-- The months whose purchases changed, and by which transaction; without a month, all of the company.
create table compra_cambio (
  empresa_id uuid not null references empresa,
  ambiente   text,
  mes        date check (extract(day from mes) = 1),
  xid        xid8 not null default pg_current_xact_id(),
  n          bigint not null generated always as identity,
  primary key (empresa_id, n),
  check ((ambiente is null) = (mes is null))
);
call proteger_tabla('compra_cambio');
grant select, insert, delete on compra_cambio to yupana_app;
grant select, insert on compra_cambio to yupana_worker;
alter table compra_cambio set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_analyze_scale_factor = 0,
  autovacuum_analyze_threshold = 2000);

-- Of whoever keeps lists of a company: one at a time, the others list for themselves.
create function candado_compra_casillero(empresa uuid) returns bigint
  language sql stable parallel safe
  as $$ select hashtextextended('compra_casillero|' || empresa, 0) $$;

-- Whether a change may have come after the list was made.
create function compra_casillero_vale(k compra_casillero) returns boolean
  language sql stable
  as $$
    select not exists (
      select from compra_cambio x
       where x.empresa_id = k.empresa_id and not pg_visible_in_snapshot(x.xid, k.foto) and (x.mes is null or x.ambiente = k.ambiente and x.mes = k.mes))
  $$;

-- Of the month that goes on nothing is kept: what is booked today costs nothing here.
create function mes_de_compras() returns date
  language sql volatile
  as $$ select date_trunc('month', clock_timestamp() at time zone 'America/Guayaquil')::date $$;

create function anotar_cambio_de_compras(de_empresa uuid, de_ambiente text, dia date) returns void
  language plpgsql as $$
begin
  if dia < mes_de_compras() then
    insert into compra_cambio (empresa_id, ambiente, mes) values (de_empresa, de_ambiente, date_trunc('month', dia)::date);
  end if;
end $$;

create function compra_cambia_casillero() returns trigger
  language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform anotar_cambio_de_compras(old.empresa_id, old.ambiente, old.fecha_registro);
  end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and (new.ambiente, new.fecha_registro) <> (old.ambiente, old.fecha_registro) then
    perform anotar_cambio_de_compras(new.empresa_id, new.ambiente, new.fecha_registro);
  end if;
  return null;
end $$;
create trigger casillero_nuevo after insert or delete on compra for each row execute function compra_cambia_casillero();
-- Its taxes are written anew with each version.
create trigger casillero_cambia after update on compra for each row
  when ((old.version, old.estado, old.ambiente, old.tipo, old.numero, old.fecha_emision, old.fecha_registro, old.sustento, old.proveedor_regimen, old.pago_exterior)
    is distinct from (new.version, new.estado, new.ambiente, new.tipo, new.numero, new.fecha_emision, new.fecha_registro, new.sustento, new.proveedor_regimen, new.pago_exterior))
  execute function compra_cambia_casillero();

-- A liquidación is listed by its day; the support of each is told by the first withholding over it, which may come in any later month.
create function documento_cambia_compras() returns trigger
  language plpgsql as $$
begin
  if new.tipo = '03' then
    perform anotar_cambio_de_compras(new.empresa_id, new.ambiente, new.fecha_emision);
    if tg_op = 'UPDATE' then
      perform anotar_cambio_de_compras(old.empresa_id, old.ambiente, old.fecha_emision);
    end if;
  elsif tg_op = 'INSERT' or exists (select from documento_retencion r where r.empresa_id = new.empresa_id and r.documento_id = new.id and r.cod_doc = '03') then
    insert into compra_cambio (empresa_id) values (new.empresa_id);
  end if;
  return null;
end $$;
create trigger compras_nuevas after insert on documento for each row
  when (new.pestana = 1 and new.tipo in ('03', '07')) execute function documento_cambia_compras();
create trigger compras_cambian after update on documento for each row
  when ((old.pestana = 1 or new.pestana = 1) and new.tipo in ('03', '07')
    and (old.pestana, old.version, old.ambiente, old.fecha_emision, old.iva, old.receptor_tipo, old.receptor_identificacion)
      is distinct from (new.pestana, new.version, new.ambiente, new.fecha_emision, new.iva, new.receptor_tipo, new.receptor_identificacion))
  execute function documento_cambia_compras();

-- Of the last two days nothing is kept: what is issued today costs nothing here.
create or replace function dia_de_cifras() returns date
  language sql volatile
  as $$ select (clock_timestamp() at time zone 'America/Guayaquil')::date - 2 $$;
