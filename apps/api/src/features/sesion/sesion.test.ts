import { randomBytes } from 'node:crypto'
import {
  assignedMenus,
  authBusiness,
  authCompanies,
  authLogin,
  authLogout,
  authRenew,
  authSession,
  authSwitch,
  type BusinessReply,
  type Menu,
  type Session,
} from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { poolOf } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, CLAVE_MAESTRA, PASSWORD_USUARIO } from '../../testing/builders.ts'
import { argon2id, createPasswordHasher } from './password-hash.ts'

/** Algorithm and cost of each password that was checked. */
const work: string[] = []
const { verify } = argon2id
vi.spyOn(argon2id, 'verify').mockImplementation((stored, ...rest) => {
  work.push(String(stored).split('$').slice(1, 4).join(' '))
  return verify(stored, ...rest)
})
afterAll(() => vi.restoreAllMocks())

const INCORRECTAS = 'Usuario o contraseña incorrectos'
const MINUTE = 60_000
const HOUR = 60 * MINUTE

let app: TestApp
let andina: { id: EmpresaId; ruc: string }
let tablero: { id: EmpresaId; ruc: string }
let ajena: { id: EmpresaId; ruc: string }

beforeAll(async () => {
  app = await buildTestApp()
  andina = await buildEmpresa(app, { nombreComercial: 'Andina' })
  tablero = await buildEmpresa(app, { nombreComercial: 'Tablero' })
  ajena = await buildEmpresa(app)
})
afterAll(() => app.close())

const business = (email: string, pass: string, red = '10.0.0.1') =>
  app.call<BusinessReply>(authBusiness, { body: { email, pass: app.encode(pass) }, red })
const login = (idEmpresa: string, username: string, password: string, red = '10.0.0.1') =>
  app.call<{ session: Session }>(authLogin, { body: { idEmpresa, username, password: app.encode(password) }, red })

