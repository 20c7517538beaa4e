import { randomUUID } from 'node:crypto'
import {
  assignedMenus,
  authCompanies,
  authSession,
  createEmpresa,
  disableUsuario,
  dropFactor,
  editPlan,
  emitFactura,
  enableUsuario,
  endSesiones,
  inviteAdministrador,
  reactivateEmpresa,
  readInicio,
  readInvitacion,
  readSaludInstalacion,
  searchEmpresa,
  searchUsuario,
  sendRestablecer,
  sriMantenimiento,
  suspendEmpresa,
  type Emitido,
  type EmpresaAdministrada,
  type Endpoint,
  type Listing,
  type SaludInstalacion,
  type UsuarioAdministrado,
} from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { createDb, createPool } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa } from '../../db/transaction.ts'
import { beat } from '../../jobs/latido.sql.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { hashToken } from '../../plugins/sesion/session.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, nextRuc, tokenOfNew, type UsuarioBuilt } from '../../testing/builders.ts'
import { buildEmisor, buildWorker, facturaForm } from '../../testing/emisor.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { passSecond } from '../../testing/pass-second.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'
import { closeSesiones, closeSesionesDeEmpresa, readSalud, setActivo } from './administracion.sql.ts'

const MOTIVO = 'No paga desde hace tres meses'
let app: TestApp
let sri: SimuladorDePrueba
let soporte: UsuarioBuilt
let token: string

beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp(), startSimulador({ reloj: '2026-06-15T10:00:00-05:00' })])
  await sri.control('POST', '/config', { retrasoMs: 0 })
  soporte = await buildUsuario(app, { empresas: [], superAdmin: true })
  token = (await app.signIn(soporte.username)).token
})
afterAll(async () => {
  await app?.close()
  await sri?.stop()
})

const call = <T>(endpoint: Endpoint, body?: object, query?: Record<string, string>) =>
  app.call<T>(endpoint, { token, ...(body && { body }), ...(query && { query }) })
const findEmpresa = async (ruc: string) => (await call<Listing<EmpresaAdministrada>>(searchEmpresa, undefined, { q: ruc })).data.content[0]
const auditOf = (empresaId: EmpresaId, accion: string) =>
  app.owner
    .selectFrom('auditoria')
    .select(['usuario_id', 'objeto', 'detalle'])
    .where('empresa_id', '=', empresaId)
    .where('accion', '=', accion)
    .execute()
const nueva = (change: object = {}) => ({
  ruc: nextRuc(),
  razon_social: 'NUEVA S.A.',
  dir_matriz: 'Loja',
  admin_correo: `admin${randomUUID().slice(0, 8)}@ejemplo.ec`,
  ...change,
})

describe('who may', () => {
  it('R-6.14: SUPER_ADMIN alone, who is one himself', async () => {
    const empresa = await buildEmpresa(app)
    const all = app.router.entries.filter(({ endpoint }) => endpoint.tag === 'Administración')
    expect(all.length).toBeGreaterThanOrEqual(14)
    for (const { policy } of all) expect(policy).toMatchObject({ roles: [ROL.SUPER_ADMIN], isPlataforma: true })
    await expectGuarded(app, empresa, searchEmpresa, {}, [ROL.SUPER_ADMIN, ROL.ADMIN, ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO])
  })
})

describe('SUPER_ADMIN without a company', () => {
  it('signs in to none, and the calls of the shell answer', async () => {
    const { data } = await call<{ session: object }>(authSession)
    expect(data.session).toMatchObject({
      businessId: null,
      businessName: 'Administración',
      businessRuc: '',
      ambiente: null,
      rol: { id: ROL.SUPER_ADMIN },
    })
    for (const endpoint of [assignedMenus, authCompanies, sriMantenimiento]) expect((await call(endpoint)).status, endpoint.path).toBe(200)
    expect((await call<{ to: string }[]>(assignedMenus)).data.map(({ to }) => to)).toContain('/administracion/empresas')
  })

  it('is in no company: every call about one is refused, and answers nothing of any', async () => {
    const refused = await call(readInicio)
    expect(refused).toMatchObject({ status: 403, msg: 'Esta acción es de una empresa y su sesión no está en ninguna' })
  })
})

