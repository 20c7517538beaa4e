-- The picture of a product, as it was made anew at upload, and small for lists (O-68). `producto.imagen` changes with it. It is left alone
-- when the product goes: who takes the deletion back finds it again.
alter table producto add column imagen text;
create table producto_imagen (
  empresa_id  uuid not null references empresa,
  producto_id uuid not null,
  tipo        text not null check (tipo in ('image/png', 'image/jpeg')),
  bytes       bytea not null check (octet_length(bytes) between 1 and 4000000),
  mini_tipo   text not null check (mini_tipo in ('image/png', 'image/jpeg')),
  mini        bytea not null check (octet_length(mini) between 1 and 200000),
  guardada_en timestamptz not null,
  primary key (empresa_id, producto_id)
);
call proteger_tabla('producto_imagen');
grant select, insert, update, delete on producto_imagen to yupana_app;
