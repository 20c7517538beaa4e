import { authBusiness, authCodigo, recoverPass, resetPass, type Desafio } from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { createDb, createPool } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, PASSWORD_USUARIO, type UsuarioBuilt } from '../../testing/builders.ts'
import { enrol, nextCodigo } from '../../testing/segundo-factor.ts'
import { demora } from './demora.ts'
import { argon2id, MAX_WAIT_MS } from './password-hash.ts'
import { delayAfter, MAX_DELAY_MS } from './intento.service.ts'

/** What sign-ins were told to wait, in milliseconds; nobody waits here. */
const waits: number[] = []
vi.spyOn(demora, 'take').mockImplementation(async (ms) => void waits.push(ms))

/** As for whoever is nobody, and at next to no cost: it is not what is measured. */
const right = new Set<string>()
const { verify } = argon2id
vi.spyOn(argon2id, 'verify').mockImplementation(
  async (stored, password, ...rest) => right.has(String(password)) && verify(stored, password, ...rest),
)
afterAll(() => vi.restoreAllMocks())

const MINUTE = 60_000
let app: TestApp
let empresa: { id: EmpresaId }
let count = 0

beforeAll(async () => {
  app = await buildTestApp()
  empresa = await buildEmpresa(app)
})
afterAll(() => app?.close())
beforeEach(() => void (waits.length = 0))
for (const password of [PASSWORD_USUARIO, 'CaballoVerde7']) right.add(password)

const user = () => buildUsuario(app, { empresas: [empresa] })
/** Never the same network twice. */
const nextRed = () => `10.${70 + (++count >> 16)}.${(count >> 8) & 255}.${count & 255}`
const enter = async (email: string, pass: string, red = nextRed()) =>
  (await app.call(authBusiness, { body: { email, pass: app.encode(pass) }, red })).status
/** How many of so many guesses were answered 422 and 429. */
const guesses = async (n: number, red: (n: number) => string, email: (n: number) => string) => {
  const answers = await Promise.all(Array.from({ length: n }, (_, at) => enter(email(at), 'mala', red(at))))
  return [422, 429].map((status) => answers.filter((answer) => answer === status).length)
}
const namesOf = ({ username, mail, ci }: UsuarioBuilt) => [username, mail, ci] as const

describe('one account guessed from many networks (O-10)', () => {
  it('of 100 guesses at once in two processes 30 are evaluated in an hour, and the owner is let in where she signed in before', async () => {
    const known = nextRed()
    const who = await user()
    expect(await enter(who.username, PASSWORD_USUARIO, known)).toBe(200)
    const other = await buildTestApp({ database: app.database, now: app.clock.now().toISOString() })
    const body = { email: who.username, pass: app.encode('mala') }
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => (n % 2 ? app : other).call(authBusiness, { body, red: nextRed() })),
    )
    await other.server.close()
    expect([422, 429].map((status) => answers.filter((answer) => answer.status === status).length)).toEqual([30, 70])
    const refused = answers.find(({ status }) => status === 429)
    expect(refused).toMatchObject({ headers: { 'retry-after': '3600' } })
    waits.length = 0
    expect([
      await enter(who.username, PASSWORD_USUARIO),
      await enter(who.mail, PASSWORD_USUARIO, known),
      await enter(who.username, PASSWORD_USUARIO, known),
    ]).toEqual([429, 200, 200])
    expect(waits).toEqual([])
    app.clock.advance(60 * MINUTE)
    expect(await enter(who.username, PASSWORD_USUARIO)).toBe(200)
  })

  it('whoever set a new password by mail is let in from there', async () => {
    const [who, red] = [await user(), nextRed()]
    expect(await guesses(31, nextRed, () => who.username)).toEqual([30, 1])
    await app.call(recoverPass, { body: { email: who.mail }, red })
    const letter = await app.owner.selectFrom('carta_cuenta').select(['id', 'texto']).where('para', '=', who.mail).executeTakeFirstOrThrow()
    const reset_code = /restablecer\/([\w-]+)/.exec(
      app.deps.sobre.abrirCorto(letter.texto!, `carta de cuenta ${letter.id}`).toString(),
    )?.[1]
    expect((await app.call(resetPass, { body: { reset_code, new_pass: app.encode('CaballoVerde7') }, red })).status).toBe(200)
    expect([await enter(who.username, 'CaballoVerde7', red), await enter(who.username, 'CaballoVerde7')]).toEqual([200, 429])
  })

  it('O-103 wrong codes share that line too', async () => {
    const who = await user()
    const known = nextRed()
    const { token } = await app.signIn(who.username, { red: known })
    const { secreto } = await enrol(app, token, known)
    const {
      data: { desafio },
    } = await app.call<Desafio>(authBusiness, { body: { email: who.username, pass: app.encode(PASSWORD_USUARIO) }, red: known })
    await sql`insert into intento_ingreso (cuenta, nombre, red, en) select ${`codigo ${who.id}`}, ${`codigo ${who.id}`}, 'otra ' || n, ${app.clock.now()} from generate_series(1, 30) n`.execute(
      app.owner,
    )
    const code = async (red: string) => (await app.call(authCodigo, { body: { desafio, codigo: nextCodigo(app, secreto) }, red })).status
    expect([await code(nextRed()), await code(known)]).toEqual([429, 200])
  })

  it('a /48 of IPv6 is one network for whoever never signed in from it', async () => {
    const known = '2001:db8:77:1::5'
    const who = await user()
    expect(await enter(who.username, PASSWORD_USUARIO, known)).toBe(200)
    const inside = (n: number) => `2001:db8:77:${(n + 100).toString(16)}::1`
    expect(await guesses(40, inside, (n) => `nadie-48-${n}`)).toEqual([30, 10])
    expect([
      await enter('nadie-48', 'mala', inside(90)),
      await enter('nadie-48', 'mala', '2001:db8:78:1::1'),
      await enter(who.username, PASSWORD_USUARIO, known),
    ]).toEqual([429, 422, 200])
  })
})

