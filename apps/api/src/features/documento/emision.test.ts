import { randomUUID } from 'node:crypto'
import {
  downloadRide,
  downloadXml,
  emitFactura,
  readComprobante,
  searchFactura,
  type ComprobanteDetalle,
  type Emitido,
  type Listing,
  type ComprobanteFila,
} from '@yupana/contract'
import { claveAccesoIsValid } from '@yupana/fiscal'
import { verifyXml } from '@yupana/sri'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmisor, buildWorker, facturaForm, type Emisor } from '../../testing/emisor.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'

const NOW = '2026-06-15T10:00:00-05:00'
let app: TestApp
let sri: SimuladorDePrueba
let emisor: Emisor
let worker: ReturnType<typeof buildWorker>

beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp({ now: NOW }), startSimulador({ reloj: NOW })])
  emisor = await buildEmisor(app, sri)
  worker = buildWorker(app, sri)
})
afterAll(async () => {
  await worker?.close()
  await app?.close()
  await sri?.stop()
})

const emit = (form = facturaForm(), { id = randomUUID(), key = randomUUID(), token = emisor.token } = {}) =>
  app.call<Emitido>(emitFactura, { token, params: { id }, headers: { 'idempotency-key': key }, body: form })
const detail = async (id: string) => (await app.call<ComprobanteDetalle>(readComprobante, { token: emisor.token, params: { id } })).data

describe('emission of a factura', () => {
  it('answers at once with number and clave, then is signed, sent, authorised and mailed', async () => {
    const { status, data } = await emit()
    expect(status).toBe(200)
    expect(data).toMatchObject({
      numero: '001-001-000000001',
      estado: 'EMITIDO',
      estado_generacion: 2,
      estado_tributario: 2,
      fecha_emision: '2026-06-15',
      total: 11_500_000,
    })
    expect(claveAccesoIsValid(data.clave)).toBe(true)

    await worker.settle()
    const documento = await detail(data.id)
    expect(documento.eventos.map((evento) => evento.a)).toEqual(['EMITIDO', 'FIRMADO', 'ENVIANDO', 'RECIBIDA', 'AUTORIZADO'])
    expect(documento).toMatchObject({ estado: 'AUTORIZADO', estado_generacion: 1, estado_tributario: 1, correo_estado: 'BANDEJA' })
    expect(documento.correos[0]?.destinatarios).toMatchObject([{ direccion: 'ana@ejemplo.ec', estado: 'BANDEJA' }])

    const ride = await app.call(downloadRide, { token: emisor.token, params: { id: data.id } })
    expect(ride.raw.subarray(0, 5).toString()).toBe('%PDF-')
    const xml = (await app.call(downloadXml, { token: emisor.token, params: { id: data.id } })).raw.toString()
    expect(xml).toContain('<estado>AUTORIZADO</estado>')
    expect(verifyXml(/<!\[CDATA\[([\s\S]*)\]\]>/.exec(xml)?.[1] ?? '').valid).toBe(true)
    const found = await app.call<Listing<ComprobanteFila>>(searchFactura, { token: emisor.token, query: { q: 'perez ana' } })
    expect(found.data.content.map((row) => row.id)).toEqual([data.id])
  })

  it('the detail has the rows of totals of the RIDE, and they add up', async () => {
    const [linea] = facturaForm().lineas
    const { data } = await emit(
      facturaForm({
        lineas: [
          { ...linea!, descuento: 1_000_000 },
          { ...linea!, iva: 1, precio_unitario: 20_000_000 },
        ],
        propina: 2_000_000,
        rubros_terceros: [{ concepto: 'Tasa', total: 3_500_000 }],
        pagos: [{ forma_pago: '01', total: 35_850_000 }],
      }),
    )
    const { totales } = await detail(data.id)
    expect(totales.map(({ nombre, valor }) => `${nombre} ${valor}`)).toEqual([
      'SUBTOTAL 15% $9.00',
      'SUBTOTAL 0% $20.00',
      'SUBTOTAL SIN IMPUESTOS $29.00',
      'TOTAL DESCUENTO $1.00',
      'IVA 15% $1.35',
      'PROPINA $2.00',
      'OTROS RUBROS DE TERCEROS $3.50',
      'VALOR TOTAL $35.85',
    ])
  })
})