describe('companies', () => {
  it('lists and finds them by RUC and name, with what they use', async () => {
    const empresa = await buildEmpresa(app, { razonSocial: 'ZAPATERÍA ÚNICA S.A.' })
    await buildUsuario(app, { empresas: [empresa] })
    for (const q of [empresa.ruc, 'zapatería ú']) {
      const { data } = await call<Listing<EmpresaAdministrada>>(searchEmpresa, undefined, { q })
      expect(data).toMatchObject({
        totalElements: 1,
        content: [{ id: empresa.id, ruc: empresa.ruc, usuarios: 1, puntos: 1, documentos: 0, suspendida_en: null, excede: [] }],
      })
    }
    expect((await call<Listing<EmpresaAdministrada>>(searchEmpresa, undefined, { q: '%' })).data.totalElements).toBe(0)
  })

  it('creates one with an invited ADMIN, ready to be entered', async () => {
    const form = nueva()
    const { status, data, msg } = await call<{ id: EmpresaId; enlace: string }>(createEmpresa, form)
    expect({ status, msg }).toEqual({ status: 200, msg: 'Empresa registrada exitosamente' })
    expect(data.enlace).toContain('/#/invite/')
    expect(await findEmpresa(form.ruc)).toMatchObject({ id: data.id, puntos: 1, usuarios: 0 })
    expect(await auditOf(data.id, 'empresa.crear')).toMatchObject([{ usuario_id: soporte.id }])
    const letters = await app.owner.selectFrom('carta_cuenta').select(['id', 'texto']).where('para', '=', form.admin_correo).execute()
    const open = ({ id, texto }: { id: string; texto: Buffer | null }) =>
      app.deps.sobre.abrirCorto(texto ?? Buffer.alloc(0), `carta de cuenta ${id}`).toString()
    expect(letters.map((one) => open(one).split('\n')[0])).toEqual([
      `«${soporte.username}» le invita a trabajar en «NUEVA S.A.» con el rol Administrador.`,
    ])
  })

  it('creates one with a user that exists, who is invited to it', async () => {
    const user = await buildUsuario(app, { empresas: [await buildEmpresa(app)] })
    const form = nueva({ admin_correo: '', admin_usuario: user.username })
    expect((await call<{ enlace: string; invitado: string }>(createEmpresa, form)).data).toMatchObject({
      enlace: expect.stringContaining('/#/invite/'),
      invitado: user.mail,
    })
    expect(await findEmpresa(form.ruc)).toMatchObject({ usuarios: 0 })
    expect((await call(createEmpresa, nueva({ admin_correo: '', admin_usuario: user.mail.toUpperCase() }))).status).toBe(200)
    // A user's own unverified data do not make him an administrator.
    expect((await call(createEmpresa, nueva({ admin_correo: '', admin_usuario: user.ci }))).problems[0]?.campo).toBe('admin_usuario')
  })

  it.each([
    ['a wrong RUC', { ruc: '1234567890002' }, 'ruc'],
    ['a RUC whose digits do not hold', { ruc: '9999999999001' }, 'ruc'],
    ['no name', { razon_social: '' }, 'razon_social'],
    ['nobody to administer it', { admin_correo: '' }, 'admin_correo'],
    ['two of them', { admin_usuario: 'x' }, 'admin_correo'],
    ['an unknown user', { admin_correo: '', admin_usuario: 'nadie' }, 'admin_usuario'],
  ])('refuses %s, naming the field, and leaves nothing', async (_name, change, campo) => {
    const form = nueva(change)
    const { status, problems } = await call(createEmpresa, form)
    expect({ status, campo: problems[0]?.campo }).toEqual({ status: 422, campo })
    expect(await findEmpresa(form.ruc)).toBeUndefined()
  })

  it('refuses a RUC that is there, and keeps the company it has', async () => {
    const empresa = await buildEmpresa(app)
    expect((await call(createEmpresa, nueva({ ruc: empresa.ruc }))).problems[0]).toMatchObject({ campo: 'ruc' })
    expect((await findEmpresa(empresa.ruc))?.id).toBe(empresa.id)
  })

  it('a limit warns and never stops an emission', async () => {
    const emisor = await buildEmisor(app, sri)
    await app.owner.updateTable('empresa').set({ ambiente: 'PRODUCCION' }).where('id', '=', emisor.id).execute()
    expect((await call(editPlan, { id: emisor.id, limite_documentos: 1, limite_usuarios: 1, limite_puntos: null })).status).toBe(200)
    for (let n = 0; n < 2; n++) {
      const answer = await app.call(emitFactura, {
        token: emisor.token,
        params: { id: randomUUID() },
        headers: { 'idempotency-key': randomUUID() },
        body: facturaForm(),
      })
      expect(answer.status).toBe(200)
    }
    expect(await findEmpresa(emisor.ruc)).toMatchObject({ documentos: 2, limite_documentos: 1, excede: ['documentos'] })
    expect(await auditOf(emisor.id, 'empresa.plan')).toMatchObject([
      { detalle: { limite_documentos: [null, 1], limite_usuarios: [null, 1] } },
    ])
    expect((await call(editPlan, { id: emisor.id, limite_documentos: 0, limite_usuarios: null, limite_puntos: null })).status).toBe(422)
  })

  it('suspension ends sessions and sign-in, loses nothing that was accepted, and is undone', async () => {
    const emisor = await buildEmisor(app, sri)
    const { data } = await app.call<Emitido>(emitFactura, {
      token: emisor.token,
      params: { id: randomUUID() },
      headers: { 'idempotency-key': randomUUID() },
      body: facturaForm(),
    })
    expect((await call(suspendEmpresa, { id: emisor.id, motivo: MOTIVO })).status).toBe(200)
    passSecond()
    expect((await app.call(authSession, { token: emisor.token })).status).toBe(401)
    await expect(app.signIn(emisor.usuario.username)).rejects.toThrow('no pertenece a ninguna empresa activa')
    const worker = buildWorker(app, sri)
    await worker.settle()
    await worker.close()
    expect(await app.owner.selectFrom('documento').select('estado').where('id', '=', data.id).executeTakeFirst()).toEqual({
      estado: 'AUTORIZADO',
    })
    expect(await findEmpresa(emisor.ruc)).toMatchObject({ suspendida_motivo: MOTIVO })
    expect((await call(suspendEmpresa, { id: emisor.id, motivo: MOTIVO })).status).toBe(404)
    expect((await call(reactivateEmpresa, { id: emisor.id, motivo: 'Pagó todo lo pendiente' })).status).toBe(200)
    expect((await app.call(authSession, { token: emisor.token })).status).toBe(401)
    expect((await app.signIn(emisor.usuario.username)).businessRuc).toBe(emisor.ruc)
    expect(await auditOf(emisor.id, 'empresa.suspender')).toMatchObject([{ usuario_id: soporte.id, detalle: { motivo: MOTIVO } }])
    expect(await auditOf(emisor.id, 'empresa.reactivar')).toHaveLength(1)
  })

  it('needs a reason, and an id that is there', async () => {
    const { id } = await buildEmpresa(app)
    for (const endpoint of [suspendEmpresa, reactivateEmpresa]) {
      expect((await call(endpoint, { id, motivo: 'x' })).status).toBe(422)
      expect((await call(endpoint, { id: randomUUID(), motivo: MOTIVO })).status).toBe(404)
    }
  })
})

