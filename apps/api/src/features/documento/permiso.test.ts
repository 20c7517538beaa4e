import { randomUUID } from 'node:crypto'
import {
  calculateFactura,
  correctFactura,
  createProducto,
  emitFactura,
  registerFactura,
  type Calculo,
  type Emitido,
  type FacturaFormInput,
} from '@yupana/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, tokenOfNew } from '../../testing/builders.ts'
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
let conIce: string

beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp({ now: NOW }), startSimulador({ reloj: NOW })])
  emisor = await buildEmisor(app, sri)
  worker = buildWorker(app, sri)
  seller = await tokenOfNew(app, { empresas: [emisor], rol: ROL.VENDEDOR })
  const create = async (body: unknown, token = emisor.token) =>
    (await app.call<{ id: string }>(createProducto, { token, headers: { 'idempotency-key': randomUUID() }, body })).data.id
  producto = await create({ code: 'A-1', name: 'Cuaderno', type_product: 'PRODUCTO', iva: 6, price: 10_000_000 })
  onSale = await create({ code: 'A-2', name: 'Resma', type_product: 'PRODUCTO', iva: 6, price: 5_130_000, price_list: [4_900_000] })
  libre = await create({ code: 'LIBRE', name: 'Trabajo a convenir', type_product: 'SERVICIO', iva: 6, price: 0, precio_libre: true })
  conIce = await create({ code: 'ICE-1', name: 'Licor', type_product: 'PRODUCTO', iva: 6, price: 10_000_000, ice_codigo: '3031' })
  const ajena = await buildEmpresa(app)
  const { username } = await buildUsuario(app, { empresas: [ajena] })
  await create(
    { code: 'AJENO', name: 'De otra empresa', type_product: 'PRODUCTO', iva: 6, price: 1_000_000, precio_libre: true },
    (await app.signIn(username)).token,
  )
})
afterAll(async () => {
  await worker?.close()
  await app?.close()
  await sri?.stop()
})

type Linea = FacturaFormInput['lineas'][number]
const linea = (change: Partial<Linea> = {}): Linea => ({
  producto_id: producto,
  codigo: 'A-1',
  descripcion: 'Cuaderno',
  cantidad: 1_000_000,
  precio_unitario: 10_000_000,
  iva: 6,
  ...change,
})
const paid = (of: Linea, total: number, modo: 'NETO' | 'PVP' = 'NETO') =>
  facturaForm({ modo, lineas: [of], pagos: [{ forma_pago: '20', total }] })
const emit = (token: string, body: FacturaFormInput) =>
  app.call<Emitido>(emitFactura, { token, params: { id: randomUUID() }, headers: { 'idempotency-key': randomUUID() }, body })

const LISTA =
  'El precio de lista es $10.00 y su usuario no puede cambiarlo: elija de nuevo el producto, o pida la venta a quien pueda cambiar precios.'
const SIN_PRODUCTO = 'Su usuario solo puede vender productos del catálogo: elija uno, o pida la venta a quien pueda cambiar precios.'
const IVA =
  'El IVA de este producto es 15% y su usuario no puede cambiarlo: elija de nuevo el producto, o pida la venta a quien pueda cambiar precios.'
const TEXTO =
  'Este producto se llama «Cuaderno» y su usuario no puede cambiarlo: elija de nuevo el producto, o pida la venta a quien pueda cambiar precios.'
const CODIGO =
  'El código de este producto es «A-1» y su usuario no puede cambiarlo: elija de nuevo el producto, o pida la venta a quien pueda cambiar precios.'
const ICE =
  'El ICE de esta línea no es el de su producto y su usuario no puede cambiarlo: elija de nuevo el producto, o pida la venta a quien pueda cambiar precios.'
const CARGO = 'Su usuario no puede cobrar valores que no son de productos: quítelo, o pida la venta a quien pueda cambiar precios.'
const DESCUENTO = 'Su usuario no puede dar descuentos: déjelo en 0, o pida la venta a quien pueda darlos.'

