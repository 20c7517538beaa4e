-- A chain goes in the order in which its rows were sealed. That of the ids is nearly the same: but a transaction that is slow to commit
-- brings a row after others of a higher id were sealed, and it is sealed after them.
alter table auditoria_sello add column orden bigint;
alter table administracion_sello add column orden bigint;
alter table auditoria_sello disable trigger solo_agregar;
alter table administracion_sello disable trigger solo_agregar;
update auditoria_sello set orden = id;
update administracion_sello set orden = id;
alter table auditoria_sello enable trigger solo_agregar;
alter table administracion_sello enable trigger solo_agregar;
alter table auditoria_sello alter column orden set not null;
alter table administracion_sello alter column orden set not null;
create unique index auditoria_sello_orden on auditoria_sello (empresa_id, orden);
create unique index administracion_sello_orden on administracion_sello (orden);

-- Companies whose rows wait for their seal, and the first that does.
drop function auditoria_sin_sellar();
create function auditoria_sin_sellar() returns table (empresa_id uuid, desde bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select a.empresa_id, min(a.id) from auditoria a
   where not exists (select 1 from auditoria_sello s where s.empresa_id = a.empresa_id and s.id = a.id) group by a.empresa_id
$$;
revoke execute on function auditoria_sin_sellar from public;
grant execute on function auditoria_sin_sellar to yupana_worker;

create or replace function auditoria_sin_cabeza(hasta timestamptz) returns table (empresa_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select e.id from empresa e
   where exists (select 1 from auditoria_sello s join auditoria a on a.empresa_id = s.empresa_id and a.id = s.id
                  where s.empresa_id = e.id and a.en < hasta
                    and s.orden > coalesce((select max(t.orden) from auditoria_cabeza c join auditoria_sello t on t.empresa_id = c.empresa_id and t.id = c.id
                                             where c.empresa_id = e.id), 0))
$$;
