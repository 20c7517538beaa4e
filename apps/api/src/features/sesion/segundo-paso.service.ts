import type { FactorPedido, Ingreso } from '@yupana/contract'
import type { FastifyRequest } from 'fastify'

import type { Db } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { LIMITES, requireWithin } from '../../plugins/limites.ts'
import { concern } from '../../plugins/rechazos.ts'
import { forgetUsuario, hashToken } from '../../plugins/session.ts'
import * as factor from '../segundo-factor/segundo-factor.service.ts'
import { requireCodigo } from './codigo.service.ts'
import * as sql from './desafio.sql.ts'
import { enter, open, type Entrada } from './sesion.service.ts'

interface Paso {
  desafio: string
  codigo: string
}

/** Whose the challenge is. @throws 422 for one that no longer serves, 429 for too many codes of one user from anywhere */
async function requireDesafiado(deps: Deps, desafio: string, falta: sql.Falta, request: FastifyRequest): Promise<sql.Desafiado> {
  const found = await sql.findDesafio(deps.db, hashToken(desafio), falta, deps.clock.now())
  if (!found) throw errors.challengeInvalid()
  concern({ usuarioId: found.id })
  await requireWithin(deps, LIMITES.segundoFactor, { usuarioId: found.id, empresaId: null }, request)
  return found
}

/** Last of all that happens to a user at once: whoever takes the second factor away begins with that, and ends with the challenges. */
async function take(deps: Deps, tx: Db, desafio: string, falta: sql.Falta, usuarioId: string): Promise<void> {
  if (!(await sql.takeDesafio(tx, hashToken(desafio), falta, usuarioId, deps.clock.now()))) throw errors.challengeInvalid()
}

/**
 * Goes on where the password stopped. Where the company chosen there is none of his, or no longer, as if none had been: the code is spent by
 * now, and the recovery codes of who just set it up must reach him.
 */
async function goOn(deps: Deps, usuario: sql.Desafiado, entrada: Entrada): Promise<Ingreso> {
  const { id: usuarioId, elegida: empresaId } = usuario
  const session = empresaId === null ? undefined : await open(deps, { usuarioId, empresaId, ...entrada })
  return session ? { session } : enter(deps, usuario, entrada)
}

/** The second step of a sign-in: the challenge and the code are both used up, or neither is. */
export async function complete(deps: Deps, { desafio, codigo }: Paso, origen: Entrada['origen'], request: FastifyRequest): Promise<Ingreso> {
  const usuario = await requireDesafiado(deps, desafio, 'CODIGO', request)
  const via = await requireCodigo(deps, usuario.id, origen.red, async (tx) => {
    const spent = await factor.spend(deps, tx, usuario, codigo)
    if (spent) await take(deps, tx, desafio, 'CODIGO', usuario.id)
    return spent
  })
  return goOn(deps, usuario, { origen, via })
}

/** Who cannot sign in without a second factor sets it up here: there is no session before (O-103). */
export async function begin(deps: Deps, desafio: string, request: FastifyRequest): Promise<FactorPedido> {
  return factor.begin(deps, await requireDesafiado(deps, desafio, 'ACTIVAR', request))
}

export async function confirm(deps: Deps, { desafio, codigo }: Paso, origen: Entrada['origen'], request: FastifyRequest): Promise<{ codigos: string[]; ingreso: Ingreso }> {
  const usuario = await requireDesafiado(deps, desafio, 'ACTIVAR', request)
  const codigos = await requireCodigo(deps, usuario.id, origen.red, async (tx) => {
    const activated = await factor.activate(deps, tx, usuario, codigo, null)
    if (activated) await take(deps, tx, desafio, 'ACTIVAR', usuario.id)
    return activated
  })
  forgetUsuario(deps, usuario.id)
  return { codigos, ingreso: await goOn(deps, usuario, { origen, via: 'aplicacion' }) }
}
