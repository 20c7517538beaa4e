import type { Monto } from '@yupana/fiscal'
import { nombreDeLista } from '@yupana/contract'

import { withLista, type LineaValores } from './linea-valores.ts'
import { findAll } from './pegar-filas.ts'
import type { ReglasLinea } from './reglas-linea.ts'

/** Whether the price of a line goes with the list of its document: nobody typed it, chose a list for it alone or quoted it. */
const isFollowing = ({ producto_id, lista, lista_propia, linea_cotizacion }: LineaValores): boolean =>
  producto_id !== undefined && lista !== undefined && lista_propia !== true && linea_cotizacion === undefined

/** These lines with the prices of their products, asked for where nobody knows them here. @throws HttpError */
export async function preciosOf(lineas: readonly LineaValores[]): Promise<ReadonlyMap<string, readonly Monto[]>> {
  const known = new Map(lineas.flatMap(({ producto_id: id, precios }) => (id !== undefined && precios ? [[id, precios] as const] : [])))
  const unknown = lineas.filter(({ producto_id: id, codigo }) => id !== undefined && !known.has(id) && codigo !== '')
  const found =
    unknown.length === 0
      ? new Map<string, undefined>()
      : await findAll(
          unknown.map(({ codigo }) => codigo),
          'VENTA',
        )
  for (const producto of found.values()) if (producto) known.set(producto.id, [producto.price, ...producto.price_list])
  return known
}

/** The products whose prices a change of list needs. */
export const siguen = (lineas: readonly LineaValores[]): LineaValores[] => lineas.filter(isFollowing)

/** The lines of a document at the prices of a list, and how many of them have another price by that. */
export function relisted(
  lineas: readonly LineaValores[],
  lista: number,
  precios: ReadonlyMap<string, readonly Monto[]>,
  reglas: Pick<ReglasLinea, 'modo' | 'fecha'>,
): { lineas: LineaValores[]; cambiadas: number } {
  const next = lineas.map((linea) => {
    if (!isFollowing(linea)) return linea
    return withLista({ ...linea, precios: linea.precios ?? precios.get(linea.producto_id ?? '') }, lista, reglas)
  })
  return { lineas: next, cambiadas: next.filter(({ precio }, at) => precio !== lineas[at]?.precio).length }
}

/** Where the price of a line comes from, in words; nothing where it is the usual one, or somebody typed it. */
export function listaText(lista: number | undefined, delDocumento = 0): string {
  if (lista === undefined || (lista === 0 && delDocumento === 0)) return ''
  return nombreDeLista(lista)
}