describe('a company that nobody administers', () => {
  const MIA = 'admin@ejemplo.ec'
  const invite = (id: string, mail: string, headers: Record<string, string> = { 'idempotency-key': randomUUID() }) =>
    app.call<{ enlace: string | null; invitado: string }>(inviteAdministrador, { token, params: { id }, headers, body: { mail } })
  const found = async (admin_correo: string) => (await call<{ id: EmpresaId; enlace: string }>(createEmpresa, nueva({ admin_correo }))).data
  const isServing = async (enlace: string | null) =>
    (await app.call(readInvitacion, { body: { token: /[\w-]{43}$/.exec(enlace ?? '')?.[0] ?? '' }, red: `10.60.0.${++reds}` })).status ===
    200
  const pendingOf = async (id: EmpresaId) =>
    (
      await app.owner
        .selectFrom('invitacion')
        .select('mail')
        .where('empresa_id', '=', id)
        .where('anulada_en', 'is', null)
        .where('aceptada_en', 'is', null)
        .execute()
    ).map(({ mail }) => mail)
  let reds = 0

  it('gets another link once the first has lapsed or went to a wrong mail; the former one ends, and it is written down', async () => {
    const { id, enlace } = await found('mal@ejemplo.ec')
    const { ruc } = await app.owner.selectFrom('empresa').select('ruc').where('id', '=', id).executeTakeFirstOrThrow()
    expect(await findEmpresa(ruc)).toMatchObject({ administrada: false, admin_invitado: 'mal@ejemplo.ec' })
    expect(await isServing(enlace)).toBe(true)
    const { status, data } = await invite(id, 'Bien@ejemplo.ec')
    expect([status, data.invitado, await isServing(data.enlace), await isServing(enlace)]).toEqual([200, 'bien@ejemplo.ec', true, false])
    expect(await findEmpresa(ruc)).toMatchObject({ administrada: false, admin_invitado: 'bien@ejemplo.ec' })
    expect(await auditOf(id, 'invitacion.enviar')).toMatchObject([
      { usuario_id: soporte.id },
      { usuario_id: soporte.id, detalle: { mail: 'bien@ejemplo.ec', rol: ROL.ADMIN } },
    ])
  })

  it('is helped by support that was sent away from it once', async () => {
    const { id } = await found('antes@ejemplo.ec')
    const membership = { empresa_id: id, usuario_id: soporte.id, rol: ROL.EMPLEADO, collections: [], activo: false }
    await app.owner.insertInto('usuario_empresa').values(membership).execute()
    expect((await invite(id, 'ahora@ejemplo.ec')).status).toBe(200)
    await app.owner.deleteFrom('usuario_empresa').where('usuario_id', '=', soporte.id).where('empresa_id', '=', id).execute()
  })

  it('twice at once leaves one link that serves, and the same sending again sends nothing', async () => {
    const { id } = await found(MIA)
    const answers = await Promise.all(['una@ejemplo.ec', 'otra@ejemplo.ec'].map((mail) => invite(id, mail)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await Promise.all(answers.map(({ data }) => isServing(data.enlace)))).filter(Boolean)).toHaveLength(1)
    const headers = { 'idempotency-key': randomUUID() }
    const [one, two] = await Promise.all([invite(id, 'sola@ejemplo.ec', headers), invite(id, 'sola@ejemplo.ec', headers)])
    expect([one?.status, two?.status, [one?.data.enlace, two?.data.enlace].filter((enlace) => enlace === null).length]).toEqual([
      200, 200, 1,
    ])
    expect(await pendingOf(id)).toEqual(['sola@ejemplo.ec'])
    expect(await app.owner.selectFrom('carta_cuenta').select('id').where('para', '=', 'sola@ejemplo.ec').execute()).toHaveLength(1)
  })

  it('is one whose ADMINs were disabled too; one that has an active ADMIN invites by itself', async () => {
    const empresa = await buildEmpresa(app)
    const admin = await buildUsuario(app, { empresas: [empresa] })
    await buildUsuario(app, { empresas: [empresa], rol: ROL.EMPLEADO })
    expect(await findEmpresa(empresa.ruc)).toMatchObject({ administrada: true, admin_invitado: null })
    expect(await invite(empresa.id, MIA)).toMatchObject({ status: 422, msg: expect.stringContaining('ya tiene un administrador activo') })
    expect((await call(disableUsuario, { id: admin.id, motivo: MOTIVO })).status).toBe(200)
    expect(await findEmpresa(empresa.ruc)).toMatchObject({ administrada: false, usuarios: 2 })
    expect((await invite(empresa.id, MIA)).status).toBe(200)
  })

  it('three times a day to one address, never in a suspended company, with a key, a mail and a company that is there', async () => {
    const { id } = await found(MIA)
    for (const status of [200, 200, 429]) expect((await invite(id, MIA)).status).toBe(status)
    expect(await pendingOf(id)).toEqual([MIA])
    expect((await invite(id, 'no es correo')).problems[0]?.campo).toBe('mail')
    expect((await invite(id, 'x@ejemplo.ec', {})).status).toBe(422)
    for (const other of [randomUUID(), 'no-es-id']) expect([404, 422]).toContain((await invite(other, MIA)).status)
    expect((await call(suspendEmpresa, { id, motivo: MOTIVO })).status).toBe(200)
    expect(await invite(id, 'x@ejemplo.ec')).toMatchObject({ status: 422, msg: expect.stringContaining('suspendida') })
  })

  it("is SUPER_ADMIN's to help: any other role is refused, in that company and in another", async () => {
    const { id } = await found(MIA)
    const empresa = await buildEmpresa(app)
    for (const rol of [ROL.ADMIN, ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO]) {
      const own = await tokenOfNew(app, { empresas: [empresa], rol })
      for (const other of [id, empresa.id])
        expect(
          (
            await app.call(inviteAdministrador, {
              token: own,
              params: { id: other },
              headers: { 'idempotency-key': randomUUID() },
              body: { mail: MIA },
            })
          ).status,
        ).toBe(403)
    }
    expect(await pendingOf(id)).toEqual([MIA])
  })
})

