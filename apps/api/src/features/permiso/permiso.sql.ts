import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

/** Routes of the menu that were given to a user; null where the user has those of his role. */
export async function readMenusAsignados(tx: Tx, empresaId: EmpresaId, usuarioId: string): Promise<string[] | null> {
  const row = await tx
    .selectFrom('usuario_empresa')
    .select('menus')
    .where('empresa_id', '=', empresaId)
    .where('usuario_id', '=', usuarioId)
    .executeTakeFirst()
  return row?.menus ?? null
}
