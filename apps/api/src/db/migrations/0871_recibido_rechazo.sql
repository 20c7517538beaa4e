-- Files and claves that did not come into the inbox, and why: kept until they are cleared, the last ones of each company (issue 14).
create table recibido_rechazo (
  empresa_id uuid not null references empresa,
  ambiente   text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  archivo    text collate "C" not null,
  motivo     text collate "C" not null,
  usuario_id uuid not null,
  en         timestamptz not null,
  primary key (empresa_id, ambiente, archivo, motivo)
);
create index recibido_rechazo_en on recibido_rechazo (empresa_id, ambiente, en desc, archivo, motivo);
call proteger_tabla('recibido_rechazo');
grant select, insert, update, delete on recibido_rechazo to yupana_app;