describe('users', () => {
  it('finds them with their companies and roles', async () => {
    const [one, two] = [await buildEmpresa(app), await buildEmpresa(app)]
    const user = await buildUsuario(app, { empresas: [one, two], rol: ROL.VENDEDOR })
    await app.signIn(user.username, { empresaId: one.id })
    for (const q of [user.username, user.mail.toUpperCase(), user.ci]) {
      const { data } = await call<Listing<UsuarioAdministrado>>(searchUsuario, undefined, { q })
      const found = data.content.find(({ id }) => id === user.id)
      expect(found).toMatchObject({ activo: true, super_admin: false, sesiones: 1 })
      expect(found?.empresas.map(({ ruc, rol }) => [ruc, rol.name]).sort()).toEqual(
        [
          [one.ruc, 'VENDEDOR'],
          [two.ruc, 'VENDEDOR'],
        ].sort(),
      )
      expect(JSON.stringify(data)).not.toContain('argon2')
    }
  })

  it('disabling ends sessions within a second and keeps out; enabling lets in again; both are written down', async () => {
    const empresa = await buildEmpresa(app)
    const user = await buildUsuario(app, { empresas: [empresa] })
    const open = (await app.signIn(user.username)).token
    expect((await call(disableUsuario, { id: user.id, motivo: MOTIVO })).status).toBe(200)
    expect((await app.call(authSession, { token: open })).status).toBe(401)
    await expect(app.signIn(user.username)).rejects.toThrow('422')
    expect((await call(enableUsuario, { id: user.id, motivo: MOTIVO })).status).toBe(200)
    expect((await app.call(authSession, { token: open })).status).toBe(401)
    await app.signIn(user.username)
    expect(await auditOf(empresa.id, 'usuario.desactivar')).toMatchObject([
      { usuario_id: soporte.id, objeto: user.id, detalle: { motivo: MOTIVO } },
    ])
    const facts = await app.owner
      .selectFrom('administracion_hecho')
      .select(['accion', 'usuario_id'])
      .where('objeto', '=', user.id)
      .orderBy('id')
      .execute()
    expect(facts).toEqual([
      { accion: 'usuario.desactivar', usuario_id: soporte.id },
      { accion: 'usuario.activar', usuario_id: soporte.id },
    ])
  })

  it('the doors of the database open for the session of a SUPER_ADMIN alone, as long as it lasts, and refuse others aloud', async () => {
    const [empresa, stranger] = [await buildEmpresa(app), await buildUsuario(app, { empresas: [await buildEmpresa(app)], rol: ROL.ADMIN })]
    const user = await buildUsuario(app, { empresas: [empresa] })
    const [{ token: own }, { token: open }] = [await app.signIn(stranger.username), await app.signIn(user.username)]
    const ahora = app.clock.now()
    const rowsFor = async (quien: string, ahora = app.clock.now()) => {
      const hash = hashToken(quien)
      const doors = [
        sql`select * from administracion_empresas(${hash}, ${ahora}, '', '', ${ahora}, 0, 10)`,
        sql`select * from administracion_usuarios(${hash}, '', 0, 10, ${ahora})`,
        sql`select * from administracion_usuario(${hash}, ${ahora}, ${user.id})`,
        sql`select 1 where administracion_salud(${hash}, ${ahora}) is not null`,
      ]
      return Promise.all(doors.map(async (door) => (await door.execute(app.deps.db)).rows.length > 0))
    }
    expect(await rowsFor(token)).toEqual([true, true, true, true])
    const vencida = new Date(ahora.getTime() + 12 * 3_600_000)
    expect([await rowsFor(own), await rowsFor(token, vencida)]).toEqual([Array(4).fill(false), Array(4).fill(false)])
    for (const [quien, en] of [
      [{ tokenHash: hashToken(own) }, ahora],
      [{ tokenHash: hashToken(token) }, vencida],
    ] as const) {
      const refused = { status: 401, message: 'Su sesión ha expirado' }
      await expect(setActivo(app.deps.db, quien, user.id, false, en)).rejects.toMatchObject(refused)
      await expect(closeSesiones(app.deps.db, quien, user.id, en)).rejects.toMatchObject(refused)
      await expect(inEmpresa(app.deps.db, empresa.id, (tx) => closeSesionesDeEmpresa(tx, quien, en))).rejects.toMatchObject(refused)
      await expect(readSalud(app.deps.db, quien, en)).rejects.toMatchObject(refused)
    }
    expect((await app.call(authSession, { token: open })).status).toBe(200)
  })

  it('ends sessions, and sends the letter to set a new password', async () => {
    const user = await buildUsuario(app, { empresas: [await buildEmpresa(app)] })
    const open = (await app.signIn(user.username)).token
    expect((await call(endSesiones, { id: user.id })).status).toBe(200)
    expect((await app.call(authSession, { token: open })).status).toBe(401)
    expect((await call(sendRestablecer, { id: user.id })).status).toBe(200)
    expect(await app.owner.selectFrom('carta_cuenta').select('id').where('para', '=', user.mail).execute()).toHaveLength(1)
  })

  it.each([
    ['usuario.desactivar', disableUsuario],
    ['usuario.cerrar_sesiones', endSesiones],
    ['segundo_factor.quitar', dropFactor],
  ])('%s is written down once it is done, however long it had to wait for the person', async (accion, endpoint) => {
    const empresa = await buildEmpresa(app)
    const user = await buildUsuario(app, { empresas: [empresa] })
    await app.signIn(user.username)
    await app.owner
      .insertInto('segundo_factor')
      .values({ usuario_id: user.id, secreto: Buffer.alloc(20), pedido_en: app.clock.now(), activado_en: app.clock.now() })
      .execute()
    let answer: Promise<{ status: number }> | undefined
    await app.owner.transaction().execute(async (tx) => {
      await sql`select 1 from usuario u join sesion s on s.usuario_id = u.id where u.id = ${user.id} for update`.execute(tx)
      answer = call(endpoint, { id: user.id, ...(endpoint !== endSesiones && { motivo: MOTIVO }) })
      await vi.waitFor(
        async () =>
          expect(
            (await sql`select 1 from pg_locks where transactionid = pg_current_xact_id()::xid and not granted`.execute(tx)).rows,
          ).not.toEqual([]),
        { timeout: 8_000 },
      )
      app.clock.advance(7_000)
    })
    expect((await answer)?.status).toBe(200)
    const { rows } = await sql<{
      en: string
    }>`select en from auditoria where empresa_id = ${empresa.id} and accion = ${accion} union all select en from administracion_hecho where objeto = ${user.id} and accion = ${accion}`.execute(
      app.owner,
    )
    expect(rows).toEqual([{ en: app.clock.now().toISOString() }, { en: app.clock.now().toISOString() }])
  })

  it('nobody does it to himself, or to who is not there', async () => {
    for (const [endpoint, rest] of [
      [disableUsuario, { motivo: MOTIVO }],
      [endSesiones, {}],
    ] as const) {
      expect((await call(endpoint, { id: soporte.id, ...rest })).problems).toMatchObject([
        { message: expect.not.stringContaining('formulario') },
      ])
      expect((await call(endpoint, { id: randomUUID(), ...rest })).status).toBe(404)
    }
  })
})

