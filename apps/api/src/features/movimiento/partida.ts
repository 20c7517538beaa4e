import { multiply, type Monto, type PoliticaStock } from '@yupana/fiscal'

import type { Problem } from '../../errors.ts'
import type { ParteSurtida } from './documento-existencias.sql.ts'
import { within } from './libro.ts'

/** A line of a document, by its number from 1 on; `base` is its cost without taxes. */
export interface LineaMovida {
  n: number
  productoId: string
  codigo: string
  cantidad: number
  base: Monto
}

/** The warehouse of a document, and the company's rule for a stock below zero. */
export interface Surtido {
  inventariados: readonly string[]
  /** Parts of the combos among its products. */
  partes: readonly ParteSurtida[]
  bodega: { id: string; name: string } | null
  politica: PoliticaStock
}

/** A movement of one product by a line: the product itself, or a part of the combo it sells. */
export interface Partida extends LineaMovida {
  porCombo: number | null
}

/**
 * Lines that buy a combo. The price of the whole does not give the cost of each part: each part comes in by a line of its own, to the cent
 * of the document.
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

/**
 * The movements of these lines: the stocked products, and the parts of combos in their quantities. @throws 422 for an amount out of range
 */
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
