-- The purchases of a settled month that a box of a form has, in their order, kept until one of them changes. What is kept is written under
-- one lock of the company, which whoever changes a purchase shares: he waits for the list that is being written, and no list lacks his change.
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
  primary key (empresa_id, ambiente, mes, cual)
);
call proteger_tabla('compra_casillero');
grant select, insert, delete on compra_casillero to yupana_app;
grant select, delete on compra_casillero to yupana_worker;

create function candado_compra_casillero(empresa uuid) returns bigint
  language sql stable parallel safe
  as $$ select hashtextextended('compra_casillero|' || empresa, 0) $$;

-- Without a day: of all months.
create function olvidar_compra_casillero(de_empresa uuid, de_ambiente text, dia date) returns void
  language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(candado_compra_casillero(de_empresa));
  delete from compra_casillero k
   where k.empresa_id = de_empresa and k.ambiente = de_ambiente and (dia is null or k.mes = date_trunc('month', dia)::date);
end $$;

create function compra_cambia_casillero() returns trigger
  language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform olvidar_compra_casillero(old.empresa_id, old.ambiente, old.fecha_registro);
  end if;
  if tg_op <> 'DELETE' then
    perform olvidar_compra_casillero(new.empresa_id, new.ambiente, new.fecha_registro);
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
    perform olvidar_compra_casillero(new.empresa_id, new.ambiente, new.fecha_emision);
    if tg_op = 'UPDATE' then
      perform olvidar_compra_casillero(old.empresa_id, old.ambiente, old.fecha_emision);
    end if;
  elsif tg_op = 'INSERT' or exists (select from documento_retencion r where r.empresa_id = new.empresa_id and r.documento_id = new.id and r.cod_doc = '03') then
    perform olvidar_compra_casillero(new.empresa_id, new.ambiente, null);
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