describe('first step', () => {
  it('R-1.11 R-2.4.16 R-7.1.12 R-7.1.14 answers a session of twelve hours where the user has one company', async () => {
    const user = await buildUsuario(app, { empresas: [andina], rol: ROL.VENDEDOR })
    const answer = await business(user.username, PASSWORD_USUARIO)
    expect(answer).toMatchObject({
      status: 200,
      data: {
        session: {
          businessId: andina.id,
          businessRuc: andina.ruc,
          businessName: 'Andina',
          ambiente: 'SIMULADOR',
          rol: { id: 3, name: 'VENDEDOR' },
          impersonate: false,
          username: user.username,
        },
      },
    })
    const { session } = answer.data as { session: Session }
    expect(Date.parse(session.expiration_date) - app.clock.now().getTime()).toBe(12 * HOUR)
    expect(session.token).toMatch(/^[\w-]{59}$/)
    expect(session.menus).toContainEqual({ to: '/documento', label: 'Nueva factura' })
    expect(session.collections).toContain('documento:emitir')
    expect(JSON.stringify(answer.data)).not.toContain('argon2')
  })

  it('takes username, identification or e-mail, in any case and with spaces around', async () => {
    const user = await buildUsuario(app, { empresas: [andina] })
    for (const name of [user.username.toUpperCase(), user.ci, ` ${user.mail.toUpperCase()} `])
      expect((await business(name, PASSWORD_USUARIO)).status).toBe(200)
  })

  it('R-1.4 R-3.1.18 R-2.4.10 answers the companies, and no session, where the user has several', async () => {
    const user = await buildUsuario(app, { empresas: [andina, tablero] })
    const { data } = await business(user.mail, PASSWORD_USUARIO)
    expect(data).toEqual({
      username: user.username,
      companies: [
        { id: andina.id, name: 'Andina' },
        { id: tablero.id, name: 'Tablero' },
      ],
    })
  })

  it('says after a correct password that a user has no company left', async () => {
    const user = await buildUsuario(app, { empresas: [] })
    expect((await business(user.username, PASSWORD_USUARIO)).msg).toMatch(/no pertenece a ninguna empresa/)
    expect((await business(user.username, 'otra')).msg).toBe(INCORRECTAS)
  })

  it('lets SUPER_ADMIN in without a company, written down for the installation, or not at all', async () => {
    const soporte = await buildUsuario(app, { empresas: [], superAdmin: true })
    expect(await business(soporte.username, PASSWORD_USUARIO, '10.0.0.9')).toMatchObject({
      status: 200,
      data: { session: { businessId: null, businessName: 'Administración' } },
    })
    const hechos = () =>
      app.owner.selectFrom('administracion_hecho').select(['accion', 'usuario_id', 'detalle']).where('objeto', '=', soporte.id).execute()
    const written = [{ accion: 'sesion.abrir', usuario_id: soporte.id, detalle: { red: '10.0.0.9' } }]
    expect(await hechos()).toEqual(written)
    await sql`alter table administracion_hecho add constraint full_disk check (false) not valid`.execute(app.owner)
    expect((await business(soporte.username, PASSWORD_USUARIO)).status).toBe(500)
    await sql`alter table administracion_hecho drop constraint full_disk`.execute(app.owner)
    expect([await hechos(), await app.owner.selectFrom('sesion').select('red').where('usuario_id', '=', soporte.id).execute()]).toEqual([
      written,
      [{ red: '10.0.0.9' }],
    ])
  })

  it('R-2.4.17 answers 422 alike for unknown user, wrong password, disabled user, clear text and undecodable value', async () => {
    const user = await buildUsuario(app, { empresas: [andina] })
    const disabled = await buildUsuario(app, { empresas: [andina, tablero] })
    await app.owner.updateTable('usuario').set({ activo: false }).where('id', '=', disabled.id).execute()
    const answers = [
      await business('nadie', PASSWORD_USUARIO),
      await business('na\u0000die', PASSWORD_USUARIO),
      await business(user.username, 'Yupana2027'),
      await business(disabled.username, PASSWORD_USUARIO),
      await app.call(authBusiness, { body: { email: user.username, pass: PASSWORD_USUARIO } }),
      await app.call(authBusiness, { body: { email: user.username, pass: 'v1.00000000.AAAA' } }),
    ]
    for (const { status, msg, problems } of answers)
      expect({ status, msg, problems }).toEqual({ status: 422, msg: INCORRECTAS, problems: [{ message: INCORRECTAS }] })
  })

  it('B12 does the same Argon2id work, once, for a wrong password, an unknown user, a disabled one and a value that cannot be read', async () => {
    const [user, disabled] = [await buildUsuario(app, { empresas: [andina] }), await buildUsuario(app, { empresas: [andina] })]
    // Of the cost that every password has; the builder's hashes have next to none.
    const password_hash = await createPasswordHasher(CLAVE_MAESTRA).hash(PASSWORD_USUARIO)
    await app.owner.updateTable('usuario').set({ password_hash }).where('id', 'in', [user.id, disabled.id]).execute()
    await app.owner.updateTable('usuario').set({ activo: false }).where('id', '=', disabled.id).execute()
    const enter = (email: string, pass: string) => app.call(authBusiness, { body: { email, pass }, red: '10.0.0.77' })
    const second = (username: string) =>
      app.call(authLogin, { body: { idEmpresa: andina.id, username, password: app.encode('incorrecta') }, red: '10.0.0.78' })
    const COST = password_hash.split('$').slice(1, 4).join(' ')
    for (const [what, call] of Object.entries({
      'a wrong password': () => enter(user.username, app.encode('incorrecta')),
      'an unknown user': () => enter('nadie-77', app.encode('incorrecta')),
      'a disabled user': () => enter(disabled.username, app.encode(PASSWORD_USUARIO)),
      'clear text': () => enter(user.username, PASSWORD_USUARIO),
      'a name that none can have': () => enter('na\u0000die', app.encode('x')),
      'a value of another key': () => enter(user.username, 'v1.00000000.AAAA'),
      'the second step, wrong': () => second(user.username),
      'the second step, unknown': () => second('nadie-78'),
    })) {
      work.length = 0
      expect((await call()).status, what).toBe(422)
      expect(work, what).toEqual([COST])
    }
    expect(COST).toBe('argon2id v=19 m=65536,t=3,p=1')
  })

  it('asks for both fields', async () => {
    const answer = await app.call(authBusiness, { body: { email: ' ', pass: '' } })
    expect(answer.status).toBe(422)
    expect(answer.problems.map(({ campo }) => campo)).toEqual(['email', 'pass'])
  })
})

