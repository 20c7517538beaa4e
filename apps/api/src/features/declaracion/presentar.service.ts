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

/** The defect that blocks the filing of a period; undefined without one. */
export const bloqueoOf = ({ defectos }: PapelCalculado) => defectos.find(({ gravedad }) => gravedad === 'BLOQUEA')

/** Figures about to be filed: entries under way in the period are waited for, and count. */
export async function calcularPorPresentar(tx: Tx, quien: Quien, cual: sql.Cual, hoy: Fecha): Promise<PapelCalculado> {
  await sql.lockPapel(tx, cual)
  await sql.holdCondiciones(tx, cual.empresaId)
  for (const mes of sql.mesesDe(cual.periodo)) await lockMes(tx, cual, mes)
  await lockCierres(tx, cual)
  return calcularPapel(tx, quien, cual, hoy)
}

interface Presentacion {
  en: Date
  /** Version of the ATS that is kept. */
  electronicas: boolean
}

/**
 * Stores figures as filed, after the earlier ones, and closes their months; for an ATS its file too. Answers where they are stored. @throws
 * 409 where a document changed while the file of the ATS was written
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
