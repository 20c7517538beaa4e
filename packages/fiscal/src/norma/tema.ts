/** Themes of dated legal facts. */
export const TEMA_LABEL = {
  PARAMETRO: 'Parámetros',
  IVA: 'Tarifas de IVA',
  IVA_TURISMO: 'Días de IVA 8% en turismo',
  ICE: 'Tarifas de ICE',
  IRBPNR: 'IRBPNR',
  RETENCION_RENTA: 'Retención de renta',
  RETENCION_IVA: 'Retención de IVA',
  RETENCION_ISD: 'Retención de ISD',
  RETENCION_PRESUNTIVA: 'Retención presuntiva',
  FORMA_PAGO: 'Formas de pago',
  SUSTENTO: 'Sustento tributario',
  FERIADO: 'Feriados nacionales',
} as const
export type Tema = keyof typeof TEMA_LABEL
export const TEMAS = Object.keys(TEMA_LABEL) as Tema[]
