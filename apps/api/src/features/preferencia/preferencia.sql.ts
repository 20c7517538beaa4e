import { PREFERENCIA_INICIAL, type Lista, type Preferencia } from '@yupana/contract'

import type { Tx } from '../../db/transaction.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'

type Quien = Pick<SesionAbierta, 'empresaId' | 'usuarioId'>

export async function readPreferencia(tx: Tx, { empresaId, usuarioId }: Quien, lista: Lista): Promise<Preferencia> {
  const row = await tx
    .selectFrom('preferencia')
    .select(['ocultas', 'densidad', 'opciones', 'vistas'])
    .where('empresa_id', '=', empresaId)
    .where('usuario_id', '=', usuarioId)
    .where('lista', '=', lista)
    .executeTakeFirst()
  if (!row) return PREFERENCIA_INICIAL
  const { opciones, vistas, ...rest } = row
  return { ...rest, ...(opciones && { opciones }), ...(vistas && { vistas }) }
}

export async function savePreferencia(
  tx: Tx,
  { empresaId, usuarioId }: Quien,
  lista: Lista,
  { ocultas, densidad, opciones, vistas }: Preferencia,
): Promise<void> {
  const kept = {
    ocultas,
    densidad,
    opciones: opciones ? JSON.stringify(opciones) : null,
    vistas: vistas ? JSON.stringify(vistas) : null,
  }
  await tx
    .insertInto('preferencia')
    .values({ empresa_id: empresaId, usuario_id: usuarioId, lista, ...kept })
    .onConflict((conflict) => conflict.columns(['empresa_id', 'usuario_id', 'lista']).doUpdateSet(kept))
    .execute()
}
