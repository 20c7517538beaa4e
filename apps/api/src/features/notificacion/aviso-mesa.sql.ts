import type { Tx } from '../../db/transaction.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'

/** Answers false for another user's, or one dismissed before. */
export async function markVista(
  tx: Tx,
  tabla: 'orden' | 'firma_solicitud',
  { empresaId, usuarioId }: SesionAbierta,
  id: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable(tabla)
    .set({ vista: true })
    .where('empresa_id', '=', empresaId)
    .where('usuario_id', '=', usuarioId)
    .where('id', '=', id)
    .where('vista', '=', false)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
