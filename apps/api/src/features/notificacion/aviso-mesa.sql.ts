import type { Tx } from '../../db/transaction.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'

/** Puts a notice away; false for a notice of another user, and for one put away before. */
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
