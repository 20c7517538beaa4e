import { randomBytes } from 'node:crypto'
import { authBusiness, authCodigo, DESAFIO_MINUTOS, type Desafio } from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { hashToken } from '../../plugins/sesion/session.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, PASSWORD_USUARIO } from '../../testing/builders.ts'
import { enrol, nextCodigo } from '../../testing/segundo-factor.ts'
import { buildSesiones, type Quien, type Sesiones } from '../../testing/sesiones-que-no-sirven.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'
import { createDesafio, createPase, findDesafio, takeDesafio } from '../sesion/desafio.sql.ts'
import { activate, readFactor, remove, saveCodigos, saveSecreto, spendCodigo, spendPaso } from './segundo-factor.sql.ts'

// As yupana_app: the answers of the second factor's doors to an invalid proof, and the number of challenges of a user.

let app: TestApp
let sesiones: Sesiones
let empresa: { id: EmpresaId }
beforeAll(async () => {
  app = await buildTestApp()
  ;[sesiones, empresa] = [await buildSesiones(app), await buildEmpresa(app)]
  const { who, abierta } = sesiones
  await saveSecreto(app.deps.db, byPrueba(abierta), Buffer.alloc(8))
  await app.owner.insertInto('codigo_recuperacion').values({ usuario_id: who.id, codigo_hash: CODIGO }).execute()
})
afterAll(() => app?.close())

const MINUTE = 60_000
const CODIGO = Buffer.alloc(32, 7)
const byPrueba = ({ tokenHash: prueba, ahora }: Quien) => ({ prueba, ahora })

const WRITES: Readonly<Record<string, (quien: Quien) => Promise<unknown>>> = {
  segundo_factor_pedir: (quien) => saveSecreto(app.deps.db, byPrueba(quien), Buffer.alloc(8)),
  segundo_factor_activar: (quien) => activate(app.deps.db, byPrueba(quien), { sellado: Buffer.alloc(8), paso: 1, codigos: [] }),
  segundo_factor_gastar: (quien) => spendPaso(app.deps.db, byPrueba(quien), 1),
  codigo_recuperacion_gastar: (quien) => spendCodigo(app.deps.db, byPrueba(quien), CODIGO),
}
/** Only with a session. */
const OWN: typeof WRITES = {
  codigos_recuperacion_cambiar: (quien) => saveCodigos(app.deps.db, byPrueba(quien), []),
  segundo_factor_quitar: (quien) => remove(app.deps.db, byPrueba(quien), sesiones.who.id),
}
const DOORS: typeof WRITES = { segundo_factor_de: (quien) => readFactor(app.deps.db, byPrueba(quien)), ...WRITES, ...OWN }

const state = async () =>
  (
    await sql`
  select (select jsonb_agg(f order by f.usuario_id) from segundo_factor f) as factores, (select jsonb_agg(c order by c.usuario_id, c.codigo_hash) from codigo_recuperacion c) as codigos,
         (select jsonb_agg(s order by s.token_hash) from sesion s) as sesiones`.execute(app.owner)
  ).rows

async function invited(aceptada: boolean): Promise<Buffer> {
  const [
    token,
    {
      who,
      abierta: { ahora },
    },
    empresa,
  ] = [randomBytes(32), sesiones, await buildEmpresa(app)]
  await app.owner
    .insertInto('invitacion')
    .values({
      empresa_id: empresa.id,
      id: crypto.randomUUID(),
      token_hash: token,
      mail: who.mail,
      rol: 4,
      invitada_por: who.id,
      creada_en: ahora,
      vence_en: new Date(ahora.getTime() + MINUTE),
      aceptada_en: aceptada ? ahora : null,
    })
    .execute()
  return token
}

