// What a script may change while the simulator runs.

export interface Ajustes {
  /** Simulated processing before an authorisation shows. */
  retrasoMs: number
  /** What a query answers meanwhile: nothing yet (0 documents), or one of the spellings of «in process». */
  pendiente: 'vacia' | 'en-proceso' | 'en-procesamiento' | 'ppr'
  modo: 'permisivo' | 'estricto'
  /** Tolerance of the arithmetic. The authority has not published its own. */
  toleranciaCentavos: number
  /** Days back that an emission date may lie (observed text: 129600 minutes). */
  toleranciaDias: number
  /** Seconds that a SigningTime may lie ahead of our clock. */
  toleranciaFirmaSegundos: number
  ambiente: 'ambos' | '1' | '2'
  /** Transmissions that one address may make in a simulated minute before it is sanctioned (33); null without limit. */
  maximoPorMinuto: number | null
  /** Days back that the consultation services answer for (99 beyond); null without limit: the authority has not published its own. */
  rangoConsultaDias: number | null
  /** All services cut every connection. */
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

/** Names of the settings that cannot be taken; the others are applied only when all are good. */
export function applyAjustes(target: Ajustes, changes: Readonly<Record<string, unknown>>): string[] {
  const wrong = Object.entries(changes).filter(([key, value]) => !(Object.hasOwn(RULES, key) && RULES[key as keyof Ajustes](value)))
  if (wrong.length === 0) Object.assign(target, changes)
  return wrong.map(([key]) => key)
}
