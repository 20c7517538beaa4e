import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

export interface Envio {
  empresaId: EmpresaId
  usuarioId: string
  /** The key, from requireKey. */
  clave: string
  /** What is being done and with what: the same key with anything else is refused. */
  accion: string
  contenido: unknown
  /** What this submission creates, if it is the first. */
  recursoId: string
  en: Date
}

/** Answers false when the key was used before. */
export async function insertEnvio(tx: Tx, envio: Envio, cuerpo: Buffer): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotencia')
    .values({
      empresa_id: envio.empresaId,
      clave: envio.clave,
      usuario_id: envio.usuarioId,
      cuerpo,
      recurso_id: envio.recursoId,
      creada_en: envio.en,
    })
    .onConflict((conflict) => conflict.columns(['empresa_id', 'clave']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** What the key was used for. */
export const readUsed = (tx: Tx, { empresaId, clave }: Envio) =>
  tx
    .selectFrom('idempotencia')
    .select(['recurso_id', 'cuerpo'])
    .where('empresa_id', '=', empresaId)
    .where('clave', '=', clave)
    .executeTakeFirstOrThrow()
