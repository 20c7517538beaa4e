import { randomUUID } from 'node:crypto'
import {
  COMPROBANTE_CALLS,
  emitFactura,
  readEnlaceDocumento,
  readPendientes,
  searchComprobante,
  seeNoCorresponde,
  shareDocumento,
  unshareDocumento,
  type ComprobanteDetalle,
  type ComprobanteFila,
  type Emitido,
  type EnlaceDocumento,
  type Listing,
  type Pendientes,
} from '@yupana/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmisor, buildWorker, facturaForm, type Emisor } from '../../testing/emisor.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'

// The public page of an issued document: `/d/{token}`.

const NOW = '2026-06-15T10:00:00-05:00'
let app: TestApp
let sri: SimuladorDePrueba
let worker: ReturnType<typeof buildWorker>
let emisor: Emisor
let emitido: Emitido

beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp({ now: NOW }), startSimulador({ reloj: NOW })])
  emisor = await buildEmisor(app, sri)
  worker = buildWorker(app, sri)
  const { data } = await app.call<Emitido>(emitFactura, {
    token: emisor.token,
    params: { id: randomUUID() },
    headers: { 'idempotency-key': randomUUID() },
    body: facturaForm(),
  })
  emitido = data
  await worker.settle()
})
afterAll(async () => {
  await worker?.close()
  await app?.close()
  await sri?.stop()
})

const call = async (endpoint: Parameters<TestApp['call']>[0]) =>
  (await app.call<EnlaceDocumento>(endpoint, { token: emisor.token, params: { id: emitido.id } })).data
const get = (url: string) => app.server.inject({ method: 'GET', url })
const pathOf = ({ enlace }: EnlaceDocumento) => new URL(enlace ?? '').pathname

it('a document has a page for who holds its link: RIDE, XML and what the SRI says now, each look counted', async () => {
  expect(await call(readEnlaceDocumento)).toMatchObject({ enlace: null, mensaje: null, vistas: 0 })
  const shared = await call(shareDocumento)
  expect(await call(shareDocumento)).toEqual(shared)
  const path = pathOf(shared)
  expect(path).toMatch(/^\/d\/[\w-]{43}$/)
  expect(shared.mensaje).toContain(`su Factura ${emitido.numero} por $`)
  expect(shared.mensaje).toContain(shared.enlace)
  const first = await get(path)
  expect([first.statusCode, first.headers['x-robots-tag']]).toEqual([200, 'noindex, nofollow'])
  expect(first.body).toContain(emitido.clave)
  expect(first.body).not.toContain('<script')
  const [linea] = facturaForm().lineas
  expect(first.body).toContain(`<td>${linea?.descripcion}</td>`)
  const { totales } = (await app.call<ComprobanteDetalle>(COMPROBANTE_CALLS.read, { token: emisor.token, params: { id: emitido.id } })).data
  for (const { nombre, valor } of totales) expect(first.body).toContain(`<td>${nombre}</td><td class="num">${valor}</td>`)
  expect(first.body).toContain('Preguntando al SRI')
  expect(first.body).toContain('http-equiv="refresh"')
  expect(await worker.askValidez()).toBe(1)
  const answered = await get(`${path}?espera=1`)
  expect(answered.body).toContain('el SRI lo confirmó el 15/06/2026')
  expect(answered.body).not.toContain('http-equiv="refresh"')
  const [pdf, xml] = await Promise.all([get(`${path}/pdf`), get(`${path}/xml`)])
  expect([pdf.rawPayload.subarray(0, 5).toString(), xml.body.includes(emitido.clave)]).toEqual(['%PDF-', true])
  expect(await call(readEnlaceDocumento)).toMatchObject({ vistas: 1, visto_en: expect.any(String) as string })
})

it('«no me corresponde» reaches the company once; a link that was taken back leads nowhere, and the next one is another', async () => {
  const before = await call(shareDocumento)
  const say = (nota: string) =>
    app.server.inject({
      method: 'POST',
      url: pathOf(before),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ nota }).toString(),
    })
  expect((await say('No compré <nada>')).statusCode).toBe(303)
  await say('otra vez')
  expect((await call(readEnlaceDocumento)).no_corresponde).toMatchObject({ nota: 'No compré <nada>', visto_en: null })
  const waiting = async () => (await app.call<Pendientes>(readPendientes, { token: emisor.token })).data.no_corresponden
  const listed = async () =>
    (
      await app.call<Listing<ComprobanteFila>>(searchComprobante, { token: emisor.token, query: { atencion: 'NO_CORRESPONDEN' } })
    ).data.content.map(({ id }) => id)
  const told = async () =>
    (await app.call<ComprobanteDetalle>(COMPROBANTE_CALLS.read, { token: emisor.token, params: { id: emitido.id } })).data.no_corresponde
  expect([await waiting(), await listed(), await told()]).toMatchObject([1, [emitido.id], { nota: 'No compré <nada>', visto_en: null }])
  expect((await call(seeNoCorresponde)).no_corresponde).toMatchObject({ visto_en: expect.any(String) as string })
  await say('otra vez')
  expect([await waiting(), await listed(), await told()]).toMatchObject([0, [], { nota: 'No compré <nada>' }])
  expect((await get(pathOf(before))).body).toContain('se avisó al emisor que no le corresponde')
  expect(await call(unshareDocumento)).toMatchObject({ enlace: null })
  const gone = await get(pathOf(before))
  expect([gone.statusCode, gone.body.includes('ya no sirve')]).toEqual([404, true])
  expect((await get(`${pathOf(before)}/xml`)).statusCode).toBe(404)
  const next = await call(shareDocumento)
  expect([next.enlace === before.enlace, next.no_corresponde]).toEqual([false, null])
  expect((await get(pathOf(next))).body).toContain('No me corresponde</button>')
})

it('WhatsApp opens with the mobile telephone of the receiver, where the company knows one', async () => {
  expect((await call(shareDocumento)).whatsapp).toBeNull()
  const mine = app.owner.updateTable('persona').where('empresa_id', '=', emisor.id)
  for (const [telefonos, whatsapp] of [
    [['02 255-1234', '(09) 9123-4567', '0988888888'], '593991234567'],
    [['+593 98 765 4321'], '593987654321'],
    [['022551234', '+1 305 555 0100'], null],
  ] as const) {
    await mine.set({ telefonos: [...telefonos] }).execute()
    expect((await call(readEnlaceDocumento)).whatsapp).toBe(whatsapp)
  }
})
