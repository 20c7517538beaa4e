-- Who changes a sale notes its month and waits for nobody, as who changes a purchase does (0883_compra_casillero.sql). Until now the row of
-- the month was deleted, which two transactions that held something else of each other could not both do.
truncate venta_casillero, venta_mes;
-- What the statement saw after which the month was added up. Lists of the month (venta_casillero) hold as long as its row does.
alter table venta_mes add column foto pg_snapshot not null;
revoke update on venta_mes from yupana_app;
grant delete on venta_casillero to yupana_app;
revoke delete on venta_mes from yupana_worker;

-- The months whose sales changed, and by which transaction.
create table venta_cambio (
  empresa_id uuid not null references empresa,
  ambiente   text not null,
  mes        date not null check (extract(day from mes) = 1),
  xid        xid8 not null default pg_current_xact_id(),
  primary key (empresa_id, xid, ambiente, mes)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_analyze_scale_factor = 0,
  autovacuum_analyze_threshold = 2000);
call proteger_tabla('venta_cambio');
grant select, insert, delete on venta_cambio to yupana_app;
grant select, insert on venta_cambio to yupana_worker;

-- Of whoever keeps sums of a company's sales: one at a time, the others add up for themselves.
drop function candado_venta_mes(uuid, text, date);
create function candado_venta_mes(empresa uuid) returns bigint
  language sql stable parallel safe
  as $$ select hashtextextended('venta_mes|' || empresa, 0) $$;

-- Whether a change may have come after the month was added up.
create function venta_mes_vale(v venta_mes) returns boolean
  language sql stable
  as $$
    select not exists (
      select from venta_cambio x
       where x.empresa_id = v.empresa_id and x.ambiente = v.ambiente and x.mes = v.mes and not pg_visible_in_snapshot(x.xid, v.foto))
  $$;

-- Nothing is kept of the month that goes on, of sales or of purchases: what is done today costs nothing here.
alter function mes_de_compras() rename to mes_en_curso;
create or replace function anotar_cambio_de_compras(de_empresa uuid, de_ambiente text, dia date) returns void
  language plpgsql as $$
begin
  if dia < mes_en_curso() then
    insert into compra_cambio (empresa_id, ambiente, mes) values (de_empresa, de_ambiente, date_trunc('month', dia)::date) on conflict do nothing;
  end if;
end $$;
create function anotar_cambio_de_ventas(de_empresa uuid, de_ambiente text, dia date) returns void
  language plpgsql as $$
begin
  if dia < mes_en_curso() then
    insert into venta_cambio (empresa_id, ambiente, mes) values (de_empresa, de_ambiente, date_trunc('month', dia)::date) on conflict do nothing;
  end if;
end $$;

-- A note counts as the factura it changes.
create function anotar_cambio_de_notas(de_empresa uuid, factura uuid) returns void
  language sql as $$
    select anotar_cambio_de_ventas(de_empresa, d.ambiente, d.fecha_emision)
      from documento_nota n join documento d on d.empresa_id = n.empresa_id and d.id = n.documento_id
     where n.empresa_id = de_empresa and n.modificado_id = factura
  $$;

create or replace function marca_cambia_venta() returns trigger
  language plpgsql as $$
declare
  fila record;
begin
  if tg_op = 'DELETE' then fila := old; else fila := new; end if;
  perform anotar_cambio_de_ventas(d.empresa_id, d.ambiente, d.fecha_emision)
     from documento d where d.empresa_id = fila.empresa_id and d.id = fila.documento_id;
  perform anotar_cambio_de_notas(fila.empresa_id, fila.documento_id);
  return null;
end $$;

create or replace function documento_cambia_venta() returns trigger
  language plpgsql as $$
begin
  perform anotar_cambio_de_ventas(new.empresa_id, new.ambiente, new.fecha_emision);
  if tg_op = 'UPDATE' then
    if (old.ambiente, old.fecha_emision) <> (new.ambiente, new.fecha_emision) then
      perform anotar_cambio_de_ventas(old.empresa_id, old.ambiente, old.fecha_emision);
    end if;
    if old.version <> new.version then
      perform anotar_cambio_de_notas(new.empresa_id, new.id);
    end if;
  end if;
  return null;
end $$;

drop function olvidar_notas_de(uuid, uuid);
drop function olvidar_venta_mes(uuid, text, date);
