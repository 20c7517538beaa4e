-- What people did that is no document state: certificates, series, environment, sign-ins. Rows are added unsealed; one worker
-- chains them per company every few seconds, so that no business transaction waits for another (stack.md, trap 18).

create table auditoria (
  empresa_id  uuid not null references empresa,
  id          bigint generated always as identity,
  en          timestamptz not null,
  usuario_id  uuid,
  accion      text not null,
  objeto      text,
  detalle     jsonb not null default '{}',
  -- By default, so that no statement can forget it.
  actor_id    uuid default actor_actual() references usuario,
  primary key (empresa_id, id)
);
-- Reading the audit: the story of a record, and names for who stands in it.
create index auditoria_objeto on auditoria (empresa_id, objeto, id) where objeto is not null;
create index auditoria_en on auditoria (empresa_id, en);
call proteger_tabla('auditoria');
call solo_agregar('auditoria');
grant select, insert on auditoria to yupana_app, yupana_worker;

create table auditoria_sello (
  empresa_id  uuid not null,
  id          bigint not null,
  sello       bytea not null,
  sellado_en  timestamptz not null,
  -- A chain goes in the order in which its rows were sealed. That of the ids is nearly the same: but a transaction that is slow to commit
  -- brings a row after others of a higher id were sealed, and it is sealed after them.
  orden       bigint not null,
  primary key (empresa_id, id),
  foreign key (empresa_id, id) references auditoria
);
create unique index auditoria_sello_orden on auditoria_sello (empresa_id, orden);
call proteger_tabla('auditoria_sello');
call solo_agregar('auditoria_sello');
grant select on auditoria_sello to yupana_app;
grant select, insert on auditoria_sello to yupana_worker;

-- The last seal of each company at the end of each day, kept outside too: whoever rewrites a chain from some row on has to rewrite these.
create table auditoria_cabeza (
  empresa_id  uuid not null references empresa,
  dia         date not null,
  id          bigint not null,
  sello       bytea not null,
  primary key (empresa_id, dia),
  foreign key (empresa_id, id) references auditoria_sello
);
call proteger_tabla('auditoria_cabeza');
call solo_agregar('auditoria_cabeza');
grant select, insert on auditoria_cabeza to yupana_worker;

-- What SUPER_ADMIN did about people: they belong to no one company.
create table administracion_hecho (
  id          bigint generated always as identity primary key,
  en          timestamptz not null,
  usuario_id  uuid not null references usuario,
  accion      text not null,
  objeto      uuid not null,
  detalle     jsonb not null default '{}'
);
call solo_agregar('administracion_hecho');
grant select on administracion_hecho to yupana_worker;

-- What SUPER_ADMIN did about people is chained as the audit of a company is: one chain for the installation, with daily heads of its own.
create table administracion_sello (
  id          bigint primary key references administracion_hecho,
  sello       bytea not null,
  sellado_en  timestamptz not null,
  orden       bigint not null
);
create unique index administracion_sello_orden on administracion_sello (orden);
call solo_agregar('administracion_sello');
grant select, insert on administracion_sello to yupana_worker;

create table administracion_cabeza (
  dia    date primary key,
  id     bigint not null references administracion_sello,
  sello  bytea not null
);
call solo_agregar('administracion_cabeza');
grant select, insert on administracion_cabeza to yupana_worker;

-- Names of people that stand in the audit of this company: its own, also those who left it, and support.
create function autores_de_auditoria(ids uuid[])
  returns table (id uuid, username text, name text, surname text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.username, u.name, u.surname from usuario u
   where u.id = any(ids)
     and (exists (select 1 from usuario_empresa ue where ue.empresa_id = empresa_actual() and ue.usuario_id = u.id)
       or exists (select 1 from auditoria a where a.empresa_id = empresa_actual() and u.id in (a.usuario_id, a.actor_id)))
$$;

-- Companies whose chain grew, by rows from before an instant, since the last head of theirs.
create function auditoria_sin_cabeza(hasta timestamptz) returns table (empresa_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select e.id from empresa e
   where exists (select 1 from auditoria_sello s join auditoria a on a.empresa_id = s.empresa_id and a.id = s.id
                  where s.empresa_id = e.id and a.en < hasta
                    and s.orden > coalesce((select max(t.orden) from auditoria_cabeza c join auditoria_sello t on t.empresa_id = c.empresa_id and t.id = c.id
                                             where c.empresa_id = e.id), 0))
$$;

-- Companies whose rows wait for their seal, and the first that does: it stands behind the row that was sealed last; or, where its
-- transaction was slow, within the hour before it. Nobody looks through what was sealed in years for it: the planner, which expects
-- thousands of rows here, is kept from walking the ids from the first on (`+ 0`) and from reading every seal of the company (`is null`).
create function auditoria_sin_sellar() returns table (empresa_id uuid, desde bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select e.id, p.desde
    from empresa e
    left join lateral (select a.id, a.en from auditoria_sello s join auditoria a on a.empresa_id = s.empresa_id and a.id = s.id
                        where s.empresa_id = e.id order by s.orden desc limit 1) u on true
    cross join lateral (select min(a.id + 0) as desde from auditoria a
                         where a.empresa_id = e.id and (a.id > coalesce(u.id, 0) or a.en > u.en - interval '1 hour')
                           and (select true from auditoria_sello s where s.empresa_id = a.empresa_id and s.id = a.id) is null) p
   where p.desde is not null
$$;

revoke execute on function autores_de_auditoria, auditoria_sin_cabeza, auditoria_sin_sellar from public;
grant execute on function autores_de_auditoria to yupana_app;
grant execute on function auditoria_sin_cabeza, auditoria_sin_sellar to yupana_worker;
