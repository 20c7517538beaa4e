import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'

const KEY = /^[\w.:-]{8,100}$/

/** The header `Idempotency-Key` of a call that creates (O-91). @throws 422 when it is missing or no key */
export function requireKey({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const key = headers['idempotency-key']
  if (typeof key !== 'string' || !KEY.test(key)) throw errors.idempotencyKeyMissing()
  return key
}

export interface Envio {
  empresaId: string
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

/**
 * Remembers the submission, or answers the id of what it created when it came before. A second identical call waits here
 * until the first has committed. @throws 422 when the key was used for something else
 */
export async function claim(tx: Tx, envio: Envio): Promise<string | undefined> {
  const cuerpo = createHash('sha256').update(`${envio.accion}|${JSON.stringify(envio.contenido)}`).digest()
  const inserted = await tx
    .insertInto('idempotencia')
    .values({ empresa_id: envio.empresaId, clave: envio.clave, usuario_id: envio.usuarioId, cuerpo, recurso_id: envio.recursoId, creada_en: envio.en })
    .onConflict((conflict) => conflict.columns(['empresa_id', 'clave']).doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 1n) return undefined
  const used = await tx
    .selectFrom('idempotencia')
    .select(['recurso_id', 'cuerpo'])
    .where('empresa_id', '=', envio.empresaId)
    .where('clave', '=', envio.clave)
    .executeTakeFirstOrThrow()
  if (!used.cuerpo.equals(cuerpo)) throw errors.idempotencyKeyReused()
  return used.recurso_id
}
