import { displayFecha, fechaIn, type Fecha } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import { findComprada, updateAcuseComprada, type Comprada } from './comprada.sql.ts'
import { cualOf, type Pedido } from './cual.service.ts'
import { updateAcuse, type Cual } from './declaracion.sql.ts'
import type { PapelCalculado, Quien } from './papel.service.ts'
import { bloqueoOf, calcularPorPresentar, presentar } from './presentar.service.ts'

interface Acuse {
  numero: string
  fecha: Fecha
  version: number
  en: Date
}

/**
 * Records number and day of the SRI's receipt of a bought declaration; the period then counts as filed by the company. Answers false for a
 * repetition. @throws 404, 409, 422
 */
export async function acusarComprada(
  tx: Tx,
  quien: Quien,
  { ordenId, ...pedida }: Pedido & { ordenId: string },
  acuse: Acuse,
): Promise<boolean> {
  const hoy = fechaIn(acuse.en)
  const cual = cualOf(quien, pedida, hoy)
  const { hasta } = cual.periodo
  const before = await findComprada(tx, quien.empresaId, cual)
  if (before?.orden_id !== ordenId) throw errors.notFound()
  if (before.numero_sri === acuse.numero && before.fecha_sri === acuse.fecha) return false
  if (acuse.fecha > hoy || acuse.fecha <= hasta)
    throw errors.field('FECHA', 'fecha', `La fecha va del ${displayFecha(hasta)}, sin contarlo, a hoy.`)
  if (!(await updateAcuseComprada(tx, quien.empresaId, cual, acuse))) throw errors.conflict()
  const { id, n } = await presentadaDe(tx, quien, cual, before, acuse)
  await updateAcuse(tx, quien.empresaId, id, { n, ...acuse })
  return true
}

/** The filed figures that the receipt belongs to: those filed before, else today's. @throws 422 while the paper is not complete */
async function presentadaDe(tx: Tx, quien: Quien, cual: Cual, before: Comprada, acuse: Acuse): Promise<{ id: string; n: number }> {
  const calculado = await calcularPorPresentar(tx, quien, cual, fechaIn(acuse.en))
  const { guardada } = calculado
  const filed = presentadaConAcuse(calculado, [before.numero_sri, acuse.numero])
  if (guardada && filed) return { id: guardada.id, n: filed.n }
  const blocking = bloqueoOf(calculado)
  if (blocking) throw errors.declarationIncomplete(blocking.texto)
  return presentar(tx, quien, cual, calculado, { en: acuse.en, electronicas: false })
}

/** The filing with this number; else the last one, if it has no number and nothing changed since. */
function presentadaConAcuse({ presentadas, diferencias }: PapelCalculado, numeros: readonly (string | null)[]) {
  const [last] = presentadas
  const numbered = presentadas.find(({ numero_sri }) => numero_sri !== null && numeros.includes(numero_sri))
  return numbered ?? (last?.numero_sri === null && diferencias.length === 0 ? last : undefined)
}