describe('health', () => {
  it('tells what waits, what runs and what was checked last', async () => {
    const pool = createPool(app.database.workerUrl, 'yupana_worker', { max: 1 })
    await beat(createDb(pool), 'maquina:1')
    await pool.end()
    await app.owner
      .insertInto('tarea_hecha')
      .values({ tarea: 'INVARIANTES', en: app.clock.now(), resultado: JSON.stringify({ revisados: 10, fallas: 0 }) })
      .execute()
    const emisor = await buildEmisor(app, sri)
    await app.call(emitFactura, {
      token: emisor.token,
      params: { id: randomUUID() },
      headers: { 'idempotency-key': randomUUID() },
      body: facturaForm(),
    })
    const { status, data } = await call<SaludInstalacion>(readSaludInstalacion)
    expect(status).toBe(200)
    expect(data.cola).toContainEqual({
      ambiente: 'SIMULADOR',
      estado: 'EMITIDO',
      documentos: expect.any(Number) as number,
      desde: expect.any(String) as string,
    })
    expect(data.servicios).toHaveLength(6)
    expect(data.respuestas.some(({ veces, ambiente }) => ambiente === 'SIMULADOR' && veces > 0)).toBe(true)
    expect(data.procesos).toMatchObject([{ quien: 'maquina:1', vivo: true, version: data.version }])
    expect(data).toMatchObject({ respaldo: null, invariantes: { revisados: 10, fallas: 0 }, correo: { fallidos: 0 } })
    expect(data.base.bytes).toBeGreaterThan(1_000_000)
    expect(Math.abs(data.desfase_segundos)).toBeLessThan(60)
  })
})
