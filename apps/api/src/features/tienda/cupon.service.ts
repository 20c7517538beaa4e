import { descuentosDeCupon, displayFecha, fromUnits, multiplyToCents, type Fecha, type Monto } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import { readUsos, type CuponGuardado } from './cupon.sql.ts'

/** A line that a coupon may reduce. */
export interface Rebajable {
  producto: { id: string; precio: Monto }
  cantidad: number
  /** Price agreed with the company: no coupon applies on top of it. */
  acordado: Monto | null
}

const takes = ({ productos }: CuponGuardado, { producto, acordado }: Rebajable): boolean =>
  acordado === null && (productos.length === 0 || productos.includes(producto.id))

/** The discount of each line. */
export const rebajasDe = (cupon: CuponGuardado | undefined, lineas: readonly Rebajable[]): Monto[] =>
  cupon
    ? descuentosDeCupon(
        cupon,
        lineas.map((linea) => (takes(cupon, linea) ? multiplyToCents(linea.producto.precio, fromUnits(linea.cantidad)) : 0)),
      )
    : lineas.map((): Monto => 0)

/** Why a coupon reduces none of these lines today; undefined when it does. */
export async function whyNotCupon(tx: Tx, cupon: CuponGuardado, lineas: readonly Rebajable[], hoy: Fecha): Promise<string | undefined> {
  const { id, activo, vigente_desde: desde, vigente_hasta: hasta, usos, usos_empresa } = cupon
  if (!activo) return 'El cupón ya no vale.'
  if (hoy < desde) return `El cupón vale desde el ${displayFecha(desde)}.`
  if (hasta !== null && hoy > hasta) return `El cupón venció el ${displayFecha(hasta)}.`
  const { todos, suyos } = (await readUsos(tx, [id], hoy)).get(id) ?? { todos: 0, suyos: 0 }
  if (usos !== null && todos >= usos) return 'El cupón ya se usó todas las veces que se podía.'
  if (usos_empresa !== null && suyos >= usos_empresa) return 'Su empresa ya usó este cupón todas las veces que podía.'
  if (rebajasDe(cupon, lineas).every((rebaja) => rebaja === 0))
    return 'El cupón no rebaja nada de lo que hay en su carrito. No se suma a un precio acordado.'
}
