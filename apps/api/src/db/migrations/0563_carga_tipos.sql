-- Besides products and prices a company uploads its initial stock (3) and its people (4), O-70.
alter table carga drop constraint carga_tipo_check, add check (tipo in (1, 2, 3, 4));
-- Stock is of an environment (O-90); what was uploaded before has none.
alter table carga add column ambiente text not null default 'SIMULADOR' check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION'));
alter table carga alter column ambiente drop default;
grant insert on persona to yupana_worker;
grant select on mes_cerrado to yupana_worker;
