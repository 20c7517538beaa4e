import { PERIODO_PRECIO, TIPO_PRECIO, type PrecioHistorico } from '@yupana/contract'
import { addDays, firstOfMonth, firstOfWeek, firstOfYear, type Fecha } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import type { Desde } from '../../http/exportacion.ts'
import { nextCambios, readCambios, readPuntos, type Periodo } from './producto-precio.sql.ts'
import { read, type Autor } from './producto.service.ts'

type Tipo = (typeof PERIODO_PRECIO)[keyof typeof PERIODO_PRECIO]

const FIRST: Readonly<Record<Tipo, (fecha: Fecha) => Fecha>> = {
  [PERIODO_PRECIO.DIARIO]: (fecha) => fecha,
  [PERIODO_PRECIO.SEMANAL]: firstOfWeek,
  [PERIODO_PRECIO.MENSUAL]: firstOfMonth,
  [PERIODO_PRECIO.ANUAL]: firstOfYear,
}
/** Days from the first day of a period that end in the next one, and never past it. */
const STEP: Readonly<Record<Tipo, number>> = { 1: 1, 2: 7, 3: 31, 4: 366 }

/** The last `n` periods of that kind; the last one contains the day. */
export function periodosUntil(fecha: Fecha, tipo: Tipo, n: number): Periodo[] {
  const first = FIRST[tipo]
  const periodos: Periodo[] = []
  for (let desde = first(fecha); periodos.length < n; desde = first(addDays(desde, -1)))
    periodos.unshift({ desde, hasta: addDays(first(addDays(desde, STEP[tipo])), -1) })
  return periodos
}

interface Pedida {
  n: number
  t: Tipo
  fecha: Fecha
  tipo: (typeof TIPO_PRECIO)[keyof typeof TIPO_PRECIO]
  id_producto: string
}

/** The product and the price or cost asked for. @throws 404 for an unknown product, 403 for a cost without the right to see it */
async function deOf(tx: Tx, autor: Autor, id: string, tipo: Pedida['tipo']) {
  if (tipo === TIPO_PRECIO.GASTO && !autor.veCosto) throw errors.forbidden()
  await read(tx, autor, id)
  return { empresaId: autor.empresaId, id, campo: tipo === TIPO_PRECIO.GASTO ? 'cost' : 'price' } as const
}

/** @throws 404, 403 */
export async function history(tx: Tx, autor: Autor, { n, t, fecha, tipo, id_producto }: Pedida): Promise<PrecioHistorico> {
  const de = await deOf(tx, autor, id_producto, tipo)
  return { puntos: await readPuntos(tx, de, periodosUntil(fecha, t, n)), cambios: await readCambios(tx, de, fecha) }
}

/** @throws 404, 403 */
export const next = async (
  tx: Tx,
  autor: Autor,
  { producto_id, tipo }: { producto_id: string; tipo: Pedida['tipo'] },
  desde: Desde | undefined,
) => nextCambios(tx, await deOf(tx, autor, producto_id, tipo), desde)
