import { randomUUID } from 'node:crypto'
import {
  allowSoporte,
  authLogout,
  authRenew,
  authSession,
  authSwitch,
  COLLECTIONS,
  createPersona,
  deletePersona,
  editAjusteCorreo,
  editPersona,
  emitFactura,
  impersonationLogin,
  mailCotizacion,
  mailEstadoCuenta,
  readComprobante,
  readPersona,
  readSoporte,
  readTablero,
  requestImpersonacion,
  searchPersona,
  searchProducto,
  type Emitido,
  type Endpoint,
  type Session,
  type SoporteEmpresa,
} from '@yupana/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildCertificadoRow, buildEmpresa, buildUsuario, type UsuarioBuilt } from '../../testing/builders.ts'
import { facturaForm } from '../../testing/emisor.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { passSecond } from '../../testing/pass-second.ts'

const MOTIVO = 'Reporta que no encuentra una factura'
const UNKNOWN = {
  status: '422',
  msg: 'No se pudo iniciar sesión, por favor intente nuevamente',
  data: [{ message: 'No se pudo iniciar sesión, por favor intente nuevamente' }],
}

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let admin: UsuarioBuilt
let adminToken: string
let soporte: UsuarioBuilt
let soporteToken: string

beforeAll(async () => {
  app = await buildTestApp()
  soporte = await buildUsuario(app, { empresas: [], superAdmin: true })
})
afterAll(() => app?.close())
beforeEach(async () => {
  empresa = await buildEmpresa(app)
  admin = await buildUsuario(app, { empresas: [empresa] })
  await buildCertificadoRow(app, empresa, admin, { desde: '2026-01-01T00:00:00-05:00', hasta: '2027-01-01T00:00:00-05:00' })
  adminToken = (await app.signIn(admin.username)).token
  soporteToken = (await app.signIn(soporte.username)).token
})

const ask = (form: object = {}, token = soporteToken) =>
  app.call<{ token: string; canjear_hasta: string }>(requestImpersonacion, {
    token,
    body: { empresa_id: empresa.id, usuario_id: admin.id, motivo: MOTIVO, ...form },
  })
const redeem = (accessToken: string) =>
  app.call<{ session: Session }>(impersonationLogin, { params: { accessToken }, body: { accessToken } })
const enter = async (form: object = {}) => (await redeem((await ask(form)).data.token)).data.session
const auditOf = (accion?: string) => {
  const all = app.owner
    .selectFrom('auditoria')
    .select(['accion', 'objeto', 'usuario_id', 'actor_id', 'detalle'])
    .where('empresa_id', '=', empresa.id)
    .orderBy('id')
  return (accion ? all.where('accion', '=', accion) : all).execute()
}
const emit = (token: string) =>
  app.call<Emitido>(emitFactura, { token, params: { id: randomUUID() }, headers: { 'idempotency-key': randomUUID() }, body: facturaForm() })
const persona = (identificacion: string) => ({ tipo_identificacion: '06', identificacion, razon_social: 'MÜLLER ANNA', roles: ['cliente'] })

