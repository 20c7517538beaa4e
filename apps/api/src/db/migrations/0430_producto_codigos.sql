-- Several bar codes of one product (O-68): those beside its first. An exact code is looked for at each scan, so each stands in an index of
-- its own, kept by the database whoever writes the product.
alter table producto add column barcodes text[] collate "C" not null default '{}' check (cardinality(barcodes) <= 9);

create table codigo_barras (
  empresa_id  uuid not null references empresa,
  barcode     text collate "C" not null,
  producto_id uuid not null,
  primary key (empresa_id, barcode, producto_id),
  foreign key (empresa_id, producto_id) references producto on delete cascade
);
create index codigo_barras_producto on codigo_barras (empresa_id, producto_id);
call proteger_tabla('codigo_barras');
grant select, insert, delete on codigo_barras to yupana_app;

create function codigo_barras_poner() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from codigo_barras where empresa_id = new.empresa_id and producto_id = new.id;
  insert into codigo_barras select distinct new.empresa_id, b, new.id from unnest(new.barcodes) b;
  return null;
end $$;
create trigger codigo_barras_nuevo after insert on producto
  for each row when (new.barcodes <> '{}') execute function codigo_barras_poner();
create trigger codigo_barras_cambio after update of barcodes on producto
  for each row when (new.barcodes is distinct from old.barcodes) execute function codigo_barras_poner();
