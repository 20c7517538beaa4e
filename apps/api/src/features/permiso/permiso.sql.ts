import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

/** Routes assigned to one user; null: those of the role. */
export async function readMenusAsignados(tx: Tx, empresaId: EmpresaId, usuarioId: string): Promise<string[] | null> {
  const row = await tx
    .selectFrom('usuario_empresa')
    .select('menus')
    .where('empresa_id', '=', empresaId)
    .where('usuario_id', '=', usuarioId)
    .executeTakeFirst()
  return row?.menus ?? null
}
