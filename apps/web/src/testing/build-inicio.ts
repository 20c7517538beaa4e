import type { Inicio } from '@yupana/contract'

/** A company without pending steps or matters. */
export const buildInicio = (changes: Partial<Omit<Inicio, 'atencion'>> & { atencion?: Partial<Inicio['atencion']> } = {}): Inicio => ({
  hoy: '2026-06-15',
  pasos: { empresa: true, condiciones: true, firma: true, producto: true, cliente: true, factura: true },
  ultimos: [],
  ventas_hoy: [],
  ventas: null,
  estados: [],
  plan: null,
  por_retener: null,
  ...changes,
  atencion: {
    no_autorizados: 0,
    en_espera: 0,
    en_revision: 0,
    retenidos: 0,
    correos_fallidos: 0,
    por_anular: 0,
    no_corresponden: 0,
    compras_anuladas: 0,
    retenciones_anuladas: 0,
    por_reponer: 0,
    sin_firmar: 0,
    buzon: null,
    pausada: null,
    firma: { dias_restantes: 200, hasta: '2027-01-01T05:00:00Z', inservible: false },
    ...changes.atencion,
  },
})
