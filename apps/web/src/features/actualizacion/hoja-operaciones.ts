import type { ProductoHoja } from '@yupana/contract'
import {
  add,
  endIn99,
  fromCents,
  fromUnits,
  isMonto,
  multiply,
  percentToFactor,
  plainMonto,
  roundTo,
  roundToStep,
  subtract,
  type Monto,
} from '@yupana/fiscal'

import { escrituraOf, type Ediciones, type Escritura } from './hoja-cambios.ts'
import { leer, textoOf, type Columna } from './hoja-columnas.ts'

/** Rows and columns between two corners, both included. */
export interface Rango {
  fila1: number
  fila2: number
  col1: number
  col2: number
}

export const REDONDEOS = [
  { value: 'CENTAVO', label: 'Al centavo' },
  { value: 'CINCO', label: 'A múltiplos de .05' },
  { value: 'NOVENTA_Y_NUEVE', label: 'Terminado en .99' },
  { value: 'NINGUNO', label: 'Sin redondear' },
] as const
export type Redondeo = (typeof REDONDEOS)[number]['value']

export const OPERACIONES = [
  { value: 'SUBIR_PORCENTAJE', label: 'Subir un %' },
  { value: 'BAJAR_PORCENTAJE', label: 'Bajar un %' },
  { value: 'SUMAR', label: 'Sumar $' },
  { value: 'RESTAR', label: 'Restar $' },
  { value: 'PONER', label: 'Poner el valor' },
  { value: 'REDONDEAR', label: 'Solo redondear' },
] as const
export type Operacion = (typeof OPERACIONES)[number]['value']

export const FIVE_CENTS = fromCents(5)

export function redondear(monto: Monto, redondeo: Redondeo): Monto {
  if (redondeo === 'CENTAVO') return roundTo(monto, 2)
  if (redondeo === 'CINCO') return roundToStep(monto, FIVE_CENTS)
  return redondeo === 'NOVENTA_Y_NUEVE' ? endIn99(monto) : monto
}

/** The amount after the operation; undefined below 0 or out of range. */
export function operar(monto: Monto, operacion: Operacion, valor: Monto, redondeo: Redondeo): Monto | undefined {
  const factor = percentToFactor(valor)
  const raw = () => {
    if (operacion === 'SUBIR_PORCENTAJE') return multiply(monto, fromUnits(1) + factor)
    if (operacion === 'BAJAR_PORCENTAJE') return multiply(monto, fromUnits(1) - factor)
    if (operacion === 'SUMAR') return add(monto, valor)
    if (operacion === 'RESTAR') return subtract(monto, valor)
    return operacion === 'PONER' ? valor : monto
  }
  try {
    const result = raw()
    return result < 0 ? undefined : redondear(result, redondeo)
  } catch {
    return undefined
  }
}

export interface Hoja {
  filas: readonly ProductoHoja[]
  columnas: readonly Columna[]
  ediciones: Ediciones
}

/** Text shown by a cell: the typed one, or the read one. */
export const mostrado = ({ ediciones }: Pick<Hoja, 'ediciones'>, columna: Columna, fila: ProductoHoja): string =>
  ediciones.get(fila.id)?.[columna.id] ?? textoOf(columna, fila)

const celdasOf = ({ filas, columnas }: Hoja, { fila1, fila2, col1, col2 }: Rango) =>
  filas.slice(fila1, fila2 + 1).flatMap((fila) => columnas.slice(col1, col2 + 1).map((columna) => ({ fila, columna })))

/** Number of amounts in a range, to which an operation applies. */
export const montosEn = ({ columnas }: Pick<Hoja, 'columnas'>, { fila1, fila2, col1, col2 }: Rango): number =>
  columnas.slice(col1, col2 + 1).filter(({ kind }) => kind === 'monto').length * (fila2 - fila1 + 1)

/** Applies an operation to every amount of the range. Empty cells stay empty, except for «Poner el valor». */
export function operarRango(
  hoja: Hoja,
  rango: Rango,
  { operacion, valor, redondeo }: { operacion: Operacion; valor: Monto; redondeo: Redondeo },
): { escrituras: Escritura[]; saltadas: number } {
  let saltadas = 0
  const escrituras = celdasOf(hoja, rango).flatMap(({ fila, columna }) => {
    if (columna.kind !== 'monto') return []
    const lectura = leer(columna, fila, mostrado(hoja, columna, fila))
    const monto = lectura.ok && isMonto(lectura.valor) ? lectura.valor : undefined
    if (monto === undefined && operacion !== 'PONER') {
      if (!lectura.ok) saltadas += 1
      return []
    }
    const result = operar(monto ?? 0, operacion, valor, redondeo)
    if (result === undefined) {
      saltadas += 1
      return []
    }
    return escrituraOf(columna, fila, plainMonto(result, columna.decimales ?? 2))
  })
  return { escrituras, saltadas }
}

