import { hasRight } from '../../lib/rights.ts'
import type { LineaValores } from './linea-valores.ts'

/** Whether a cell only shows what the list says, to who has no right to change it (O-100). */
export const isFixed = (campo: string, linea: Pick<LineaValores, 'precio_libre'> | undefined): boolean =>
  (campo === 'precio' && linea?.precio_libre !== true && !hasRight('documento:cambiar_precio')) || (campo === 'descuento' && !hasRight('documento:descuento'))

/** Where a problem of the lines is mended: for who may not touch a price or a discount, by choosing its product again. */
export function editableOf(campo: string, lineas: readonly Pick<LineaValores, 'precio_libre'>[]): string {
  const [, at, name] = /^lineas\.(\d+)\.(\w+)$/.exec(campo) ?? []
  return at !== undefined && name !== undefined && isFixed(name, lineas[Number(at)]) ? `lineas.${at}.codigo` : campo
}
