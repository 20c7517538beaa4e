import type { Random } from '../../src/testing/random.ts'

type Final = 'AUTORIZADO' | 'RECHAZADO' | 'CUARENTENA'

/** Script of the authority for one document, and the expected end of the document. */
export interface Plan {
  /** Rules for the simulator's control address, without the clave. */
  fallas: readonly Readonly<Record<string, unknown>>[]
  espera: Final
  /** Milliseconds of processing at the authority, before which the result is unknown. */
  demora?: number
}

export interface FallaDelSri {
  /** Number in reliability §2.5. */
  numero: number
  nombre: string
  plan(random: Random): Plan
  /** Instead, the whole port is held for this time, in real milliseconds. */
  puerto?: { modo: 'cerrado' | 'sordo'; ms: number }
  /** Whether the series stops afterwards until a person decides: later documents need another company. */
  detiene?: true
}

const FASES = ['recepcion', 'autorizacion'] as const
const MINUTE = 60_000
const HOUR = 3_600_000
/** Size of an oversized answer, in bytes; the limit of an answer is about a megabyte. */
const GRANDE = 3_000_000

const pick = <T>(random: Random, list: readonly T[]): T => list[random.between(0, list.length - 1)] as T

/** A fault on one service or both, once to three times, sometimes only after the call took effect. */
function onTheWire(random: Random, tipos: readonly string[], { veces = 3, more = {} }: { veces?: number; more?: object } = {}): Plan {
  const fases = pick(random, [[FASES[0]], [FASES[1]], FASES])
  return {
    fallas: fases.map((fase) => ({
      tipo: pick(random, tipos),
      fase,
      veces: random.between(1, veces),
      procesar: random.chance(0.5),
      ...more,
    })),
    espera: 'AUTORIZADO',
  }
}

const wire = (
  numero: number,
  nombre: string,
  tipos: readonly string[] = [nombre],
  options?: { veces?: number; more?: object },
): FallaDelSri => ({ numero, nombre, plan: (random) => onTheWire(random, tipos, options) })

const said = (codigo: string, procesar: boolean, espera: Final): Plan => ({
  fallas: [{ tipo: 'veredicto', fase: 'recepcion', estado: 'DEVUELTA', codigo, procesar }],
  espera,
})

const AUTORIZACIONES: readonly (readonly [string, Final])[] = [
  ['autorizaciones-varias', 'AUTORIZADO'],
  ['sin-fecha', 'AUTORIZADO'],
  ['autorizacion-ajena', 'CUARENTENA'],
  ['comprobante-alterado', 'CUARENTENA'],
]

const ATRASOS_RELOJ = [MINUTE / 2, 10 * MINUTE, 24 * HOUR]

/** The 24 kinds of reliability §2.5, in its order. */
export const FALLAS: readonly FallaDelSri[] = [
  { numero: 1, nombre: 'conexion-rechazada', puerto: { modo: 'cerrado', ms: 400 }, plan: () => ({ fallas: [], espera: 'AUTORIZADO' }) },
  { numero: 2, nombre: 'conexion-sin-respuesta', puerto: { modo: 'sordo', ms: 900 }, plan: () => ({ fallas: [], espera: 'AUTORIZADO' }) },
  wire(3, 'silencio', ['silencio'], { veces: 1 }),
  wire(4, 'corte-antes'),
  wire(5, 'corte-a-mitad', ['corte-a-mitad'], { more: { procesar: true } }),
  wire(6, 'corte-despues', ['corte-despues'], { more: { procesar: true } }),
  wire(7, 'goteo', ['goteo'], { veces: 1, more: { procesar: true, ms: 1000 } }),
  wire(8, 'http-500'),
  wire(9, 'http-502'),
  wire(10, 'http-503'),
  wire(11, 'http-302'),
  wire(12, 'vacio'),
  wire(13, 'xml-truncado'),
  wire(14, 'basura'),
  wire(15, 'tipo-charset-bom', ['tipo-contenido', 'charset', 'bom'], { more: { procesar: true } }),
  wire(16, 'gigante-o-bomba', ['gigante', 'bomba-gzip'], { more: { tamano: GRANDE } }),
  wire(17, 'soap-fault'),
  wire(18, 'respuesta-doble', ['respuesta-doble'], { more: { procesar: true } }),
  {
    numero: 19,
    nombre: 'autorizacion-tardia',
    plan(random) {
      const demora = random.between(MINUTE, 20 * HOUR)
      return { fallas: [{ tipo: 'tardia', fase: 'recepcion', ms: demora }], espera: 'AUTORIZADO', demora }
    },
  },
  // The clave may be really registered or not; the product must find out.
  { numero: 20, nombre: 'codigo-43', plan: (random) => said('43', random.chance(0.5), 'AUTORIZADO') },
  { numero: 21, nombre: 'codigo-45', detiene: true, plan: () => said('45', false, 'CUARENTENA') },
  { numero: 22, nombre: 'codigo-70', plan: () => said('70', true, 'AUTORIZADO') },
  {
    numero: 23,
    nombre: 'autorizaciones-varias-o-ajenas',
    plan(random) {
      const [tipo, espera] = pick(random, AUTORIZACIONES)
      return { fallas: [{ tipo, fase: 'autorizacion' }], espera }
    },
  },
  {
    // For an authority whose clock is behind, a signature is from the future: it is refused, and a person sends it again. Last in the list,
    // because an answer with such a clock stops emission for ten minutes.
    numero: 24,
    nombre: 'reloj-corrido',
    plan(random) {
      const ms = pick(random, ATRASOS_RELOJ) * (random.chance(0.5) ? 1 : -1)
      return { fallas: [{ tipo: 'reloj', fase: 'recepcion', ms }], espera: ms < -MINUTE ? 'RECHAZADO' : 'AUTORIZADO' }
    },
  },
]
