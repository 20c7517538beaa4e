-- Since when a service of the SRI does not answer: people are told the hour, not only that it is so.
alter table servicio_sri add column callado_desde timestamptz;
alter table servicio_sri_empresa add column callado_desde timestamptz;
update servicio_sri set callado_desde = abierto_hasta where abierto_hasta is not null;
update servicio_sri_empresa set callado_desde = abierto_hasta;
