-- The public link of a quote: its token is known by its hash alone, and taken back by counting on.
alter table cotizacion add column enlace_hash bytea, add column enlace_n integer not null default 0;
create unique index cotizacion_enlace on cotizacion (enlace_hash) where enlace_hash is not null;

-- Whose quote a link leads to: who holds it belongs to no company.
create function cotizacion_de_enlace(token bytea) returns table (empresa_id uuid, cotizacion_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.empresa_id, c.id from cotizacion c join empresa e on e.id = c.empresa_id where c.enlace_hash = token and e.suspendida_en is null
$$;
revoke execute on function cotizacion_de_enlace from public;
grant execute on function cotizacion_de_enlace to yupana_app;
