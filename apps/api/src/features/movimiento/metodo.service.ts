import type { MetodoCostoVigente } from '@yupana/contract'
import { addDays, displayFecha, fechaIn, METODO_COSTO_LABEL, type Fecha, type MetodoCosto } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import type { Autor } from './movimiento.service.ts'
import * as sql from './metodo.sql.ts'

export async function read(tx: Tx, empresaId: EmpresaId, hoy: Fecha): Promise<MetodoCostoVigente> {
  const historia = await sql.readHistoria(tx, empresaId)
  return { metodo: historia.find(({ desde }) => desde <= hoy)?.metodo ?? 'PROMEDIO', historia }
}

/** The values of past movements stay: another method begins on a day without movements. @throws 422 */
export async function change(tx: Tx, autor: Autor, { metodo, desde }: { metodo: MetodoCosto; desde: Fecha }): Promise<MetodoCostoVigente> {
  const { empresaId, usuarioId, en } = autor
  await sql.lockMetodos(tx, empresaId)
  const hoy = fechaIn(en)
  const ultimo = await sql.readUltimoMovimiento(tx, empresaId)
  if (ultimo !== undefined && desde <= ultimo)
    throw errors.field('WRONG_STATE', 'desde', `Hay movimientos del ${displayFecha(ultimo)}: elija una fecha posterior.`)
  if (desde > addDays(hoy, 366)) throw errors.field('WRONG_STATE', 'desde', 'Elija una fecha de los próximos doce meses.')
  const antes = (await sql.readHistoria(tx, empresaId)).find((one) => one.desde <= desde)?.metodo ?? 'PROMEDIO'
  if (antes === metodo) throw errors.field('WRONG_STATE', 'metodo', `Ese día ya se valora así: ${METODO_COSTO_LABEL[metodo]}.`)
  await sql.replaceMetodo(tx, { empresaId, usuarioId, en, metodo, desde })
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'metodo_costo.cambiar', objeto: empresaId, detalle: { metodo, desde } })
  return read(tx, empresaId, hoy)
}