describe('second step', () => {
  it('R-2.4.15 R-7.1.13 R-7.1.15 opens the chosen company', async () => {
    const user = await buildUsuario(app, { empresas: [andina, tablero] })
    const { data } = await login(tablero.id.toUpperCase(), user.username, PASSWORD_USUARIO)
    expect(data.session).toMatchObject({ businessId: tablero.id, username: user.username })
  })

  it('checks password and membership again', async () => {
    const user = await buildUsuario(app, { empresas: [andina, tablero] })
    expect((await login(andina.id, user.username, 'otra')).msg).toBe(INCORRECTAS)
    expect(await login(ajena.id, user.username, PASSWORD_USUARIO)).toMatchObject({ status: 422, msg: INCORRECTAS })
  })
})

describe('brute force (O-10)', () => {
  it('refuses the sixth failure of an account from one network for the rest of 15 minutes, not from another network', async () => {
    const user = await buildUsuario(app, { empresas: [andina] })
    for (let i = 0; i < 5; i++) expect((await business(user.username, 'mala', '10.1.0.1')).status).toBe(422)
    app.clock.advance(5 * MINUTE)
    const refused = await business(user.username, PASSWORD_USUARIO, '10.1.0.1')
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '600' } })
    expect(refused.msg).toMatch(/^Demasiados intentos/)
    expect((await business(user.username, PASSWORD_USUARIO, '10.1.0.2')).status).toBe(200)
    app.clock.advance(10 * MINUTE)
    expect((await business(user.username, PASSWORD_USUARIO, '10.1.0.1')).status).toBe(200)
  })

  it('evaluates five of twenty guesses that come at once', async () => {
    const user = await buildUsuario(app, { empresas: [andina] })
    const answers = await Promise.all(Array.from({ length: 20 }, () => business(user.username, 'mala', '10.1.0.3')))
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  })

  it('refuses a network after thirty failures, whatever the account', async () => {
    for (let i = 0; i < 30; i++) expect((await business(`nadie${i}`, 'mala', '10.1.0.4')).status).toBe(422)
    expect((await business('nadie-mas', 'mala', '10.1.0.4')).status).toBe(429)
  })

  it('forgets the failures of an account from a network once the password was right', async () => {
    const user = await buildUsuario(app, { empresas: [andina] })
    for (const password of ['mala', 'mala', 'mala', 'mala', PASSWORD_USUARIO, 'mala', 'mala'])
      expect((await business(user.username, password, '10.1.0.5')).status).toBe(password === 'mala' ? 422 : 200)
  })
})

