-- What a product was sold for and what it cost, from when on, and who changed it (O-69): kept by the database, whoever writes the product.
-- `yupana.usuario` is set for the transaction by who changes products in somebody's name; without it nobody is named. It has no tie to the
-- product: the history of what is gone stays.
create table producto_precio (
  empresa_id  uuid not null references empresa,
  producto_id uuid not null,
  n           bigint generated always as identity,
  en          timestamptz not null,
  usuario_id  uuid,
  price       bigint not null,
  cost        bigint not null,
  primary key (empresa_id, producto_id, n)
);
create index producto_precio_en on producto_precio (empresa_id, producto_id, en desc, n desc);
call proteger_tabla('producto_precio');
call solo_agregar('producto_precio');
grant select, insert on producto_precio to yupana_app;

insert into producto_precio (empresa_id, producto_id, en, price, cost) select empresa_id, id, editado_en, price, cost from producto;

create function producto_precio_anotar() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into producto_precio (empresa_id, producto_id, en, usuario_id, price, cost)
  values (new.empresa_id, new.id, new.editado_en, nullif(current_setting('yupana.usuario', true), '')::uuid, new.price, new.cost);
  return null;
end $$;
create trigger producto_precio_nuevo after insert on producto for each row execute function producto_precio_anotar();
create trigger producto_precio_cambio after update of price, cost on producto
  for each row when (new.price <> old.price or new.cost <> old.cost) execute function producto_precio_anotar();
