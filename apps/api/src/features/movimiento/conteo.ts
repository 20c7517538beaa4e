import type { MovimientoForm } from '@yupana/contract'
import { egresar, ingresar, sum, valorAlCosto, type AsientoKardex, type Fecha, type Monto, type SaldoKardex } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import { readMovido, type Movido } from './conteo.sql.ts'
import type { Lugar } from './libro.sql.ts'

type Linea = MovimientoForm['lineas'][number]

/** What moved since each of these products was counted; nothing where the line does not say when that was. */
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

/** What is there in truth: what was counted, with what moved since. */
export const haberOf = ({ cantidad }: Linea, movido: Movido | undefined): number => sum([cantidad, movido?.cantidad ?? 0])

/** Brings a kardex to what is there; undefined where it stands there already. */
export function cuadrar(saldo: SaldoKardex, haber: number, costo: () => Monto): AsientoKardex | undefined {
  const diferencia = sum([haber, -saldo.cantidad])
  if (diferencia === 0) return undefined
  return diferencia > 0 ? ingresar(saldo, diferencia, valorAlCosto(diferencia, costo())) : egresar(saldo, -diferencia)
}
