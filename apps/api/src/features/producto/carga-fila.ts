import { ProductoForm } from '@yupana/contract'
import { fechaIn, iceAt, montoOf, type Monto } from '@yupana/fiscal'

import type { Problem } from '../../errors.ts'
import { placeOf, type Encargo, type FilaLeida, type ProblemaFila } from '../carga/carga.door.ts'
import type { ProductoTomado } from './actualizacion.sql.ts'
import type { Valores } from './actualizacion.service.ts'
import { problemsOf } from './producto.service.ts'

type Cabeza = Encargo['cabeza']

/** The column of the sheet for a field of the form. */
function cellOf(campo: string, n: number, cabeza: Cabeza): Omit<ProblemaFila, 'message'> {
  const [field = '', at] = campo.split('.')
  return placeOf(field === 'price_list' && at !== undefined ? `lista${Number(at) + 1}` : field, n, cabeza)
}

const listasOf = (valores: FilaLeida['valores'], before: readonly Monto[] = []): (Monto | undefined)[] => {
  const listas: (Monto | undefined)[] = [...before]
  for (const [campo, valor] of Object.entries(valores))
    if (campo.startsWith('lista')) listas[Number(campo.slice(5)) - 1] = typeof valor === 'number' ? montoOf(valor) : undefined
  return Array.from(listas)
}
const HUECO = 'Complete esta lista o vacíe las que siguen.'
/** The index of a list without a price before one with a price. */
const huecoOf = (listas: readonly (number | undefined)[]) => listas.findIndex((precio) => precio === undefined)

/** Sheets come from other programs: their ICE codes are checked. */
function iceProblems({ ice_codigo: codigo }: ProductoForm, en: Date): Problem[] {
  if (codigo === undefined || iceAt(codigo, fechaIn(en))) return []
  return [{ campo: 'ice_codigo', message: `El código de ICE ${codigo} no está en la tabla del SRI que rige hoy.` }]
}

/** The product of a row, or the problems of the row. */
export function productoOf({ n, valores, problemas }: FilaLeida, cabeza: Cabeza, en: Date) {
  if (problemas.length > 0) return { problemas }
  const listas = listasOf(valores)
  const hueco = huecoOf(listas)
  if (hueco >= 0) return { problemas: [{ ...cellOf(`price_list.${hueco}`, n, cabeza), message: HUECO }] }
  const parsed = ProductoForm.safeParse({ type_product: 'PRODUCTO', ...sinListas(valores), price_list: listas })
  const wrong = parsed.success
    ? [...problemsOf(parsed.data, en), ...iceProblems(parsed.data, en)].map(({ campo = '', message }) => ({ campo, message }))
    : parsed.error.issues.map(({ path, message }) => ({ campo: path.join('.'), message }))
  if (wrong.length > 0) return { problemas: wrong.map(({ campo, message }) => ({ ...cellOf(campo, n, cabeza), message })) }
  return { datos: parsed.data as ProductoForm, problemas: [] }
}

const sinListas = (valores: FilaLeida['valores']) =>
  Object.fromEntries(Object.entries(valores).filter(([campo]) => !campo.startsWith('lista')))

/** The new prices of a product, from its row and its present prices. */
export function preciosOf(
  n: number,
  valores: FilaLeida['valores'],
  before: ProductoTomado,
  cabeza: Cabeza,
): { valores?: Valores; problemas: ProblemaFila[] } {
  const listas = listasOf(valores, before.price_list)
  const hueco = huecoOf(listas)
  if (hueco >= 0) return { problemas: [{ ...cellOf(`price_list.${hueco}`, n, cabeza), message: HUECO }] }
  const { code: _, ...montos } = sinListas(valores)
  return { valores: { ...montos, price_list: listas.flatMap((precio) => precio ?? []) }, problemas: [] }
}
