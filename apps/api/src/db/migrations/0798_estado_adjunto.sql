-- A reminder may bring the account statement along: its PDF is drawn when it is sent (O-105), by the worker. `con_estado` says of which
-- environment; null where none goes along.
alter table recordatorio add column con_estado text check (con_estado in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION'));
alter table carta_cuenta add column adjunto_recordatorio uuid,
  drop constraint carta_cuenta_adjunto,
  add constraint carta_cuenta_adjunto
    check (num_nonnulls(adjunto_cotizacion, adjunto_paquete, adjunto_recordatorio) = num_nonnulls(adjunto_empresa));