describe('what opens nothing', () => {
  it.each(Object.keys(DOORS))(
    '%s refuses a session that is unknown, ended, expired, of a disabled person, or waits for its password',
    async (door) => {
      const before = await state()
      for (const [what, quien] of Object.entries(sesiones.ninguna))
        await expect(DOORS[door]!(quien), what).rejects.toMatchObject({ status: 401 })
      expect(await state()).toEqual(before)
    },
  )

  it.each(Object.keys(DOORS))(
    'O-103 %s refuses a challenge that was used or is over, a pass, and the link of an invitation that was taken',
    async (door) => {
      const {
        who,
        abierta: { ahora },
      } = sesiones
      const tokens = { used: randomBytes(32), over: randomBytes(32), pass: randomBytes(32) }
      const row = {
        usuario_id: who.id,
        elegida: null,
        falta: 'CODIGO',
        vence_en: new Date(ahora.getTime() + MINUTE),
        usado_en: null,
      } as const
      await app.owner
        .insertInto('desafio_ingreso')
        .values([
          { ...row, desafio_hash: tokens.used, usado_en: ahora },
          { ...row, desafio_hash: tokens.over, vence_en: ahora },
          { ...row, desafio_hash: tokens.pass, falta: 'EMPRESA' },
        ])
        .execute()
      const before = await state()
      for (const [what, tokenHash] of Object.entries({ ...tokens, link: await invited(true) }))
        await expect(DOORS[door]!({ tokenHash, ahora }), what).rejects.toMatchObject({ status: 401 })
      expect(await state()).toEqual(before)
    },
  )

  it.each(Object.keys({ ...WRITES, ...OWN }))('O-14 %s refuses the session of support in the name of the person', async (door) => {
    const before = await state()
    await expect(DOORS[door]!(sesiones.soporte)).rejects.toMatchObject({ status: 401 })
    expect(await state()).toEqual(before)
  })

  it.each(Object.keys(OWN))('O-103 %s is for a session alone: neither challenge nor invitation is enough', async (door) => {
    const {
      who,
      abierta: { ahora },
    } = sesiones
    const desafio = randomBytes(32)
    expect(await createDesafio(app.deps.db, { tokenHash: desafio, usuarioId: who.id, isObligatorio: true, elegida: null, ahora })).toBe(
      'ACTIVAR',
    )
    const before = await state()
    for (const tokenHash of [desafio, await invited(false)])
      await expect(OWN[door]!({ tokenHash, ahora })).rejects.toMatchObject({ status: 401 })
    expect(await state()).toEqual(before)
  })

  it('O-103 nobody but SUPER_ADMIN takes the factor of another away', async () => {
    const { abierta } = await buildSesiones(app)
    const before = await state()
    await expect(OWN['segundo_factor_quitar']!(abierta)).rejects.toMatchObject({ status: 401 })
    expect(await state()).toEqual(before)
  })
})

it('O-103 a session, a challenge and an invitation to the mail each tell whose factor it is', async () => {
  const {
    who,
    abierta: { tokenHash, ahora },
  } = sesiones
  const desafio = randomBytes(32)
  await createDesafio(app.deps.db, { tokenHash: desafio, usuarioId: who.id, isObligatorio: true, elegida: null, ahora })
  for (const prueba of [tokenHash, desafio, await invited(false)])
    expect(await readFactor(app.deps.db, { prueba, ahora })).toMatchObject({ codigos: 1 })
  expect(await readFactor(app.deps.db, { prueba: (await buildSesiones(app)).abierta.tokenHash, ahora })).toBeUndefined()
})

