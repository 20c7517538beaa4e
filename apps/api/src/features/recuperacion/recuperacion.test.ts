import { createHash } from 'node:crypto'
import {
  authBusiness,
  authSession,
  recoverPass,
  resetPass,
  searchCartaCuenta,
  validateResetCode,
  type CartaCuenta,
  type Listing,
} from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, PASSWORD_USUARIO, tokenOfNew, type UsuarioBuilt } from '../../testing/builders.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'
import { argon2id } from '../sesion/password-hash.ts'
import { takeCodigo } from './recuperacion.sql.ts'

const ENVIADO = 'Se envió el link de restauración a su correo. Tiene 15 minutos antes que expire la solicitud.'
const INVALIDO = { status: 422, msg: 'Código de restauración inválido.', problems: [{ message: 'Código de restauración inválido.' }] }
const NUEVA = 'NuevaClave1'
const MINUTE = 60_000

/** Runs while a password is hashed; counts the hashes. */
let hashing: (() => Promise<void>) | undefined
let hashed = 0
const { hash } = argon2id
vi.spyOn(argon2id, 'hash').mockImplementation(async (...args) => {
  hashed++
  await hashing?.()
  return hash(...args)
})
afterAll(() => vi.restoreAllMocks())
beforeEach(() => {
  hashing = undefined
  hashed = 0
})

let app: TestApp
let empresa: { id: EmpresaId }
let soporte: string
let count = 0

beforeAll(async () => {
  app = await buildTestApp({ env: { URL_PUBLICA: 'https://facturas.ejemplo.ec' } })
  empresa = await buildEmpresa(app)
  soporte = await tokenOfNew(app, { empresas: [empresa], rol: ROL.SUPER_ADMIN, superAdmin: true })
})
afterAll(() => app?.close())

/** Each call from a network of its own by default: the limits by network have their own tests. */
const nextRed = () => `10.20.${(++count >> 8) & 255}.${count & 255}`
const user = () => buildUsuario(app, { empresas: [empresa] })
const ask = (email: string, red = nextRed(), headers = {}) => app.call(recoverPass, { body: { email }, red, headers })
const check = async (code: string, red = nextRed()) => {
  const { status, msg, problems } = await app.call(validateResetCode, { params: { code }, red })
  return { status, msg, problems }
}
const reset = async (code: string, password = NUEVA, red = nextRed()) => {
  const { status, msg, problems } = await app.call(resetPass, { body: { new_pass: app.encode(password), reset_code: code }, red })
  return { status, msg, problems }
}
const letters = async ({ mail }: { mail: string }) => {
  const { data } = await app.call<Listing<CartaCuenta>>(searchCartaCuenta, { token: soporte, query: { size: '50' } })
  return data.content.filter(({ para }) => para === mail)
}
async function linkFor(who: UsuarioBuilt): Promise<string> {
  await ask(who.mail)
  const [letter] = await letters(who)
  return /\/#\/restablecer\/([\w-]+)/.exec(letter?.texto ?? '')?.[1] ?? ''
}

