-- The reduced IVA of tourism holds on decreed days in decreed places (O-121): who gives such services, and where an establishment lies.
alter table empresa_condicion drop constraint empresa_condicion_tipo_check,
  add constraint empresa_condicion_tipo_check check (tipo in ('REGIMEN', 'AGENTE_RETENCION', 'CONTRIBUYENTE_ESPECIAL', 'ICE', 'IRBPNR', 'TURISMO'));
-- INEC code of the cantón; null where nobody said it.
alter table establecimiento add column canton text check (canton ~ '^\d{4}$');
alter table norma drop constraint norma_tema_check,
  add constraint norma_tema_check check (tema in ('PARAMETRO', 'IVA', 'IVA_TURISMO', 'ICE', 'IRBPNR', 'RETENCION_RENTA', 'RETENCION_IVA', 'RETENCION_ISD', 'RETENCION_PRESUNTIVA', 'FORMA_PAGO', 'SUSTENTO', 'FERIADO'));
