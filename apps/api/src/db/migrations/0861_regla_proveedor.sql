-- What was decided of a supplier last, proposed for its next document: learned at each purchase, corrected and forgotten by hand (issue 14).
create table regla_proveedor (
  empresa_id      uuid not null references empresa,
  id              uuid not null default gen_random_uuid(),
  proveedor_clave text collate "C" not null,
  -- ATS table 5; null: as its document suggests.
  sustento        text check (sustento ~ '^[0-9]{2}$'),
  -- Null: the default one.
  bodega_id       uuid,
  -- What is bought of it, as withholdings call it; null: as its lines and its last withholding say.
  operacion       text,
  -- Whether what the law asks to withhold is issued in the same step.
  retener         boolean not null default true,
  -- The purchase that taught it last; null: it was corrected by hand, or the purchase is gone.
  compra_id       uuid,
  usuario_id      uuid not null,
  editado_en      timestamptz not null,
  primary key (empresa_id, id),
  unique (empresa_id, proveedor_clave),
  foreign key (empresa_id, bodega_id) references bodega on delete set null (bodega_id),
  foreign key (empresa_id, compra_id) references compra on delete set null (compra_id)
);
create index regla_proveedor_editada on regla_proveedor (empresa_id, editado_en, id);
create index regla_proveedor_bodega on regla_proveedor (empresa_id, bodega_id) where bodega_id is not null;
create index regla_proveedor_compra on regla_proveedor (empresa_id, compra_id) where compra_id is not null;
call proteger_tabla('regla_proveedor');
grant select, insert, update, delete on regla_proveedor to yupana_app;

do $$
declare tipos text;
begin
  -- Whatever may be searched by words today, and what was learned of suppliers.
  select string_agg(distinct quote_literal(m[1]), ', ') || ', ''regla_proveedor''' into tipos
    from pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''', 'g') m where c.conname = 'busqueda_tipo_check';
  alter table busqueda drop constraint busqueda_tipo_check;
  execute format('alter table busqueda add constraint busqueda_tipo_check check (tipo in (%s))', tipos);
end $$;

-- What the last purchase of each supplier says today.
insert into regla_proveedor (empresa_id, proveedor_clave, sustento, bodega_id, compra_id, usuario_id, editado_en)
select distinct on (c.empresa_id, c.proveedor_clave) c.empresa_id, c.proveedor_clave, c.sustento, b.id, c.id, c.usuario_id, c.creado_en
  from compra c left join bodega b on b.empresa_id = c.empresa_id and b.id::text = c.entrada ->> 'bodega_id'
 where c.estado = 'REGISTRADA' and c.tipo not in ('04', '23', '47', '51', '372')
 order by c.empresa_id, c.proveedor_clave, c.creado_en desc, c.id;
insert into busqueda (empresa_id, tipo, palabra, id)
select distinct r.empresa_id, 'regla_proveedor', b.palabra, r.id
  from regla_proveedor r
  join compra c on c.empresa_id = r.empresa_id and c.id = r.compra_id
  join busqueda b on b.empresa_id = c.empresa_id and b.tipo = 'persona' and b.id = c.persona_id;
