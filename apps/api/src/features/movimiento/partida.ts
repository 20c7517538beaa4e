import { multiply, type Monto, type PoliticaStock } from '@yupana/fiscal'

import type { Problem } from '../../errors.ts'
import type { ParteSurtida } from './documento-existencias.sql.ts'
import { within } from './libro.ts'

/** A line of a document, by its number from 1 on; `base` is what it cost without taxes. */
export interface LineaMovida {
  n: number
  productoId: string
  codigo: string
  cantidad: number
  base: Monto
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

/**
 * Lines that buy a combo. Bought as a whole it says of none of its parts what that one cost: each part comes in by a line of its own, to
 * the cent of the document.
 */
export const combosComprados = (
  lineas: readonly { producto_id?: string | null | undefined }[],
  partes: readonly ParteSurtida[],
): Problem[] =>
  lineas.flatMap(({ producto_id: id }, at) => {
    const suyas = partes.filter(({ combo_id: combo }) => combo === id?.toLowerCase())
    const [first] = suyas
    if (!first) return []
    const cuales = suyas.map(({ codigo }) => codigo).join(', ')
    const message = `«${first.combo}» es un combo, que no tiene existencias propias: reparta la línea entre sus partes (${cuales}), cada una con su costo.`
    return [{ campo: `lineas.${at}.producto_id`, message }]
  })

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
