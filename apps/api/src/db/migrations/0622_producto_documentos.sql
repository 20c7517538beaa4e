-- What a product was sold and bought in, the last first. A line says what its document is and when, so that one index leads to a page.
alter table documento_linea
  add column ambiente text collate "C", add column tipo text collate "C", add column fecha date, add column en timestamptz;
alter table documento_linea disable trigger solo_agregar;
update documento_linea l set ambiente = d.ambiente, tipo = d.tipo, fecha = d.fecha_emision, en = d.creado_en
  from documento d where d.empresa_id = l.empresa_id and d.id = l.documento_id;
alter table documento_linea enable trigger solo_agregar;
alter table documento_linea
  alter column ambiente set not null, alter column tipo set not null, alter column fecha set not null, alter column en set not null;
drop index documento_linea_producto;
create index documento_linea_producto on documento_linea (empresa_id, producto_id, ambiente, tipo, fecha, en, documento_id, n, version)
  where producto_id is not null;

-- The lines of purchases that name a product; what else they say stands in the purchase. A product may go before its purchases.
create table compra_linea (
  empresa_id  uuid not null,
  compra_id   uuid not null,
  n           integer not null,
  producto_id uuid not null,
  ambiente    text collate "C" not null,
  fecha       date not null,
  en          timestamptz not null,
  -- Units of the supplier, and how many of ours each is, ×10⁶.
  cantidad    bigint not null,
  factor      bigint not null,
  base        bigint not null,
  primary key (empresa_id, compra_id, n),
  foreign key (empresa_id, compra_id) references compra on delete cascade
);
create index compra_linea_producto on compra_linea (empresa_id, producto_id, ambiente, fecha, en, compra_id, n);
call proteger_tabla('compra_linea');
grant select, insert, delete on compra_linea to yupana_app;
grant select on compra_linea to yupana_worker;
insert into compra_linea (empresa_id, compra_id, n, producto_id, ambiente, fecha, en, cantidad, factor, base)
select c.empresa_id, c.id, l.n, (l.linea ->> 'producto_id')::uuid, c.ambiente, c.fecha_emision, c.creado_en,
       (l.linea ->> 'cantidad')::bigint, coalesce((l.linea ->> 'factor')::bigint, 1000000), (l.linea ->> 'base')::bigint
  from compra c, jsonb_array_elements(c.entrada -> 'lineas') with ordinality as l (linea, n)
 where l.linea ->> 'producto_id' is not null;
