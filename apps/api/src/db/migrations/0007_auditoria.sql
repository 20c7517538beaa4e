-- What people did that is no document state: certificates, series, environment, sign-ins. Rows are added unsealed; one worker
-- chains them per company every few seconds, so that no business transaction waits for another (stack.md, trap 18).

create table auditoria (
  empresa_id   uuid not null references empresa,
  id           bigint generated always as identity,
  en           timestamptz not null,
  usuario_id   uuid,
  accion       text not null,
  objeto       text,
  detalle      jsonb not null default '{}',
  primary key (empresa_id, id)
);
call proteger_tabla('auditoria');
call solo_agregar('auditoria');
grant select, insert on auditoria to yupana_app, yupana_worker;

create table auditoria_sello (
  empresa_id   uuid not null,
  id           bigint not null,
  sello        bytea not null,
  sellado_en   timestamptz not null,
  primary key (empresa_id, id),
  foreign key (empresa_id, id) references auditoria
);
call proteger_tabla('auditoria_sello');
call solo_agregar('auditoria_sello');
grant select on auditoria_sello to yupana_app;
grant select, insert on auditoria_sello to yupana_worker;

-- Companies whose rows wait for their seal.
create function auditoria_sin_sellar() returns table (empresa_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select distinct a.empresa_id from auditoria a
   where not exists (select 1 from auditoria_sello s where s.empresa_id = a.empresa_id and s.id = a.id)
$$;
revoke execute on function auditoria_sin_sellar from public;
grant execute on function auditoria_sin_sellar to yupana_worker;
