// What a script may change while the simulator runs.

export interface Ajustes {
  /** Simulated processing before an authorisation shows. */
  retrasoMs: number
  /** Answer to a query meanwhile: nothing yet (0 documents), or one of the spellings of «in process». */
  pendiente: 'vacia' | 'en-proceso' | 'en-procesamiento' | 'ppr'
  modo: 'permisivo' | 'estricto'
  /** Tolerance of the arithmetic. The authority has not published its own. */
  toleranciaCentavos: number
  /** Oldest emission date, in days back (observed text: 129600 minutes). */
  toleranciaDias: number
  /** Seconds by which a SigningTime may be ahead of our clock. */
  toleranciaFirmaSegundos: number
  ambiente: 'ambos' | '1' | '2'
  /** Transmissions of one address per simulated minute before it is sanctioned (33); null without limit. */
  maximoPorMinuto: number | null
  /** Days back that the consultation services cover (99 beyond); null without limit: the authority has not published its own. */
  rangoConsultaDias: number | null
  /** Whether all services cut every connection. */
  caido: boolean
  /** Milliseconds added to the simulated clock. */
  desfaseReloj: number
}

export const DEFAULTS: Readonly<Ajustes> = {
  retrasoMs: 300,
  pendiente: 'vacia',
  modo: 'permisivo',
  toleranciaCentavos: 1,
  toleranciaDias: 90,
  toleranciaFirmaSegundos: 60,
  ambiente: 'ambos',
  maximoPorMinuto: null,
  rangoConsultaDias: null,
  caido: false,
  desfaseReloj: 0,
}

const RULES: { readonly [K in keyof Ajustes]: (value: unknown) => boolean } = {
  retrasoMs: (v) => isWhole(v, 0, 7 * 86_400_000),
  pendiente: (v) => typeof v === 'string' && ['vacia', 'en-proceso', 'en-procesamiento', 'ppr'].includes(v),
  modo: (v) => v === 'permisivo' || v === 'estricto',
  toleranciaCentavos: (v) => isWhole(v, 0, 10_000),
  toleranciaDias: (v) => isWhole(v, 0, 36_500),
  toleranciaFirmaSegundos: (v) => isWhole(v, 0, 86_400),
  ambiente: (v) => v === 'ambos' || v === '1' || v === '2',
  maximoPorMinuto: (v) => v === null || isWhole(v, 1, 1_000_000),
  rangoConsultaDias: (v) => v === null || isWhole(v, 0, 36_500),
  caido: (v) => typeof v === 'boolean',
  desfaseReloj: (v) => isWhole(v, -366 * 86_400_000, 366 * 86_400_000),
}

const isWhole = (value: unknown, min: number, max: number): boolean =>
  Number.isInteger(value) && (value as number) >= min && (value as number) <= max

/** Names of invalid settings; settings are applied only when all are valid. */
export function applyAjustes(target: Ajustes, changes: Readonly<Record<string, unknown>>): string[] {
  const wrong = Object.entries(changes).filter(([key, value]) => !(Object.hasOwn(RULES, key) && RULES[key as keyof Ajustes](value)))
  if (wrong.length === 0) Object.assign(target, changes)
  return wrong.map(([key]) => key)
}
