import type { MovimientoForm } from '@yupana/contract'
import { egresar, ingresar, sum, valorAlCosto, type AsientoKardex, type Fecha, type Monto, type SaldoKardex } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import { readMovido, type Movido } from './conteo.sql.ts'
import type { Lugar } from './libro.sql.ts'

type Linea = MovimientoForm['lineas'][number]

/** Movements since each of these products was counted; none for a line without the time of its count. */
export async function movidoSince(
  tx: Tx,
  lugar: Lugar,
  { bodega_id: bodegaId, lineas }: Pick<MovimientoForm, 'bodega_id' | 'lineas'>,
  fecha: Fecha,
): Promise<ReadonlyMap<string, Movido>> {
  const vistas = lineas.flatMap(({ producto_id: productoId, secuencia }) =>
    typeof secuencia === 'number' ? [{ productoId, secuencia }] : [],
  )
  const rows = vistas.length === 0 ? [] : await readMovido(tx, lugar, bodegaId, fecha, vistas)
  return new Map(rows.map((row) => [row.producto_id, row]))
}

export const adelantadoText = (codigo: string): string =>
  `El conteo de ${codigo} no parte del stock de esta bodega: recargue y cuéntelo de nuevo.`

/** The true stock: the counted quantity plus the movements since. */
export const haberOf = ({ cantidad }: Linea, movido: Movido | undefined): number => sum([cantidad, movido?.cantidad ?? 0])

/** The entry that brings a kardex to the true stock; undefined when it is there already. */
export function cuadrar(saldo: SaldoKardex, haber: number, costo: () => Monto): AsientoKardex | undefined {
  const diferencia = sum([haber, -saldo.cantidad])
  if (diferencia === 0) return undefined
  return diferencia > 0 ? ingresar(saldo, diferencia, valorAlCosto(diferencia, costo())) : egresar(saldo, -diferencia)
}
