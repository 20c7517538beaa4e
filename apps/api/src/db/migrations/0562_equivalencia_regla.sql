-- A remembered item is read, changed and forgotten by hand: an address of its own, and the version that is changed (issue 14).
alter table equivalencia
  add column id uuid not null default gen_random_uuid(),
  add column version integer not null default 1,
  add unique (empresa_id, id);
create index equivalencia_editada on equivalencia (empresa_id, editado_en, id);

do $$
declare tipos text;
begin
  -- Whatever may be searched by words today, and remembered items.
  select string_agg(distinct quote_literal(m[1]), ', ') || ', ''equivalencia''' into tipos
    from pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''', 'g') m where c.conname = 'busqueda_tipo_check';
  alter table busqueda drop constraint busqueda_tipo_check;
  execute format('alter table busqueda add constraint busqueda_tipo_check check (tipo in (%s))', tipos);
end $$;
