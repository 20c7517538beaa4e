import { randomUUID } from 'node:crypto'
import {
  closeComprobante,
  consultComprobante,
  correctFactura,
  emitFactura,
  gapReport,
  readComprobante,
  resendComprobante,
  type Brecha,
  type ComprobanteDetalle,
  type ComprobanteNovedad,
  type Emitido,
  type FacturaFormInput,
} from '@yupana/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { buildEmisor, buildWorker, facturaForm, type Emisor } from '../../../testing/emisor.ts'
import { startSimulador, type SimuladorDePrueba } from '../../../testing/simulador.ts'

const NOW = '2026-06-15T10:00:00-05:00'
// The authority's clock runs a day ahead: ours moves by hand, and a signature from the future would be refused.
let app: TestApp
let sri: SimuladorDePrueba
let emisor: Emisor
let worker: ReturnType<typeof buildWorker>

beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp({ now: NOW }), startSimulador({ reloj: '2026-06-16T10:00:00-05:00' })])
  worker = buildWorker(app, sri)
})
beforeEach(async () => {
  emisor = await buildEmisor(app, sri)
  await sri.control('POST', '/config', { retrasoMs: 0 })
})
afterEach(async () => {
  await sri.control('DELETE', '/fallas')
})
afterAll(async () => {
  await worker?.close()
  await app?.close()
  await sri?.stop()
})

const emit = async (form: FacturaFormInput = facturaForm()): Promise<Emitido> => {
  const answer = await app.call<Emitido>(emitFactura, {
    token: emisor.token,
    params: { id: randomUUID() },
    headers: { 'idempotency-key': randomUUID() },
    body: form,
  })
  expect(answer).toMatchObject({ status: 200 })
  return answer.data
}
const detail = async (id: string) => (await app.call<ComprobanteDetalle>(readComprobante, { token: emisor.token, params: { id } })).data
const states = async (id: string) => (await detail(id)).eventos.map((evento) => evento.a)
const fault = (falla: Record<string, unknown>) => sri.control('POST', '/fallas', { ruc: emisor.ruc, ...falla })
const sends = async (clave: string) => (await sri.control<{ intentos: { sha256: string }[] }>('GET', `/libro/${clave}`)).intentos

