import type { RetencionElegida } from '@yupana/contract'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

export const listElegidas = (tx: Tx, empresaId: EmpresaId): Promise<RetencionElegida[]> =>
  tx
    .selectFrom('retencion_elegida')
    .select(['impuesto', 'operacion', 'persona', 'sociedad', 'version'])
    .where('empresa_id', '=', empresaId)
    .orderBy('impuesto')
    .orderBy('operacion')
    .execute()

/** Stores the chosen codes; false when another user stored them meanwhile. */
export async function saveElegida(
  tx: Tx,
  { empresaId, usuarioId, en }: { empresaId: EmpresaId; usuarioId: string; en: Date },
  { impuesto, operacion, persona, sociedad, version }: RetencionElegida,
): Promise<boolean> {
  const valores = { persona, sociedad, usuario_id: usuarioId, en }
  if (version === 0) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('retencion_elegida')
      .values({ empresa_id: empresaId, impuesto, operacion, ...valores })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }
  const { numUpdatedRows } = await tx
    .updateTable('retencion_elegida')
    .set((value) => ({ ...valores, version: value('version', '+', 1) }))
    .where('empresa_id', '=', empresaId)
    .where('impuesto', '=', impuesto)
    .where('operacion', '=', operacion)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
