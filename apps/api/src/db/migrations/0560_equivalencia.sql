-- What the items of a supplier are among the products of the company: remembered when a purchase is registered (issue 14).
create table equivalencia (
  empresa_id       uuid not null references empresa,
  proveedor_clave  text not null,
  -- 'C:' and the code of the supplier, else 'D:' and the words of the description.
  item             text collate "C" not null check (item ~ '^[CD]:' and char_length(item) <= 400),
  -- None: it is no goods of the company.
  producto_id      uuid,
  -- Units of ours in one of the supplier's, ×10⁶.
  factor           bigint not null check (factor > 0),
  usuario_id       uuid not null,
  editado_en       timestamptz not null,
  primary key (empresa_id, proveedor_clave, item),
  foreign key (empresa_id, producto_id) references producto on delete cascade
);
create index equivalencia_producto on equivalencia (empresa_id, producto_id) where producto_id is not null;
call proteger_tabla('equivalencia');
grant select, insert, update, delete on equivalencia to yupana_app;
