-- Day of payment whose percentages a retención follows, and why (O-92): the same on each row of a voucher.
alter table documento_retencion
  add column pago_fecha date,
  add column pago_motivo text,
  add constraint documento_retencion_pago check ((pago_fecha is null) = (pago_motivo is null));
