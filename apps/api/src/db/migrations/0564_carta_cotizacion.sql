-- A letter may bring a quote along: its PDF is drawn when it is sent (O-105), by the worker.
alter table carta_cuenta add column adjunto_empresa uuid, add column adjunto_cotizacion uuid,
  add check ((adjunto_empresa is null) = (adjunto_cotizacion is null));
grant select on cotizacion to yupana_worker;