describe('token', () => {
  it('R-7.1.16 R-2.1.9 R-3.1.1: one exchange answers the session of the user, flagged, for an hour', async () => {
    const { data } = await ask()
    const answer = await redeem(data.token)
    expect(answer).toMatchObject({
      status: 200,
      data: { session: { impersonate: true, username: admin.username, businessRuc: empresa.ruc, rol: { id: ROL.ADMIN } } },
    })
    expect(JSON.parse(answer.raw.toString())).toMatchObject({ status: '200', msg: expect.any(String) as string })
    expect(Date.parse(answer.data.session.expiration_date) - app.clock.now().getTime()).toBe(60 * 60_000)
    expect((await app.call(authSession, { token: answer.data.session.token })).data).toMatchObject({ session: { impersonate: true } })
    expect((await app.call(authSession, { token: adminToken })).data).toMatchObject({ session: { impersonate: false } })
  })

  it('O-14: holds at least 128 random bits, and only its hash is stored', async () => {
    const {
      data: { token },
    } = await ask()
    expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(16)
    const rows = await app.owner.selectFrom('impersonacion').selectAll().where('empresa_id', '=', empresa.id).execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(rows[0]?.token_hash).toHaveLength(32)
  })

  it('O-14: of a hundred exchanges at once one succeeds', async () => {
    const {
      data: { token },
    } = await ask()
    const answers = await Promise.all(Array.from({ length: 100 }, () => redeem(token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const refused of answers.filter(({ status }) => status !== 200)) expect(JSON.parse(refused.raw.toString())).toEqual(UNKNOWN)
  })

  it('O-14: two minutes and not a moment more', async () => {
    const now = app.clock.now()
    const [late, timely] = [await ask(), await ask()]
    app.clock.advance(2 * 60_000 - 1)
    expect((await redeem(timely.data.token)).status).toBe(200)
    app.clock.advance(1)
    expect((await redeem(late.data.token)).status).toBe(422)
    app.clock.set(now)
  })

  it('R-2.7.2: an unknown, malformed or different token answers the one text', async () => {
    for (const token of ['A'.repeat(43), 'x', "'; --", '😀']) expect(JSON.parse((await redeem(token)).raw.toString())).toEqual(UNKNOWN)
    const {
      data: { token },
    } = await ask()
    const other = await app.call(impersonationLogin, { params: { accessToken: token }, body: { accessToken: 'B'.repeat(43) } })
    expect(other.status).toBe(422)
    expect((await redeem(token)).status).toBe(200)
  })

  it('O-14: needs a reason', async () => {
    for (const motivo of ['', '   ', 'corto', undefined]) {
      const { status, problems } = await ask({ motivo })
      expect({ status, campo: problems[0]?.campo }, String(motivo)).toEqual({ status: 422, campo: 'motivo' })
    }
  })

  it('O-14: only SUPER_ADMIN asks for one, not even a member with that role', async () => {
    await expectGuarded(app, empresa, requestImpersonacion, { body: {} }, [
      ROL.SUPER_ADMIN,
      ROL.ADMIN,
      ROL.USUARIO,
      ROL.VENDEDOR,
      ROL.EMPLEADO,
    ])
  })

  it('nobody acts for a SUPER_ADMIN, for a disabled member, or for who is no member', async () => {
    const other = await buildUsuario(app, { empresas: [await buildEmpresa(app)] })
    const boss = await buildUsuario(app, { empresas: [empresa], rol: ROL.SUPER_ADMIN, superAdmin: true })
    const gone = await buildUsuario(app, { empresas: [empresa] })
    await app.owner.updateTable('usuario_empresa').set({ activo: false }).where('usuario_id', '=', gone.id).execute()
    for (const usuario_id of [other.id, boss.id, gone.id, randomUUID()]) expect((await ask({ usuario_id })).status).toBe(404)
    expect((await ask({ empresa_id: randomUUID() })).status).toBe(404)
  })

  it('a token is worth nothing once its user is disabled, or who asked for it', async () => {
    const helper = await buildUsuario(app, { empresas: [], superAdmin: true })
    const { data } = await ask({}, (await app.signIn(helper.username)).token)
    const { data: other } = await ask()
    await app.owner.updateTable('usuario').set({ activo: false }).where('id', '=', helper.id).execute()
    expect((await redeem(data.token)).status).toBe(422)
    await app.owner.updateTable('usuario').set({ activo: false }).where('id', '=', admin.id).execute()
    expect((await redeem(other.token)).status).toBe(422)
  })
})

describe('session', () => {
  it('O-14: ends by itself after an hour, is not renewed and changes to no other company', async () => {
    const now = app.clock.now()
    const { token } = await enter()
    for (const minutes of [28, 27]) {
      app.clock.advance(minutes * 60_000)
      expect((await app.call(authSession, { token })).status).toBe(200)
    }
    for (const [endpoint, body] of [
      [authRenew, { pass: app.encode('Yupana2026') }],
      [authSwitch, { idEmpresa: empresa.id }],
    ] as const)
      expect((await app.call(endpoint, { token, body })).status).toBe(403)
    app.clock.advance(5 * 60_000)
    expect((await app.call(authSession, { token })).status).toBe(401)
    app.clock.set(now)
  })

  it("R-1.12: ends when it is closed, and its owner's own session goes on", async () => {
    const { token } = await enter()
    expect((await app.call(authLogout, { token })).status).toBe(200)
    expect((await app.call(authSession, { token })).status).toBe(401)
    expect((await app.call(authSession, { token: adminToken })).status).toBe(200)
    const { data } = await app.call<SoporteEmpresa>(readSoporte, { token: adminToken })
    expect(data.accesos[0]).toMatchObject({ termina_en: app.clock.now().toISOString() })
  })

  it('ends with its user, its company and whoever works in it, on another instance within a second', async () => {
    const helper = await buildUsuario(app, { empresas: [], superAdmin: true })
    const other = await buildTestApp({ database: { ...app.database, close: async () => undefined } })
    const disable = (id: string) => app.owner.updateTable('usuario').set({ activo: false }).where('id', '=', id).execute()
    const ends: (() => Promise<unknown>)[] = [
      () =>
        app.owner
          .updateTable('empresa')
          .set({ suspendida_en: app.clock.now(), suspendida_motivo: 'Prueba' })
          .where('id', '=', empresa.id)
          .execute(),
      () => app.owner.updateTable('usuario').set({ super_admin: false }).where('id', '=', helper.id).execute(),
      () => disable(admin.id),
    ]
    for (const end of ends) {
      await app.owner.updateTable('usuario').set({ super_admin: true }).where('id', '=', helper.id).execute()
      await app.owner.updateTable('empresa').set({ suspendida_en: null, suspendida_motivo: null }).where('id', '=', empresa.id).execute()
      const { data } = await ask({}, (await app.signIn(helper.username)).token)
      const { token } = (await redeem(data.token)).data.session
      expect((await other.call(authSession, { token })).status).toBe(200)
      await end()
      passSecond()
      expect((await other.call(authSession, { token })).status).toBe(401)
    }
    await other.close()
  })
})

describe('owners', () => {
  it('O-14: every ADMIN of the company is told by mail who came in, as whom and why; nobody else', async () => {
    const second = await buildUsuario(app, { empresas: [empresa] })
    const seller = await buildUsuario(app, { empresas: [empresa], rol: ROL.VENDEDOR })
    await enter({ usuario_id: seller.id })
    const letters = await app.owner
      .selectFrom('carta_cuenta')
      .selectAll()
      .where('para', 'in', [admin.mail, second.mail, seller.mail])
      .orderBy('para')
      .execute()
    expect(letters.map(({ para }) => para)).toEqual([admin.mail, second.mail].sort())
    const text = app.deps.sobre.abrirCorto(letters[0]!.texto!, `carta de cuenta ${letters[0]!.id}`).toString()
    for (const word of [soporte.username, seller.username, MOTIVO, empresa.ruc, '15/06/2026', '10:00', '11:00'])
      expect(text).toContain(word)
  })
})

describe('both identities', () => {
  it('R-1.12 O-14: every call that changes something leaves rows with who worked and in whose name', async () => {
    const { token } = await enter()
    const { data } = await app.call<{ id: string }>(createPersona, {
      token,
      headers: { 'idempotency-key': randomUUID() },
      body: persona('X-1'),
    })
    expect((await app.call(deletePersona, { token, params: { id: data.id } })).status).toBe(200)
    const rows = await auditOf()
    expect(rows[0]).toMatchObject({ accion: 'sesion.abrir', usuario_id: admin.id, actor_id: null })
    expect(rows[1]).toMatchObject({
      accion: 'impersonacion.pedir',
      usuario_id: soporte.id,
      actor_id: null,
      detalle: { motivo: MOTIVO, como: admin.username },
    })
    const inside = rows.slice(2)
    expect(inside.map(({ accion, objeto }) => `${accion} ${objeto?.replace(data.id, 'id')}`)).toEqual([
      expect.stringMatching(/^impersonacion\.entrar /),
      'impersonacion.llamada POST /v1/persona/create',
      'persona.crear id',
      'impersonacion.llamada DELETE /v1/persona/delete/:id',
      'persona.eliminar id',
    ])
    for (const row of inside) expect(row).toMatchObject({ usuario_id: admin.id, actor_id: soporte.id })
    await app.call(createPersona, { token: adminToken, headers: { 'idempotency-key': randomUUID() }, body: persona('X-2') })
    expect((await auditOf()).slice(7).every(({ actor_id }) => actor_id === null)).toBe(true)
  })

  it('O-14: what support reads is written down once a minute and kind of call, however many come at once; what the person reads is not', async () => {
    const { token } = await enter()
    const read = (endpoint: Endpoint, bearer = token) => app.call(endpoint, { token: bearer })
    await Promise.all(Array.from({ length: 6 }, () => read(searchPersona)))
    await Promise.all([read(searchProducto), read(searchPersona, adminToken)])
    const reads = async () =>
      (await auditOf('impersonacion.lectura')).map(({ objeto, usuario_id, actor_id }) => [objeto, usuario_id, actor_id])
    const once = [`GET ${searchPersona.path}`, admin.id, soporte.id]
    expect(await reads()).toEqual([once, [`GET ${searchProducto.path}`, admin.id, soporte.id]])
    app.clock.advance(60_000)
    await read(searchPersona)
    expect((await reads()).filter(([objeto]) => objeto === once[0])).toEqual([once, once])
  })

  it('O-14: of the companies of the person support sees the one it came for', async () => {
    const otra = await buildEmpresa(app)
    await app.owner
      .insertInto('usuario_empresa')
      .values({ empresa_id: otra.id, usuario_id: admin.id, rol: ROL.ADMIN, collections: [...COLLECTIONS], activo: true })
      .execute()
    const tablero = async (token: string) => (await app.call<{ empresas: { id: string }[] }>(readTablero, { token })).data.empresas
    expect(await tablero(adminToken)).toHaveLength(2)
    const { token } = await enter()
    expect((await tablero(token)).map(({ id }) => id)).toEqual([empresa.id])
  })

  it('O-14: a document issued so tells both in its event and its story', async () => {
    await app.call(allowSoporte, { token: adminToken, body: { permitido: true } })
    const { token } = await enter()
    const { status, data } = await emit(token)
    expect(status).toBe(200)
    const events = await app.owner
      .selectFrom('documento_evento')
      .select(['usuario_id', 'actor_id'])
      .where('documento_id', '=', data.id)
      .execute()
    expect(events).toEqual([{ usuario_id: admin.id, actor_id: soporte.id }])
    const detalle = await app.call<{ eventos: { quien: string }[] }>(readComprobante, { token: adminToken, params: { id: data.id } })
    expect(detalle.data.eventos[0]?.quien).toContain(`soporte: ${soporte.username}`)
  })

  it('writes down what was refused as well', async () => {
    const { token } = await enter()
    expect((await emit(token)).status).toBe(403)
    expect((await auditOf('impersonacion.llamada')).at(-1)).toMatchObject({
      objeto: 'POST /v1/documento/emitir/:id',
      actor_id: soporte.id,
      detalle: { negada: 'sin permiso' },
    })
  })
})

describe('letters', () => {
  it('O-14: support sends neither a quote nor an account to an address of its own, and no copies of documents', async () => {
    const { token } = await enter()
    for (const endpoint of [mailCotizacion, mailEstadoCuenta, editAjusteCorreo])
      expect(await app.call(endpoint, { token, params: { id: randomUUID() } }), endpoint.path).toMatchObject({ status: 403 })
  })
})

describe('leave to emit', () => {
  it('O-14: support puts no address of its own into somebody known, and may mend the rest of them', async () => {
    const suyo = ['facturas@cliente.ec']
    const made = await app.call<{ id: string; version: number }>(createPersona, {
      token: adminToken,
      headers: { 'idempotency-key': randomUUID() },
      body: { ...persona('X-9'), correos: suyo },
    })
    const { token } = await enter()
    const edit = (body: object) =>
      app.call<{ version: number; correos: string[] }>(editPersona, {
        token,
        params: { id: made.data.id },
        body: { ...persona('X-9'), version: made.data.version, ...body },
      })
    for (const correos of [['yo@soporte.ec'], [...suyo, 'yo@soporte.ec'], []])
      expect(await edit({ correos }), correos.join()).toMatchObject({ status: 403 })
    expect(await edit({ correos: suyo, direccion: 'Av. Amazonas' })).toMatchObject({ status: 200 })
    const { data } = await app.call(readPersona, { token: adminToken, params: { id: made.data.id } })
    expect(data).toMatchObject({ correos: suyo, direccion: 'Av. Amazonas' })
  })

  const NEEDS = 'En modo impersonate solo se emite y anula los días en que un administrador de la empresa lo permite'

  it('O-14: emitting is refused until the ADMIN allows it, for that day in Ecuador and while he does not take it back', async () => {
    const now = app.clock.now()
    const first = await enter()
    expect(await emit(first.token)).toMatchObject({ status: 403, msg: NEEDS })
    expect((await app.call<SoporteEmpresa>(allowSoporte, { token: adminToken, body: { permitido: true } })).data).toMatchObject({
      dia: '2026-06-15',
      permitido: true,
    })
    expect((await emit(first.token)).status).toBe(200)
    await app.call(allowSoporte, { token: adminToken, body: { permitido: false } })
    expect((await emit(first.token)).status).toBe(403)
    await app.call(allowSoporte, { token: adminToken, body: { permitido: true } })
    app.clock.set('2026-06-16T00:00:00-05:00')
    soporteToken = (await app.signIn(soporte.username)).token
    expect((await emit((await enter()).token)).status).toBe(403)
    app.clock.set(now)
    expect((await auditOf('soporte.permitir'))[0]).toMatchObject({ usuario_id: admin.id, objeto: '2026-06-15' })
  })

  it('O-14: support cannot give it to itself, and of the company only its ADMIN may', async () => {
    const { token } = await enter()
    expect((await app.call(allowSoporte, { token, body: { permitido: true } })).status).toBe(403)
    await expectGuarded(app, empresa, allowSoporte, { body: { permitido: true } }, [
      ROL.SUPER_ADMIN,
      ROL.USUARIO,
      ROL.VENDEDOR,
      ROL.EMPLEADO,
    ])
    expect((await app.call<SoporteEmpresa>(readSoporte, { token: adminToken })).data.permitido).toBe(false)
  })

  it('the company sees who came in, as whom and why; another company does not', async () => {
    await enter()
    const { data } = await app.call<SoporteEmpresa>(readSoporte, { token: adminToken })
    expect(data.accesos).toHaveLength(1)
    expect(data.accesos[0]).toMatchObject({
      motivo: MOTIVO,
      quien: expect.stringContaining(soporte.username) as string,
      como: expect.stringContaining(admin.username) as string,
    })
    const otra = await buildUsuario(app, { empresas: [await buildEmpresa(app)] })
    expect((await app.call<SoporteEmpresa>(readSoporte, { token: (await app.signIn(otra.username)).token })).data.accesos).toEqual([])
    await expectGuarded(app, empresa, readSoporte, {}, [ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO])
  })
})