describe('asking for a link', () => {
  it('R-7.1.9 R-3.1.20 R-2.5.6 O-09 answers the same words for a known and an unknown e-mail, and no sooner for either', async () => {
    const known = await user()
    const timed = async (email: string) => {
      const start = performance.now()
      const { status, msg, data, headers } = await ask(email)
      return { answer: { status, msg, data, length: headers['content-length'] }, ms: performance.now() - start }
    }
    const [one, other] = [await timed(` ${known.mail.toUpperCase()} `), await timed('nadie@ejemplo.ec')]
    expect(one.answer).toMatchObject({ status: 200, msg: ENVIADO, data: null })
    expect(other.answer).toEqual(one.answer)
    // The pause decides the duration, for any work.
    expect(Math.min(one.ms, other.ms)).toBeGreaterThanOrEqual(395)
    expect(await letters(known)).toHaveLength(1)
  })

  it('writes the link with the configured address, never with the Host header', async () => {
    const known = await user()
    await ask(known.mail, nextRed(), { host: 'ladron.ejemplo', 'x-forwarded-host': 'ladron.ejemplo' })
    const [letter] = await letters(known)
    expect(letter?.texto).toMatch(/https:\/\/facturas\.ejemplo\.ec\/#\/restablecer\/[\w-]{43}\n/)
    expect(letter?.texto).not.toContain('ladron')
  })

  it('R-5.3.2 R-5.3.3 refuses an empty and a malformed e-mail', async () => {
    for (const email of ['', 'ana', 'ana@', 'ana@ejemplo'])
      expect(await ask(email)).toMatchObject({ status: 422, problems: [{ campo: 'email' }] })
  })

  it('sends an address three letters in 15 minutes and no more, with the same answer, and a network gets ten', async () => {
    const known = await user()
    const red = nextRed()
    for (let i = 0; i < 10; i++) expect((await ask(known.mail, red)).msg).toBe(ENVIADO)
    expect(await letters(known)).toHaveLength(3)
    expect(await ask('otra@ejemplo.ec', red)).toMatchObject({ status: 429, headers: { 'retry-after': '900' } })
  })

  it('sends nothing to a disabled user', async () => {
    const gone = await user()
    await app.owner.updateTable('usuario').set({ activo: false }).where('id', '=', gone.id).execute()
    expect((await ask(gone.mail)).msg).toBe(ENVIADO)
    expect(await letters(gone)).toEqual([])
  })
})

describe('the code', () => {
  it('R-7.1.11 R-7.1.10 R-3.1.19 is valid until it was used once; then the new password signs in and the old one does not', async () => {
    const known = await user()
    const code = await linkFor(known)
    expect(await check(code)).toMatchObject({ status: 200 })
    expect(await reset(code)).toMatchObject({ status: 200, msg: 'Se ha restablecido su contraseña.' })
    expect([await check(code), await reset(code, 'OtraClave1')]).toEqual([INVALIDO, INVALIDO])
    const enter = (password: string) => app.call(authBusiness, { body: { email: known.mail, pass: app.encode(password) }, red: nextRed() })
    expect([(await enter(NUEVA)).status, (await enter(PASSWORD_USUARIO)).status]).toEqual([200, 422])
    expect((await letters(known)).map(({ asunto }) => asunto).sort()).toEqual(['Restablecer su contraseña', 'Su contraseña cambió'])
  })

  it('R-9.3 is accepted at 14 min 59 s and refused at 15 min', async () => {
    const [first, second] = [await linkFor(await user()), await linkFor(await user())]
    app.clock.advance(15 * MINUTE - 1000)
    expect((await check(first)).status).toBe(200)
    expect((await reset(first)).status).toBe(200)
    app.clock.advance(1000)
    expect([await check(second), await reset(second)]).toEqual([INVALIDO, INVALIDO])
  })

  it('of 100 uses at once exactly one succeeds, and only that one costs a hash', async () => {
    const code = await linkFor(await user())
    const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => reset(code, `NuevaClave${i}`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status !== 200)).toEqual(Array.from({ length: 99 }, () => INVALIDO))
    expect(hashed).toBe(1)
  })

  it('is used up together with the password it sets, or still serves', async () => {
    const known = await user()
    const code = await linkFor(known)
    const used = () => app.owner.selectFrom('restablecimiento').select('usado_en').where('usuario_id', '=', known.id).execute()
    const before = await app.owner.selectFrom('usuario').select('password_hash').where('id', '=', known.id).execute()
    // Moments at which the process may be killed: while the password is hashed, and before the letter is written.
    hashing = async () => void expect(await used()).toEqual([{ usado_en: null }])
    await sql`alter table carta_cuenta add constraint full_disk check (false) not valid`.execute(app.owner)
    expect((await reset(code)).status).toBe(500)
    await sql`alter table carta_cuenta drop constraint full_disk`.execute(app.owner)
    expect([await used(), await app.owner.selectFrom('usuario').select('password_hash').where('id', '=', known.id).execute()]).toEqual([
      [{ usado_en: null }],
      before,
    ])
    expect((await reset(code)).status).toBe(200)
    expect(hashed).toBe(2)
  })

  it('sets no password where another process was quicker', async () => {
    const known = await user()
    const code = await linkFor(known)
    const { password_hash: suya } = await app.owner
      .selectFrom('usuario')
      .select('password_hash')
      .where('id', '=', known.id)
      .executeTakeFirstOrThrow()
    hashing = async () => void (await takeCodigo(app.owner, createHash('sha256').update(code).digest(), app.clock.now(), suya))
    expect(await reset(code)).toEqual(INVALIDO)
    await app.signIn(known.username, { red: nextRed() })
  })

  it('dies when a newer one is made', async () => {
    const known = await user()
    const old = await linkFor(known)
    app.clock.advance(1000)
    const code = await linkFor(known)
    expect(await check(old)).toEqual(INVALIDO)
    expect((await check(code)).status).toBe(200)
  })

  it('ends every session of its user', async () => {
    const known = await user()
    const tokens = [(await app.signIn(known.username)).token, (await app.signIn(known.username)).token]
    await reset(await linkFor(known))
    for (const token of tokens) expect((await app.call(authSession, { token })).status).toBe(401)
  })

  it('is kept as a hash, its letter sealed, and neither code nor password reaches the log', async () => {
    const written: string[] = []
    const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
    const known = await user()
    const code = await linkFor(known)
    await check(code)
    await reset(code)
    await reset(`${code}x`)
    spy.mockRestore()
    expect(code).toMatch(/^[\w-]{43}$/)
    const dump = JSON.stringify(
      [
        await app.owner.selectFrom('restablecimiento').selectAll().execute(),
        await app.owner.selectFrom('carta_cuenta').selectAll().execute(),
        await sql`select * from limite_uso`.execute(app.owner).then(({ rows }) => rows as Record<string, unknown>[]),
        await app.owner.selectFrom('auditoria').selectAll().execute(),
      ].map((rows) => rows.map((row) => Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : value)))),
    )
    for (const secret of [code, NUEVA]) expect([dump.includes(secret), written.join('').includes(secret)], secret).toEqual([false, false])
  })

  it('O-11 O-115 leaves a code unused where the new password is refused, names of the person among them', async () => {
    const who = await user()
    const code = await linkFor(who)
    for (const [password, message] of [
      ['abc123', /al menos 8 caracteres/],
      ['Con espacio1', /espacios en blanco/],
      ['Password123', /más usadas/],
      [`U${who.username.slice(1)}9`, /su nombre, su usuario/],
      ['Ecuador2026', /un lugar/],
      [`Aa1${'x'.repeat(126)}`, /128 caracteres máximos/],
    ] as const)
      expect(await reset(code, password)).toMatchObject({
        status: 422,
        problems: [{ campo: 'new_pass', message: expect.stringMatching(message) }],
      })
    const inClear = await app.call(resetPass, { body: { new_pass: NUEVA, reset_code: code }, red: nextRed() })
    expect(inClear).toMatchObject({ status: 422, problems: [{ campo: 'new_pass' }] })
    expect((await reset(code)).status).toBe(200)
  })

  it('may be looked at ten times a minute from one network', async () => {
    const red = nextRed()
    for (let i = 0; i < 10; i++) expect(await check(`nada${i}`, red)).toEqual(INVALIDO)
    expect((await check('nada', red)).status).toBe(429)
    app.clock.advance(MINUTE)
    expect(await check('nada', red)).toEqual(INVALIDO)
  })
})

describe('the outbox of letters about accounts', () => {
  it('is shown to SUPER_ADMIN of a trial installation only', async () => {
    const admin = (await app.signIn((await user()).username)).token
    expect((await app.call(searchCartaCuenta, { token: admin })).status).toBe(403)
    expect((await app.call(searchCartaCuenta, { token: soporte })).status).toBe(200)
  })
})

it('O-114 a mail that changes while its link is made gets none', async () => {
  const who = await user()
  let asked: ReturnType<typeof ask> | undefined
  await app.owner.transaction().execute(async (tx) => {
    await sql`update usuario set mail = 'nuevo-buzon@ejemplo.ec' where id = ${who.id}`.execute(tx)
    asked = ask(who.mail)
    await untilWaiting(app)
  })
  expect((await asked)?.status).toBe(200)
  expect(await letters(who)).toEqual([])
})
