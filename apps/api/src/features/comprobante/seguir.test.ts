import { randomUUID } from 'node:crypto'
import { emitFactura, followComprobante, stateComprobante, type ComprobanteNovedad, type Emitido } from '@yupana/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmisor, buildWorker, facturaForm, type Emisor } from '../../testing/emisor.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'
import { seguir } from './seguir.service.ts'

let app: TestApp
let sri: SimuladorDePrueba
let emisor: Emisor

beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp(), startSimulador({ reloj: '2026-06-16T10:00:00-05:00' })])
  emisor = await buildEmisor(app, sri)
})
afterAll(async () => {
  await app?.close()
  await sri?.stop()
})

const emit = async () =>
  (await app.call<Emitido>(emitFactura, { token: emisor.token, params: { id: randomUUID() }, headers: { 'idempotency-key': randomUUID() }, body: facturaForm() })).data

it('O-108 follows a document to its end and stops by itself', async () => {
  const { id } = await emit()
  const worker = buildWorker(app, sri)
  const seen: ComprobanteNovedad[] = []
  for await (const novedad of seguir(app.deps, emisor.id, [id], async () => true, new AbortController().signal)) {
    seen.push(novedad)
    if (seen.length === 1) await worker.settle()
  }
  await worker.close()
  expect(seen.map((novedad) => novedad.estado)).toEqual(['EMITIDO', 'AUTORIZADO'])
  const answer = await app.call(followComprobante, { token: emisor.token, query: { ids: id } })
  expect(JSON.parse(answer.raw.toString())).toMatchObject({ id, estado: 'AUTORIZADO', estado_tributario: 1 })
})

it('O-108 ends when the session does, and shows nothing of another company', async () => {
  const { id } = await emit()
  let looks = 0
  const seen: ComprobanteNovedad[] = []
  for await (const novedad of seguir(app.deps, emisor.id, [id], async () => ++looks < 2, new AbortController().signal)) seen.push(novedad)
  expect(seen).toHaveLength(1)
  const other = await buildEmisor(app, sri)
  const answer = await app.call(followComprobante, { token: other.token, query: { ids: id } })
  expect(answer.raw.toString()).toBe('')
  expect((await app.call(stateComprobante, { token: other.token, query: { ids: id } })).data).toEqual([])
})

it('tells at once how a document is, for pages without the stream', async () => {
  const { id, clave } = await emit()
  const { data } = await app.call<ComprobanteNovedad[]>(stateComprobante, { token: emisor.token, query: { ids: `${id},${randomUUID()}` } })
  expect(data).toEqual([{ id, clave, estado: 'EMITIDO', estado_generacion: 2, estado_tributario: 2, codigo_sri: null, correo_estado: 'NINGUNO', autorizado_en: null }])
})

it.each(['', 'x', `${randomUUID()},x`])('refuses «%s» as ids', async (ids) => {
  expect((await app.call(followComprobante, { token: emisor.token, query: { ids } })).status).toBe(422)
})
