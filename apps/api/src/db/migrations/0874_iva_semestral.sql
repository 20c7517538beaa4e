-- Form 104 by half-years, for who sells only at 0 % or has all of its IVA withheld; such a condition begins and ends with one.
alter table empresa_condicion drop constraint empresa_condicion_tipo_check,
  add constraint empresa_condicion_tipo_check
    check (tipo in ('REGIMEN', 'AGENTE_RETENCION', 'CONTRIBUYENTE_ESPECIAL', 'IVA_SEMESTRAL', 'ICE', 'IRBPNR', 'TURISMO')),
  add constraint empresa_condicion_semestre_check
    check (tipo <> 'IVA_SEMESTRAL' or (extract(day from desde) = 1 and extract(month from desde) in (1, 7)
                                       and (hasta is null or (extract(day from hasta + 1) = 1 and extract(month from hasta + 1) in (1, 7)))));
