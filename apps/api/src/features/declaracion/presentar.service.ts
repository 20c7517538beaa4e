import { randomUUID } from 'node:crypto'
import { fechaIn, vencimientoDelPeriodo, type Fecha } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { lockMes, readCondiciones } from '../comprobante/armado/armado.door.ts'
import { lockCierres } from '../movimiento/movimiento.door.ts'
import { keepAts } from './ats-presentado.service.ts'
import * as sql from './declaracion.sql.ts'
import { calcularPapel, huellaDe, type PapelCalculado, type Quien } from './papel.service.ts'

/** Why a period cannot be filed as it stands. */
export const bloqueoOf = ({ defectos }: PapelCalculado) => defectos.find(({ gravedad }) => gravedad === 'BLOQUEA')

/** The figures that are about to be filed: what is being booked in the period is waited for, and counts. */
export async function calcularPorPresentar(tx: Tx, quien: Quien, cual: sql.Cual, hoy: Fecha): Promise<PapelCalculado> {
  await sql.lockPapel(tx, cual)
  await sql.holdCondiciones(tx, cual.empresaId)
  for (const mes of sql.mesesDe(cual.periodo)) await lockMes(tx, cual, mes)
  await lockCierres(tx, cual)
  return calcularPapel(tx, quien, cual, hoy)
}

interface Presentacion {
  en: Date
  /** Which ATS is kept. */
  electronicas: boolean
}

/**
 * Keeps figures as filed, after those before, and closes their months; of an ATS its file too. Answers where they are kept.
 * @throws 409 where a document changed while the file of the ATS was written
 */
export async function presentar(
  tx: Tx,
  quien: Quien,
  cual: sql.Cual,
  calculado: PapelCalculado,
  { en, electronicas }: Presentacion,
): Promise<{ id: string; n: number }> {
  const { empresaId, usuarioId } = quien
  const { guardada, presentadas, valores, ajustes } = calculado
  const id = guardada?.id ?? randomUUID()
  if (!guardada) await sql.insertDeclaracion(tx, cual, id, { ajustes: [], saldos: null, difiere: false, en })
  const n = (presentadas[0]?.n ?? 0) + 1
  const sha256 = huellaDe(cual, calculado)
  const { condiciones } = await readCondiciones(tx, empresaId)
  const vence = vencimientoDelPeriodo(cual.formulario, cual.periodo, quien.ruc, condiciones)
  const { razonSocial } = quien
  await sql.insertPresentada(tx, empresaId, id, { n, valores, ajustes, sha256, razonSocial, vence, usuarioId, en })
  if (cual.formulario === 'ATS') {
    await keepAts(tx, quien, { periodo: cual.periodo, electronicas }, { id, n })
    if (!huellaDe(cual, await calcularPapel(tx, quien, cual, fechaIn(en))).equals(sha256)) throw errors.figuresChanged()
  }
  await sql.closeMeses(tx, cual, usuarioId, en)
  const detalle = { formulario: cual.formulario, periodo: cual.periodo.codigo, n, sha256: sha256.toString('hex') }
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'declaracion.presentar', detalle })
  return { id, n }
}
