-- What the sales of a day or of a month come to, by each cut of the dashboard and by product, kept so that a year is not added up from its
-- documents. A stretch goes in the transaction that changes one of its documents, goods or categories, and comes back when it is read.
create table cifra_tramo (
  empresa_id uuid not null references empresa,
  ambiente   text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  grano      text not null check (grano in ('DIA', 'MES')),
  desde      date not null check (grano = 'DIA' or extract(day from desde) = 1),
  -- SHA-256 of the statement that added it up: of another it is not the answer.
  formula    bytea not null check (length(formula) = 32),
  primary key (empresa_id, ambiente, grano, desde)
);
call proteger_tabla('cifra_tramo');
grant select, insert, delete on cifra_tramo to yupana_app;
grant select, delete on cifra_tramo to yupana_worker;

-- Amounts, quantities and costs ×10⁶, credit notes taken off.
create table cifra_parte (
  empresa_id uuid not null,
  ambiente   text not null,
  grano      text not null,
  desde      date not null,
  corte      text not null,
  clave      text not null,
  nombre     text,
  codigo     text,
  documentos integer not null,
  subtotal   bigint not null,
  iva        bigint not null,
  total      bigint not null,
  cantidad   bigint not null,
  -- Of the goods whose cost is known: what they were sold for and what they had cost.
  con_costo  bigint,
  costo      bigint,
  primary key (empresa_id, ambiente, grano, desde, corte, clave),
  foreign key (empresa_id, ambiente, grano, desde) references cifra_tramo on delete cascade
);
call proteger_tabla('cifra_parte');
grant select, insert on cifra_parte to yupana_app;
grant select on cifra_parte to yupana_worker;

-- Who changes a sale shares the locks of its day and month; who keeps their sums takes them alone, or keeps nothing.
create function candado_cifra(empresa uuid, ambiente text, grano text, desde date) returns bigint
  language sql stable parallel safe
  as $$ select hashtextextended('cifra_tramo|' || empresa || '|' || ambiente || '|' || grano || '|' || desde, 0) $$;
-- The same between who files products under other categories and who keeps the sums of any stretch.
create function candado_categorias(empresa uuid) returns bigint
  language sql stable parallel safe
  as $$ select hashtextextended('cifra_tramo|' || empresa || '|categorias', 0) $$;

create function olvidar_cifras(de_empresa uuid, de_ambiente text, dia date) returns void
  language plpgsql as $$
declare
  mes constant date := date_trunc('month', dia)::date;
begin
  perform pg_advisory_xact_lock_shared(candado_cifra(de_empresa, de_ambiente, 'MES', mes));
  perform pg_advisory_xact_lock_shared(candado_cifra(de_empresa, de_ambiente, 'DIA', dia));
  delete from cifra_tramo t
   where t.empresa_id = de_empresa and t.ambiente = de_ambiente and (t.grano, t.desde) in (('DIA', dia), ('MES', mes));
end $$;

create function documento_cambia_cifras() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (old.ambiente, old.fecha_emision) <> (new.ambiente, new.fecha_emision) then
      perform olvidar_cifras(old.empresa_id, old.ambiente, old.fecha_emision);
    end if;
  end if;
  perform olvidar_cifras(new.empresa_id, new.ambiente, new.fecha_emision);
  return null;
end $$;
create trigger cifras_nuevas after insert on documento for each row
  when (new.pestana in (1, 2) and new.tipo in ('01', '04', '05')) execute function documento_cambia_cifras();
-- Lines and payments are of a version and only added: another version is another row here.
create trigger cifras_cambian after update on documento for each row
  when ((old.pestana in (1, 2) or new.pestana in (1, 2)) and (old.tipo in ('01', '04', '05') or new.tipo in ('01', '04', '05'))
    and (old.pestana, old.version, old.ambiente, old.tipo, old.fecha_emision, old.establecimiento, old.vendedor_id, old.receptor_identificacion,
         old.receptor_nombre, old.subtotal, old.iva, old.total)
      is distinct from (new.pestana, new.version, new.ambiente, new.tipo, new.fecha_emision, new.establecimiento, new.vendedor_id,
         new.receptor_identificacion, new.receptor_nombre, new.subtotal, new.iva, new.total))
  execute function documento_cambia_cifras();

-- What goods had cost is told by the kardex, whose rows are only added: for a document, or to correct what was added for it before.
create function kardex_cambia_cifras() returns trigger
  language plpgsql as $$
declare
  venta record;
begin
  for venta in select distinct d.empresa_id, d.ambiente, d.fecha_emision
                 from nuevas k join movimiento m on m.empresa_id = k.empresa_id and m.id = k.movimiento_id
                 join documento d on d.empresa_id = m.empresa_id and d.id = m.documento_id
                where d.tipo in ('01', '04', '05')
                order by 3
  loop
    perform olvidar_cifras(venta.empresa_id, venta.ambiente, venta.fecha_emision);
  end loop;
  return null;
end $$;
create trigger cifras_cambian after insert on kardex referencing new table as nuevas for each statement execute function kardex_cambia_cifras();

-- Sales are shown by the category that a product has today.
create function producto_cambia_cifras() returns trigger
  language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(candado_categorias(old.empresa_id));
  delete from cifra_tramo t where t.empresa_id = old.empresa_id;
  return null;
end $$;
create trigger cifras_cambian after update of category_id on producto for each row
  when (old.category_id is distinct from new.category_id) execute function producto_cambia_cifras();
create trigger cifras_se_van after delete on producto for each row
  when (old.category_id is not null) execute function producto_cambia_cifras();
