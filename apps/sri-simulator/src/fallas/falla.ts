// Scripted faults: the calls that they affect, and their effect.
import type { Fase } from '../soap/servicios.ts'

/** Faults of the connection, and of the bytes of the answer. */
export const TRANSPORTE = [
  'silencio',
  'corte-antes',
  'corte-despues',
  'corte-a-mitad',
  'goteo',
  'http-500',
  'http-502',
  'http-503',
  'http-302',
  'vacio',
  'xml-truncado',
  'basura',
  'charset',
  'bom',
  'tipo-contenido',
  'gigante',
  'bomba-gzip',
  'soap-fault',
  'respuesta-doble',
] as const

/** Faults of the content of the answer. */
export const CONTENIDO = [
  'veredicto',
  'tardia',
  'vacia',
  'en-proceso',
  'autorizaciones-varias',
  'autorizacion-ajena',
  'comprobante-alterado',
  'sin-fecha',
  'reloj',
] as const

export type TipoFalla = (typeof TRANSPORTE)[number] | (typeof CONTENIDO)[number]

export interface Falla {
  readonly id: number
  readonly tipo: TipoFalla
  readonly fase: Fase | 'todas'
  readonly clave?: string
  readonly ruc?: string
  /** Remaining calls; null without limit. */
  veces: number | null
  readonly probabilidad?: number
  /** For `silencio`, `goteo` (per byte), `tardia`: the delay. For `reloj`: the offset of its clock for this call, negative for back. */
  readonly ms?: number
  /** For `veredicto`. */
  readonly codigo?: string
  readonly estado?: 'DEVUELTA' | 'NO AUTORIZADO' | 'RECHAZADO'
  readonly informacion?: string
  /** Whether the call is processed before the fault shows. */
  readonly procesar: boolean
  readonly tamano?: number
}

// These hide an answer after the work; the others answer without doing it.
const AFTER: ReadonlySet<TipoFalla> = new Set([
  'corte-despues',
  'corte-a-mitad',
  'goteo',
  'xml-truncado',
  'charset',
  'bom',
  'tipo-contenido',
  'respuesta-doble',
  'tardia',
])

const isText = (value: unknown, pattern: RegExp): boolean => value === undefined || (typeof value === 'string' && pattern.test(value))
const isNumber = (value: unknown, min: number, max: number): boolean =>
  value === undefined || (typeof value === 'number' && value >= min && value <= max)

const DAY = 86_400_000

const FIELDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  tipo: (v) => ([...TRANSPORTE, ...CONTENIDO] as readonly unknown[]).includes(v),
  fase: (v) => v === undefined || ['recepcion', 'autorizacion', 'consulta', 'todas'].includes(v as string),
  clave: (v) => isText(v, /^\d{49}$/),
  ruc: (v) => isText(v, /^\d{13}$/),
  veces: (v) => v === null || (isNumber(v, 1, 1e9) && (v === undefined || Number.isInteger(v))),
  probabilidad: (v) => isNumber(v, 0, 1),
  semilla: (v) => isNumber(v, 0, 2 ** 32),
  ms: (v) => isNumber(v, -7 * DAY, 7 * DAY),
  codigo: (v) => isText(v, /^\d{1,4}$/),
  estado: (v) => v === undefined || ['DEVUELTA', 'NO AUTORIZADO', 'RECHAZADO'].includes(v as string),
  informacion: (v) => isText(v, /^[^]{0,2000}$/),
  procesar: (v) => v === undefined || typeof v === 'boolean',
  tamano: (v) => isNumber(v, 1, 256 * 1024 * 1024),
}

export interface Encuentro {
  readonly fase: Fase
  readonly clave: string
}

// Seeded generator (xorshift32): the same seed affects the same calls.
function createRandom(seed: number): () => number {
  let state = (seed * 2654435761 + 1) >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 4294967296
  }
}

const MAX_RULES = 5000

export interface Fallas {
  /** Identifier of the new rule, or its problem. */
  add(input: unknown): number | string
  remove(id: number | undefined): void
  list(): readonly Falla[]
  /** The first rule for this call, which uses up one of its calls. */
  meet(encuentro: Encuentro): Falla | undefined
}

export function createFallas(): Fallas {
  let rules: { falla: Falla; random: () => number }[] = []
  let next = 1
  return {
    add(input) {
      if (typeof input !== 'object' || input === null) return 'se espera un objeto'
      const wrong = [...new Set([...Object.keys(input), 'tipo'])].find(
        (key) => !(Object.hasOwn(FIELDS, key) && FIELDS[key]?.((input as Record<string, unknown>)[key])),
      )
      if (wrong !== undefined) return `campo inválido: ${wrong}`
      if (rules.length >= MAX_RULES) return 'demasiadas fallas'
      const { semilla, ...rest } = input as Omit<Partial<Falla>, 'id'> & Pick<Falla, 'tipo'> & { semilla?: number }
      if (rest.tipo === 'veredicto' && rest.codigo === undefined) return 'campo inválido: codigo'
      if (rest.tipo !== 'reloj' && (rest.ms ?? 0) < 0) return 'campo inválido: ms'
      const id = next
      next += 1
      const falla: Falla = {
        fase: 'todas',
        ...rest,
        veces: rest.veces === undefined ? 1 : rest.veces,
        procesar: rest.procesar ?? AFTER.has(rest.tipo),
        id,
      }
      rules.push({ falla, random: createRandom(semilla ?? id) })
      return id
    },
    remove(id) {
      rules = id === undefined ? [] : rules.filter((rule) => rule.falla.id !== id)
    },
    list: () => rules.map((rule) => rule.falla),
    meet({ fase, clave }) {
      const rule = rules.find(({ falla, random }) => {
        if (falla.fase !== 'todas' && falla.fase !== fase) return false
        if (falla.clave !== undefined && falla.clave !== clave) return false
        if (falla.ruc !== undefined && falla.ruc !== clave.slice(10, 23)) return false
        return falla.probabilidad === undefined || random() < falla.probabilidad
      })
      if (!rule) return undefined
      const { falla } = rule
      if (falla.veces !== null) falla.veces -= 1
      if (falla.veces === 0) rules = rules.filter((other) => other !== rule)
      return falla
    },
  }
}
