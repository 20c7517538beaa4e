-- Sums of expenses are kept as those of sales are (0036_cifras.sql). What was kept so far is added up again when it is read.
-- `tipo` is the kind of movement (specification §3.2.5): 1 sales, 2 expenses.
truncate cifra_parte, cifra_tramo, cifra_cambio;

alter table cifra_parte
  drop constraint cifra_parte_empresa_id_ambiente_grano_desde_fkey,
  drop constraint cifra_parte_pkey,
  add column tipo smallint not null;
alter table cifra_tramo
  drop constraint cifra_tramo_pkey,
  add column tipo smallint not null check (tipo in (1, 2)),
  add primary key (empresa_id, ambiente, tipo, grano, desde);
alter table cifra_parte
  add primary key (empresa_id, ambiente, tipo, grano, desde, corte, clave),
  add foreign key (empresa_id, ambiente, tipo, grano, desde) references cifra_tramo on delete cascade;

-- A transaction notes a day once, however many of its documents it changes (a month that is imported).
alter table cifra_cambio
  drop constraint cifra_cambio_pkey,
  drop column n,
  add column tipo smallint not null check (tipo in (1, 2)),
  add unique nulls not distinct (empresa_id, xid, tipo, ambiente, dia);
alter table compra_cambio drop constraint compra_cambio_pkey, drop column n;
truncate compra_cambio, compra_casillero;
alter table compra_cambio add unique nulls not distinct (empresa_id, xid, ambiente, mes);

create or replace function cifra_tramo_vale(t cifra_tramo) returns boolean
  language sql stable
  as $$
    select not exists (
      select from cifra_cambio x
       where x.empresa_id = t.empresa_id and x.tipo = t.tipo and not pg_visible_in_snapshot(x.xid, t.foto)
         and (x.dia is null or x.ambiente = t.ambiente and x.dia >= t.desde
              and x.dia < case t.grano when 'DIA' then t.desde + 1 else (t.desde + interval '1 month')::date end))
  $$;

drop function anotar_cambio_de_cifras(uuid, text, date);
create function anotar_cambio_de_cifras(de_empresa uuid, de_ambiente text, de_tipo integer, de_dia date) returns void
  language plpgsql as $$
begin
  if de_dia <= dia_de_cifras() + 1 then
    insert into cifra_cambio (empresa_id, ambiente, tipo, dia) values (de_empresa, de_ambiente, de_tipo, de_dia) on conflict do nothing;
  end if;
end $$;

-- A liquidación de compra is an expense, the other documents are sales.
create or replace function documento_cambia_cifras() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (old.ambiente, old.tipo, old.fecha_emision) <> (new.ambiente, new.tipo, new.fecha_emision) then
      perform anotar_cambio_de_cifras(old.empresa_id, old.ambiente, case old.tipo when '03' then 2 else 1 end, old.fecha_emision);
    end if;
  end if;
  perform anotar_cambio_de_cifras(new.empresa_id, new.ambiente, case new.tipo when '03' then 2 else 1 end, new.fecha_emision);
  return null;
end $$;
drop trigger cifras_nuevas on documento;
create trigger cifras_nuevas after insert on documento for each row
  when (new.pestana in (1, 2) and new.tipo in ('01', '03', '04', '05')) execute function documento_cambia_cifras();
drop trigger cifras_cambian on documento;
create trigger cifras_cambian after update on documento for each row
  when ((old.pestana in (1, 2) or new.pestana in (1, 2)) and (old.tipo in ('01', '03', '04', '05') or new.tipo in ('01', '03', '04', '05'))
    and (old.pestana, old.version, old.ambiente, old.tipo, old.fecha_emision, old.establecimiento, old.vendedor_id, old.receptor_identificacion,
         old.receptor_nombre, old.subtotal, old.iva, old.total)
      is distinct from (new.pestana, new.version, new.ambiente, new.tipo, new.fecha_emision, new.establecimiento, new.vendedor_id,
         new.receptor_identificacion, new.receptor_nombre, new.subtotal, new.iva, new.total))
  execute function documento_cambia_cifras();

create function compra_cambia_cifras() returns trigger
  language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform anotar_cambio_de_cifras(old.empresa_id, old.ambiente, 2, old.fecha_registro);
  end if;
  if tg_op <> 'DELETE' then
    perform anotar_cambio_de_cifras(new.empresa_id, new.ambiente, 2, new.fecha_registro);
  end if;
  return null;
end $$;
create trigger cifras_nuevas after insert or delete on compra for each row execute function compra_cambia_cifras();
create trigger cifras_cambian after update on compra for each row
  when ((old.version, old.estado, old.ambiente, old.tipo, old.fecha_registro, old.sustento, old.proveedor_identificacion, old.proveedor_nombre,
         old.subtotal, old.iva, old.total, old.pagos)
      is distinct from (new.version, new.estado, new.ambiente, new.tipo, new.fecha_registro, new.sustento, new.proveedor_identificacion,
         new.proveedor_nombre, new.subtotal, new.iva, new.total, new.pagos))
  execute function compra_cambia_cifras();

create or replace function kardex_cambia_cifras() returns trigger
  language plpgsql as $$
begin
  perform anotar_cambio_de_cifras(d.empresa_id, d.ambiente, 1, d.fecha_emision)
     from (select distinct o.empresa_id, o.ambiente, o.fecha_emision
             from nuevas k join movimiento m on m.empresa_id = k.empresa_id and m.id = k.movimiento_id
             join documento o on o.empresa_id = m.empresa_id and o.id = m.documento_id
            where o.tipo in ('01', '04', '05')) d;
  return null;
end $$;

create or replace function producto_cambia_cifras() returns trigger
  language plpgsql as $$
begin
  insert into cifra_cambio (empresa_id, tipo)
  select distinct b.empresa_id, 1 from antes b left join ahora a on a.empresa_id = b.empresa_id and a.id = b.id
   where a.category_id is distinct from b.category_id
      on conflict do nothing;
  return null;
end $$;

create or replace function producto_se_va_de_cifras() returns trigger
  language plpgsql as $$
begin
  insert into cifra_cambio (empresa_id, tipo) select distinct b.empresa_id, 1 from antes b where b.category_id is not null on conflict do nothing;
  return null;
end $$;

create or replace function anotar_cambio_de_compras(de_empresa uuid, de_ambiente text, dia date) returns void
  language plpgsql as $$
begin
  if dia < mes_de_compras() then
    insert into compra_cambio (empresa_id, ambiente, mes) values (de_empresa, de_ambiente, date_trunc('month', dia)::date) on conflict do nothing;
  end if;
end $$;

create or replace function documento_cambia_compras() returns trigger
  language plpgsql as $$
begin
  if new.tipo = '03' then
    perform anotar_cambio_de_compras(new.empresa_id, new.ambiente, new.fecha_emision);
    if tg_op = 'UPDATE' then
      perform anotar_cambio_de_compras(old.empresa_id, old.ambiente, old.fecha_emision);
    end if;
  elsif tg_op = 'INSERT' or exists (select from documento_retencion r where r.empresa_id = new.empresa_id and r.documento_id = new.id and r.cod_doc = '03') then
    insert into compra_cambio (empresa_id) values (new.empresa_id) on conflict do nothing;
  end if;
  return null;
end $$;