describe('the wait', () => {
  it('grows by name after the fifth failure, ends well below the five seconds of the page, and is none where the account signed in lately (O-10)', async () => {
    expect([0, 4, 5, 6, 7, 1000].map(delayAfter)).toEqual([0, 0, 100, 200, 400, MAX_DELAY_MS])
    expect(MAX_DELAY_MS + MAX_WAIT_MS).toBeLessThanOrEqual(3_500)
    const [who, known] = [await user(), nextRed()]
    expect(await enter(who.username, PASSWORD_USUARIO, known)).toBe(200)
    await guesses(
      12,
      (n) => `10.69.0.${n % 3}`,
      () => who.username,
    )
    waits.length = 0
    expect(await enter(who.username, PASSWORD_USUARIO, known)).toBe(200)
    expect(waits).toEqual([])
    expect(await enter(who.username, PASSWORD_USUARIO)).toBe(200)
    expect(waits).toEqual([MAX_DELAY_MS])
  })

  it('«lately» is thirty days', async () => {
    const [who, known] = [await user(), nextRed()]
    expect(await enter(who.username, PASSWORD_USUARIO, known)).toBe(200)
    app.clock.advance(30 * 24 * 60 * MINUTE + 1_000)
    await guesses(31, nextRed, () => who.username)
    expect(await enter(who.username, PASSWORD_USUARIO, known)).toBe(429)
  })
})

describe('who exists (B12)', () => {
  it('cannot be told by whether the three names of somebody add up: each name is refused and delayed by itself, as one that nobody has', async () => {
    const trial = async (names: readonly string[]) => {
      const red = nextRed()
      waits.length = 0
      const seen: unknown[] = []
      for (const name of names) for (let n = 0; n < 6; n++) seen.push(await enter(name, 'mala', red))
      for (const name of names) seen.push(await guesses(40, nextRed, () => name))
      // The guesses go out together: which of them waits first is chance.
      return [...seen, waits.toSorted((one, other) => one - other)]
    }
    expect(await trial(namesOf(await user()))).toEqual(await trial(['nadie-a', 'nadie-b@ejemplo.ec', '1799999999']))
  })

  it('and yet no more is evaluated than for one name: beyond it the right password is a wrong one', async () => {
    const [who, red] = [await user(), nextRed()]
    const [username, mail, ci] = namesOf(who)
    for (let n = 0; n < 5; n++) expect(await enter([username, mail][n % 2]!, 'mala', red)).toBe(422)
    expect(await enter(ci, PASSWORD_USUARIO, red)).toBe(422)
    for (const name of [username, mail]) await guesses(15, nextRed, () => name)
    expect([await enter(ci, PASSWORD_USUARIO), await enter(ci, PASSWORD_USUARIO)]).toEqual([422, 422])
  })

  it('a name is the same in whatever letters it is typed: wide ones begin no count of their own', async () => {
    const wide = (name: string, at: number) =>
      `${name.slice(0, at)}${String.fromCodePoint(name.codePointAt(at)! + 0xfee0)}${name.slice(at + 1)}`
    for (const name of [(await user()).username, 'nadie-ancho']) {
      const red = nextRed()
      for (let n = 0; n < 5; n++) expect(await enter(wide(name, n % 3), 'mala', red)).toBe(422)
      expect(await enter(name, 'mala', red)).toBe(429)
    }
  })

  it('where the owner signs in herself all her names count as one, and she is told so', async () => {
    const [who, known] = [await user(), nextRed()]
    expect(await enter(who.username, PASSWORD_USUARIO, known)).toBe(200)
    for (let n = 0; n < 5; n++) expect(await enter(namesOf(who)[n % 3]!, 'mala', known)).toBe(422)
    expect(await enter(who.username, PASSWORD_USUARIO, known)).toBe(429)
  })
})

it('the API can neither delete a failure nor change when and whose it was', async () => {
  const pool = createPool(app.database.appUrl, 'yupana_app', { max: 1 })
  const api = createDb(pool)
  await enter('nadie', 'mala')
  for (const statement of [
    'delete from intento_ingreso',
    'truncate intento_ingreso',
    'update intento_ingreso set en = now()',
    "update intento_ingreso set cuenta = 'x'",
    'delete from red_conocida',
    'select * from red_conocida',
  ])
    await expect(sql.raw(statement).execute(api), statement).rejects.toThrow(/permission denied/)
  await pool.end()
})
