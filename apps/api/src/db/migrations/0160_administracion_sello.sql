-- What SUPER_ADMIN did about people is chained as the audit of a company is: one chain for the installation, with daily heads of its own.
create table administracion_sello (
  id           bigint primary key references administracion_hecho,
  sello        bytea not null,
  sellado_en   timestamptz not null
);
call solo_agregar('administracion_sello');

create table administracion_cabeza (
  dia          date primary key,
  id           bigint not null references administracion_sello,
  sello        bytea not null
);
call solo_agregar('administracion_cabeza');

grant select on administracion_hecho to yupana_worker;
grant select, insert on administracion_sello, administracion_cabeza to yupana_worker;
