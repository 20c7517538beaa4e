-- A logo is made anew at upload: no more points than A4 prints, opaque, eight bits of red, green and blue. Those stored before are made anew
-- by the worker, which finds them here across companies.
alter table empresa add column logo_hecho boolean not null default false;
create index empresa_logo_por_rehacer on empresa (id) where logo is not null and not logo_hecho;
grant update (logo, logo_tipo, logo_hecho) on empresa to yupana_worker;

create function logos_por_rehacer() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select id from empresa where logo is not null and not logo_hecho order by id limit 20
$$;
revoke execute on function logos_por_rehacer from public;
grant execute on function logos_por_rehacer to yupana_worker;
