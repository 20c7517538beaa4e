import {
  authLogin,
  authLogout,
  authResume,
  authSession,
  availableNotificaciones,
  createPersona,
  impersonationLogin,
  INACTIVIDAD_HEADER,
  requestImpersonacion,
  searchPersona,
  SESION_INACTIVA,
  USO_HEADER,
  type Session,
} from '@yupana/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL, type Rol } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type CallOptions, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, PASSWORD_USUARIO } from '../../testing/builders.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let app: TestApp
/** Another process on the same database. */
let other: TestApp
let empresa: { id: EmpresaId }

beforeAll(async () => {
  app = await buildTestApp()
  other = await buildTestApp({ database: { ...app.database, close: async () => undefined } })
})
afterAll(async () => {
  await other?.close()
  await app?.close()
})
beforeEach(async () => {
  empresa = await buildEmpresa(app)
})

const advance = (ms: number) => {
  app.clock.advance(ms)
  other.clock.set(app.clock.now())
}
const enter = async (rol: Rol = ROL.ADMIN, superAdmin = false) => {
  const usuario = await buildUsuario(app, { empresas: superAdmin ? [] : [empresa], rol, superAdmin })
  return { ...usuario, ...(await app.signIn(usuario.username)) }
}
const look = (token: string, options: CallOptions = {}, on = app) => on.call(authSession, { token, ...options })
const resume = (token: string, pass = PASSWORD_USUARIO, { on = app, red = '10.9.8.7' } = {}) =>
  on.call(authResume, { token, body: { pass: app.encode(pass) }, red })
const limitTo = (minutes: number) =>
  app.owner.updateTable('empresa').set({ inactividad_minutos: minutes }).where('id', '=', empresa.id).execute()
const STOPPED = {
  status: 401,
  problems: [{ message: 'Su sesión se detuvo por inactividad. Ingrese su contraseña para continuar.', codigo: SESION_INACTIVA }],
}

describe('how long a session may be left alone (O-123)', () => {
  const LIMITS: readonly [string, Rol, boolean, number | null, number | null][] = [
    ['SUPER_ADMIN half an hour', ROL.SUPER_ADMIN, true, null, 30 * MINUTE],
    ['ADMIN four hours', ROL.ADMIN, false, null, 4 * HOUR],
    ['the others for good', ROL.VENDEDOR, false, null, null],
    ['the others as their company says', ROL.VENDEDOR, false, 15, 15 * MINUTE],
    ['ADMIN longer, where the company says so', ROL.ADMIN, false, 600, 10 * HOUR],
    ['ADMIN shorter, too', ROL.ADMIN, false, 20, 20 * MINUTE],
  ]
  it.each(LIMITS)('O-123 %s', async (_, rol, superAdmin, minutes, ms) => {
    if (minutes !== null) await limitTo(minutes)
    const { token } = await enter(rol, superAdmin)
    advance((ms ?? 11 * HOUR) - 1)
    const still = await look(token, { headers: { [USO_HEADER]: '999999' } })
    expect([still.status, still.headers[INACTIVIDAD_HEADER]]).toEqual([200, ms === null ? undefined : '1'])
    advance(1)
    expect(await look(token)).toMatchObject(ms === null ? { status: 200 } : STOPPED)
  })

  it("O-123 support in somebody's name half an hour, whatever the company says, and goes on with its own password", async () => {
    await limitTo(720)
    const [admin, soporte] = [await enter(), await enter(ROL.SUPER_ADMIN, true)]
    await app.owner.updateTable('usuario').set({ password_hash: 'x' }).where('id', '=', admin.id).execute()
    const asked = await app.call<{ token: string }>(requestImpersonacion, {
      token: soporte.token,
      body: { empresa_id: empresa.id, usuario_id: admin.id, motivo: 'Reporta que no encuentra una factura' },
    })
    const { token } = (
      await app.call<{ session: Session }>(impersonationLogin, {
        params: { accessToken: asked.data.token },
        body: { accessToken: asked.data.token },
      })
    ).data.session
    advance(30 * MINUTE)
    expect(await look(token)).toMatchObject(STOPPED)
    expect((await resume(token)).status).toBe(200)
    expect((await look(token)).status).toBe(200)
    advance(15 * MINUTE)
    await limitTo(15)
    expect(await look(token, {}, other)).toMatchObject(STOPPED)
  })
})

