import { displayFecha, firstOfMonth, type Fecha } from '@yupana/fiscal'

import type { Tx } from '../../../db/transaction.ts'
import { errors } from '../../../errors.ts'
import { isMesCerrado, shareMes, type Libro } from './mes-abierto.sql.ts'

/** What is booked in a closed month stays as it is, and nothing is added to it. @throws 422 */
export async function requireMesAbierto(tx: Tx, libro: Libro, fecha: Fecha, campo = 'fecha_registro'): Promise<void> {
  const mes = firstOfMonth(fecha)
  await shareMes(tx, libro, mes)
  if (await isMesCerrado(tx, libro, mes))
    throw errors.field('WRONG_STATE', campo, `El mes ${displayFecha(mes).slice(3)} está cerrado: ábralo o use otra fecha.`)
}

/** The same for what is issued: a month closes once it is over, so that a document of this month asks nothing. @throws 422 */
export async function requireMesDeEmision(tx: Tx, libro: Libro, fecha: Fecha, hoy: Fecha, campo: string): Promise<void> {
  if (firstOfMonth(fecha) < firstOfMonth(hoy)) await requireMesAbierto(tx, libro, fecha, campo)
}
