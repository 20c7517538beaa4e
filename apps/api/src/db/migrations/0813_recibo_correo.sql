-- The receipt of a payment goes out by mail (issue 13): its PDF is drawn when it is sent (O-105), by the worker.
alter table carta_cuenta add column adjunto_pago uuid,
  drop constraint carta_cuenta_adjunto,
  add constraint carta_cuenta_adjunto
    check (num_nonnulls(adjunto_cotizacion, adjunto_paquete, adjunto_recordatorio, adjunto_pago) = num_nonnulls(adjunto_empresa));
create index carta_cuenta_pago on carta_cuenta (adjunto_empresa, adjunto_pago, creado_en desc) where adjunto_pago is not null;
-- Whether it goes by itself when money is collected.
alter table ajuste_correo add column recibo_al_cobrar boolean not null default false;
