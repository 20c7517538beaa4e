-- Whose files lie in a place: a bucket or a folder carries the name of its installation, and nobody else puts or removes anything there.
-- A restored copy takes another name.
alter table instalacion add column almacen uuid not null default gen_random_uuid();
-- An object waits to be removed before it is put; whoever keeps it takes it off. So what nobody kept goes by itself, and nothing else does.
grant select, insert, delete on almacen_baja to yupana_app;
grant insert on almacen_baja to yupana_worker;

-- Whether parts of any company lie outside of the database.
create function almacen_hay_fuera() returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from archivo_parte p where not exists (select from almacen_objeto o where o.objeto = p.objeto))
$$;
revoke execute on function almacen_hay_fuera from public;
grant execute on function almacen_hay_fuera to yupana_app, yupana_worker;

-- Who asks looks at what waits to be removed: only a row keeps an object.
create or replace function almacen_sin_fila(objetos uuid[]) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select o from unnest(objetos) o where not exists (select from archivo_parte p where p.objeto = o)
$$;
