import { hasRight } from '../../lib/sesion/rights.ts'
import type { LineaValores } from './linea-valores.ts'

type Vendida = Pick<LineaValores, 'precio_libre' | 'producto_id'>

/** Whether the name of the product is the line's: without the right to change prices a product is sold as the catalogue has it (O-100). */
export const isNameFixed = ({ precio_libre, producto_id }: Vendida, canPrice: boolean): boolean =>
  !canPrice && producto_id !== undefined && precio_libre !== true

/** Whether a cell only shows what the list says, to who has no right to change it (O-100). */
export function isFixed(campo: string, linea: Vendida | undefined): boolean {
  const canPrice = hasRight('documento:cambiar_precio')
  if (campo === 'descripcion') return linea !== undefined && isNameFixed(linea, canPrice)
  if (campo === 'precio') return linea?.precio_libre !== true && !canPrice
  return campo === 'descuento' && !hasRight('documento:descuento')
}

/** Where a problem of the lines is mended: for who may not touch a price or a discount, by choosing its product again. */
export function editableOf(campo: string, lineas: readonly Vendida[]): string {
  const [, at, name] = /^lineas\.(\d+)\.(\w+)$/.exec(campo) ?? []
  return at !== undefined && name !== undefined && isFixed(name, lineas[Number(at)]) ? `lineas.${at}.codigo` : campo
}
