import { displayFecha, firstOfMonth, type Fecha } from '@yupana/fiscal'

import type { Tx } from '../../../db/transaction.ts'
import { errors } from '../../../errors.ts'
import { isMesCerrado, shareMes, type Libro } from './mes-abierto.sql.ts'

/** A closed month takes no new or changed entry. @throws 422 */
export async function requireMesAbierto(tx: Tx, libro: Libro, fecha: Fecha, campo = 'fecha_registro'): Promise<void> {
  const mes = firstOfMonth(fecha)
  await shareMes(tx, libro, mes)
  if (await isMesCerrado(tx, libro, mes))
    throw errors.field('WRONG_STATE', campo, `El mes ${displayFecha(mes).slice(3)} está cerrado: ábralo o use otra fecha.`)
}

/** The same for documents we issue. The present month is always open, so a document of this month asks nothing. @throws 422 */
export async function requireMesDeEmision(tx: Tx, libro: Libro, fecha: Fecha, hoy: Fecha, campo: string): Promise<void> {
  if (firstOfMonth(fecha) < firstOfMonth(hoy)) await requireMesAbierto(tx, libro, fecha, campo)
}
