import { randomUUID } from 'node:crypto'
import { calculateFactura, correctFactura, createProducto, emitFactura, type Calculo, type Emitido, type FacturaFormInput } from '@yupana/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ROL } from '../../plugins/session.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { buildEmisor, buildWorker, facturaForm, type Emisor } from '../../testing/emisor.ts'
import { huella } from '../../testing/huella.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'

const NOW = '2026-06-15T10:00:00-05:00'
let app: TestApp
let sri: SimuladorDePrueba
let emisor: Emisor
let worker: ReturnType<typeof buildWorker>
let seller: string
let producto: string
let onSale: string
let libre: string

beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp({ now: NOW }), startSimulador({ reloj: NOW })])
  emisor = await buildEmisor(app, sri)
  worker = buildWorker(app, sri)
  seller = (await app.signIn((await buildUsuario(app, { empresas: [emisor], rol: ROL.VENDEDOR })).username)).token
  const create = async (body: unknown, token = emisor.token) =>
    (await app.call<{ id: string }>(createProducto, { token, headers: { 'idempotency-key': randomUUID() }, body })).data.id
  producto = await create({ code: 'A-1', name: 'Cuaderno', type_product: 'PRODUCTO', iva: 6, price: 10_000_000 })
  onSale = await create({ code: 'A-2', name: 'Resma', type_product: 'PRODUCTO', iva: 6, price: 5_130_000, price_list: [4_900_000] })
  libre = await create({ code: 'LIBRE', name: 'Trabajo a convenir', type_product: 'SERVICIO', iva: 6, price: 0, precio_libre: true })
  const ajena = await buildEmpresa(app)
  const { username } = await buildUsuario(app, { empresas: [ajena] })
  await create({ code: 'AJENO', name: 'De otra empresa', type_product: 'PRODUCTO', iva: 6, price: 1_000_000, precio_libre: true }, (await app.signIn(username)).token)
})
afterAll(async () => {
  await worker?.close()
  await app?.close()
  await sri?.stop()
})

type Linea = FacturaFormInput['lineas'][number]
const linea = (change: Partial<Linea> = {}): Linea => ({ producto_id: producto, codigo: 'A-1', descripcion: 'Cuaderno', cantidad: 1_000_000, precio_unitario: 10_000_000, iva: 6, ...change })
const paid = (of: Linea, total: number, modo: 'NETO' | 'PVP' = 'NETO') => facturaForm({ modo, lineas: [of], pagos: [{ forma_pago: '20', total }] })
const emit = (token: string, body: FacturaFormInput) => app.call<Emitido>(emitFactura, { token, params: { id: randomUUID() }, headers: { 'idempotency-key': randomUUID() }, body })

const LISTA = 'El precio de lista es $10.00 y su usuario no puede cambiarlo: elija de nuevo el producto, o pida la venta a quien pueda cambiar precios.'
const SIN_PRODUCTO = 'Su usuario solo puede vender productos del catálogo: elija uno, o pida la venta a quien pueda cambiar precios.'
const IVA = 'El IVA de este producto es 15% y su usuario no puede cambiarlo: elija de nuevo el producto, o pida la venta a quien pueda cambiar precios.'
const DESCUENTO = 'Su usuario no puede dar descuentos: déjelo en 0, o pida la venta a quien pueda darlos.'

