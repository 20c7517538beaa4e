-- What long lists read of a great company: less than all of it.

-- The day of its last entry: the first page of a statement asks only accounts that moved lately.
alter table cuenta add column ultimo_asiento date;
update cuenta c set ultimo_asiento = coalesce(
  (select max(a.fecha) from asiento a where a.empresa_id = c.empresa_id and a.cuenta_id = c.id), c.fecha);
alter table cuenta alter column ultimo_asiento set not null;
grant update (ultimo_asiento) on cuenta to yupana_app, yupana_worker;

-- With the balance, so that what is open is counted and summed without its rows.
drop index cuenta_abierta;
create index cuenta_abierta on cuenta (empresa_id, ambiente, sentido, vence, id) include (saldo) where saldo <> 0;

-- The few transfers that are on their way, among all movements.
create index movimiento_en_transito on movimiento (empresa_id, ambiente) where estado = 'EN_TRANSITO';
