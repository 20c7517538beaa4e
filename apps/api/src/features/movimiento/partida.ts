import { multiply, type PoliticaStock } from '@yupana/fiscal'

import type { ParteSurtida } from './documento-existencias.sql.ts'
import { within } from './libro.ts'

/** A line of a document, by its number from 1 on; `base` is what it cost without taxes. */
export interface LineaMovida {
  n: number
  productoId: string
  codigo: string
  cantidad: number
  base: number
}

/** From where a document takes, and what the company says of more than there is. */
export interface Surtido {
  inventariados: readonly string[]
  /** Of the combos among its products. */
  partes: readonly ParteSurtida[]
  bodega: { id: string; name: string } | null
  politica: PoliticaStock
}

/** What a line moves of one product: the line itself, or a part of the combo that it sells. */
export interface Partida extends LineaMovida {
  porCombo: number | null
}

/** What these lines move of products with a stock: of a combo its parts, so many for each one. @throws 422 for what no amount can hold */
export const partidasOf = (
  lineas: readonly LineaMovida[],
  { inventariados, partes }: Pick<Surtido, 'inventariados' | 'partes'>,
): Partida[] =>
  lineas
    .flatMap((linea): Partida[] => {
      if (inventariados.includes(linea.productoId)) return [{ ...linea, porCombo: null }]
      return partes
        .filter(({ combo_id: id }) => id === linea.productoId)
        .map(({ producto_id: productoId, codigo, combo, cantidad }) => ({
          ...linea,
          productoId,
          codigo: `${codigo}, parte del combo ${combo},`,
          cantidad: within(() => multiply(linea.cantidad, cantidad)),
          porCombo: cantidad,
        }))
    })
    .filter(({ cantidad }) => cantidad > 0)
