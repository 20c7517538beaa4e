import { randomUUID } from 'node:crypto'
import {
  availableNotificaciones,
  createNotificacion,
  dismissNotificacion,
  editNotificacion,
  searchNotificacion,
  sriMantenimiento,
  type Listing,
  type Notificacion,
  type NotificacionDisponible,
} from '@yupana/contract'
import { horaIn } from '@yupana/fiscal'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL, TODOS } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, tokenOfNew } from '../../testing/builders.ts'

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let token: string
let operador: string

const HOY = '2026-06-15'

beforeAll(async () => {
  app = await buildTestApp({ now: `${HOY}T10:00:00-05:00` })
  empresa = await buildEmpresa(app)
  token = await tokenOfNew(app, { empresas: [empresa], rol: ROL.USUARIO })
  operador = await tokenOfNew(app, { empresas: [empresa], rol: ROL.SUPER_ADMIN, superAdmin: true })
})
beforeEach(async () => {
  await app.owner.deleteFrom('notificacion_descartada').execute()
  await app.owner.deleteFrom('notificacion').execute()
})
afterAll(() => app?.close())

const form = (changes: object = {}) => ({ type: 'NOVEDAD', message: 'Hay una versión nueva', desde: HOY, ...changes })
const create = (changes: object = {}, key: string = randomUUID()) =>
  app.call<Notificacion>(createNotificacion, { token: operador, headers: { 'idempotency-key': key }, body: form(changes) })
const shown = async (bearer = token) => (await app.call<NotificacionDisponible[]>(availableNotificaciones, { token: bearer })).data

describe('product notifications', () => {
  it('R-7.1.2 R-3.1.6 every role gets those of the day, with their type and message, oldest first', async () => {
    await create({ type: 'INCIDENTE', message: 'Segunda' })
    await create({ type: 'MEJORA', message: 'Primera', desde: '2026-06-01', hasta: HOY })
    for (const rol of TODOS) {
      const { username } = await buildUsuario(app, { empresas: [empresa], rol, superAdmin: rol === ROL.SUPER_ADMIN })
      expect((await shown((await app.signIn(username)).token)).map(({ type, message }) => [type, message])).toEqual([
        ['MEJORA', 'Primera'],
        ['INCIDENTE', 'Segunda'],
      ])
    }
  })

  it.each([
    ["tomorrow's", { desde: '2026-06-16' }],
    ["yesterday's", { desde: '2026-06-01', hasta: '2026-06-14' }],
    ['a withdrawn one', { activa: false }],
  ])('%s is not shown', async (_, changes) => {
    await create(changes)
    expect(await shown()).toEqual([])
  })

  it('R-3.1.7 is gone for who puts it away, for good and for nobody else; the operator sees how many did', async () => {
    const {
      data: { id },
    } = await create()
    for (let twice = 0; twice < 2; twice += 1) expect((await app.call(dismissNotificacion, { token, body: { id } })).status).toBe(200)
    expect(await shown()).toEqual([])
    expect(await shown(operador)).toHaveLength(1)
    const { data } = await app.call<Listing<Notificacion>>(searchNotificacion, { token: operador })
    expect(data.content[0]).toMatchObject({ id, descartada: 1 })
  })

  it('an unknown one cannot be put away', async () =>
    expect((await app.call(dismissNotificacion, { token, body: { id: randomUUID() } })).status).toBe(404))

  it('O-91 the same sending creates one', async () => {
    const key = randomUUID()
    const [first, again] = [await create({}, key), await create({}, key)]
    expect(again.data.id).toBe(first.data.id)
    expect(await shown()).toHaveLength(1)
  })

  it('is changed and withdrawn; who saved later than somebody else is told', async () => {
    const {
      data: { id, version },
    } = await create()
    const edit = (changes: object) =>
      app.call<Notificacion>(editNotificacion, { token: operador, body: { ...form(), id, version, ...changes } })
    expect((await edit({ message: 'Corregida' })).data).toMatchObject({ message: 'Corregida', version: version + 1 })
    expect((await edit({ message: 'Tarde' })).status).toBe(409)
    await edit({ version: version + 1, activa: false })
    expect(await shown()).toEqual([])
    expect((await edit({ id: randomUUID() })).status).toBe(404)
  })

  it.each([
    ['an unknown type', { type: 'OTRO' }, 'type'],
    ['no words', { message: ' ' }, 'message'],
    ['too many', { message: 'ñ'.repeat(501) }, 'message'],
    ['a last day before the first', { hasta: '2026-06-14' }, 'hasta'],
    ['no day', { desde: '15/06/2026' }, 'desde'],
  ])('refuses %s, naming the field', async (_, changes, campo) => {
    const { status, problems } = await create(changes)
    expect([status, problems.map((problem) => problem.campo)]).toEqual([422, [campo]])
    expect(await shown()).toEqual([])
  })
})

describe('notice of the SRI', () => {
  const notice = async () => (await app.call(sriMantenimiento, { token })).data
  const set = (aviso_sri: 'AUTOMATICO' | 'ANUNCIADO' | 'APAGADO', aviso_sri_mensaje: string | null = null) =>
    app.owner.updateTable('instalacion').set({ aviso_sri, aviso_sri_mensaje }).execute()
  const silence = (abierto_hasta: Date | null, callado_desde: Date | null = null) =>
    app.owner.updateTable('servicio_sri').set({ abierto_hasta, callado_desde }).where('ambiente', '=', 'SIMULADOR').execute()
  const NADA = { activo: false, message: null }

  it('R-7.1.3 follows our own finding that the SRI is silent', async () => {
    await set('AUTOMATICO')
    expect(await notice()).toEqual(NADA)
    const [now, soon] = [app.clock.now(), new Date(app.clock.now().getTime() + 60_000)]
    for (const [since, words] of [
      [new Date(now.getTime() - 60_000), `desde las ${horaIn(new Date(now.getTime() - 60_000))}`],
      [new Date('2026-01-02T15:42:00Z'), 'desde el 02/01/2026 a las 10:42'],
    ] as const) {
      await silence(soon, since)
      expect(await notice()).toEqual({
        activo: true,
        message: `El SRI no responde ${words}. Sus documentos se enviarán solos en cuanto vuelva.`,
      })
    }
    await silence(null)
    expect(await notice()).toEqual(NADA)
  })

  it("R-7.1.3 is announced in the operator's words, and can be switched off", async () => {
    await set('ANUNCIADO', 'El SRI estará en mantenimiento el sábado')
    expect(await notice()).toEqual({ activo: true, message: 'El SRI estará en mantenimiento el sábado' })
    await silence(new Date(app.clock.now().getTime() + 60_000))
    await set('APAGADO')
    expect(await notice()).toEqual(NADA)
    await silence(null)
    await set('AUTOMATICO')
  })
})
