-- A snapshot counts its own transaction as seen once a later one has ended. What a transaction notes after it kept something was not seen by
-- what it kept: each kept row says which transaction wrote it.
alter table cifra_tramo add column xid xid8 not null default pg_current_xact_id();
alter table venta_mes add column xid xid8 not null default pg_current_xact_id();
alter table compra_casillero add column xid xid8 not null default pg_current_xact_id();

create or replace function cifra_tramo_vale(t cifra_tramo) returns boolean
  language sql stable
  as $$
    select not exists (
      select from cifra_cambio x
       where x.empresa_id = t.empresa_id and x.tipo = t.tipo and (x.xid = t.xid or not pg_visible_in_snapshot(x.xid, t.foto))
         and (x.dia is null or x.ambiente = t.ambiente and x.dia >= t.desde
              and x.dia < case t.grano when 'DIA' then t.desde + 1 else (t.desde + interval '1 month')::date end))
  $$;

create or replace function venta_mes_vale(v venta_mes) returns boolean
  language sql stable
  as $$
    select not exists (
      select from venta_cambio x
       where x.empresa_id = v.empresa_id and x.ambiente = v.ambiente and x.mes = v.mes
         and (x.xid = v.xid or not pg_visible_in_snapshot(x.xid, v.foto)))
  $$;

create or replace function compra_casillero_vale(k compra_casillero) returns boolean
  language sql stable
  as $$
    select not exists (
      select from compra_cambio x
       where x.empresa_id = k.empresa_id and (x.xid = k.xid or not pg_visible_in_snapshot(x.xid, k.foto))
         and (x.mes is null or x.ambiente = k.ambiente and x.mes = k.mes))
  $$;