describe('challenges of one person', () => {
  async function withFactor() {
    const who = await buildUsuario(app, { empresas: [empresa, await buildEmpresa(app)] })
    const { token } = await app.signIn(who.username, { empresaId: empresa.id })
    return { ...who, ...(await enrol(app, token)) }
  }
  const challenge = async (usuarioId: string, ahora = app.clock.now()) => {
    const tokenHash = randomBytes(32)
    expect(await createDesafio(app.deps.db, { tokenHash, usuarioId, isObligatorio: false, elegida: null, ahora })).toBe('CODIGO')
    return tokenHash
  }
  const rowsOf = (id: string) =>
    app.owner.selectFrom('desafio_ingreso').select(['desafio_hash', 'vence_en', 'usado_en']).where('usuario_id', '=', id).execute()

  it(`O-103 last ${DESAFIO_MINUTOS} minutes, whatever the caller says`, async () => {
    const { id } = await withFactor()
    const ahora = app.clock.now()
    await challenge(id)
    expect((await rowsOf(id)).map(({ vence_en }) => new Date(vence_en).getTime())).toEqual([ahora.getTime() + DESAFIO_MINUTOS * MINUTE])
  })

  it('O-103 are twenty at most: the oldest gives way, the newest serves', async () => {
    const { id } = await withFactor()
    const made: Buffer[] = []
    for (let n = 0; n < 23; n++) made.push(await challenge(id, new Date(app.clock.now().getTime() + n)))
    const serve = await Promise.all(
      made.map(async (hash) => (await findDesafio(app.deps.db, hash, 'CODIGO', app.clock.now())) !== undefined),
    )
    expect(serve).toEqual(made.map((_, n) => n >= 3))
  })

  it('O-103 are twenty at most, also when a hundred are asked for at one instant', async () => {
    const { id } = await withFactor()
    const other = await buildTestApp({ database: app.database })
    const ahora = app.clock.now()
    await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        createDesafio((n % 2 ? other : app).deps.db, {
          tokenHash: randomBytes(32),
          usuarioId: id,
          isObligatorio: false,
          elegida: null,
          ahora,
        }),
      ),
    )
    await other.server.close()
    expect(await rowsOf(id)).toHaveLength(20)
  })

  it('O-103 are twenty at most, also where two find twenty at one instant', async () => {
    const { id } = await withFactor()
    for (let n = 0; n < 20; n++) await challenge(id, new Date(app.clock.now().getTime() + n))
    const { both } = await app.owner.transaction().execute(async (tx) => {
      await tx
        .selectFrom('desafio_ingreso')
        .select('desafio_hash')
        .where('usuario_id', '=', id)
        .orderBy('vence_en')
        .limit(1)
        .forUpdate()
        .execute()
      const both = Promise.all([challenge(id), challenge(id)])
      await untilWaiting(app, 2)
      return { both }
    })
    await both
    expect(await rowsOf(id)).toHaveLength(20)
  })

  it('O-103 that are over or were used go with the next, those of others stay', async () => {
    const [{ id }, { id: otro }] = [await withFactor(), await withFactor()]
    const ahora = app.clock.now()
    const used = await challenge(id)
    const late = new Date(ahora.getTime() + 4 * MINUTE)
    await Promise.all([challenge(id, new Date(ahora.getTime() - 5 * MINUTE)), challenge(otro, new Date(ahora.getTime() - 5 * MINUTE))])
    expect(await takeDesafio(app.deps.db, used, 'CODIGO', id, ahora)).toBe(true)
    const last = await challenge(id, late)
    expect([(await rowsOf(id)).map(({ desafio_hash }) => desafio_hash), await rowsOf(otro)]).toEqual([[last], [expect.anything()]])
  })

  it('O-103 that a code answered leave one pass, for a minute; one that waits leaves none', async () => {
    const who = await withFactor()
    const pass = (desafio: Buffer, ahora = app.clock.now()) => createPase(app.deps.db, randomBytes(32), desafio, ahora)
    const [first, second] = [await challenge(who.id), await challenge(who.id)]
    expect([await pass(first), await pass(randomBytes(32))]).toEqual([false, false])
    for (const hash of [first, second]) await takeDesafio(app.deps.db, hash, 'CODIGO', who.id, app.clock.now())
    expect([await pass(first), await pass(first), await pass(second, new Date(app.clock.now().getTime() + MINUTE))]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('O-103 the sign-in of several companies still leaves its pass', async () => {
    const who = await withFactor()
    const {
      data: { desafio },
    } = await app.call<Desafio>(authBusiness, { body: { email: who.username, pass: app.encode(PASSWORD_USUARIO) } })
    expect((await app.call(authCodigo, { body: { desafio, codigo: nextCodigo(app, who.secreto) } })).data).toMatchObject({
      pase: expect.any(String),
    })
    expect(await createPase(app.deps.db, randomBytes(32), hashToken(desafio), app.clock.now())).toBe(false)
  })
})
