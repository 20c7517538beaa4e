import type { Fecha, SituacionTributaria } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

/** Makes this transaction the user's: the user's own rows are seen by that user alone. */
export async function comoPersona(tx: Tx, usuarioId: string): Promise<void> {
  await sql`select set_config('yupana.usuario', ${usuarioId}, true)`.execute(tx)
}

export const readDias = async (tx: Tx, usuarioId: string): Promise<number | null> =>
  (await tx.selectFrom('obligacion_aviso').select('dias').where('usuario_id', '=', usuarioId).executeTakeFirst())?.dias ?? null

export async function saveDias(tx: Tx, usuarioId: string, dias: number | null, en: Date): Promise<void> {
  await tx
    .insertInto('obligacion_aviso')
    .values({ usuario_id: usuarioId, dias, editado_en: en })
    .onConflict((conflict) => conflict.column('usuario_id').doUpdateSet({ dias, editado_en: en }))
    .execute()
}

/** Users whose obligations were not looked at today. */
export async function porAvisar(db: Db, hoy: Fecha): Promise<string[]> {
  const { rows } = await sql<{ usuario_id: string }>`select * from avisos_por_enviar(${hoy}::date)`.execute(db)
  return rows.map(({ usuario_id }) => usuario_id)
}

/** Takes the day of a user for this worker, and answers the days before which the user is told; undefined when it was taken. */
export const takeDia = async (tx: Tx, usuarioId: string, hoy: Fecha): Promise<number | null | undefined> =>
  (
    await tx
      .updateTable('obligacion_aviso')
      .set({ dicho: hoy })
      .where('usuario_id', '=', usuarioId)
      .where('dias', 'is not', null)
      .where(({ or, eb }) => or([eb('dicho', 'is', null), eb('dicho', '<', hoy)]))
      .returning('dias')
      .executeTakeFirst()
  )?.dias

export interface EmpresaPorAvisar {
  correo: string
  nombre: string
  empresa_id: EmpresaId
  empresa: string
  ruc: string
  situacion: Omit<SituacionTributaria, 'hoy'>
}

/** Companies that the user of this transaction answers for. */
export async function listEmpresas(tx: Tx, hoy: Fecha): Promise<EmpresaPorAvisar[]> {
  const { rows } = await sql<EmpresaPorAvisar>`select * from empresas_por_avisar(${hoy}::date)`.execute(tx)
  return rows
}

/** Which of these obligations were not told to the user at this number of days; notes that they are told now. */
export async function takeObligaciones(
  tx: Tx,
  usuarioId: string,
  empresaId: EmpresaId,
  paso: number,
  obligaciones: readonly string[],
): Promise<Set<string>> {
  if (obligaciones.length === 0) return new Set()
  const rows = await tx
    .insertInto('obligacion_avisada')
    .values(obligaciones.map((obligacion) => ({ usuario_id: usuarioId, de_empresa: empresaId, obligacion, paso })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('obligacion')
    .execute()
  return new Set(rows.map(({ obligacion }) => obligacion))
}
