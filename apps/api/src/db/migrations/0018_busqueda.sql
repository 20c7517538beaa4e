-- Words by which things are found (row-level security switches trigram and full-text indexes off), and what was deleted and may come back.

-- Normalised words (no accents, lower case): a prefix of one is a range of this key.
create table busqueda (
  empresa_id  uuid not null references empresa,
  tipo        text not null check (tipo in ('bodega', 'categoria', 'compra', 'cotizacion', 'equivalencia', 'marca', 'persona', 'producto',
              'recibido', 'retencion_recibida', 'unidad', 'regla_proveedor')),
  palabra     text collate "C" not null,
  id          uuid not null,
  primary key (empresa_id, tipo, palabra, id)
);
create index busqueda_id on busqueda (empresa_id, tipo, id);
call proteger_tabla('busqueda');
grant select, insert, delete on busqueda to yupana_app;
grant select, insert, update, delete on busqueda to yupana_worker;

-- Records of a catalogue that were deleted, whole with what went with them, for as long as their deletion may be taken back (issue 13).
create table papelera (
  empresa_id  uuid not null references empresa,
  tipo        text not null,
  id          uuid not null,
  -- Rows by the name of their table.
  filas       jsonb not null,
  en          timestamptz not null,
  primary key (empresa_id, tipo, id)
);
create index papelera_en on papelera (en);
call proteger_tabla('papelera');
grant select, insert, delete on papelera to yupana_app;

create function limpiar_papelera(antes timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from papelera where en < antes
$$;

revoke execute on function limpiar_papelera from public;
grant execute on function limpiar_papelera to yupana_worker;
