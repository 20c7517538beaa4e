import { randomUUID } from 'node:crypto'
import {
  availableNotificaciones,
  closeComprobante,
  dismissNotificacion,
  emitFactura,
  readComprobante,
  readInicio,
  readSaludInstalacion,
  searchComprobante,
  type ComprobanteDetalle,
  type ComprobanteFila,
  type Emitido,
  type Inicio,
  type Listing,
  type NotificacionDisponible,
  type SaludInstalacion,
} from '@yupana/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { EmpresaId } from '../../../db/empresa-id.ts'
import { ROL } from '../../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { tokenOfNew } from '../../../testing/builders.ts'
import { buildEmisor, buildWorker, facturaForm, type Emisor } from '../../../testing/emisor.ts'
import { startSimulador, type SimuladorDePrueba } from '../../../testing/simulador.ts'

const NOW = '2026-06-15T10:00:00-05:00'
let app: TestApp
let sri: SimuladorDePrueba
let worker: ReturnType<typeof buildWorker>

beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp({ now: NOW }), startSimulador({ reloj: '2026-06-16T10:00:00-05:00' })])
  worker = buildWorker(app, sri)
  await sri.control('POST', '/config', { retrasoMs: 0 })
})
afterAll(async () => {
  await worker?.close()
  await app?.close()
  await sri?.stop()
})

const emit = async ({ token }: Emisor) =>
  (
    await app.call<Emitido>(emitFactura, {
      token,
      params: { id: randomUUID() },
      headers: { 'idempotency-key': randomUUID() },
      body: facturaForm(),
    })
  ).data
const detail = async ({ token }: Emisor, id: string) =>
  (await app.call<ComprobanteDetalle>(readComprobante, { token, params: { id } })).data
const bell = async (token: string) => (await app.call<NotificacionDisponible[]>(availableNotificaciones, { token })).data
const atencion = async ({ token }: Emisor) => (await app.call<Inicio>(readInicio, { token })).data.atencion
const listed = async ({ token }: Emisor, value: string) =>
  (await app.call<Listing<ComprobanteFila>>(searchComprobante, { token, query: { atencion: value } })).data.content.map(({ id }) => id)
const tokenOf = async (empresa: { id: EmpresaId; ruc: string }, rol: (typeof ROL)[keyof typeof ROL]) =>
  await tokenOfNew(app, { empresas: [empresa], rol })
const health = async (token: string) => (await app.call<SaludInstalacion>(readSaludInstalacion, { token })).data.documentos_en_revision

it('a document in quarantine is told at home, in the bell of each ADMIN and in the health, and waits for nothing', async () => {
  const emisor = await buildEmisor(app, sri)
  const [admin, seller] = [await tokenOf(emisor, ROL.ADMIN), await tokenOf(emisor, ROL.VENDEDOR)]
  const soporte = await tokenOfNew(app, { empresas: [], superAdmin: true })
  const before = await health(soporte)
  await sri.control('POST', '/fallas', { ruc: emisor.ruc, tipo: 'autorizacion-ajena', fase: 'autorizacion' })
  const { id, numero } = await emit(emisor)
  await worker.settle()
  expect(await detail(emisor, id)).toMatchObject({ estado: 'CUARENTENA', estado_tributario: 3, accion: 'REVISAR' })
  expect(await atencion(emisor)).toMatchObject({ en_revision: 1, en_espera: 0 })
  expect([await listed(emisor, 'EN_REVISION'), await listed(emisor, 'EN_ESPERA')]).toEqual([[id], []])
  const [told] = await bell(emisor.token)
  expect(told).toMatchObject({
    type: 'INCIDENTE',
    message: expect.stringMatching(new RegExp(`^El comprobante ${numero} quedó en revisión`)),
  })
  expect([(await bell(admin)).length, await bell(seller), await health(soporte)]).toEqual([1, [], before + 1])

  // Put away for one ADMIN; a further one is news again.
  expect((await app.call(dismissNotificacion, { token: seller, body: { id: told?.id } })).status).toBe(404)
  expect((await app.call(dismissNotificacion, { token: emisor.token, body: { id: told?.id } })).status).toBe(200)
  expect([(await bell(emisor.token)).length, (await bell(admin)).length]).toEqual([0, 1])
  await sri.control('POST', '/fallas', { ruc: emisor.ruc, tipo: 'autorizacion-ajena', fase: 'autorizacion' })
  app.clock.advance(1000)
  const other = await emit(emisor)
  await worker.settle()
  expect((await bell(emisor.token)).map(({ message }) => message)).toEqual([expect.stringMatching(/^2 comprobantes quedaron en revisión/)])

  for (const one of [id, other.id])
    expect(
      (await app.call(closeComprobante, { token: emisor.token, params: { id: one }, body: { motivo: 'No consta en el portal' } })).status,
    ).toBe(200)
  expect([await bell(admin), await health(soporte), (await atencion(emisor)).en_revision]).toEqual([[], before, 0])
})