/** Copies the first row of the range to the others. */
export function rellenar(hoja: Hoja, rango: Rango): Escritura[] {
  const first = hoja.filas[rango.fila1]
  if (!first) return []
  return celdasOf(hoja, { ...rango, fila1: rango.fila1 + 1 }).flatMap(({ fila, columna }) =>
    columna.kind === 'fijo' ? [] : escrituraOf(columna, fila, mostrado(hoja, columna, first)),
  )
}

/** Empties the cells of the range that may be empty. */
export const vaciar = (hoja: Hoja, rango: Rango): Escritura[] =>
  celdasOf(hoja, rango).flatMap(({ fila, columna }) => (columna.opcional ? escrituraOf(columna, fila, '') : []))

/** The range as a spreadsheet puts it on the clipboard. */
export const copiar = (hoja: Hoja, { fila1, fila2, col1, col2 }: Rango): string =>
  hoja.filas
    .slice(fila1, fila2 + 1)
    .map((fila) =>
      hoja.columnas
        .slice(col1, col2 + 1)
        .map((columna) => mostrado(hoja, columna, fila).replace(/[\t\r\n]+/g, ' '))
        .join('\t'),
    )
    .join('\n')

/** Pasted cells by row and column. A spreadsheet quotes cells with line ends. */
export function tablaOf(text: string): string[][] {
  const rows: string[][] = [['']]
  const add = (piece: string) => {
    const row = rows.at(-1) ?? []
    row[row.length - 1] = `${row.at(-1) ?? ''}${piece}`
  }
  const pieces = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)|\t|\r\n|\n|\r|[^\t\r\n]+/gy
  for (const [piece, quoted] of text.matchAll(pieces)) {
    if (quoted !== undefined) add(quoted.replaceAll('""', '"').replace(/\s*[\r\n]+\s*/g, ' '))
    else if (piece === '\t') rows.at(-1)?.push('')
    else if (/^[\r\n]/.test(piece)) rows.push([''])
    else add(piece)
  }
  if (rows.length > 1 && rows.at(-1)?.length === 1 && rows.at(-1)?.[0] === '') rows.pop()
  return rows
}

/**
 * Pastes cells from the upper left corner of the range. A single cell fills the range; a block is repeated if the range is a multiple of
 * it.
 * `fuera` counts cells without a place in the grid.
 */
export function pegar(hoja: Hoja, rango: Rango, text: string): { escrituras: Escritura[]; fuera: number; hasta: Rango } {
  const tabla = tablaOf(text)
  const [alto, ancho] = [tabla.length, Math.max(...tabla.map((row) => row.length))]
  const times = (have: number, size: number) => (have > size && have % size === 0 ? have : size)
  const rows = times(rango.fila2 - rango.fila1 + 1, alto)
  const cols = times(rango.col2 - rango.col1 + 1, ancho)
  let fuera = 0
  const escrituras: Escritura[] = []
  for (let row = 0; row < rows; row += 1)
    for (let col = 0; col < cols; col += 1) {
      const texto = tabla[row % alto]?.[col % ancho]
      const fila = hoja.filas[rango.fila1 + row]
      const columna = hoja.columnas[rango.col1 + col]
      if (texto === undefined) continue
      if (!fila || !columna) fuera += 1
      else if (columna.kind !== 'fijo') escrituras.push(escrituraOf(columna, fila, texto.trim()))
      // Pasting whole rows back brings each code onto itself; any other code has no place here.
      else if (texto.trim() !== textoOf(columna, fila)) fuera += 1
    }
  const hasta = {
    fila1: rango.fila1,
    col1: rango.col1,
    fila2: Math.min(rango.fila1 + rows, hoja.filas.length) - 1,
    col2: Math.min(rango.col1 + cols, hoja.columnas.length) - 1,
  }
  return { escrituras, fuera, hasta }
}
