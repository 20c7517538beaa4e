-- Sums of sales that are kept, and the changes after which they are not believed.

-- What the sales of a day or of a month come to, by each cut of the dashboard and by product, kept so that a year is not added up from its
-- documents. Who changes a sale waits for nobody: he notes the day, and a stretch that was added up without that change is not believed.
create table cifra_tramo (
  empresa_id  uuid not null references empresa,
  ambiente    text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  grano       text not null check (grano in ('DIA', 'MES')),
  desde       date not null check (grano = 'DIA' or extract(day from desde) = 1),
  -- SHA-256 of the statement that added it up, with what it takes for a sale: of another it is not the answer.
  formula     bytea not null check (length(formula) = 32),
  -- What that statement saw.
  foto        pg_snapshot not null,
  primary key (empresa_id, ambiente, grano, desde)
);
call proteger_tabla('cifra_tramo');
grant select, insert, delete on cifra_tramo to yupana_app;
grant select on cifra_tramo to yupana_worker;

-- Amounts, quantities and costs ×10⁶, credit notes taken off.
create table cifra_parte (
  empresa_id  uuid not null,
  ambiente    text not null,
  grano       text not null,
  desde       date not null,
  corte       text not null,
  clave       text not null,
  nombre      text,
  codigo      text,
  documentos  integer not null,
  subtotal    bigint not null,
  iva         bigint not null,
  total       bigint not null,
  cantidad    bigint not null,
  -- Of the goods whose cost is known: what they were sold for and what they had cost.
  con_costo   bigint,
  costo       bigint,
  primary key (empresa_id, ambiente, grano, desde, corte, clave),
  foreign key (empresa_id, ambiente, grano, desde) references cifra_tramo on delete cascade
);
call proteger_tabla('cifra_parte');
grant select, insert on cifra_parte to yupana_app;
grant select on cifra_parte to yupana_worker;

-- The days whose sales changed, and by which transaction; without a day, all of the company.
-- Notes of changed days come by the thousand (a month that is imported) and go at once when its sums are kept: what is gone would be read
-- past again by each stretch until the table is swept, which by itself waits until a fifth of it is gone.
create table cifra_cambio (
  empresa_id  uuid not null references empresa,
  ambiente    text,
  dia         date,
  xid         xid8 not null default pg_current_xact_id(),
  n           bigint not null generated always as identity,
  primary key (empresa_id, n),
  check ((ambiente is null) = (dia is null))
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_analyze_scale_factor = 0,
  autovacuum_analyze_threshold = 2000);
call proteger_tabla('cifra_cambio');
grant select, insert, delete on cifra_cambio to yupana_app;
grant select, insert on cifra_cambio to yupana_worker;

-- Of whoever keeps sums of a company: one at a time, the others add up for themselves.
create function candado_cifras(empresa uuid) returns bigint
  language sql stable parallel safe
  as $$ select hashtextextended('cifra_tramo|' || empresa, 0) $$;

-- Whether a change may have come after the stretch was added up.
create function cifra_tramo_vale(t cifra_tramo) returns boolean
  language sql stable
  as $$
    select not exists (
      select from cifra_cambio x
       where x.empresa_id = t.empresa_id and not pg_visible_in_snapshot(x.xid, t.foto)
         and (x.dia is null or x.ambiente = t.ambiente and x.dia >= t.desde
              and x.dia < case t.grano when 'DIA' then t.desde + 1 else (t.desde + interval '1 month')::date end))
  $$;

-- Of the last three days nothing is kept: what is issued today costs nothing here.
create function dia_de_cifras() returns date
  language sql volatile
  as $$ select (clock_timestamp() at time zone 'America/Guayaquil')::date - 3 $$;

create function anotar_cambio_de_cifras(de_empresa uuid, de_ambiente text, de_dia date) returns void
  language plpgsql as $$
begin
  if de_dia <= dia_de_cifras() + 1 then
    insert into cifra_cambio (empresa_id, ambiente, dia) values (de_empresa, de_ambiente, de_dia);
  end if;
end $$;

create function documento_cambia_cifras() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (old.ambiente, old.fecha_emision) <> (new.ambiente, new.fecha_emision) then
      perform anotar_cambio_de_cifras(old.empresa_id, old.ambiente, old.fecha_emision);
    end if;
  end if;
  perform anotar_cambio_de_cifras(new.empresa_id, new.ambiente, new.fecha_emision);
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

-- What goods had cost is told by the kardex: by what is added to it, and by what is valued anew after a movement of a day that is past.
create function kardex_cambia_cifras() returns trigger
  language plpgsql as $$
begin
  perform anotar_cambio_de_cifras(d.empresa_id, d.ambiente, d.fecha_emision)
     from (select distinct o.empresa_id, o.ambiente, o.fecha_emision
             from nuevas k join movimiento m on m.empresa_id = k.empresa_id and m.id = k.movimiento_id
             join documento o on o.empresa_id = m.empresa_id and o.id = m.documento_id
            where o.tipo in ('01', '04', '05')) d;
  return null;
end $$;
create trigger cifras_crecen after insert on kardex referencing new table as nuevas for each statement execute function kardex_cambia_cifras();
create trigger cifras_cambian after update on kardex referencing new table as nuevas for each statement execute function kardex_cambia_cifras();

-- Sales are shown by the category that a product has today.
create function producto_cambia_cifras() returns trigger
  language plpgsql as $$
begin
  insert into cifra_cambio (empresa_id)
  select distinct b.empresa_id from antes b left join ahora a on a.empresa_id = b.empresa_id and a.id = b.id
   where a.category_id is distinct from b.category_id;
  return null;
end $$;
create trigger cifras_cambian after update on producto referencing old table as antes new table as ahora
  for each statement execute function producto_cambia_cifras();

create function producto_se_va_de_cifras() returns trigger
  language plpgsql as $$
begin
  insert into cifra_cambio (empresa_id) select distinct b.empresa_id from antes b where b.category_id is not null;
  return null;
end $$;
create trigger cifras_se_van after delete on producto referencing old table as antes for each statement execute function producto_se_va_de_cifras();
