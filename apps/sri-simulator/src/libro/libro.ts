// The ledger of everything received, with hash, time and verdict. The index in memory is rebuilt from the file.
import { createHash } from 'node:crypto'

import type { Mensaje } from '../errores.ts'
import { numberKey } from '../reglas/clave.ts'
import { openArchivo, type Archivo } from './archivo.ts'

export interface AutorizacionGuardada {
  readonly estado: 'AUTORIZADO' | 'NO AUTORIZADO'
  /** Time of the ledger, in milliseconds, from which queries show it; it survives a restart. */
  readonly desde: number
  readonly fecha: string
  readonly mensajes: readonly Mensaje[]
}

/** One transmission of a document. */
export interface Intento {
  readonly n: number
  readonly clave: string
  readonly sha256: string
  /** Real milliseconds, and the same moment on the simulated clock. */
  readonly en: number
  readonly fecha: string
  /** RECIBIDA, DEVUELTA, or `FALLA:<kind>` when a scripted fault prevented its processing. */
  readonly veredicto: string
  readonly mensajes: readonly Mensaje[]
  readonly autorizacion?: AutorizacionGuardada
  readonly lote?: string
}

export type EstadoPortal = 'PENDIENTE DE ANULAR' | 'ANULADO'

/** Data of the portal about a document besides its authorisation. */
export interface Anulacion {
  readonly estado: EstadoPortal
  /** Time of the ledger, in milliseconds, at which an unanswered request lapses. */
  readonly vence?: number
}

type Nota =
  | { readonly t: 'intento'; readonly n: number; readonly intento: Intento }
  | { readonly t: 'anulado'; readonly n: 0; readonly clave: string; readonly estado: EstadoPortal | undefined; readonly vence?: number }
  /** A jump of time. */
  | { readonly t: 'avance'; readonly n: 0; readonly ms: number }
  | { readonly t: 'borrado'; readonly n: 0 }

export interface Entrada {
  readonly clave: string
  readonly intentos: (Intento & { readonly at: number })[]
  anulacion: Anulacion | undefined
  consultas: number
}

export interface Libro {
  entrada(clave: string): Entrada | undefined
  claveOfNumber(clave: string): string | undefined
  lote(clave: string): readonly string[]
  entradas(): IterableIterator<Entrada>
  readonly total: number
  /** Sum of all jumps of time, in milliseconds. */
  readonly avance: number
  /** Real milliseconds plus all jumps of time: the unit of due times and expiries. Never goes back. */
  elapsed(): number
  advance(ms: number): Promise<void>
  record(intento: Omit<Intento, 'n' | 'sha256'>, bytes: Uint8Array): Promise<void>
  annul(clave: string, anulacion: Anulacion | undefined): Promise<boolean>
  bytesOf(intento: Entrada['intentos'][number]): Buffer
  reset(): Promise<void>
  close(): Promise<void>
}

/** The transmission stored by the authority: the last one received; a returned document is not stored. */
export const lastReceived = (entrada: Entrada): Entrada['intentos'][number] | undefined =>
  entrada.intentos.findLast((i) => i.autorizacion !== undefined)

// Equal lists of messages share one object, because a hundred thousand documents have the same list.
function createIntern(): (mensajes: readonly Mensaje[]) => readonly Mensaje[] {
  const known = new Map<string, readonly Mensaje[]>()
  return (mensajes) => {
    const key = JSON.stringify(mensajes)
    const same = known.get(key)
    if (same) return same
    if (known.size > 10_000) known.clear()
    known.set(key, mensajes)
    return mensajes
  }
}

export function openLibro(file: string, failed: (error: unknown) => void): Libro {
  const entradas = new Map<string, Entrada>()
  const numbers = new Map<string, string>()
  const lotes = new Map<string, string[]>()
  const intern = createIntern()
  let total = 0
  let avance = 0

  const entradaOf = (clave: string): Entrada => {
    const known = entradas.get(clave)
    if (known) return known
    const made: Entrada = { clave, intentos: [], anulacion: undefined, consultas: 0 }
    entradas.set(clave, made)
    return made
  }

  const apply = (nota: Nota, at: number): void => {
    if (nota.t === 'borrado') {
      for (const map of [entradas, numbers, lotes]) map.clear()
      total = 0
      avance = 0
    } else if (nota.t === 'anulado') {
      entradaOf(nota.clave).anulacion = nota.estado && { estado: nota.estado, ...(nota.vence === undefined ? {} : { vence: nota.vence }) }
    } else if (nota.t === 'avance') {
      avance += nota.ms
    } else {
      const { intento } = nota
      const autorizacion = intento.autorizacion && { ...intento.autorizacion, mensajes: intern(intento.autorizacion.mensajes) }
      entradaOf(intento.clave).intentos.push({
        ...intento,
        mensajes: intern(intento.mensajes),
        ...(autorizacion ? { autorizacion } : {}),
        at,
      })
      if (autorizacion) numbers.set(numberKey(intento.clave), intento.clave)
      if (intento.lote !== undefined) lotes.set(intento.lote, [...new Set([...(lotes.get(intento.lote) ?? []), intento.clave])])
      total += 1
    }
  }

  const archivo: Archivo<Nota> = openArchivo<Nota>(file, apply, failed)
  const write = (nota: Nota, bytes: Uint8Array = new Uint8Array()): Promise<void> => {
    const { at, written } = archivo.append(nota, bytes)
    apply(nota, at)
    return written
  }

  return {
    entrada: (clave) => entradas.get(clave),
    claveOfNumber: (clave) => numbers.get(numberKey(clave)),
    lote: (clave) => lotes.get(clave) ?? [],
    entradas: () => entradas.values(),
    get total() {
      return total
    },
    record(intento, bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return write({ t: 'intento', n: bytes.length, intento: { ...intento, n: bytes.length, sha256 } }, bytes)
    },
    get avance() {
      return avance
    },
    elapsed: () => Date.now() + avance,
    advance: (ms) => write({ t: 'avance', n: 0, ms }),
    async annul(clave, anulacion) {
      if (!entradas.has(clave)) return false
      await write({
        t: 'anulado',
        n: 0,
        clave,
        estado: anulacion?.estado,
        ...(anulacion?.vence === undefined ? {} : { vence: anulacion.vence }),
      })
      return true
    },
    bytesOf: (intento) => archivo.read(intento.at, intento.n),
    reset: () => write({ t: 'borrado', n: 0 }),
    close: () => archivo.close(),
  }
}
