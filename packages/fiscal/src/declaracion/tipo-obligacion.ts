/** Kinds of obligations; those of one day are listed in this order. */
export const TIPOS_OBLIGACION = ['104', '103', 'ATS', 'RENTA', 'ANEXO_GASTOS', 'RETENCION', 'ACEPTACION', 'ANULACION', 'FIRMA'] as const
export type TipoObligacion = (typeof TIPOS_OBLIGACION)[number]
