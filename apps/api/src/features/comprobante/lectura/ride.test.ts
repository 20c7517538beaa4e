import { createHash, randomUUID } from 'node:crypto'

import { downloadRide, emitFactura, shareDocumento, zipComprobante, type Emitido, type EnlaceDocumento } from '@yupana/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { buildEmisor, buildWorker, facturaForm } from '../../../testing/emisor.ts'
import { readZip } from '../../../testing/read-zip.ts'
import { startSimulador, type SimuladorDePrueba } from '../../../testing/simulador.ts'

const NOW = '2026-06-15T10:00:00-05:00'
let app: TestApp
let sri: SimuladorDePrueba
let worker: ReturnType<typeof buildWorker>

beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp({ now: NOW }), startSimulador({ reloj: NOW })])
  worker = buildWorker(app, sri)
})
afterAll(async () => {
  await worker?.close()
  await app?.close()
  await sri?.stop()
})

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

it('O-105 whoever downloads a printed form, by whichever way, leaves its hash, each different one once', async () => {
  const { token, id: empresaId } = await buildEmisor(app, sri)
  const headers = { 'idempotency-key': randomUUID() }
  const { data } = await app.call<Emitido>(emitFactura, { token, params: { id: randomUUID() }, headers, body: facturaForm() })
  const download = async (formato: 'A4' | 'TICKET') =>
    (await app.call(downloadRide, { token, params: { id: data.id }, query: { formato } })).raw
  const kept = async () =>
    (await app.owner.selectFrom('ride_entregado').select(['sha256', 'formato']).where('documento_id', '=', data.id).execute())
      .map(({ sha256, formato }) => `${formato} ${sha256.toString('hex')}`)
      .sort()
  expect(await kept()).toEqual([])

  const pending = await download('A4')
  await worker.settle()
  const handed = [pending, await download('A4'), await download('A4')]
  const ticket = await download('TICKET')
  const files = readZip((await app.call(zipComprobante, { token, body: { ids: [data.id] } })).raw, 'latin1')
  const zipped = Buffer.from(files.get(`Factura ${data.numero}.pdf`) ?? '', 'latin1')
  const { enlace } = (await app.call<EnlaceDocumento>(shareDocumento, { token, params: { id: data.id } })).data
  const open = await app.server.inject({ method: 'GET', url: `${new URL(enlace ?? '').pathname}/pdf` })
  const a4 = [...handed, zipped, open.rawPayload].map((bytes) => `A4 ${hashOf(bytes)}`)
  expect(await kept()).toEqual([...new Set([...a4, `TICKET ${hashOf(ticket)}`])].sort())
  expect(new Set(a4).size).toBeGreaterThan(1)

  await expect(
    app.owner.deleteFrom('ride_entregado').where('empresa_id', '=', empresaId).where('documento_id', '=', data.id).execute(),
  ).rejects.toThrow('solo admite filas nuevas')
})