describe('O-100: prices and discounts are rights of their own', () => {
  it.each([
    ['another price', () => linea({ precio_unitario: 9_000_000 }), 10_350_000, 'lineas.0.precio_unitario', LISTA],
    ['one of nothing', () => linea({ precio_unitario: 0 }), 0, 'lineas.0.precio_unitario', LISTA],
    [
      'a product named only by its code',
      () => linea({ producto_id: undefined, precio_unitario: 1_000_000 }),
      1_150_000,
      'lineas.0.precio_unitario',
      LISTA,
    ],
    [
      'a code that nothing bears',
      () => linea({ producto_id: undefined, codigo: 'X-9', precio_unitario: 1_000_000 }),
      1_150_000,
      'lineas.0.codigo',
      SIN_PRODUCTO,
    ],
    [
      'no code at all',
      () => linea({ producto_id: undefined, codigo: undefined, precio_unitario: 1_000_000 }),
      1_150_000,
      'lineas.0.codigo',
      SIN_PRODUCTO,
    ],
    [
      'a product of another company',
      () => linea({ producto_id: undefined, codigo: 'AJENO', precio_unitario: 1_000_000 }),
      1_150_000,
      'lineas.0.codigo',
      SIN_PRODUCTO,
    ],
    ['the code of another product', () => linea({ codigo: 'A-2' }), 11_500_000, 'lineas.0.codigo', CODIGO],
    [
      'the code of another product where the price is free',
      () => linea({ producto_id: libre, precio_unitario: 1_000_000 }),
      1_150_000,
      'lineas.0.codigo',
      CODIGO.replace('A-1', 'LIBRE'),
    ],
    ['a code that nothing bears under the id of a product', () => linea({ codigo: 'OTRA' }), 11_500_000, 'lineas.0.codigo', CODIGO],
    ['another name', () => linea({ descripcion: 'LAPTOP 16 GB' }), 11_500_000, 'lineas.0.descripcion', TEXTO],
    [
      'another name under the code alone',
      () => linea({ producto_id: undefined, descripcion: 'Cuaderno y LAPTOP' }),
      11_500_000,
      'lineas.0.descripcion',
      TEXTO,
    ],
    ['ICE on a product without it', () => linea({ ice: { codigo: '3031', especifico: 900_000_000 } }), 1_046_500_000, 'lineas.0.ice', ICE],
    [
      'IRBPNR on a product without it',
      () => linea({ irbpnr: { tarifa: 900_000_000 } }),
      911_500_000,
      'lineas.0.irbpnr',
      ICE.replace('ICE', 'IRBPNR'),
    ],
    ['0 % for a product of 15 %', () => linea({ iva: 1 }), 10_000_000, 'lineas.0.iva', IVA],
    [
      '5 % of a product whose price is free',
      () => linea({ producto_id: libre, codigo: 'LIBRE', iva: 5, codigo_auxiliar: 'F010401' }),
      10_500_000,
      'lineas.0.iva',
      IVA,
    ],
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
    expect(
      (await emit(seller, paid(linea({ iva: 1, precio_unitario: 11_500_000 }), 11_500_000, 'PVP'))).problems.map(({ campo }) => campo),
    ).toContain('lineas.0.iva')
    await app.owner
      .insertInto('empresa_condicion')
      .values({ empresa_id: emisor.id, tipo: 'REGIMEN', desde: '2026-01-01', hasta: null, valor: 'NEGOCIO_POPULAR' })
      .execute()
    const popular = await emit(seller, paid(linea({ iva: 1 }), 10_000_000))
    await app.owner.deleteFrom('empresa_condicion').where('empresa_id', '=', emisor.id).execute()
    expect(popular.status, JSON.stringify(popular.problems)).toBe(200)
  })

  it('an export takes 0 % from a seller only where the buyer has a foreign identification', async () => {
    const pais = '215'
    const exportacion = {
      incoterm: 'FOB',
      lugar_incoterm: 'X',
      pais_origen: '593',
      puerto_embarque: 'X',
      puerto_destino: 'X',
      pais_destino: pais,
      pais_adquisicion: pais,
      incoterm_total: 'FOB',
    }
    const sale = (tipo_identificacion: '04' | '06', identificacion: string) => ({
      ...paid(linea({ iva: 1 }), 10_000_000),
      comprador: { tipo_identificacion, identificacion, razon_social: 'IMPORTADORA' },
      exportacion,
    })
    const local = sale('04', '1790012344001')
    expect((await emit(seller, local)).problems).toContainEqual({ campo: 'lineas.0.iva', message: IVA })
    const { data } = await app.call<Calculo>(calculateFactura, { token: emisor.token, body: local })
    expect([data.problemas, data.avisos]).toEqual([[], [expect.objectContaining({ campo: 'comprador.identificacion' })]])
    expect((await emit(seller, sale('06', 'NL1234567'))).status).toBe(200)
  })

  it('money beside the lines needs the right: items of others and charges of an export', async () => {
    const rubros = {
      ...facturaForm({ lineas: [linea()], pagos: [{ forma_pago: '20', total: 1_010_500_000 }] }),
      rubros_terceros: [{ concepto: 'Laptop', total: 999_000_000 }],
    }
    const pais = '215'
    const comprador = { tipo_identificacion: '06' as const, identificacion: 'NL1234567', razon_social: 'IMPORTADORA' }
    const puertos = {
      incoterm: 'FOB',
      lugar_incoterm: 'X',
      pais_origen: '593',
      puerto_embarque: 'X',
      puerto_destino: 'X',
      pais_destino: pais,
      pais_adquisicion: pais,
      incoterm_total: 'FOB',
    }
    const cargos = ['flete', 'seguro', 'gastos_aduaneros', 'gastos_transporte'] as const
    const exports = cargos.map((cargo) => ({
      ...paid(linea({ iva: 1 }), 910_000_000),
      comprador,
      exportacion: { ...puertos, [cargo]: 900_000_000 },
    }))
    for (const [form, campo] of [
      [rubros, 'rubros_terceros.0.total'],
      ...exports.map((form, at) => [form, `exportacion.${cargos[at]}`] as const),
    ] as const) {
      expect((await emit(seller, form)).problems).toEqual([{ campo, message: CARGO }])
      expect((await app.call<Calculo>(calculateFactura, { token: seller, body: form })).data.problemas).toEqual([{ campo, message: CARGO }])
      expect((await app.call<Calculo>(calculateFactura, { token: emisor.token, body: form })).data.problemas).toEqual([])
    }
  })

  it('who charges ICE: a seller charges that of the product, at the rate of the table', async () => {
    await app.owner
      .insertInto('empresa_condicion')
      .values({ empresa_id: emisor.id, tipo: 'ICE', desde: '2026-01-01', hasta: null, valor: '' })
      .execute()
    const problemsOf = async (ice: Linea['ice']) =>
      (
        await app.call<Calculo>(calculateFactura, {
          token: seller,
          body: paid(linea({ producto_id: conIce, codigo: 'ICE-1', descripcion: 'Licor', ice }), 1),
        })
      ).data.problemas.filter(({ campo }) => campo.startsWith('lineas'))
    const [ninguno, otro, tarifa, suyo] = [
      await problemsOf(undefined),
      await problemsOf({ codigo: '3610', tarifa: 20_000_000 }),
      await problemsOf({ codigo: '3031', tarifa: 900_000_000 }),
      // The catalogue does not have the pure alcohol of a bottle.
      await problemsOf({ codigo: '3031', tarifa: 75_000_000, especifico: 3_000_000 }),
    ]
    await app.owner.deleteFrom('empresa_condicion').where('empresa_id', '=', emisor.id).execute()
    const refused = [{ campo: 'lineas.0.ice', message: ICE }]
    expect([ninguno, otro, tarifa, suyo]).toEqual([refused, refused, refused, []])
  })

  it('a registered factura follows the same list', async () => {
    const registro = { modo: 'FISICA' as const, numero: '001-001-000800001', autorizacion: '1234567890', fecha: '2026-06-01' }
    const register = (form: FacturaFormInput) =>
      app.call<Emitido>(registerFactura, {
        token: seller,
        params: { id: randomUUID() },
        headers: { 'idempotency-key': randomUUID() },
        body: { ...form, registro },
      })
    expect((await register(paid(linea({ precio_unitario: 9_000_000 }), 10_350_000))).problems).toEqual([
      { campo: 'lineas.0.precio_unitario', message: LISTA },
    ])
    expect((await register(paid(linea(), 11_500_000))).status).toBe(200)
  })

  it('who has the rights sells at other prices and with discounts', async () => {
    expect((await emit(emisor.token, paid(linea({ precio_unitario: 9_000_000, descuento: 1_000_000 }), 9_200_000))).status).toBe(200)
  })

  it.each([
    ['the list price', () => linea(), 11_500_000, 'NETO'],
    ['the list price written with IVA', () => linea({ precio_unitario: 11_500_000 }), 11_500_000, 'PVP'],
    ['a price with IVA turned into one without', () => linea({ precio_unitario: 9_999_999 }), 11_500_000, 'NETO'],
    [
      'any price of a product whose price is free',
      () => linea({ producto_id: undefined, codigo: 'LIBRE', precio_unitario: 3_000_000 }),
      3_450_000,
      'NETO',
    ],
  ] as const)('a seller charges %s', async (_name, lineaOf, total, modo) => {
    expect(await emit(seller, paid(lineaOf(), total, modo))).toMatchObject({ status: 200 })
  })

  it('a seller charges one of the price lists', async () => {
    expect(
      await emit(seller, paid(linea({ producto_id: onSale, codigo: 'A-2', descripcion: 'Resma', precio_unitario: 4_900_000 }), 5_640_000)),
    ).toMatchObject({ status: 200 })
  })

  /** A factura with those lines, issued by a user with the right and refused by the SRI. */
  async function refusedOf(form: FacturaFormInput) {
    const { data } = await emit(emisor.token, form)
    await sri.control('POST', '/fallas', { ruc: emisor.ruc, tipo: 'veredicto', fase: 'recepcion', estado: 'NO AUTORIZADO', codigo: '52' })
    await worker.avance.ring(emisor.id, data.id)
    await worker.settle()
    await sri.control('DELETE', '/fallas')
    return (body: FacturaFormInput) =>
      app.call<Emitido>(correctFactura, { token: seller, params: { id: data.id }, headers: { 'idempotency-key': randomUUID() }, body })
  }
  const camposOf = ({ problems }: { problems: { campo?: string | undefined }[] }) => problems.map(({ campo }) => campo)

  it('O-97: a correction keeps the prices it was issued with, and no lower ones', async () => {
    const sold = linea({ precio_unitario: 8_000_000, descuento: 1_000_000 })
    const correct = await refusedOf(paid(sold, 8_050_000))
    expect(camposOf(await correct(paid(linea({ precio_unitario: 7_000_000, descuento: 1_000_000 }), 6_900_000)))).toEqual([
      'lineas.0.precio_unitario',
      'lineas.0.descuento',
    ])
    expect((await correct(paid(sold, 8_050_000))).status).toBe(200)
  })

  it('O-97, O-100: in a correction each issued line stands once, with everything that makes its money', async () => {
    const sold = linea({ producto_id: undefined, codigo: 'X1', descripcion: 'Trabajo', precio_unitario: 1_000_000 })
    const form = (lineas: Linea[], total: number, change: Partial<FacturaFormInput> = {}) => ({
      ...facturaForm({ lineas, pagos: [{ forma_pago: '20', total }] }),
      ...change,
    })
    const correct = await refusedOf(form([sold, sold], 2_300_000))
    expect(
      camposOf(
        await correct(
          form(
            Array.from({ length: 50 }, () => ({ ...sold, iva: 1 })),
            50_000_000,
          ),
        ),
      ),
    ).toContain('lineas.0.codigo')
    expect(camposOf(await correct(form([sold, sold, sold], 3_450_000)))).toEqual(['lineas.2.codigo'])
    expect(camposOf(await correct(form([{ ...sold, producto_id: libre }], 1_150_000)))).toEqual(['lineas.0.codigo'])
    expect(camposOf(await correct(form([{ ...sold, precio_sin_subsidio: 9_000_000 }], 1_150_000)))).toEqual(['lineas.0.codigo'])
    expect(camposOf(await correct(form([{ ...sold, irbpnr: { tarifa: 20_000 } }], 1_170_000)))).toContain('lineas.0.codigo')
    expect(camposOf(await correct(form([sold], 1_000_000, { modo: 'PVP' })))).toEqual(['lineas.0.codigo'])
    expect((await correct(form([sold], 1_150_000))).status).toBe(200)
  })

  it('O-97, O-100: a correction keeps the items of others it was issued with, each once', async () => {
    const rubro = { concepto: 'Tasa municipal', total: 2_000_000 }
    const form = (rubros_terceros: (typeof rubro)[], total: number): FacturaFormInput => ({ ...paid(linea(), total), rubros_terceros })
    const correct = await refusedOf(form([rubro], 13_500_000))
    expect(camposOf(await correct(form([rubro, rubro], 15_500_000)))).toEqual(['rubros_terceros.1.total'])
    expect(camposOf(await correct(form([{ ...rubro, total: 1_000_000 }], 12_500_000)))).toEqual(['rubros_terceros.0.total'])
    expect((await correct(form([rubro], 13_500_000))).status).toBe(200)
  })

  it('a price that is free goes with words of its own; one of the list with its name as the catalogue has it now', async () => {
    expect(
      (
        await emit(
          seller,
          paid(linea({ producto_id: libre, codigo: 'LIBRE', descripcion: 'Empaste de 40 hojas', precio_unitario: 3_000_000 }), 3_450_000),
        )
      ).status,
    ).toBe(200)
    await app.owner.updateTable('producto').set({ name: 'Cuaderno  de obra' }).where('id', '=', producto).execute()
    const before = await emit(seller, paid(linea(), 11_500_000))
    const now = await emit(seller, paid(linea({ descripcion: 'Cuaderno  de obra' }), 11_500_000))
    await app.owner.updateTable('producto').set({ name: 'Cuaderno' }).where('id', '=', producto).execute()
    expect([camposOf(before), now.status]).toEqual([['lineas.0.descripcion'], 200])
  })
})