describe('what keeps it open (O-123)', () => {
  it('O-123 what a page asks on its own does not, another call does', async () => {
    const { token } = await enter()
    const silent = app.router.entries.flatMap(({ endpoint }) => (endpoint.sinUso ? [endpoint.path] : [])).sort()
    expect(silent).toEqual([
      '/notificacion/available',
      '/notificacion/sri_mantenimiento',
      '/v1/administracion/pendientes',
      '/v1/administracion/salud/correo',
      '/v1/buzon/estado',
      '/v1/comprobante/estados',
      '/v1/comprobante/seguir',
      '/v1/inicio/pendientes',
      '/v1/paquete_mensual',
      '/v1/persona/carga/:id',
      '/v1/producto/carga/:id',
      '/v1/recibido/pedidos',
      '/v1/registro_cliente',
      '/v1/trabajo',
      '/v1/trabajo/:id',
    ])
    for (let minute = 0; minute < 239; minute++) {
      advance(MINUTE)
      expect((await app.call(availableNotificaciones, { token })).status).toBe(200)
    }
    expect((await app.call(searchPersona, { token })).headers[INACTIVIDAD_HEADER]).toBe('14400')
    advance(4 * HOUR - 1)
    expect((await app.call(availableNotificaciones, { token })).status).toBe(200)
    advance(1)
    expect(await app.call(availableNotificaciones, { token })).toMatchObject(STOPPED)
  })

  it('O-123 an open page counts from when somebody last touched it, and any other word as now', async () => {
    const { token } = await enter()
    const lefts: unknown[] = []
    for (let minutes = 10; minutes <= 60; minutes += 10) {
      advance(10 * MINUTE)
      lefts.push((await look(token, { headers: { [USO_HEADER]: String(minutes * 60 - 300) } })).headers[INACTIVIDAD_HEADER])
    }
    // Touched once, five minutes after the sign-in.
    expect(lefts).toEqual([235, 225, 215, 205, 195, 185].map((minutes) => String(minutes * 60)))
    for (const word of ['-5', 'ayer', '', '1.5']) {
      advance(MINUTE)
      expect((await look(token, { headers: { [USO_HEADER]: word } })).headers[INACTIVIDAD_HEADER], word).toBe('14400')
    }
    for (const long of ['1000000', '9'.repeat(400)]) {
      advance(MINUTE)
      expect((await look(token, { headers: { [USO_HEADER]: long } })).headers[INACTIVIDAD_HEADER], long.slice(0, 7)).not.toBe('14400')
    }
  })

  it('O-123 a use in one tab or process keeps the others open, and is kept for a restart', async () => {
    const { token, id } = await enter()
    advance(3 * HOUR)
    await look(token)
    const used = () => app.owner.selectFrom('sesion').select('usada_en').where('usuario_id', '=', id).executeTakeFirstOrThrow()
    await vi.waitFor(async () => expect((await used()).usada_en).toEqual(app.clock.now().toISOString()))
    advance(3 * HOUR)
    expect((await look(token, {}, other)).status).toBe(200)
  })

  it('O-123 a use still on its way to the database counts', async () => {
    const { token } = await enter()
    for (let time = 0; time < 2; time++) {
      advance(4 * HOUR - 1)
      expect((await look(token)).status).toBe(200)
    }
  })
})

describe('a session that stopped (O-123)', () => {
  it('O-123 answers nothing but the password and the logout, and does nothing', async () => {
    const { token } = await enter()
    advance(4 * HOUR)
    const answering = app.router.entries.flatMap(({ endpoint, policy }) => (policy !== 'public' && policy.inactiva ? [endpoint.path] : []))
    expect(answering.sort()).toEqual(['/v1/auth/cerrar', '/v1/auth/reanudar'])
    for (const { endpoint, policy } of app.router.entries) {
      if (policy === 'public' || policy.inactiva) continue
      const params = Object.fromEntries(
        [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, '11111111-1111-4111-8111-111111111111']),
      )
      expect(await app.call(endpoint, { token, params }), endpoint.path).toMatchObject(STOPPED)
    }
    const body = { tipo_identificacion: '06', identificacion: 'X-1', razon_social: 'MÜLLER ANNA', roles: ['cliente'] }
    expect((await app.call(createPersona, { token, body })).status).toBe(401)
    expect(
      await app.owner.selectFrom('persona').select('id').where('empresa_id', '=', empresa.id).where('identificacion', '=', 'X-1').execute(),
    ).toEqual([])
    // An ended session says another thing.
    expect((await app.call(authLogout, { token })).status).toBe(200)
    expect((await look(token)).problems).toEqual([{ message: 'Su sesión ha expirado' }])
    expect((await resume(token)).status).toBe(401)
  })

  it('O-123 goes on with the password, the same token and the same end, in every process at once; a wrong one leaves it', async () => {
    const { token, expiration_date } = await enter()
    advance(4 * HOUR)
    expect((await look(token, {}, other)).status).toBe(401)
    expect(await resume(token, 'otra')).toMatchObject({
      status: 422,
      problems: [{ campo: 'pass', message: 'La contraseña actual no es correcta.' }],
    })
    expect(await look(token)).toMatchObject(STOPPED)
    expect(await resume(token)).toMatchObject({ status: 200, msg: 'Su sesión continúa' })
    for (const on of [app, other]) expect((await look(token, {}, on)).data).toMatchObject({ session: { expiration_date } })
    // A second tab answers late.
    expect((await resume(token)).status).toBe(200)
  })

  it('O-123 counts wrong passwords with those of the sign-in', async () => {
    const { token, username } = await enter()
    advance(4 * HOUR)
    for (let time = 0; time < 5; time++) expect((await resume(token, 'otra', { red: '10.77.1.1' })).status).toBe(422)
    expect((await resume(token, PASSWORD_USUARIO, { red: '10.77.1.1' })).status).toBe(429)
    const signIn = await app.call(authLogin, {
      body: { idEmpresa: empresa.id, username, password: app.encode(PASSWORD_USUARIO) },
      red: '10.77.1.1',
    })
    expect(signIn.status).toBe(429)
    expect((await resume(token)).status).toBe(200)
  })

  it('O-123 is no attack that is written down', async () => {
    const { token } = await enter()
    advance(4 * HOUR)
    const written: string[] = []
    const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
    await look(token)
    await look('a'.repeat(43))
    spy.mockRestore()
    expect(written.filter((line) => line.includes('"refused"'))).toEqual([expect.stringContaining('UNAUTHORIZED')])
  })
})
