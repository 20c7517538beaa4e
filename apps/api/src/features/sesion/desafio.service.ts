import type { Desafio } from '@yupana/contract'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { hashToken } from '../../plugins/sesion/session.ts'
import { isFactorRequired, type Via } from '../segundo-factor/segundo-factor.door.ts'
import * as sql from './desafio.sql.ts'
import { newToken } from './token.ts'

type DesafioDeps = Pick<Deps, 'db' | 'clock'>

/** The answer to a correct password of a user who has or needs a second factor (O-103); undefined for everybody else. */
export async function challenge(
  deps: DesafioDeps & Pick<Deps, 'config'>,
  { id, super_admin }: { id: string; super_admin: boolean },
  elegida: EmpresaId | null,
): Promise<Desafio | undefined> {
  const { token: desafio, tokenHash } = newToken()
  const falta = await sql.createDesafio(deps.db, {
    tokenHash,
    usuarioId: id,
    isObligatorio: isFactorRequired(deps, super_admin),
    elegida,
    ahora: deps.clock.now(),
  })
  return falta && { segundo_factor: true, desafio, ...(falta === 'ACTIVAR' && { activar: true }) }
}

/**
 * Proves, together with the password, that the second factor was given a moment ago: for a user who still chooses a company. @throws 422
 */
export async function createPase({ db, clock }: DesafioDeps, desafio: Buffer): Promise<string> {
  const { token, tokenHash } = newToken()
  if (!(await sql.createPase(db, tokenHash, desafio, clock.now()))) throw errors.challengeInvalid()
  return token
}

export const takePase = async ({ db, clock }: DesafioDeps, usuarioId: string, pase: string): Promise<Via | undefined> =>
  (await sql.takeDesafio(db, hashToken(pase), 'EMPRESA', usuarioId, clock.now())) ? 'pase' : undefined
