import { randomBytes } from 'node:crypto'
import { authBusiness, authCodigo, dropFactor, removeFactor, renewCodigos, type Desafio, type Endpoint } from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, PASSWORD_USUARIO, tokenOfNew } from '../../testing/builders.ts'
import { enrol } from '../../testing/segundo-factor.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'
import { createCodigo, takeCodigo } from '../recuperacion/recuperacion.sql.ts'
import { hashOfCodigo } from '../segundo-factor/codigo-recuperacion.ts'

// What happens to one user at once, from two sides: nobody is answered that the database found a circle.

let app: TestApp
let empresa: { id: EmpresaId }
let soporte: string
let count = 0

beforeAll(async () => {
  app = await buildTestApp()
  empresa = await buildEmpresa(app)
  soporte = await tokenOfNew(app, { empresas: [empresa], rol: ROL.SUPER_ADMIN, superAdmin: true })
})
afterAll(() => app?.close())

const nextRed = () => `10.60.0.${++count}`

async function challenged() {
  const usuario = await buildUsuario(app, { empresas: [empresa] })
  const { token } = await app.signIn(usuario.username, { red: nextRed() })
  const { codigos } = await enrol(app, token, nextRed())
  const { data } = await app.call<Desafio>(authBusiness, {
    body: { email: usuario.username, pass: app.encode(PASSWORD_USUARIO) },
    red: nextRed(),
  })
  return { ...usuario, token, codigos, desafio: data.desafio }
}

const drop = ({ id }: { id: string }) => app.call(dropFactor, { token: soporte, body: { id, motivo: 'Perdió el teléfono y los códigos' } })
async function reset({ id }: { id: string }, passwordHash: string): Promise<{ status: number }> {
  const [hash, ahora] = [randomBytes(32), app.clock.now()]
  await createCodigo(app.deps.db, { hash, usuarioId: id, ahora, hasta: new Date(ahora.getTime() + 60_000) })
  return { status: (await takeCodigo(app.deps.db, hash, ahora, passwordHash)) ? 200 : 422 }
}
const complete = (desafio: string, codigo: string) => app.call(authCodigo, { body: { desafio, codigo }, red: nextRed() })

describe('the second factor', () => {
  it('O-103 is taken away while a recovery code signs in: one waits for the other', async () => {
    const who = await challenged()
    const last = hashOfCodigo(who.codigos.at(-1)!)
    const { dropping, completing } = await app.owner.transaction().execute(async (tx) => {
      // Holds who takes it away between two of the codes.
      await sql`select 1 from codigo_recuperacion where usuario_id = ${who.id} and codigo_hash = ${last} for update`.execute(tx)
      const dropping = drop(who)
      await untilWaiting(app)
      const completing = complete(who.desafio, who.codigos[0]!)
      await untilWaiting(app, 2)
      return { dropping, completing }
    })
    expect([(await dropping).status, (await completing).status]).toEqual([200, 422])
  })

  it('O-103 is used, renewed, switched off and taken away at once, and the password changes', async () => {
    const seen = new Set<number>()
    for (let round = 0; round < 20; round++) {
      const who = await challenged()
      const { password_hash: hash } = await app.owner
        .selectFrom('usuario')
        .select('password_hash')
        .where('id', '=', who.id)
        .executeTakeFirstOrThrow()
      const own = (endpoint: Endpoint, codigo: string) =>
        app.call(endpoint, { token: who.token, body: { pass: app.encode(PASSWORD_USUARIO), codigo }, red: nextRed() })
      const [a, b, c, d] = who.codigos as [string, string, string, string]
      const answers = await Promise.all([
        complete(who.desafio, a),
        own(renewCodigos, b),
        own(renewCodigos, c),
        own(removeFactor, d),
        drop(who),
        ...(round % 2 ? [reset(who, hash)] : []),
      ])
      for (const { status } of answers) seen.add(status)
    }
    expect([...seen].filter((status) => status >= 500)).toEqual([])
  })
})
