import { randomBytes } from 'node:crypto'
import {
  authBusiness,
  authLogout,
  authSession,
  recoverPass,
  resetPass,
  searchAuditoria,
  searchCartaCuenta,
  uploadCertificado,
  validateResetCode,
  type Session,
} from '@yupana/contract'
import { sql } from 'kysely'
import { readP12 } from '@yupana/sri'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { buildTestApp, type CallOptions, type TestApp } from './build-test-app.ts'
import { buildThread } from './build-thread.ts'
import { buildEmpresa, buildUsuario } from './builders.ts'
import { startSimulador, type SimuladorDePrueba } from './simulador.ts'

// B9, H9: secrets that nobody else can have typed, planted where people type them; afterwards they are looked for everywhere.

const unique = () => `Canario${randomBytes(9).toString('hex')}A1`
const secretos = { contrasena: unique(), nueva: unique(), passwordP12: unique(), intento: unique() }

let app: TestApp
let sri: SimuladorDePrueba
/** What leaves: log lines, and answers with the call they answered. */
const log: string[] = []
const answers: { call: string; text: string }[] = []
/** Tokens and codes that the run made, by name. */
const fichas: Record<string, string> = {}
let llave: Buffer

beforeAll(async () => {
  await buildThread('features/certificado/p12.thread.ts')
  ;[app, sri] = await Promise.all([buildTestApp(), startSimulador()])
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => log.push(String(text)) > 0)
  await run()
})
afterAll(async () => {
  vi.restoreAllMocks()
  await app?.close()
  await sri?.stop()
})

async function call<T>(endpoint: Parameters<TestApp['call']>[0], options: CallOptions = {}) {
  const answer = await app.call<T>(endpoint, options)
  answers.push({ call: `${endpoint.method} ${endpoint.path}`, text: `${JSON.stringify(answer.headers)}\n${answer.raw.toString('latin1')}` })
  return answer
}

/** A day of use: sign-ins right and wrong, a certificate, a forgotten password, failures on the way. */
async function run() {
  const empresa = await buildEmpresa(app)
  const { username, mail } = await buildUsuario(app, { empresas: [empresa], password: secretos.contrasena })
  const signIn = (password: string) => call<{ session: Session }>(authBusiness, { body: { email: username, pass: app.encode(password) } })
  await signIn(secretos.intento)
  await call(authBusiness, { body: { email: username, pass: secretos.contrasena } })
  await call(authBusiness, { body: { email: secretos.contrasena, pass: 'x', otra: secretos.contrasena } })
  const {
    data: { session },
  } = await signIn(secretos.contrasena)
  const token = (fichas['sesion'] = session.token)
  const certificado = {
    ruc: empresa.ruc,
    passwordP12: secretos.passwordP12,
    desde: '2026-01-01T00:00:00-05:00',
    hasta: '2027-01-01T00:00:00-05:00',
  }
  const p12 = await sri.issueP12(certificado)
  llave = Buffer.from(readP12(p12, secretos.passwordP12, app.clock.now()).privateKey)
  for (const pass of [secretos.intento, secretos.passwordP12]) {
    const form = new FormData()
    form.set('pass', app.encode(pass))
    form.set('confirmar', 'true')
    form.set('file', new File([new Uint8Array(p12)], 'firma.p12'))
    await call(uploadCertificado, { token, form })
  }
  await call(authSession, { token })
  await call(searchAuditoria, { token, query: { size: '50' } })
  // The letter itself is the one place where a code must stand: read past the answers that are scanned.
  await call(recoverPass, { body: { email: mail } })
  fichas['codigo'] = await readCode()
  await call(validateResetCode, { params: { code: fichas['codigo'] } })
  await call(resetPass, { body: { new_pass: app.encode(secretos.nueva), reset_code: fichas['codigo'] } })
  await call(resetPass, { body: { new_pass: app.encode(secretos.nueva), reset_code: fichas['codigo'] } })
  // The database goes away in the middle: what fails then is logged whole.
  await app.owner.schema.alterTable('sesion').renameTo('sesion_ausente').execute()
  await signIn(secretos.nueva)
  await call(authSession, { token })
  await app.owner.schema.alterTable('sesion_ausente').renameTo('sesion').execute()
  fichas['segunda'] = (await signIn(secretos.nueva)).data.session.token
  await call(authLogout, { token: fichas['segunda'] })
}

async function readCode(): Promise<string> {
  const { username } = await buildUsuario(app, { empresas: [await buildEmpresa(app)], rol: 0, superAdmin: true })
  const support = (await app.signIn(username)).token
  const { raw } = await app.call(searchCartaCuenta, { token: support, query: { size: '50' } })
  return /restablecer\/([\w-]{20,})/.exec(raw.toString())?.[1] ?? ''
}

/** The ways a secret may stand in a text. */
const formsOf = (secret: Buffer | string): string[] => {
  const bytes = Buffer.from(secret)
  const middle = bytes.subarray(3, bytes.length - (bytes.length % 3) - 3)
  return [
    ...(typeof secret === 'string' ? [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)] : []),
    bytes.toString('hex'),
    middle.toString('base64'),
    middle.toString('base64url'),
  ]
}
const holds = (text: string, secret: Buffer | string) =>
  formsOf(secret).some((form) => text.includes(form) || text.includes(form.toUpperCase()))

/** Every row of every table as text, bytes in hexadecimal. */
async function dump(): Promise<string> {
  const { rows } = await sql<{
    name: string
  }>`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(app.owner)
  const parts = await Promise.all(
    rows.map(({ name }) => sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(app.owner)),
  )
  return parts.flatMap((part, n) => part.rows.map(({ row }) => `${rows[n]?.name} ${row}`)).join('\n')
}

// The end of a private key: its beginning, the modulus, stands in the certificate.
const everySecret = (): [string, string | Buffer][] => [
  ...Object.entries(secretos),
  ...Object.entries(fichas),
  ['llave', llave.subarray(-300, -100)],
]

describe('planted secrets (B9, H9)', () => {
  it('were planted: the run signed in, stored a key, used a code and failed once', () => {
    expect(Object.values(fichas).every((ficha) => ficha.length >= 40)).toBe(true)
    expect(llave.length).toBeGreaterThan(1_000)
    expect(answers.filter(({ text }) => /"status":"500"/.test(text)).length).toBeGreaterThan(0)
    expect(log.join('')).toContain('request failed')
  })

  it('stand in no line of the log', () => {
    for (const [name, secret] of everySecret()) expect(holds(log.join(''), secret), name).toBe(false)
  })

  it("stand in no answer, a session's token in that of its sign-in aside", () => {
    for (const [name, secret] of everySecret()) {
      const found = answers.filter(({ text }) => holds(text, secret)).map((answer) => answer.call)
      expect(found, name).toEqual(name === 'sesion' || name === 'segunda' ? ['POST /api/auth/business'] : [])
    }
  })

  it('stand in no table: passwords as Argon2id, tokens and codes as hashes, the key sealed', async () => {
    const text = await dump()
    expect(text).toContain('$argon2id$')
    expect(text).toContain('certificado_llave')
    for (const [name, secret] of everySecret()) expect(holds(text, secret), name).toBe(false)
  })
})
