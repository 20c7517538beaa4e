import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import { insertEnvio, readUsed, type Envio } from './idempotencia.sql.ts'

const KEY = /^[\w.:-]{8,100}$/

/** The header `Idempotency-Key` of a call that creates (O-91). @throws 422 when it is missing or no key */
export function requireIdempotencyKey({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const key = headers['idempotency-key']
  if (typeof key !== 'string' || !KEY.test(key)) throw errors.idempotencyKeyMissing()
  return key
}

/**
 * Stores the submission, or answers the id of its earlier result. A second identical call waits here until the first has committed. @throws
 * 422 when the key was used for another submission
 */
export async function claim(tx: Tx, envio: Envio): Promise<string | undefined> {
  const cuerpo = createHash('sha256')
    .update(`${envio.accion}|${JSON.stringify(envio.contenido)}`)
    .digest()
  if (await insertEnvio(tx, envio, cuerpo)) return undefined
  const used = await readUsed(tx, envio)
  if (!used.cuerpo.equals(cuerpo)) throw errors.idempotencyKeyReused()
  return used.recurso_id
}