describe('what the SRI answers, and what does not come', () => {
  it('C09: a lost answer is unknown, never failed: it is asked for and found, and one document exists', async () => {
    await fault({ tipo: 'corte-despues', fase: 'recepcion' })
    const { id, clave } = await emit()
    await worker.tick()
    expect(await detail(id)).toMatchObject({ estado: 'INCIERTO', estado_tributario: 3 })
    await worker.settle()
    expect(await states(id)).toEqual(['EMITIDO', 'FIRMADO', 'ENVIANDO', 'INCIERTO', 'AUTORIZADO'])
    expect(await sends(clave)).toHaveLength(1)
  })

  it('bytes that never arrived leave again only after a query and a minute, and are the same', async () => {
    await fault({ tipo: 'corte-antes', fase: 'recepcion' })
    const { id, clave } = await emit()
    await worker.settle()
    const { eventos } = await detail(id)
    expect(eventos.map((evento) => evento.a)).toEqual(['EMITIDO', 'FIRMADO', 'ENVIANDO', 'INCIERTO', 'ENVIANDO', 'RECIBIDA', 'AUTORIZADO'])
    const [first, second] = eventos.filter((evento) => evento.a === 'ENVIANDO')
    expect(Date.parse(second?.en ?? '') - Date.parse(first?.en ?? '')).toBeGreaterThanOrEqual(60_000)
    expect(new Set((await sends(clave)).map((envio) => envio.sha256)).size).toBe(1)
  })

  it('a silent service holds nobody: the document waits as INCIERTO and ends AUTORIZADO', async () => {
    await fault({ tipo: 'silencio', fase: 'recepcion', veces: 2, procesar: false })
    const { id } = await emit()
    await worker.settle(20)
    expect(await detail(id)).toMatchObject({ estado: 'AUTORIZADO' })
  })

  it.each(['http-500', 'http-502', 'http-302', 'vacio', 'basura', 'xml-truncado', 'soap-fault', 'charset', 'gigante'])(
    'survives %s on both services and ends AUTORIZADO with one document',
    async (tipo) => {
      await fault({ tipo, fase: 'recepcion', procesar: true })
      await fault({ tipo, fase: 'autorizacion' })
      const { id, clave } = await emit()
      await worker.settle(20)
      expect(await detail(id)).toMatchObject({ estado: 'AUTORIZADO' })
      expect(await sends(clave)).toHaveLength(1)
    },
  )

  it('«Consultar estado» asks the SRI now and not at the next try; bytes that never arrived still wait their minute', async () => {
    const consult = (id: string, token = emisor.token) => app.call<ComprobanteNovedad>(consultComprobante, { token, params: { id } })
    // A service that answers: no breaker holds anything back.
    const passOne = async () => {
      await emit()
      await worker.settle()
    }
    await passOne()
    await fault({ tipo: 'corte-despues', fase: 'recepcion' })
    const { id } = await emit()
    await worker.tick()
    const later = new Date(app.clock.now().getTime() + 600_000)
    await app.owner.updateTable('documento_envio').set({ proximo_intento: later }).where('documento_id', '=', id).execute()
    await worker.tick()
    expect(await consult(id)).toMatchObject({ status: 200, data: { id, estado: 'INCIERTO' } })
    await worker.tick()
    expect(await consult(id)).toMatchObject({ status: 200, data: { estado: 'AUTORIZADO' } })

    await passOne()
    await fault({ tipo: 'corte-antes', fase: 'recepcion' })
    const lost = await emit()
    await worker.tick()
    await consult(lost.id)
    await consult(lost.id)
    await worker.tick()
    expect(await states(lost.id)).toEqual(['EMITIDO', 'FIRMADO', 'ENVIANDO', 'INCIERTO'])

    const stranger = await buildEmisor(app, sri)
    expect((await consult(id, stranger.token)).status).toBe(404)
  })

  it('43: the clave is there already, so it is asked for', async () => {
    await fault({ tipo: 'veredicto', fase: 'recepcion', estado: 'DEVUELTA', codigo: '43', procesar: true })
    const { id } = await emit()
    await worker.settle()
    expect(await states(id)).toEqual(['EMITIDO', 'FIRMADO', 'ENVIANDO', 'INCIERTO', 'AUTORIZADO'])
  })

  it('70: being processed is waited for and never sent again', async () => {
    await fault({ tipo: 'veredicto', fase: 'recepcion', estado: 'DEVUELTA', codigo: '70', procesar: true })
    const { id, clave } = await emit()
    await worker.settle()
    expect(await states(id)).toEqual(['EMITIDO', 'FIRMADO', 'ENVIANDO', 'RECIBIDA', 'AUTORIZADO'])
    expect(await sends(clave)).toHaveLength(1)
  })

  it('45: another clave holds the number: quarantine, the point stops, nothing is renumbered', async () => {
    await fault({ tipo: 'veredicto', fase: 'recepcion', estado: 'DEVUELTA', codigo: '45' })
    const { id } = await emit()
    await worker.settle()
    expect(await detail(id)).toMatchObject({ estado: 'CUARENTENA', codigo_sri: '45', estado_tributario: 3 })
    const refused = await app.call(emitFactura, {
      token: emisor.token,
      params: { id: randomUUID() },
      headers: { 'idempotency-key': randomUUID() },
      body: facturaForm(),
    })
    expect(refused).toMatchObject({ status: 422 })
    expect(refused.msg).toContain('detenida')
  })

  it('39: refused for its signature; corrected with the same number and clave as a new version', async () => {
    await fault({ tipo: 'veredicto', fase: 'recepcion', estado: 'NO AUTORIZADO', codigo: '39' })
    const { id, clave, numero } = await emit()
    await worker.settle()
    const rejected = await detail(id)
    expect(rejected).toMatchObject({ estado: 'RECHAZADO', estado_tributario: 4, accion: 'CORREGIR', codigo_sri: '39' })
    expect(rejected.mensajes[0]).toMatchObject({ identificador: '39' })
    expect(rejected.mensajes[0]?.remedio).toBeTruthy()
    const corrected = await app.call<Emitido>(correctFactura, {
      token: emisor.token,
      params: { id },
      headers: { 'idempotency-key': randomUUID() },
      body: facturaForm({ lineas: [{ descripcion: 'Corregido', cantidad: 1_000_000, precio_unitario: 10_000_000, iva: 6 }] }),
    })
    expect(corrected).toMatchObject({ status: 200, data: { clave, numero, estado: 'EMITIDO' } })
    await worker.settle()
    expect(await detail(id)).toMatchObject({ estado: 'AUTORIZADO', version: 2, lineas: [{ descripcion: 'Corregido' }] })
    expect(await sends(clave)).toHaveLength(2)
  })

  it('65: the clave itself is wrong: the number is closed and stands in the gap report', async () => {
    await fault({ tipo: 'veredicto', fase: 'recepcion', estado: 'DEVUELTA', codigo: '65' })
    const { id } = await emit()
    await worker.settle()
    expect(await detail(id)).toMatchObject({ estado: 'RECHAZADO', accion: 'NUEVO_NUMERO' })
    const refused = await app.call(correctFactura, {
      token: emisor.token,
      params: { id },
      headers: { 'idempotency-key': randomUUID() },
      body: facturaForm(),
    })
    expect(refused.status).toBe(422)
    const gaps = async () => (await app.call<Brecha[]>(gapReport, { token: emisor.token })).data
    expect(await gaps()).toMatchObject([{ desde: 1, documento_id: id, estado: 'RECHAZADO' }])
    expect((await app.call(closeComprobante, { token: emisor.token, params: { id }, body: { motivo: 'Fecha errada' } })).status).toBe(200)
    expect(await gaps()).toMatchObject([{ desde: 1, motivo: 'Cerrado: Fecha errada', documento_id: id, estado: 'CERRADO' }])
    expect(await detail(id)).toMatchObject({ estado: 'CERRADO', estado_generacion: 3 })
  })

  it('2: the issuer settles it with the SRI, then the same bytes leave again', async () => {
    await sri.control('POST', '/emisor', { ruc: emisor.ruc, codigo: '2' })
    const { id, clave } = await emit()
    await worker.settle()
    expect(await detail(id)).toMatchObject({ estado: 'RETENIDO', accion: 'REENVIAR', estado_tributario: 4 })
    const refused = await app.call(emitFactura, {
      token: emisor.token,
      params: { id: randomUUID() },
      headers: { 'idempotency-key': randomUUID() },
      body: facturaForm(),
    })
    expect(refused.status).toBe(422)
    await sri.control('POST', '/emisor', { ruc: emisor.ruc, codigo: null })
    expect((await app.call(resendComprobante, { token: emisor.token, params: { id } })).status).toBe(200)
    await worker.settle()
    expect(await detail(id)).toMatchObject({ estado: 'AUTORIZADO' })
    expect(new Set((await sends(clave)).map((envio) => envio.sha256)).size).toBe(1)
    await emit()
  })

  it.each([['comprobante-alterado'], ['autorizacion-ajena']])(
    'an authorisation that is not of ours (%s) goes to quarantine',
    async (tipo) => {
      await fault({ tipo, fase: 'autorizacion' })
      const { id } = await emit()
      await worker.settle()
      expect(await detail(id)).toMatchObject({ estado: 'CUARENTENA' })
    },
  )

  it('of several authorisations AUTORIZADO wins; one without a date is waited for', async () => {
    await fault({ tipo: 'autorizaciones-varias', fase: 'autorizacion' })
    await fault({ tipo: 'sin-fecha', fase: 'autorizacion' })
    const { id } = await emit()
    await worker.settle()
    expect(await detail(id)).toMatchObject({ estado: 'AUTORIZADO' })
  })

  it('I5: bytes changed in the store are not sent', async () => {
    await fault({ tipo: 'corte-antes', fase: 'recepcion' })
    const { id, clave } = await emit()
    await worker.tick()
    await app.owner.executeQuery(plain(`alter table documento_firma disable trigger user`))
    await app.owner
      .updateTable('documento_firma')
      .set({ sha256: Buffer.alloc(32) })
      .where('documento_id', '=', id)
      .execute()
    await app.owner.executeQuery(plain(`alter table documento_firma enable trigger user`))
    await worker.settle()
    expect(await detail(id)).toMatchObject({ estado: 'CUARENTENA' })
    // Only the first send, which was cut off before it was read whole.
    expect(await sends(clave)).toHaveLength(1)
  })

  it('C19: a worker that wakes up late writes nothing', async () => {
    const { id } = await emit()
    app.clock.advance(2_000)
    const [reclamo] = await worker.avance.claim(10, 10)
    app.clock.advance(120_000)
    await worker.settle()
    expect(await detail(id)).toMatchObject({ estado: 'AUTORIZADO' })
    if (reclamo) await worker.avance.step(reclamo)
    expect(await detail(id)).toMatchObject({ estado: 'AUTORIZADO' })
    expect(await states(id)).toHaveLength(5)
  })

  it('C08: a send left open by a worker that fell silent is asked for by another, and the late answer is refused', async () => {
    await fault({ tipo: 'silencio', fase: 'recepcion', procesar: true })
    const { id, clave } = await emit()
    const silent = worker.tick()
    await vi.waitFor(async () => expect((await detail(id)).estado).toBe('ENVIANDO'), { timeout: 15_000, interval: 20 })
    app.clock.advance(61_000)
    const other = buildWorker(app, sri, 'otro')
    await other.settle()
    expect(await states(id)).toEqual(['EMITIDO', 'FIRMADO', 'ENVIANDO', 'INCIERTO', 'AUTORIZADO'])
    await silent
    await other.close()
    expect(await detail(id)).toMatchObject({ estado: 'AUTORIZADO' })
    // What it brought changed nothing, and the document's story tells of it.
    const { eventos } = await detail(id)
    expect(eventos.find(({ a }) => a === 'TARDIA')?.causa).toMatch(/no cambió nada\. Sin respuesta cierta del SRI/)
    expect(await sends(clave)).toHaveLength(1)
  })

  it('what was lost at the end of an outage leaves again a minute after it was sent, however often it was asked for before', async () => {
    await fault({ tipo: 'corte-antes', fase: 'recepcion' })
    const { id } = await emit()
    await worker.tick()
    await app.owner.updateTable('documento_envio').set({ intentos: 6 }).where('documento_id', '=', id).execute()
    await worker.settle(2)
    expect(await detail(id)).toMatchObject({ estado: 'AUTORIZADO' })
  })

  it('an hour of outage is survived: everything waits, and is authorised when the SRI is back', async () => {
    await sri.control('POST', '/config', { caido: true })
    const issued = [await emit(), await emit(), await emit()]
    for (let minute = 0; minute < 60; minute += 5) {
      app.clock.advance(5 * 60_000)
      await worker.tick()
    }
    expect((await detail(issued[0]?.id ?? '')).estado_tributario).toBe(3)
    await sri.control('POST', '/config', { caido: false })
    await worker.settle(30)
    for (const { id } of issued) expect(await detail(id)).toMatchObject({ estado: 'AUTORIZADO' })
  })
})

const plain = (text: string) => ({
  sql: text,
  parameters: [],
  query: { kind: 'RawNode' as const, sqlFragments: [text], parameters: [] },
  queryId: { queryId: randomUUID() },
})
