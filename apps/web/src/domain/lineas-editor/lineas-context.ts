import type { ProductoVenta } from '@yupana/contract'
import { createContext, use } from 'react'

import type { MissReason } from '../producto-picker/producto-picker.tsx'
import type { Columna } from './columnas.ts'
import type { LineaValores } from './linea-valores.ts'
import type { Material } from './linea-problemas.ts'
import type { ReglasLinea } from './reglas-linea.ts'

/** The form that holds the lines, among whatever else. */
export interface LineasForm {
  lineas: LineaValores[]
}

/** What can be done with the lines; by key, button or menu alike. */
export interface Acciones {
  /** An empty line at the end, and goes there. */
  add: () => void
  /** Puts a picked product into a line, and goes to its quantity. */
  choose: (fila: number, producto: ProductoVenta) => void
  /** Adds one of a product at the end, or to the line that already has it. */
  scan: (producto: ProductoVenta) => void
  miss: (text: string, reason: MissReason) => void
  create: (text: string, fila: number) => void
  /** Words that are no product: a line without one, in that place or at the end. */
  describe: (text: string, fila: number) => void
  duplicate: (fila: number, columna?: Columna) => void
  remove: (fila: number) => void
  /** Brings back the line that was deleted last; whether there was one. */
  undo: () => boolean
  move: (fila: number, step: -1 | 1, columna?: Columna) => void
  /** The line takes its price of a list, for itself alone; of its next one where none is named. */
  list: (fila: number, lista?: number) => void
  /** The rest of a line, which no cell shows. */
  open: (fila: number) => void
  menu: (fila: number, button: HTMLElement) => void
}

export interface LineasContexto {
  reglas: ReglasLinea
  materiales: readonly Material[]
  tarifas: readonly { iva: number; label: string }[]
  /** Rights of the user (O-100). */
  canPrice: boolean
  canDiscount: boolean
  withSubsidio: boolean
  acciones: Acciones
}

export const LineasContext = createContext<LineasContexto | undefined>(undefined)

export function useLineasContext(): LineasContexto {
  const contexto = use(LineasContext)
  if (!contexto) throw new Error('outside of LineasEditor')
  return contexto
}
