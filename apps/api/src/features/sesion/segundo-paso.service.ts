import type { FactorPedido, Ingreso } from '@yupana/contract'
import type { FastifyRequest } from 'fastify'

import type { Db } from '../../db/connect.ts'
import { whileServing } from '../../db/puerta.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { LIMITES, requireWithin } from '../../plugins/limites/limites.ts'
import { concern } from '../../plugins/rechazos/rechazos.ts'
import { forgetUsuario, hashToken } from '../../plugins/sesion/session.ts'
import * as factor from '../segundo-factor/segundo-factor.door.ts'
import { requireCodigo } from './codigo.service.ts'
import * as sql from './desafio.sql.ts'
import { enter, open, type Entrada } from './sesion.service.ts'

interface Paso {
  desafio: string
  codigo: string
}

type Desafiado = sql.Desafiado & { prueba: Buffer }

/** The user of the challenge. @throws 422 for an expired challenge, 429 for too many codes of one user from anywhere */
async function requireDesafiado(deps: Deps, desafio: string, falta: sql.Falta, request: FastifyRequest): Promise<Desafiado> {
  const prueba = hashToken(desafio)
  const found = await sql.findDesafio(deps.db, prueba, falta, deps.clock.now())
  if (!found) throw errors.challengeInvalid()
  concern({ usuarioId: found.id })
  await requireWithin(deps, LIMITES.segundoFactor, { usuarioId: found.id, empresaId: null }, request)
  return { ...found, prueba }
}

/** Takes the challenge last: removing a second factor begins with its row and ends with the challenges. */
async function take(deps: Deps, tx: Db, desafio: Buffer, falta: sql.Falta, usuarioId: string): Promise<void> {
  if (!(await sql.takeDesafio(tx, desafio, falta, usuarioId, deps.clock.now()))) throw errors.challengeInvalid()
}

/**
 * Continues the sign-in after the second factor. A chosen company that is not the user's (any more) is ignored: the code is spent, and new
 * recovery codes must reach him.
 */
async function goOn(deps: Deps, usuario: Desafiado, entrada: Pick<Entrada, 'origen' | 'via'>): Promise<Ingreso> {
  const { id: usuarioId, elegida: empresaId, prueba: desafio } = usuario
  const session = empresaId === null ? undefined : await open(deps, { usuarioId, empresaId, ...entrada })
  return session ? { session } : enter(deps, usuario, { ...entrada, desafio })
}

/** The second step of a sign-in: uses up both the challenge and the code, or neither. */
export async function complete(
  deps: Deps,
  { desafio, codigo }: Paso,
  origen: Entrada['origen'],
  request: FastifyRequest,
): Promise<Ingreso> {
  const usuario = await requireDesafiado(deps, desafio, 'CODIGO', request)
  const via = await whileServing(
    requireCodigo(deps, usuario.id, origen.red, async (tx) => {
      const spent = await factor.spend(deps, tx, usuario, codigo)
      if (spent) await take(deps, tx, usuario.prueba, 'CODIGO', usuario.id)
      return spent
    }),
    errors.challengeInvalid,
  )
  return goOn(deps, usuario, { origen, via })
}

/** Sets up the second factor of a user who cannot sign in without one; there is no session before (O-103). */
export async function begin(deps: Deps, desafio: string, request: FastifyRequest): Promise<FactorPedido> {
  return whileServing(factor.begin(deps, await requireDesafiado(deps, desafio, 'ACTIVAR', request)), errors.challengeInvalid)
}

export async function confirm(
  deps: Deps,
  { desafio, codigo }: Paso,
  origen: Entrada['origen'],
  request: FastifyRequest,
): Promise<{ codigos: string[]; ingreso: Ingreso }> {
  const usuario = await requireDesafiado(deps, desafio, 'ACTIVAR', request)
  const codigos = await whileServing(
    requireCodigo(deps, usuario.id, origen.red, async (tx) => {
      const activated = await factor.activate(deps, tx, usuario, codigo)
      if (activated) await take(deps, tx, usuario.prueba, 'ACTIVAR', usuario.id)
      return activated
    }),
    errors.challengeInvalid,
  )
  forgetUsuario(deps, usuario.id)
  return { codigos, ingreso: await goOn(deps, usuario, { origen, via: 'aplicacion' }) }
}
