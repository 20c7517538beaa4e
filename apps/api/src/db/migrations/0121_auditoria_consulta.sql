-- Reading the audit: the story of a record, and names for who stands in it.
create index auditoria_objeto on auditoria (empresa_id, objeto, id) where objeto is not null;
create index auditoria_en on auditoria (empresa_id, en);

-- Names of people that stand in the audit of this company: its own, also those who left it, and support.
create function autores_de_auditoria(ids uuid[])
  returns table (id uuid, username text, name text, surname text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.username, u.name, u.surname from usuario u
   where u.id = any(ids)
     and (exists (select 1 from usuario_empresa ue where ue.empresa_id = empresa_actual() and ue.usuario_id = u.id)
       or exists (select 1 from auditoria a where a.empresa_id = empresa_actual() and u.id in (a.usuario_id, a.actor_id)))
$$;
revoke execute on function autores_de_auditoria from public;
grant execute on function autores_de_auditoria to yupana_app;

-- The last seal of each company at the end of each day, kept outside too: whoever rewrites a chain from some row on has to rewrite these.
create table auditoria_cabeza (
  empresa_id   uuid not null references empresa,
  dia          date not null,
  id           bigint not null,
  sello        bytea not null,
  primary key (empresa_id, dia),
  foreign key (empresa_id, id) references auditoria_sello
);
call proteger_tabla('auditoria_cabeza');
call solo_agregar('auditoria_cabeza');
grant select, insert on auditoria_cabeza to yupana_worker;

-- Companies whose chain grew, by rows from before an instant, since the last head of theirs.
create function auditoria_sin_cabeza(hasta timestamptz) returns table (empresa_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select e.id from empresa e
   where exists (select 1 from auditoria_sello s join auditoria a on a.empresa_id = s.empresa_id and a.id = s.id
                  where s.empresa_id = e.id and a.en < hasta
                    and s.id > coalesce((select max(c.id) from auditoria_cabeza c where c.empresa_id = e.id), 0))
$$;
revoke execute on function auditoria_sin_cabeza from public;
grant execute on function auditoria_sin_cabeza to yupana_worker;
