/** Parts of a form of the SRI. The form of another year is another data file in this shape. */
import type { Vigencia, Confianza } from '../norma/vigencia.ts'

export type Lado = 'ventas' | 'compras'
export type Columna = 'bruto' | 'neto' | 'impuesto'

/** A row of a form, filled from documents: gross value, value less credit notes, and tax. */
export interface Fila {
  id: string
  concepto: string
  bruto: string
  neto: string
  impuesto?: string
  tarifa?: string
  llenaCon?: string
}

/** Arithmetic that gives a box from other boxes. */
export type Formula =
  | { de: 'SUMA'; mas: readonly string[]; menos?: readonly string[]; desdeCero?: true }
  /** A share of four decimals; 1 when every box of `siHay` is zero. */
  | { de: 'FACTOR'; mas: readonly string[]; entre: string; siHay: readonly string[] }
  | { de: 'PRODUCTO'; mas: readonly string[]; menos?: readonly string[]; por: string }
  /** A rule that fills several boxes at once and is no sum. */
  | { de: 'REGLA' }

/** Source of the amount of a box. */
export type Origen =
  | { de: 'FORMULA'; formula: Formula }
  /** IVA that the company withheld, by code of the XML. */
  | { de: 'RETENCION_IVA'; codigo: string }
  /** Renta that the company withheld or paid without withholding, by codes of table 3.10. */
  | { de: 'RETENCION_RENTA'; columna: 'base' | 'valor' }
  | { de: 'RETENCION_RECIBIDA' }
  | { de: 'CONTEO'; que: Conteo }
  /** A box of the previous period. */
  | { de: 'SALDO'; casillero: string }
  /** Filled from the rows: their own boxes, sales by payment, credit notes beyond their row, differences of rate. */
  | { de: 'FILAS' }
  /** Typed by a person. */
  | { de: 'DIGITADO' }

export type Conteo = 'emitidos' | 'anulados' | 'recibidos' | 'notasVenta' | 'liquidaciones'

export interface Casillero {
  codigo: string
  concepto: string
  origen: Origen
  /** The arithmetic as the guide writes it, with the codes of other boxes. */
  formula?: string
  nota?: string
  confidence: Confianza
  /** A share with four decimals, or a count; dollars when absent. */
  unidad?: 'factor' | 'conteo'
}

export interface Seccion {
  titulo: string
  lado?: Lado
  filas?: readonly Fila[]
  casilleros: readonly Casillero[]
}

export interface Formulario extends Vigencia {
  codigo: '104' | '103'
  nombre: string
  secciones: readonly Seccion[]
}

/** Every box of a form, those of its rows included, in the order of the form. */
export const casillerosOf = ({ secciones }: Formulario): Casillero[] =>
  secciones.flatMap(({ filas = [], casilleros }) => [...filas.flatMap(deFila), ...casilleros])

/** Explains a row that stays at zero, and the box for the rest of its credit notes. */
export const NOTAS_QUE_SOBRAN = 'Las notas de crédito que restan más que su fila, que así no queda negativa'

const COLUMNA: Readonly<Record<Columna, string>> = { bruto: 'valor bruto', neto: 'valor neto', impuesto: 'impuesto' }
const NOTA: Readonly<Record<Columna, string>> = {
  bruto: 'Facturas y notas de débito, antes de notas de crédito',
  neto: 'Valor bruto menos las notas de crédito de la misma fila, y menos las que el período anterior dejó por compensar; nunca negativo',
  impuesto: 'IVA de los documentos de la fila, menos el de sus notas de crédito',
}

const deFila = (fila: Fila): Casillero[] =>
  (['bruto', 'neto', 'impuesto'] as const).flatMap((columna) => {
    const codigo = fila[columna]
    if (codigo === undefined) return []
    const concepto = `${fila.concepto}: ${COLUMNA[columna]}`
    return [{ codigo, concepto, origen: { de: 'FILAS' }, nota: NOTA[columna], confidence: 'V' }]
  })

/** The row and column of a box; undefined for one that stands alone. */
export function filaDeCasillero({ secciones }: Formulario, codigo: string): { lado: Lado; fila: Fila; columna: Columna } | undefined {
  for (const { lado, filas = [] } of secciones)
    for (const fila of filas)
      for (const columna of ['bruto', 'neto', 'impuesto'] as const)
        if (lado !== undefined && fila[columna] === codigo) return { lado, fila, columna }
  return undefined
}