describe('session', () => {
  it('R-7.1.4 answers who is signed in, with the menus of the role', async () => {
    const user = await buildUsuario(app, { empresas: [andina], rol: ROL.USUARIO })
    const { token, ...session } = await app.signIn(user.username)
    const answer = await app.call<{ session: Session }>(authSession, { token })
    expect(answer.data.session).toEqual(session)
    const { data: menus } = await app.call<Menu[]>(assignedMenus, { token })
    expect(menus.map(({ to }) => to)).toEqual(['/', '/perfil', '/empresa_perfil'])
  })

  it('answers 401 without, with an unknown and with an ended token', async () => {
    const user = await buildUsuario(app, { empresas: [andina] })
    const { token } = await app.signIn(user.username)
    for (const endpoint of [authSession, authLogout, authRenew, authSwitch, assignedMenus]) {
      const body = endpoint === authRenew ? { pass: 'x' } : endpoint === authSwitch ? { idEmpresa: andina.id } : undefined
      expect((await app.call(endpoint, { body })).status).toBe(401)
      expect((await app.call(endpoint, { body, token: 'a'.repeat(43) })).status).toBe(401)
    }
    expect((await app.call(authLogout, { token })).status).toBe(200)
    expect(await app.call(authSession, { token })).toMatchObject({ status: 401, msg: 'Su sesión ha expirado' })
  })

  it('ends after twelve hours', async () => {
    const user = await buildUsuario(app, { empresas: [andina], rol: ROL.VENDEDOR })
    const { token } = await app.signIn(user.username)
    app.clock.advance(12 * HOUR - 1)
    expect((await app.call(authSession, { token })).status).toBe(200)
    app.clock.advance(1)
    expect((await app.call(authSession, { token })).status).toBe(401)
  })

  it('is renewed with the password in its last ten minutes only (O-07)', async () => {
    const user = await buildUsuario(app, { empresas: [andina], rol: ROL.VENDEDOR })
    const { token } = await app.signIn(user.username)
    const renew = (pass: string) => app.call<{ expiration_date: string }>(authRenew, { token, body: { pass: app.encode(pass) } })
    expect(await renew(PASSWORD_USUARIO)).toMatchObject({ status: 422, msg: 'La sesión solo puede renovarse en sus últimos diez minutos' })
    app.clock.advance(12 * HOUR - 9 * MINUTE)
    expect(await renew('otra')).toMatchObject({ status: 422, problems: [{ campo: 'pass' }] })
    const renewed = await renew(PASSWORD_USUARIO)
    expect(Date.parse(renewed.data.expiration_date) - app.clock.now().getTime()).toBe(12 * HOUR)
    app.clock.advance(HOUR)
    expect((await app.call(authSession, { token })).status).toBe(200)
  })

  it('O-39 lists the companies of its own user, and no others', async () => {
    const user = await buildUsuario(app, { empresas: [andina, tablero] })
    const { token } = await app.signIn(user.username, { empresaId: andina.id })
    expect((await app.call(authCompanies, { token })).data).toEqual([
      { id: andina.id, name: 'Andina' },
      { id: tablero.id, name: 'Tablero' },
    ])
  })

  it('moves to another company of the same user with a new token, and leaves the old one to its tab (O-39, O-118)', async () => {
    const user = await buildUsuario(app, { empresas: [andina, tablero] })
    const { token } = await app.signIn(user.username, { empresaId: andina.id })
    const switched = await app.call<{ session: Session }>(authSwitch, { token, body: { idEmpresa: tablero.id } })
    expect(switched.data.session.businessId).toBe(tablero.id)
    expect((await app.call(authSession, { token })).status).toBe(200)
    expect((await app.call(authSession, { token: switched.data.session.token })).status).toBe(200)
  })

  it('SECURITY an invented token is refused before the database is asked', async () => {
    const { token } = await app.signIn((await buildUsuario(app, { empresas: [andina] })).username)
    const other = await app.signIn((await buildUsuario(app, { empresas: [andina] })).username)
    const asked = vi.spyOn(poolOf(app.deps.db), 'connect')
    const invented = [randomBytes(32).toString('base64url'), randomBytes(44).toString('base64url').slice(0, 59), token.slice(0, 43)]
    for (const bearer of [...invented, token.slice(0, 43) + other.token.slice(43), `${token}x`])
      expect((await app.call(authSession, { token: bearer })).status).toBe(401)
    expect(asked).not.toHaveBeenCalled()
    asked.mockRestore()
    expect((await app.call(authSession, { token })).status).toBe(200)
  })

  it('does not move to a company of others, which answers like an absent one', async () => {
    const user = await buildUsuario(app, { empresas: [andina] })
    const { token } = await app.signIn(user.username)
    for (const idEmpresa of [ajena.id, '11111111-1111-4111-8111-111111111111'])
      expect((await app.call(authSwitch, { token, body: { idEmpresa } })).status).toBe(404)
    expect((await app.call(authSession, { token })).status).toBe(200)
  })

  it('ends with the membership and with the user', async () => {
    const user = await buildUsuario(app, { empresas: [andina] })
    const { token } = await app.signIn(user.username)
    await app.owner.updateTable('usuario_empresa').set({ activo: false }).where('usuario_id', '=', user.id).execute()
    expect((await app.call(authSession, { token })).status).toBe(401)
  })
})
