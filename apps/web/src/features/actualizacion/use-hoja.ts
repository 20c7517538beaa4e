import type { ProductoHoja } from '@yupana/contract'
import { useReducer } from 'react'

import { escribir, type Ediciones, type Escritura } from './hoja-cambios.ts'
import type { Columna } from './hoja-columnas.ts'
import type { Rango } from './hoja-operaciones.ts'

export interface Punto {
  fila: number
  col: number
}

/** A cell that is being edited; `isFresh`: the first key replaced its text. */
export interface Tecleo {
  texto: string
  isFresh: boolean
}

export interface EstadoHoja {
  ediciones: Ediciones
  /** The edits that undo each step, the last one at the end. */
  pasado: readonly (readonly Escritura[])[]
  futuro: readonly (readonly Escritura[])[]
  ancla: Punto
  activa: Punto
  tecleo: Tecleo | undefined
}

type Accion =
  | { tipo: 'mover'; a: Punto; extiende?: boolean }
  | { tipo: 'elegir'; ancla: Punto; activa: Punto }
  | { tipo: 'teclear'; tecleo: Tecleo | undefined }
  | { tipo: 'escribir'; escrituras: readonly Escritura[]; hasta?: Rango }
  | { tipo: 'deshacer' | 'rehacer' }
  | { tipo: 'olvidar' }

const EMPTY: EstadoHoja = {
  ediciones: new Map(),
  pasado: [],
  futuro: [],
  ancla: { fila: 0, col: 0 },
  activa: { fila: 0, col: 0 },
  tecleo: undefined,
}
const MAX_PASOS = 100

function step(state: EstadoHoja, from: 'pasado' | 'futuro'): EstadoHoja {
  const to = from === 'pasado' ? 'futuro' : 'pasado'
  const escrituras = state[from].at(-1)
  if (!escrituras) return state
  const { ediciones, inversas } = escribir(state.ediciones, escrituras)
  return { ...state, ediciones, [from]: state[from].slice(0, -1), [to]: [...state[to], inversas], tecleo: undefined }
}

function reduce(state: EstadoHoja, accion: Accion): EstadoHoja {
  switch (accion.tipo) {
    case 'mover':
      return { ...state, activa: accion.a, ancla: accion.extiende ? state.ancla : accion.a, tecleo: undefined }
    case 'elegir':
      return { ...state, ancla: accion.ancla, activa: accion.activa, tecleo: undefined }
    case 'teclear':
      return { ...state, tecleo: accion.tecleo }
    case 'escribir': {
      const { ediciones, inversas } = escribir(state.ediciones, accion.escrituras)
      const { hasta } = accion
      const chosen = hasta ? { ancla: { fila: hasta.fila1, col: hasta.col1 }, activa: { fila: hasta.fila2, col: hasta.col2 } } : {}
      return { ...state, ...chosen, ediciones, pasado: [...state.pasado.slice(1 - MAX_PASOS), inversas], futuro: [], tecleo: undefined }
    }
    case 'deshacer':
      return step(state, 'pasado')
    case 'rehacer':
      return step(state, 'futuro')
    case 'olvidar':
      return { ...EMPTY, ancla: state.ancla, activa: state.activa }
  }
}

const clamp = (n: number, size: number) => Math.max(0, Math.min(n, size - 1))

/** State of the grid: edits, selection, and undo. */
export function useHoja(filas: readonly ProductoHoja[], columnas: readonly Columna[]) {
  const [estado, dispatch] = useReducer(reduce, EMPTY)
  const inside = ({ fila, col }: Punto): Punto => ({ fila: clamp(fila, filas.length), col: clamp(col, columnas.length) })
  // Rows may have disappeared since they were selected, by another search.
  const [ancla, activa] = [inside(estado.ancla), inside(estado.activa)]
  const rango: Rango = {
    fila1: Math.min(ancla.fila, activa.fila),
    fila2: Math.max(ancla.fila, activa.fila),
    col1: Math.min(ancla.col, activa.col),
    col2: Math.max(ancla.col, activa.col),
  }
  return {
    ...estado,
    ancla,
    activa,
    rango,
    filas,
    columnas,
    mover: (a: Punto, extiende = false) => dispatch({ tipo: 'mover', a: inside(a), extiende }),
    elegir: (desde: Punto, hasta: Punto) => dispatch({ tipo: 'elegir', ancla: inside(desde), activa: inside(hasta) }),
    teclear: (tecleo: Tecleo | undefined) => dispatch({ tipo: 'teclear', tecleo }),
    escribir: (escrituras: readonly Escritura[], hasta?: Rango) =>
      escrituras.length > 0 ? dispatch({ tipo: 'escribir', escrituras, ...(hasta && { hasta }) }) : undefined,
    deshacer: () => dispatch({ tipo: 'deshacer' }),
    rehacer: () => dispatch({ tipo: 'rehacer' }),
    olvidar: () => dispatch({ tipo: 'olvidar' }),
  }
}

export type ControlHoja = ReturnType<typeof useHoja>
