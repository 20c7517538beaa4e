-- An account statement that was mailed as such (issue 13): of which side and days. A reminder has no side, and always something owed.
alter table recordatorio add column estado_sentido text check (estado_sentido in ('COBRAR', 'PAGAR'));
alter table recordatorio add column estado_desde date;
alter table recordatorio add column estado_hasta date;
alter table recordatorio drop constraint recordatorio_total_check;
alter table recordatorio add constraint recordatorio_total_check check (total > 0 or estado_sentido is not null);
alter table recordatorio add constraint recordatorio_estado_check check (
  case when estado_sentido is null then num_nonnulls(estado_desde, estado_hasta) = 0 else con_estado is not null end);
