-- What the sales of a month come to, kept so that a list of many months does not add up all documents again. A row goes in the transaction that
-- changes one of its documents or their marks, whatever makes the change, and comes back when it is read.
create table venta_mes (
  empresa_id uuid not null references empresa,
  ambiente   text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  mes        date not null check (extract(day from mes) = 1),
  -- SHA-256 of the statements that added it up: of others it is not the answer.
  formula    bytea not null check (length(formula) = 32),
  cifras     jsonb not null,
  primary key (empresa_id, ambiente, mes)
);
call proteger_tabla('venta_mes');
grant select, insert, update, delete on venta_mes to yupana_app;
grant select, delete on venta_mes to yupana_worker;

-- Who changes a sale shares this lock of its month; who keeps the sums takes it alone, or keeps nothing.
create function candado_venta_mes(empresa uuid, ambiente text, dia date) returns bigint
  language sql stable parallel safe
  as $$ select hashtextextended('venta_mes|' || empresa || '|' || ambiente || '|' || to_char(dia, 'YYYY-MM'), 0) $$;

create function olvidar_venta_mes(de_empresa uuid, de_ambiente text, dia date) returns void
  language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(candado_venta_mes(de_empresa, de_ambiente, dia));
  delete from venta_mes v where v.empresa_id = de_empresa and v.ambiente = de_ambiente and v.mes = date_trunc('month', dia)::date;
end $$;

-- A note counts as the factura it changes.
create function olvidar_notas_de(de_empresa uuid, factura uuid) returns void
  language plpgsql as $$
declare
  nota record;
begin
  for nota in select distinct d.ambiente, date_trunc('month', d.fecha_emision)::date as mes
                from documento_nota n join documento d on d.empresa_id = n.empresa_id and d.id = n.documento_id
               where n.empresa_id = de_empresa and n.modificado_id = factura
               order by 1, 2
  loop
    perform olvidar_venta_mes(de_empresa, nota.ambiente, nota.mes);
  end loop;
end $$;

create function documento_cambia_venta() returns trigger
  language plpgsql as $$
begin
  perform olvidar_venta_mes(new.empresa_id, new.ambiente, new.fecha_emision);
  if tg_op = 'UPDATE' then
    if (old.ambiente, date_trunc('month', old.fecha_emision)) <> (new.ambiente, date_trunc('month', new.fecha_emision)) then
      perform olvidar_venta_mes(old.empresa_id, old.ambiente, old.fecha_emision);
    end if;
    if old.version <> new.version then
      perform olvidar_notas_de(new.empresa_id, new.id);
    end if;
  end if;
  return null;
end $$;

create trigger venta_nueva after insert on documento for each row
  when (new.pestana in (1, 6) and new.tipo in ('01', '03', '04', '05')) execute function documento_cambia_venta();
-- Lines, payments, what a note changes and the form are of a version and only added: another version is another row here.
create trigger venta_cambia after update on documento for each row
  when ((old.pestana in (1, 6) or new.pestana in (1, 6) or old.version <> new.version) and (old.tipo in ('01', '03', '04', '05') or new.tipo in ('01', '03', '04', '05'))
    and (old.pestana, old.version, old.ambiente, old.tipo, old.fecha_emision, old.iva, old.receptor_tipo, old.receptor_identificacion)
      is distinct from (new.pestana, new.version, new.ambiente, new.tipo, new.fecha_emision, new.iva, new.receptor_tipo, new.receptor_identificacion))
  execute function documento_cambia_venta();

create function marca_cambia_venta() returns trigger
  language plpgsql as $$
declare
  fila record;
  venta record;
begin
  if tg_op = 'DELETE' then fila := old; else fila := new; end if;
  select d.ambiente, d.fecha_emision into venta from documento d where d.empresa_id = fila.empresa_id and d.id = fila.documento_id;
  perform olvidar_venta_mes(fila.empresa_id, venta.ambiente, venta.fecha_emision);
  perform olvidar_notas_de(fila.empresa_id, fila.documento_id);
  return null;
end $$;
create trigger marca_cambia_venta after insert or update or delete on declaracion_marca for each row execute function marca_cambia_venta();

-- What declarations ask of the few documents that are no sales is found without reading the sales.
create index documento_compras on documento (empresa_id, ambiente, tipo, fecha_emision) where tipo in ('03', '07');
