import { useMemo } from 'react'

import { currentPreferencia, usePreferencia } from '../preferencia/use-preferencia.ts'
import { isMonto, type Monto } from '@yupana/fiscal'

/** A user's preferences for the editor, the same in every browser. */
export interface Preferencias {
  /** The additional fields are open. */
  adicional: boolean
  /** What «Emitir e imprimir» prints. */
  impresion: 'A4' | 'TICKET'
  /** Whether the last document was printed at once: printing is then offered first. */
  imprime: boolean
  /** Up to this total «Emitir» asks nothing (O-58); 0: it always asks. */
  sinConfirmarHasta: Monto
}

/** Names of the options on the server. */
const NOMBRE = {
  adicional: 'adicional',
  impresion: 'impresion',
  imprime: 'imprime',
  sinConfirmarHasta: 'sin_confirmar_hasta',
} as const satisfies Record<keyof Preferencias, string>

type Opciones = Readonly<Record<string, boolean | number | string>>

const restore = (kept: Opciones = {}): Preferencias => {
  const hasta = kept[NOMBRE.sinConfirmarHasta]
  return {
    adicional: kept[NOMBRE.adicional] === true,
    imprime: kept[NOMBRE.imprime] === true,
    impresion: kept[NOMBRE.impresion] === 'TICKET' ? 'TICKET' : 'A4',
    sinConfirmarHasta: isMonto(hasta) && hasta > 0 ? hasta : 0,
  }
}

/** The preferences at this instant, for a key pressed right after a choice. */
export const currentPreferencias = (): Preferencias => restore(currentPreferencia('documento').opciones)

export interface PreferenciasControl {
  preferencias: Preferencias
  isReady: boolean
  prefer: (changes: Partial<Preferencias>) => void
}

/** The preferences of the one who is signed in (O-104). A sale goes on with what was chosen also where the server cannot keep it. */
export function usePreferencias(): PreferenciasControl {
  const { value, isReady, change } = usePreferencia('documento', { survives: true })
  const preferencias = useMemo(() => restore(value.opciones), [value.opciones])
  const prefer = (changes: Partial<Preferencias>) => {
    const before = currentPreferencias()
    const named = Object.entries(changes).filter(([name, chosen]) => before[name as keyof Preferencias] !== chosen)
    if (named.length === 0) return
    const chosen = Object.fromEntries(named.map(([name, value]) => [NOMBRE[name as keyof Preferencias], value]))
    change((current) => ({ opciones: { ...current.opciones, ...chosen } }))
  }
  return { preferencias, isReady, prefer }
}
