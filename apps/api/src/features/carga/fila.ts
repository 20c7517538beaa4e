import { fechaIn } from '@yupana/fiscal'

import { celdaName, type FilaHoja } from '../../hoja/hoja.ts'
import { readCelda, type Columna, type ProblemaFila } from './columna.ts'

const MARCAS = {
  FORMULA: 'La celda tiene una fórmula: péguela como valor.',
  ERROR: 'La celda tiene un error de Excel.',
} as const

/** The values of a row by column, or its problems. */
export type FilaLeida = { n: number; valores: Record<string, string | number | boolean>; problemas: ProblemaFila[] }

/** One row by its columns. */
export function readFila({ n, celdas, marcas }: FilaHoja, cabeza: readonly (Columna | undefined)[], en: Date): FilaLeida {
  const hoy = fechaIn(en)
  const valores: Record<string, string | number | boolean> = {}
  const problemas: ProblemaFila[] = []
  cabeza.forEach((columna, col) => {
    if (!columna || columna.kind === 'nada') return
    const refuse = (message: string) => problemas.push({ celda: celdaName(col, n), columna: columna.titulo, message })
    const marca = marcas[col]
    if (marca) return void refuse(MARCAS[marca])
    const leido = readCelda(columna, celdas[col] ?? '', hoy)
    if (!leido.ok) return void refuse(leido.message)
    if (leido.valor !== undefined) valores[columna.campo] = leido.valor
  })
  return { n, valores, problemas }
}

/** The place of a column in the sheet. */
export function placeOf(campo: string, n: number, cabeza: readonly (Columna | undefined)[]): Omit<ProblemaFila, 'message'> {
  const col = cabeza.findIndex((columna) => columna?.campo === campo)
  const columna = cabeza[col]
  return columna ? { celda: celdaName(col, n), columna: columna.titulo } : { celda: null, columna: null }
}

/** Values that must appear in only one row of the file. */
export class Repetidos {
  readonly #seen = new Map<string, number>()

  /** The earlier row with this value; undefined the first time. */
  add(key: string, n: number): number | undefined {
    const first = this.#seen.get(key)
    if (first === undefined) this.#seen.set(key, n)
    return first
  }
}
