import { ProductoForm, type TipoCarga } from '@yupana/contract'
import { fechaIn } from '@yupana/fiscal'

import { celdaName, type FilaHoja } from '../../hoja/hoja.ts'
import type { ProductoTomado } from './actualizacion.sql.ts'
import type { Valores } from './actualizacion.service.ts'
import { readCelda, type Columna, type ProblemaFila } from './carga-columnas.ts'
import { problemsOf } from './producto.service.ts'

const MARCAS = {
  FORMULA: 'La celda tiene una fórmula: péguela como valor.',
  ERROR: 'La celda tiene un error de Excel.',
} as const

/** What a row says, by column, or what is wrong with it. */
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

/** Where a field of the form stands in the sheet. */
function placeOf(campo: string, n: number, cabeza: readonly (Columna | undefined)[]): Omit<ProblemaFila, 'message'> {
  const [field = '', at] = campo.split('.')
  const col = cabeza.findIndex(
    (columna) => columna?.campo === (field === 'price_list' && at !== undefined ? `lista${Number(at) + 1}` : field),
  )
  const columna = cabeza[col]
  return columna ? { celda: celdaName(col, n), columna: columna.titulo } : { celda: null, columna: null }
}

const listasOf = (valores: FilaLeida['valores'], before: readonly number[] = []): (number | undefined)[] => {
  const listas: (number | undefined)[] = [...before]
  for (const [campo, valor] of Object.entries(valores)) if (campo.startsWith('lista')) listas[Number(campo.slice(5)) - 1] = valor as number
  return Array.from(listas)
}
const HUECO = 'Complete esta lista o vacíe las que siguen.'
/** A list between others that has no price. */
const huecoOf = (listas: readonly (number | undefined)[]) => listas.findIndex((precio) => precio === undefined)

/** The product that a row makes, or what is wrong with it. */
export function productoOf({ n, valores, problemas }: FilaLeida, cabeza: readonly (Columna | undefined)[], en: Date) {
  if (problemas.length > 0) return { problemas }
  const listas = listasOf(valores)
  const hueco = huecoOf(listas)
  if (hueco >= 0) return { problemas: [{ ...placeOf(`price_list.${hueco}`, n, cabeza), message: HUECO }] }
  const parsed = ProductoForm.safeParse({ type_product: 'PRODUCTO', ...sinListas(valores), price_list: listas })
  const wrong = parsed.success
    ? problemsOf(parsed.data, en).map(({ campo = '', message }) => ({ campo, message }))
    : parsed.error.issues.map(({ path, message }) => ({ campo: path.join('.'), message }))
  if (wrong.length > 0) return { problemas: wrong.map(({ campo, message }) => ({ ...placeOf(campo, n, cabeza), message })) }
  return { datos: parsed.data as ProductoForm, problemas: [] }
}

const sinListas = (valores: FilaLeida['valores']) =>
  Object.fromEntries(Object.entries(valores).filter(([campo]) => !campo.startsWith('lista')))

/** The prices that a product is to have, by its row and what it has now. */
export function preciosOf(
  n: number,
  valores: FilaLeida['valores'],
  before: ProductoTomado,
  cabeza: readonly (Columna | undefined)[],
): { valores?: Valores; problemas: ProblemaFila[] } {
  const listas = listasOf(valores, before.price_list)
  const hueco = huecoOf(listas)
  if (hueco >= 0) return { problemas: [{ ...placeOf(`price_list.${hueco}`, n, cabeza), message: HUECO }] }
  const { code: _, ...montos } = sinListas(valores)
  return { valores: { ...montos, price_list: listas as number[] }, problemas: [] }
}

/** What a file of each kind is called. */
export const PLANTILLA: Readonly<Record<TipoCarga, string>> = { 1: 'plantilla-productos', 2: 'plantilla-precios' }
