import type { FactorPedido } from '@yupana/contract'

import type { Db } from '../../db/connect.ts'
import { forgetUsuario, type Sesion } from '../../plugins/sesion/session.ts'
import * as factor from '../segundo-factor/segundo-factor.door.ts'
import { requireCodigo } from '../sesion/sesion.door.ts'
import { requirePassword, type PerfilDeps } from './perfil.service.ts'
import { closeAll } from './perfil.sql.ts'

interface ConCodigo {
  pass: string
  codigo: string
}

const titularOf = ({ usuarioId: id, username, name, mail, tokenHash: prueba }: Sesion): factor.Titular => ({
  id,
  username,
  name,
  mail,
  prueba,
})

/** Needs the password: a session left open must not lock its owner out. */
export async function begin(deps: PerfilDeps, session: Sesion, pass: string, red: string): Promise<FactorPedido> {
  await requirePassword(deps, session, pass, red, 'pass')
  return factor.begin(deps, titularOf(session))
}

/** Ends the other sessions, which were opened with the password alone. */
export async function confirm(deps: PerfilDeps, session: Sesion, codigo: string, red: string): Promise<{ codigos: string[] }> {
  const codigos = await requireCodigo(deps, session.usuarioId, red, (tx) => factor.activate(deps, tx, titularOf(session), codigo))
  forgetUsuario(deps, session.usuarioId)
  return { codigos }
}

/** Checks the password, and then a code, which is used up in the same transaction as the change it allows. */
async function withBoth<T>(
  deps: PerfilDeps,
  session: Sesion,
  { pass, codigo }: ConCodigo,
  red: string,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  await requirePassword(deps, session, pass, red, 'pass')
  const { answer } = await requireCodigo(deps, session.usuarioId, red, async (tx) =>
    (await factor.spend(deps, tx, titularOf(session), codigo)) ? { answer: await work(tx) } : undefined,
  )
  return answer
}

export const renewCodigos = (deps: PerfilDeps, session: Sesion, form: ConCodigo, red: string): Promise<{ codigos: string[] }> =>
  withBoth(deps, session, form, red, async (tx) => ({ codigos: await factor.renewCodigos(deps, tx, titularOf(session)) }))

/** A user who must have a second factor is signed out at once, and sets up another at the next sign-in (O-103). */
export async function remove(deps: PerfilDeps, session: Sesion, form: ConCodigo, red: string): Promise<void> {
  await withBoth(deps, session, form, red, async (tx) => {
    await factor.remove(deps, tx, titularOf(session))
    if (factor.isFactorRequired(deps, session.superAdmin)) await closeAll(tx, session, deps.clock.now())
  })
  forgetUsuario(deps, session.usuarioId)
}
