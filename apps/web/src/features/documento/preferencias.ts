import { readStored, STORAGE_KEYS, writeStored } from '../../lib/storage.ts'
import { createStore } from '../../lib/store.ts'

/** How somebody likes the editor on this computer; it stands beside the appearance. */
export interface Preferencias {
  /** The additional fields are open. */
  adicional: boolean
  vistaPrevia: boolean
  /** What «Emitir e imprimir» prints. */
  impresion: 'A4' | 'TICKET'
  /** Whether the last one was printed at once: it is offered first the next time. */
  imprime: boolean
}

const NOMBRE = 'documento'
const INICIAL: Preferencias = { adicional: false, vistaPrevia: false, impresion: 'A4', imprime: false }

const stored = () => (readStored(STORAGE_KEYS.appearance) ?? {}) as Record<string, unknown>

function restore(): Preferencias {
  const kept = (stored()[NOMBRE] ?? {}) as Partial<Record<keyof Preferencias, unknown>>
  return {
    adicional: kept.adicional === true, vistaPrevia: kept.vistaPrevia === true, imprime: kept.imprime === true, impresion: kept.impresion === 'TICKET' ? 'TICKET' : INICIAL.impresion,
  }
}

export const preferenciasStore = createStore<Preferencias>(restore())

export function prefer(changes: Partial<Preferencias>) {
  const next = { ...preferenciasStore.get(), ...changes }
  preferenciasStore.set(next)
  writeStored(STORAGE_KEYS.appearance, { ...stored(), [NOMBRE]: next })
}
