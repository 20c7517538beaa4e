import { DESAFIO_MINUTOS, type Desafio } from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import { hashToken } from '../../plugins/session.ts'
import { hasFactor, isFactorRequired, type Via } from '../segundo-factor/segundo-factor.service.ts'
import * as sql from './desafio.sql.ts'
import { newToken } from './token.service.ts'

type DesafioDeps = Pick<Deps, 'db' | 'clock'>

async function create({ db, clock }: DesafioDeps, usuarioId: string, falta: sql.Falta, elegida: string | null): Promise<string> {
  const { token, tokenHash } = newToken()
  await sql.createDesafio(db, { tokenHash, usuarioId, falta, elegida, hasta: new Date(clock.now().getTime() + DESAFIO_MINUTOS * 60_000) })
  return token
}

/** What a correct password is answered with, of who has a second factor or must have one (O-103); undefined for everybody else. */
export async function challenge(deps: DesafioDeps & Pick<Deps, 'config'>, { id, super_admin }: { id: string; super_admin: boolean }, elegida: string | null): Promise<Desafio | undefined> {
  if (await hasFactor(deps, id)) return { segundo_factor: true, desafio: await create(deps, id, 'CODIGO', elegida) }
  if (isFactorRequired(deps, super_admin)) return { segundo_factor: true, desafio: await create(deps, id, 'ACTIVAR', elegida), activar: true }
  return undefined
}

/** Says, together with the password, that the second factor was given a moment ago: for whoever still chooses a company. */
export const createPase = (deps: DesafioDeps, usuarioId: string): Promise<string> => create(deps, usuarioId, 'EMPRESA', null)

export const takePase = async ({ db, clock }: DesafioDeps, usuarioId: string, pase: string): Promise<Via | undefined> =>
  (await sql.takeDesafio(db, hashToken(pase), 'EMPRESA', usuarioId, clock.now())) ? 'pase' : undefined
