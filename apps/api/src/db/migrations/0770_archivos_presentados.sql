-- A filed declaration is printed as it was filed: who declared under which name, and when it was due. Null of those filed before.
alter table declaracion_presentada add column razon_social text, add column vence date;

-- The ZIP of an ATS as it was filed, in parts, so that none is held whole.
create table declaracion_ats (
  empresa_id     uuid not null,
  declaracion_id uuid not null,
  n              integer not null,
  parte          integer not null check (parte > 0),
  contenido      bytea not null check (length(contenido) between 1 and 262144),
  primary key (empresa_id, declaracion_id, n, parte),
  foreign key (empresa_id, declaracion_id, n) references declaracion_presentada
);
-- Its bytes are packed already.
alter table declaracion_ats alter column contenido set storage external;
call proteger_tabla('declaracion_ats');
call solo_agregar('declaracion_ats');
grant select, insert on declaracion_ats to yupana_app;
grant select on declaracion_ats to yupana_worker;
