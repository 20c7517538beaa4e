import { randomUUID } from 'node:crypto'
import {
  LIQUIDACION_CALLS,
  RETENCION_CALLS,
  searchCorreo,
  searchPersona,
  type Calculo,
  type ComprobanteDetalle,
  type ComprobanteFila,
  type Emitido,
  type LiquidacionCompraFormInput,
  type Listing,
  type Persona,
} from '@yupana/contract'
import { DOCUMENTOS } from '@yupana/sri'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmisor, buildWorker, type Emisor } from '../../testing/emisor.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'

const NOW = '2026-06-15T10:00:00-05:00'
const UNIT = 1_000_000
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

/** Ten crates at 5.00 with 15 % and one at 20.00 with 0 %. Total 77.50. */
const formOf = (change: Partial<LiquidacionCompraFormInput> = {}): LiquidacionCompraFormInput => ({
  establecimiento: '001',
  punto: '001',
  proveedor: {
    tipo_identificacion: '05',
    identificacion: '1712345675',
    razon_social: 'ANA MARÍA PÉREZ',
    direccion: 'Pelileo',
    correos: ['ana@ejemplo.ec'],
  },
  lineas: [
    { codigo: 'C-1', descripcion: 'Cajas de madera', cantidad: 10 * UNIT, precio_unitario: 5 * UNIT, iva: 6 },
    { codigo: 'C-2', descripcion: 'Tomate riñón', cantidad: UNIT, precio_unitario: 20 * UNIT, iva: 1 },
  ],
  pagos: [{ forma_pago: '01', total: 77_500_000 }],
  ...change,
})
const REEMBOLSO: NonNullable<LiquidacionCompraFormInput['reembolsos']>[number] = {
  tipo_identificacion: '04',
  identificacion: '1791234567001',
  tipo_proveedor: '02',
  cod_doc: '01',
  numero: '002-001-000000456',
  fecha: '2026-06-10',
  autorizacion: '1234567890',
  impuestos: [{ codigo: '2', codigo_porcentaje: '4', tarifa: 15 * UNIT, base: 40 * UNIT, valor: 6 * UNIT }],
}

const emit = (form: LiquidacionCompraFormInput, { id = randomUUID(), key = randomUUID() } = {}) =>
  app.call<Emitido>(LIQUIDACION_CALLS.emit, { token: emisor.token, params: { id }, headers: { 'idempotency-key': key }, body: form })
const detail = async (id: string) =>
  (await app.call<ComprobanteDetalle>(LIQUIDACION_CALLS.read, { token: emisor.token, params: { id } })).data
const campos = async (change: Partial<LiquidacionCompraFormInput>) => (await emit(formOf(change))).problems.map(({ campo }) => campo)

