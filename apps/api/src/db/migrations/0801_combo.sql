-- A combo is a product made of others: its parts leave the stock in its place (issue 13 §1). It has no stock of its own.
alter table producto
  add column partes jsonb not null default '[]' check (jsonb_typeof(partes) = 'array' and jsonb_array_length(partes) <= 30),
  add constraint producto_combo check (partes = '[]' or not manage_inventory);

-- The parts of each combo, kept by the database whoever writes the product: by them a part is found, and stays.
create table combo_parte (
  empresa_id   uuid not null references empresa,
  combo_id     uuid not null,
  producto_id  uuid not null,
  n            integer not null,
  cantidad     bigint not null check (cantidad > 0),
  primary key (empresa_id, combo_id, producto_id),
  foreign key (empresa_id, combo_id) references producto on delete cascade,
  foreign key (empresa_id, producto_id) references producto,
  check (combo_id <> producto_id)
);
create index combo_parte_producto on combo_parte (empresa_id, producto_id);
call proteger_tabla('combo_parte');
grant select, insert, delete on combo_parte to yupana_app;
grant select on combo_parte to yupana_worker;

create function combo_parte_poner() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from combo_parte where empresa_id = new.empresa_id and combo_id = new.id;
  insert into combo_parte (empresa_id, combo_id, producto_id, n, cantidad)
  select new.empresa_id, new.id, (p ->> 'producto_id')::uuid, n, (p ->> 'cantidad')::bigint
    from jsonb_array_elements(new.partes) with ordinality as x (p, n);
  return null;
end $$;
create trigger combo_parte_nuevo after insert on producto
  for each row when (new.partes <> '[]') execute function combo_parte_poner();
create trigger combo_parte_cambio after update of partes on producto
  for each row when (new.partes is distinct from old.partes) execute function combo_parte_poner();

-- A combo and its part that are deleted together: the combo lets its parts go before any of them is looked at.
create function combo_parte_soltar() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from combo_parte where empresa_id = old.empresa_id and combo_id = old.id;
  return old;
end $$;
create trigger combo_parte_fuera before delete on producto
  for each row when (old.partes <> '[]') execute function combo_parte_soltar();

-- The first movement of a product that became a combo at the same instant: it comes after the check of its key, which waits for the change.
create function existencia_sin_combo() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select 1 from producto where empresa_id = new.empresa_id and id = new.producto_id and partes <> '[]') then
    raise exception 'El producto % es un combo y no tiene existencias', new.producto_id using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger existencia_sin_combo after insert on existencia for each row execute function existencia_sin_combo();

-- Of a combo's part: how much of it left with each one.
alter table kardex add column por_combo bigint check (por_combo > 0);
