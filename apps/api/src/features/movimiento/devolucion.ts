import { parteDevuelta } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { combosDeVenta, devueltosOf, netosOf, type Neto } from './documento-existencias.sql.ts'
import type { LineaMovida } from './partida.ts'

/** A return of sold goods: the quantity sold, the quantity other notes returned, and the quantity of this note. */
interface Vuelta {
  left: Neto
  before: Neto | undefined
  returned: number
}

/** Whether both are of the same product and warehouse, and of the same line of the sale. */
export const isSameNeto = (one: Neto, other: Neto): boolean =>
  one.linea === other.linea && one.producto_id === other.producto_id && one.bodega_id === other.bodega_id

/**
 * The returns of a note, by the movements of its sale, and never more than was sold. The parts of a combo come back as they left with it,
 * even when the combo has other parts today.
 */
export async function vueltasOf(
  tx: Tx,
  empresaId: EmpresaId,
  ventaId: string,
  notaId: string,
  lineas: readonly LineaMovida[],
): Promise<Vuelta[]> {
  const out = (await netosOf(tx, empresaId, ventaId)).filter(({ cantidad }) => cantidad < 0)
  const back = await devueltosOf(tx, empresaId, ventaId, notaId)
  const asked = new Map<number, number>()
  for (const { n, cantidad } of lineas) asked.set(n, (asked.get(n) ?? 0) + cantidad)
  const isParte = ({ linea, producto_id: id }: Neto) => lineas.some(({ n, productoId }) => n === linea && productoId !== id)
  const combos = out.some(isParte) ? await combosDeVenta(tx, empresaId, ventaId, notaId) : undefined
  return out.flatMap((left): Vuelta[] => {
    const cantidad = asked.get(left.linea) ?? 0
    const before = back.find((neto) => isSameNeto(neto, left))
    const combo = isParte(left) ? combos?.get(left.linea) : undefined
    const wanted = combo
      ? parteDevuelta(-left.cantidad, Math.min(combo.vendidos, combo.devueltos + cantidad), combo.vendidos) - (before?.cantidad ?? 0)
      : cantidad
    const returned = Math.min(wanted, -left.cantidad - (before?.cantidad ?? 0))
    return cantidad > 0 && returned > 0 ? [{ left, before, returned }] : []
  })
}