describe('liquidación de compra', () => {
  it('is numbered in its own series, authorised, printed and mailed to the supplier', async () => {
    const { status, data } = await emit(formOf())
    expect(status).toBe(200)
    expect(data).toMatchObject({ numero: '001-001-000000001', total: 77_500_000, estado: 'EMITIDO' })
    await worker.settle()
    expect(await detail(data.id)).toMatchObject({
      tipo: '03',
      estado: 'AUTORIZADO',
      subtotal: 70 * UNIT,
      iva: 7_500_000,
      lineas: [{ codigo: 'C-1' }, { codigo: 'C-2', tipo_iva: 1 }],
      pagos: [{ forma_pago: '01' }],
    })
    const file = (call: typeof LIQUIDACION_CALLS.downloadXml) => app.call(call, { token: emisor.token, params: { id: data.id } })
    const liquidacion = DOCUMENTOS.liquidacionCompra.fromXml((await file(LIQUIDACION_CALLS.downloadXml)).raw.toString())
    expect(liquidacion.infoLiquidacionCompra).toMatchObject({
      identificacionProveedor: '1712345675',
      direccionProveedor: 'Pelileo',
      importeTotal: 77_500_000,
    })
    expect(
      (await app.call(LIQUIDACION_CALLS.downloadRide, { token: emisor.token, params: { id: data.id } })).raw.subarray(0, 5).toString(),
    ).toBe('%PDF-')
    const mails = await app.call<Listing<{ documento_id: string; asunto: string }>>(searchCorreo, { token: emisor.token })
    expect(mails.data.content.find(({ documento_id }) => documento_id === data.id)?.asunto).toContain(
      'Liquidación de Compra 001-001-000000001',
    )
  })

  it('O-56: names its retención to who would void it, and the retención names it, until one of them no longer stands', async () => {
    const { data: liquidacion } = await emit(formOf())
    const { data: retencion } = await app.call<Emitido>(RETENCION_CALLS.emit, {
      token: emisor.token,
      params: { id: randomUUID() },
      headers: { 'idempotency-key': randomUUID() },
      body: {
        establecimiento: '001',
        punto: '001',
        sujeto: { tipo_identificacion: '04', identificacion: '1712345675001', razon_social: 'ANA MARÍA PÉREZ' },
        docs_sustento: [
          {
            cod_sustento: '01',
            cod_doc: '03',
            numero: liquidacion.numero,
            fecha: '2026-06-15',
            autorizacion: liquidacion.clave,
            total_sin_impuestos: 70 * UNIT,
            importe_total: 77_500_000,
            impuestos: [
              { codigo: '2', codigo_porcentaje: '4', base: 50 * UNIT, tarifa: 15 * UNIT, valor: 7_500_000 },
              { codigo: '2', codigo_porcentaje: '0', base: 20 * UNIT, tarifa: 0, valor: 0 },
            ],
            retenciones: [{ impuesto: '2', codigo: '3', base: 7_500_000, porcentaje: 100 * UNIT }],
            pagos: [{ forma_pago: '01', total: 77_500_000 }],
          },
        ],
      },
    })
    const { data: sola } = await emit(formOf())
    await worker.settle()
    const ligados = async (id: string) => (await detail(id)).puede_anular.ligados
    const deRetencion = async () =>
      (await app.call<ComprobanteDetalle>(RETENCION_CALLS.read, { token: emisor.token, params: { id: retencion.id } })).data.puede_anular
        .ligados
    expect(await ligados(liquidacion.id)).toEqual([{ id: retencion.id, tipo: '07', numero: retencion.numero, difiere: false }])
    expect(await deRetencion()).toEqual([{ id: liquidacion.id, tipo: '03', numero: liquidacion.numero, difiere: false }])
    expect(await ligados(sola.id)).toEqual([])
    await app.owner.updateTable('documento').set({ estado: 'ANULADO' }).where('id', '=', retencion.id).execute()
    expect(await ligados(liquidacion.id)).toEqual([])
  })

  it('makes an unknown supplier a person of the company, as a supplier', async () => {
    const identificacion = '0923456784'
    await emit(formOf({ proveedor: { tipo_identificacion: '05', identificacion, razon_social: 'LUIS ANDRADE' } }))
    const found = await app.call<Listing<Persona>>(searchPersona, { token: emisor.token, query: { rol: 'proveedor', q: identificacion } })
    expect(found.data.content).toMatchObject([{ identificacion, roles: ['proveedor'] }])
    await worker.settle()
  })

  it('carries the vouchers it refunds, with their sums', async () => {
    const form = formOf({
      lineas: [{ descripcion: 'Reembolso de gastos', cantidad: UNIT, precio_unitario: 46 * UNIT, iva: 3 }],
      pagos: [{ forma_pago: '20', total: 46 * UNIT }],
      reembolsos: [REEMBOLSO],
    })
    const { status, data } = await emit(form)
    expect(status).toBe(200)
    await worker.settle()
    expect((await detail(data.id)).estado).toBe('AUTORIZADO')
    const xml = (await app.call(LIQUIDACION_CALLS.downloadXml, { token: emisor.token, params: { id: data.id } })).raw.toString()
    const { infoLiquidacionCompra: info, reembolsos } = DOCUMENTOS.liquidacionCompra.fromXml(xml)
    expect(info).toMatchObject({
      codDocReembolso: '41',
      totalComprobantesReembolso: 46 * UNIT,
      totalBaseImponibleReembolso: 40 * UNIT,
      totalImpuestoReembolso: 6 * UNIT,
    })
    expect(reembolsos).toMatchObject([{ estabDocReembolso: '002', ptoEmiDocReembolso: '001', secuencialDocReembolso: '000000456' }])
  })

  it('names the field of the form that is wrong', async () => {
    const [ok] = formOf().lineas
    expect(
      await campos({ proveedor: { tipo_identificacion: '07', identificacion: '9999999999999', razon_social: 'CONSUMIDOR FINAL' } }),
    ).toContain('proveedor.identificacion')
    expect(await campos({ proveedor: { tipo_identificacion: '04', identificacion: emisor.ruc, razon_social: 'LA MISMA' } })).toContain(
      'proveedor.identificacion',
    )
    expect(await campos({ pagos: [{ forma_pago: '01', total: UNIT }] })).toEqual(['pagos'])
    expect(await campos({ lineas: [{ ...ok!, ice: { codigo: '3011', tarifa: 0 } }] })).toContain('lineas.0.ice')
    expect(await campos({ lineas: [{ ...ok!, iva: 2 }] })).toContain('lineas.0.iva')
    expect(await campos({ proveedor: { ...formOf().proveedor, direccion: 'Con 漢' } })).toContain('proveedor.direccion')
    expect(await campos({ reembolsos: [{ ...REEMBOLSO, fecha: '2026-06-16' }] })).toContain('reembolsos.0.fecha')
    expect(await campos({ reembolsos: [REEMBOLSO, REEMBOLSO] })).toContain('reembolsos.1')
    expect(await campos({ info_adicional: [{ nombre: 'RUC Proveedor', valor: 'x' }] })).toEqual(['info_adicional.0.nombre'])
  })

  it('previews what emission would say, and warns of a supplier who has a RUC', async () => {
    const form = formOf({ proveedor: { tipo_identificacion: '04', identificacion: '1790016919001', razon_social: 'CORPORACIÓN' } })
    const { data } = await app.call<Calculo>(LIQUIDACION_CALLS.calculate, { token: emisor.token, body: form })
    expect(data).toMatchObject({ subtotal: 70 * UNIT, total: 77_500_000, problemas: [], fecha_emision: '2026-06-15' })
    expect(data.avisos.map(({ campo }) => campo)).toContain('proveedor.identificacion')
  })

  it('the same key gives the same document, and amounts beyond every bound are refused', async () => {
    const [id, key] = [randomUUID(), randomUUID()]
    const answers = [await emit(formOf(), { id, key }), await emit(formOf(), { id, key })]
    expect(new Set(answers.map(({ data }) => data.clave)).size).toBe(1)
    const [ok] = formOf().lineas
    expect(
      (await emit(formOf({ lineas: [{ ...ok!, cantidad: Number.MAX_SAFE_INTEGER, precio_unitario: Number.MAX_SAFE_INTEGER }] }))).status,
    ).toBe(422)
    await worker.settle()
  })

  it("is corrected with its number after a refusal, and duplicated with today's date", async () => {
    await sri.control('POST', '/fallas', { ruc: emisor.ruc, tipo: 'veredicto', fase: 'recepcion', estado: 'DEVUELTA', codigo: '52' })
    const { data } = await emit(formOf())
    await worker.settle()
    expect((await detail(data.id)).estado).toBe('RECHAZADO')
    await sri.control('DELETE', '/fallas')
    const corrected = await app.call<Emitido>(LIQUIDACION_CALLS.correct, {
      token: emisor.token,
      params: { id: data.id },
      headers: { 'idempotency-key': randomUUID() },
      body: formOf({ proveedor: { ...formOf().proveedor, razon_social: 'ANA PÉREZ' } }),
    })
    expect(corrected).toMatchObject({ status: 200, data: { numero: data.numero } })
    await worker.settle()
    expect(await detail(data.id)).toMatchObject({ estado: 'AUTORIZADO', version: 2, receptor_nombre: 'ANA PÉREZ' })
    const copy = (await app.call<LiquidacionCompraFormInput>(LIQUIDACION_CALLS.duplicate, { token: emisor.token, params: { id: data.id } }))
      .data
    expect(copy).toMatchObject({ proveedor: { razon_social: 'ANA PÉREZ' } })
    expect(copy.fecha_emision).toBeUndefined()
  })

  it('is listed and drafted apart from other kinds', async () => {
    const id = randomUUID()
    expect((await app.call(LIQUIDACION_CALLS.createBorrador, { token: emisor.token, body: { id, contenido: {} } })).status).toBe(200)
    expect(
      (await app.call<Listing<{ id: string }>>(LIQUIDACION_CALLS.searchBorrador, { token: emisor.token })).data.content.map(
        (one) => one.id,
      ),
    ).toEqual([id])
    const { data } = await app.call<Listing<ComprobanteFila>>(LIQUIDACION_CALLS.search, { token: emisor.token, query: { size: '50' } })
    expect(new Set(data.content.map(({ tipo }) => tipo))).toEqual(new Set(['03']))
  })
})
