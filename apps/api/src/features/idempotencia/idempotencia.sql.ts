import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

export interface Envio {
  empresaId: EmpresaId
  usuarioId: string
  /** The key, from requireIdempotencyKey. */
  idempotencyKey: string
  /** The action and its input: the same key with another input is refused. */
  accion: string
  contenido: unknown
  /** Id of the record that this submission creates, if it is the first. */
  recursoId: string
  en: Date
}

/** Stores a submission; false when its key was used before. */
export async function insertEnvio(tx: Tx, envio: Envio, cuerpo: Buffer): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotencia')
    .values({
      empresa_id: envio.empresaId,
      clave: envio.idempotencyKey,
      usuario_id: envio.usuarioId,
      cuerpo,
      recurso_id: envio.recursoId,
      creada_en: envio.en,
    })
    .onConflict((conflict) => conflict.columns(['empresa_id', 'clave']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The submission of a used key. */
export const readUsed = (tx: Tx, { empresaId, idempotencyKey }: Envio) =>
  tx
    .selectFrom('idempotencia')
    .select(['recurso_id', 'cuerpo'])
    .where('empresa_id', '=', empresaId)
    .where('clave', '=', idempotencyKey)
    .executeTakeFirstOrThrow()
