import type { SituacionForm, SituacionPersonal } from '@yupana/contract'

import type { Tx } from '../../db/transaction.ts'

const LEIDAS = ['anio', 'version', 'cargas', 'catastrofica', 'parte_propia', 'ingresos', 'deducciones', 'retenido', 'familiares'] as const

/** The situation of the year, or of the last year before it. */
export const readSituacion = (tx: Tx, usuarioId: string, anio: number): Promise<Omit<SituacionPersonal, 'de_anio'> | undefined> =>
  tx
    .selectFrom('gasto_personal_situacion')
    .select(LEIDAS)
    .where('usuario_id', '=', usuarioId)
    .where('anio', '<=', anio)
    .orderBy('anio', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Stores the situation of a year over `version`, 0 for the first; false when another session saved meanwhile. */
export async function writeSituacion(
  tx: Tx,
  usuarioId: string,
  version: number,
  { anio, familiares, ...form }: SituacionForm,
  en: Date,
): Promise<boolean> {
  const kept = { ...form, familiares: JSON.stringify(familiares), editado_en: en }
  if (version === 0) {
    const inserted = await tx
      .insertInto('gasto_personal_situacion')
      .values({ usuario_id: usuarioId, anio, ...kept })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return inserted.numInsertedOrUpdatedRows === 1n
  }
  const updated = await tx
    .updateTable('gasto_personal_situacion')
    .set((value) => ({ ...kept, version: value('version', '+', 1) }))
    .where('usuario_id', '=', usuarioId)
    .where('anio', '=', anio)
    .where('version', '=', version)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}