describe('O-100: prices and discounts are rights of their own', () => {
  it.each([
    ['another price', () => linea({ precio_unitario: 9_000_000 }), 10_350_000, 'lineas.0.precio_unitario', LISTA],
    ['one of nothing', () => linea({ precio_unitario: 0 }), 0, 'lineas.0.precio_unitario', LISTA],
    ['a product named only by its code', () => linea({ producto_id: undefined, precio_unitario: 1_000_000 }), 1_150_000, 'lineas.0.precio_unitario', LISTA],
    ['a code that nothing bears', () => linea({ producto_id: undefined, codigo: 'X-9', precio_unitario: 1_000_000 }), 1_150_000, 'lineas.0.codigo', SIN_PRODUCTO],
    ['no code at all', () => linea({ producto_id: undefined, codigo: undefined, precio_unitario: 1_000_000 }), 1_150_000, 'lineas.0.codigo', SIN_PRODUCTO],
    ['a product of another company', () => linea({ producto_id: undefined, codigo: 'AJENO', precio_unitario: 1_000_000 }), 1_150_000, 'lineas.0.codigo', SIN_PRODUCTO],
    ['the code of one product under the id of a cheaper one', () => linea({ producto_id: onSale, precio_unitario: 5_130_000 }), 5_900_000, 'lineas.0.precio_unitario', LISTA],
    ['the code of one product under the id of one whose price is free', () => linea({ producto_id: libre, precio_unitario: 1_000_000 }), 1_150_000, 'lineas.0.precio_unitario', LISTA],
    ['0 % for a product of 15 %', () => linea({ iva: 1 }), 10_000_000, 'lineas.0.iva', IVA],
    ['5 % of a product named only by its code, whose price is free', () => linea({ producto_id: undefined, codigo: 'LIBRE', iva: 5, codigo_auxiliar: 'F010401' }), 10_500_000, 'lineas.0.iva', IVA],
    ['a discount', () => linea({ descuento: 1_000_000 }), 10_350_000, 'lineas.0.descuento', DESCUENTO],
  ])('%s is refused at its field and takes no number', async (_name, lineaOf, total, campo, message) => {
    const of = lineaOf()
    const before = await huella(app)
    const { status, msg, problems } = await emit(seller, paid(of, total))
    expect({ status, msg }).toEqual({ status: 422, msg: 'Revise los datos ingresados' })
    expect(problems).toContainEqual({ campo, message })
    expect(await huella(app)).toEqual(before)
    const { data } = await app.call<Calculo>(calculateFactura, { token: seller, body: paid(of, total) })
    expect(data.problemas).toContainEqual({ campo, message })
  })

  it('another IVA under the price with IVA is refused; a decreed day and a negocio popular put theirs in its place', async () => {
    expect((await emit(seller, paid(linea({ iva: 1, precio_unitario: 11_500_000 }), 11_500_000, 'PVP'))).problems.map(({ campo }) => campo)).toContain('lineas.0.iva')
    await app.owner.insertInto('empresa_condicion').values({ empresa_id: emisor.id, tipo: 'REGIMEN', desde: '2026-01-01', hasta: null, valor: 'NEGOCIO_POPULAR' }).execute()
    const popular = await emit(seller, paid(linea({ iva: 1 }), 10_000_000))
    await app.owner.deleteFrom('empresa_condicion').where('empresa_id', '=', emisor.id).execute()
    expect(popular.status, JSON.stringify(popular.problems)).toBe(200)
  })

  it('an export takes 0 % from a seller only where the buyer has a foreign identification', async () => {
    const pais = '215'
    const exportacion = { incoterm: 'FOB', lugar_incoterm: 'X', pais_origen: '593', puerto_embarque: 'X', puerto_destino: 'X', pais_destino: pais, pais_adquisicion: pais, incoterm_total: 'FOB' }
    const sale = (tipo_identificacion: '04' | '06', identificacion: string) =>
      ({ ...paid(linea({ iva: 1 }), 10_000_000), comprador: { tipo_identificacion, identificacion, razon_social: 'IMPORTADORA' }, exportacion })
    const local = sale('04', '1790012344001')
    expect((await emit(seller, local)).problems).toContainEqual({ campo: 'lineas.0.iva', message: IVA })
    const { data } = await app.call<Calculo>(calculateFactura, { token: emisor.token, body: local })
    expect([data.problemas, data.avisos]).toEqual([[], [expect.objectContaining({ campo: 'comprador.identificacion' })]])
    expect((await emit(seller, sale('06', 'NL1234567'))).status).toBe(200)
  })

  it('who has the rights sells at other prices and with discounts', async () => {
    expect((await emit(emisor.token, paid(linea({ precio_unitario: 9_000_000, descuento: 1_000_000 }), 9_200_000))).status).toBe(200)
  })

  it.each([
    ['the list price', () => linea(), 11_500_000, 'NETO'],
    ['the list price written with IVA', () => linea({ precio_unitario: 11_500_000 }), 11_500_000, 'PVP'],
    ['a price with IVA turned into one without', () => linea({ precio_unitario: 9_999_999 }), 11_500_000, 'NETO'],
    ['any price of a product whose price is free', () => linea({ producto_id: undefined, codigo: 'LIBRE', precio_unitario: 3_000_000 }), 3_450_000, 'NETO'],
  ] as const)('a seller charges %s', async (_name, lineaOf, total, modo) => {
    expect(await emit(seller, paid(lineaOf(), total, modo))).toMatchObject({ status: 200 })
  })

  it('a seller charges one of the price lists', async () => {
    expect(await emit(seller, paid(linea({ producto_id: onSale, codigo: 'A-2', precio_unitario: 4_900_000 }), 5_640_000))).toMatchObject({ status: 200 })
  })

  it('O-97: a correction keeps the prices it was issued with, and no lower ones', async () => {
    const sold = linea({ precio_unitario: 8_000_000, descuento: 1_000_000 })
    const { data } = await emit(emisor.token, paid(sold, 8_050_000))
    await sri.control('POST', '/fallas', { ruc: emisor.ruc, tipo: 'veredicto', fase: 'recepcion', estado: 'NO AUTORIZADO', codigo: '52' })
    await worker.avance.ring(emisor.id, data.id)
    await worker.settle()
    const correct = (body: FacturaFormInput) => app.call<Emitido>(correctFactura, { token: seller, params: { id: data.id }, headers: { 'idempotency-key': randomUUID() }, body })
    const lower = await correct(paid(linea({ precio_unitario: 7_000_000, descuento: 1_000_000 }), 6_900_000))
    expect(lower.problems.map(({ campo }) => campo)).toEqual(['lineas.0.precio_unitario', 'lineas.0.descuento'])
    expect((await correct(paid(sold, 8_050_000))).status).toBe(200)
  })
})
