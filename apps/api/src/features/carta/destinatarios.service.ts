import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { LIMITES, requirePlaces } from '../../plugins/limites.ts'

/** Strangers that one document or one person may bring without being counted: the usual receiver has a single address. */
const NUEVOS_GRATIS = 1

/**
 * Counts addresses that the company did not know, where a document is sent to them or a person written down with them: who fills the
 * catalogue first sends no more than who does not.
 * @throws 429 before anything is done
 */
export async function countNuevos(
  deps: Pick<Deps, 'clock' | 'config'>,
  tx: Tx,
  { empresaId, usuarioId }: { empresaId: EmpresaId; usuarioId: string },
  nuevos: number,
): Promise<void> {
  const places = nuevos - NUEVOS_GRATIS
  if (places <= 0) return
  await requirePlaces(deps, tx, LIMITES.destinatario, usuarioId, places)
  await requirePlaces(deps, tx, LIMITES.destinatarioEmpresa, empresaId, places)
}
