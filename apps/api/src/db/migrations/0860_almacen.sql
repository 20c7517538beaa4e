-- Sealed parts of files lie in a storage under random names (O-105, adr/0014): here, unless the installation names a folder or a bucket.
-- The row of a part keeps its key and its name.
create table almacen_objeto (
  objeto uuid primary key,
  bytes  bytea not null
);
-- What is encrypted does not get smaller.
alter table almacen_objeto alter column bytes set storage external;
grant select, insert on almacen_objeto to yupana_app;
grant select, insert, delete on almacen_objeto to yupana_worker;

-- Objects whose rows went, with the key that opened them; the worker removes them a day later.
create table almacen_baja (
  objeto uuid primary key,
  desde  timestamptz not null
);
create index almacen_baja_desde on almacen_baja (desde);
grant select, delete on almacen_baja to yupana_worker;

alter table archivo_parte no force row level security;
alter table archivo_parte add column objeto uuid;
update archivo_parte set objeto = gen_random_uuid();
insert into almacen_objeto select objeto, cifrado from archivo_parte;
alter table archivo_parte drop column cifrado;
alter table archivo_parte alter column objeto set not null;
alter table archivo_parte add constraint archivo_parte_objeto unique (objeto);
alter table archivo_parte force row level security;

create function almacen_dar_de_baja() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into almacen_baja values (old.objeto, now()) on conflict do nothing;
  return null;
end $$;
create trigger almacen_baja after delete on archivo_parte for each row execute function almacen_dar_de_baja();

-- Of these objects, those that no part names and that do not wait to be removed: of all companies.
create function almacen_sin_fila(objetos uuid[]) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select o from unnest(objetos) o
   where not exists (select from archivo_parte p where p.objeto = o) and not exists (select from almacen_baja b where b.objeto = o)
$$;
revoke execute on function almacen_sin_fila, almacen_dar_de_baja from public;
grant execute on function almacen_sin_fila to yupana_worker;
