import { randomUUID } from 'node:crypto'
import {
  allBodega,
  calculateFactura,
  createBodega,
  createMovimiento,
  createProducto,
  emitFactura,
  LIQUIDACION_CALLS,
  NOTA_CALLS,
  FACTURA_CALLS,
  readExistencia,
  searchKardex,
  type BodegaOpcion,
  type Calculo,
  type Emitido,
  type Endpoint,
  type ExistenciaProducto,
  type FacturaFormInput,
  type KardexFila,
  type Listing,
  type NotaCreditoFormInput,
  type Producto,
} from '@yupana/contract'
import { fromUnits } from '@yupana/fiscal'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createDb, createPool } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa } from '../../db/transaction.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildCertificadoRow, buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { facturaForm } from '../../testing/emisor.ts'
import { huella } from '../../testing/huella.ts'
import { reverseDocumento } from './movimiento.door.ts'

// Movements of stock by documents (O-126): in the transaction of the document, each exactly once.

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let token: string
let principal: string
let cafe: string
let n = 0

beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app?.close())
beforeEach(async () => {
  empresa = await buildEmpresa(app, { condiciones: [{ tipo: 'REGIMEN', desde: '2020-01-01', valor: 'GENERAL' }] })
  const usuario = await buildUsuario(app, { empresas: [empresa] })
  await buildCertificadoRow(app, empresa, usuario, { desde: '2026-01-01T00:00:00-05:00', hasta: '2027-01-01T00:00:00-05:00' })
  token = (await app.signIn(usuario.username)).token
  principal = (await app.call<BodegaOpcion[]>(allBodega, { token })).data[0]!.id
  cafe = await producto()
  await ingreso(10, 2)
})

const UNIT = 1_000_000
const key = (): Record<string, string> => ({ 'idempotency-key': randomUUID() })
const producto = async (changes: object = {}) =>
  (
    await app.call<Producto>(createProducto, {
      token,
      headers: key(),
      body: { code: `P${++n}`, name: 'CAFÉ', type_product: 'PRODUCTO', iva: 6, price: 1, manage_inventory: true, ...changes },
    })
  ).data.id
const ingreso = async (cantidad: number, costo: number, producto_id = cafe, bodega_id = principal) =>
  app.call(createMovimiento, {
    token,
    headers: key(),
    body: { tipo: 'INGRESO', bodega_id, lineas: [{ producto_id, cantidad: fromUnits(cantidad), costo_unitario: fromUnits(costo) }] },
  })
const linea = (cantidad: number, producto_id: string | null = cafe) => ({
  ...(producto_id !== null && { producto_id }),
  codigo: 'CAF',
  descripcion: 'Café',
  cantidad: fromUnits(cantidad),
  precio_unitario: 10 * UNIT,
  iva: 1,
})
const facturaOf = (lineas: ReturnType<typeof linea>[], change: Partial<FacturaFormInput> = {}) =>
  facturaForm({ lineas, pagos: [{ forma_pago: '20', total: lineas.reduce((sum, { cantidad }) => sum + cantidad * 10, 0) }], ...change })
const send = (call: Endpoint, id: string, body: object, headers = key()) =>
  app.call<Emitido>(call, { token, params: { id }, headers, body })
const emitir = (lineas: ReturnType<typeof linea>[], change = {}) => send(emitFactura, randomUUID(), facturaOf(lineas, change))
const emitida = async (...args: Parameters<typeof emitir>) => {
  const { status, data, problems } = await emitir(...args)
  expect(status, JSON.stringify(problems)).toBe(200)
  return data
}
const pasar = async (id: string, ...estados: string[]) => {
  for (const estado of estados)
    await app.owner.updateTable('documento').set({ estado }).where('empresa_id', '=', empresa.id).where('id', '=', id).execute()
}
const autorizar = async (id: string) => {
  await pasar(id, 'FIRMADO', 'ENVIANDO', 'RECIBIDA', 'AUTORIZADO')
  await app.owner.updateTable('documento').set({ autorizado_en: app.clock.now() }).where('id', '=', id).execute()
}
const autorizada = async (...args: Parameters<typeof emitir>) => {
  const data = await emitida(...args)
  await autorizar(data.id)
  return data
}
const rechazar = (id: string) => pasar(id, 'FIRMADO', 'ENVIANDO', 'RECHAZADO')
const anular = async (id: string, calls: { recordAnulacion: Endpoint } = FACTURA_CALLS) =>
  (await app.call(calls.recordAnulacion, { token, params: { id }, body: { prueba: 'El portal lo muestra ANULADO' } })).status
const notaOf = (factura: Emitido, cantidad: number, change: Partial<NotaCreditoFormInput> = {}): NotaCreditoFormInput => ({
  tipo: '04',
  establecimiento: '001',
  punto: '001',
  clase: 'DEVOLUCION',
  motivo: 'Devolución',
  comprador: facturaForm().comprador,
  modificado: { documento_id: factura.id, numero: factura.numero, fecha: factura.fecha_emision },
  creditos: [{ linea: 0, cantidad: fromUnits(cantidad) }],
  ...change,
})
const notaDe = async (...args: Parameters<typeof notaOf>) => {
  const { status, data, problems } = await send(NOTA_CALLS.emit, randomUUID(), notaOf(...args))
  expect(status, JSON.stringify(problems)).toBe(200)
  return data
}
const existencia = async (id = cafe) => (await app.call<ExistenciaProducto>(readExistencia, { token, params: { id } })).data
const stock = async (id = cafe) => (await existencia(id)).total / UNIT
const valor = async () => (await existencia()).bodegas[0]!.valor! / UNIT
const kardex = async () =>
  (await app.call<Listing<KardexFila>>(searchKardex, { token, params: { id: cafe }, query: { size: '50' } })).data.content.map(
    ({ concepto, cantidad, documento }) => [concepto, cantidad / UNIT, documento?.numero ?? null],
  )

describe('a factura', () => {
  it('takes what it sells, once, at the average, and says by which number', async () => {
    const id = randomUUID()
    const headers = key()
    const form = facturaOf([linea(3), linea(1, null), linea(2)])
    const answers = await Promise.all([1, 2, 3].map(() => send(emitFactura, id, form, headers)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect([await stock(), await valor()]).toEqual([5, 10])
    expect(await kardex()).toEqual([
      ['VEN', -2, answers[0]!.data.numero],
      ['VEN', -3, answers[0]!.data.numero],
      ['COM', 10, null],
    ])
  })

  it('leaves alone what has no stock: services, what is bought for each sale, what is not managed', async () => {
    const others = [
      await producto({ type_product: 'SERVICIO' }),
      await producto({ is_external: true }),
      await producto({ manage_inventory: false }),
    ]
    await emitida(others.map((id) => linea(1, id)))
    for (const id of others) expect((await existencia(id)).bodegas).toEqual([])
  })

  it('takes from the warehouse of its establishment, else from the default one', async () => {
    const { id } = (
      await app.call<{ id: string }>(createBodega, { token, headers: key(), body: { name: 'Local', establecimiento: '001' } })
    ).data
    await ingreso(5, 3, cafe, id)
    await emitida([linea(1)])
    expect((await existencia()).bodegas.map(({ bodega, cantidad }) => [bodega.name, cantidad / UNIT])).toEqual([
      ['Bodega principal', 10],
      ['Local', 4],
    ])
  })

  it('O-73 of more than there is warns, before and when it is issued, or is refused and changes nothing', async () => {
    const said = `En Bodega principal hay 10 de CAF y salen 12`
    const calculo = async () =>
      (await app.call<Calculo>(calculateFactura, { token, body: facturaOf([linea(12)]) })).data.avisos.filter(
        ({ campo }) => campo === 'lineas.0.cantidad',
      )
    const politica = (stock_negativo: 'BLOQUEAR' | 'PERMITIR') =>
      app.owner.updateTable('empresa').set({ stock_negativo }).where('id', '=', empresa.id).execute()
    expect(await calculo()).toEqual([{ campo: 'lineas.0.cantidad', message: `${said}: el stock queda en -2.` }])
    await politica('BLOQUEAR')
    const message = `${said}: no alcanza. Registre el ingreso o baje la cantidad.`
    expect(await calculo()).toEqual([{ campo: 'lineas.0.cantidad', message }])
    const before = await huella(app)
    expect(await emitir([linea(12)])).toMatchObject({ status: 422, problems: [{ campo: 'lineas.0.cantidad', message }] })
    expect(await huella(app)).toEqual(before)
    await politica('PERMITIR')
    expect([await calculo(), (await emitida([linea(12)])).avisos]).toEqual([[], []])
    expect(await stock()).toBe(-2)
  })

  it('that the SRI refuses keeps its goods out; its correction moves only what changed', async () => {
    const { id } = await emitida([linea(3), linea(1)])
    await rechazar(id)
    expect(await stock()).toBe(6)
    expect((await send(FACTURA_CALLS.correct, id, facturaOf([linea(3), linea(2)]))).status).toBe(200)
    expect([await stock(), (await kardex()).map(([concepto, cantidad]) => [concepto, cantidad])]).toEqual([
      5,
      [
        ['VEN', -2],
        ['ANE', 1],
        ['VEN', -1],
        ['VEN', -3],
        ['COM', 10],
      ],
    ])
    await rechazar(id)
    expect((await send(FACTURA_CALLS.correct, id, facturaOf([linea(1, null)]))).status).toBe(200)
    expect([await stock(), await valor()]).toEqual([10, 20])
  })

  it('whose number is given up brings its goods back, at what they left with, once', async () => {
    const { id } = await emitida([linea(4)])
    await ingreso(4, 5)
    await rechazar(id)
    const close = () => app.call(FACTURA_CALLS.close, { token, params: { id }, body: { motivo: 'La venta no se hizo' } })
    const answers = await Promise.all([close(), close()])
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    expect([await stock(), await valor()]).toEqual([14, 40])
  })

  it('that is voided brings its goods back, once, also by the worker’s hand', async () => {
    const { id } = await autorizada([linea(4)])
    expect([await anular(id), await stock()]).toEqual([200, 10])
    expect([await anular(id), await stock()]).toEqual([409, 10])
    const otra = await autorizada([linea(2)])
    const pool = createPool(app.database.workerUrl, 'yupana_worker', { max: 1 })
    await inEmpresa(createDb(pool), empresa.id, (tx) =>
      reverseDocumento(tx, { empresaId: empresa.id, id: otra.id, usuarioId: null, en: app.clock.now() }),
    )
    await pool.end()
    expect(await stock()).toBe(10)
  })

  it('registered after it was issued elsewhere takes its goods whatever the company says', async () => {
    await app.owner.updateTable('empresa').set({ stock_negativo: 'BLOQUEAR' }).where('id', '=', empresa.id).execute()
    const registro = { modo: 'FISICA', numero: '001-001-000000050', autorizacion: '1234567890', fecha: '2026-06-01' }
    const answer = await send(FACTURA_CALLS.register, randomUUID(), { ...facturaOf([linea(12)]), registro })
    expect([answer.status, answer.data.avisos.map(({ campo }) => campo)]).toEqual([200, ['lineas.0.cantidad']])
    expect(await stock()).toBe(-2)
  })
})

describe('a nota de crédito', () => {
  it.each([
    ['DEVOLUCION', [{ linea: 0, cantidad: fromUnits(2) }], 8],
    ['ANULACION', [{ linea: 0, cantidad: fromUnits(4) }], 10],
    ['DESCUENTO', [{ linea: 0, monto: UNIT }], 6],
    ['CORRECCION', [{ linea: 0, cantidad: fromUnits(1) }], 6],
  ] as const)('of %s leaves the stock at what came back', async (clase, creditos, left) => {
    const factura = await autorizada([linea(4)])
    await notaDe(factura, 0, { clase, creditos: [...creditos] })
    expect(await stock()).toBe(left)
  })

  it('brings goods back at the cost they left with, to the cent also the last one', async () => {
    await ingreso(1, 3)
    const factura = await autorizada([linea(3)])
    const out = await valor()
    for (const _ of [1, 2, 3]) await notaDe(factura, 1)
    expect([out, await stock(), await valor()]).toEqual([16.73, 11, 23])
  })

  it('that is closed or voided takes its goods out again, and one whose sale is voided does not', async () => {
    const factura = await autorizada([linea(4)])
    const [closed, voided, left] = [await notaDe(factura, 1), await notaDe(factura, 1), await notaDe(factura, 1)]
    expect(await stock()).toBe(9)
    await rechazar(closed.id)
    expect((await app.call(NOTA_CALLS.close, { token, params: { id: closed.id }, body: { motivo: 'No se hizo' } })).status).toBe(200)
    expect(await stock()).toBe(8)
    await autorizar(voided.id)
    expect([await anular(voided.id, NOTA_CALLS), await stock()]).toEqual([200, 7])
    expect([await anular(factura.id), await stock()]).toEqual([200, 10])
    await autorizar(left.id)
    expect([await anular(left.id, NOTA_CALLS), await stock(), await valor()]).toEqual([200, 10, 20])
  })

  it('and the voiding of its sale at the same instant bring each good back once', async () => {
    for (let round = 0; round < 5; round++) {
      const factura = await autorizada([linea(4)])
      await Promise.all([send(NOTA_CALLS.emit, randomUUID(), notaOf(factura, 3)), anular(factura.id)])
      expect(await stock(), `round ${round}`).toBe(10)
    }
  })

  it('corrected brings back what its last version says', async () => {
    const factura = await autorizada([linea(4)])
    const { id } = await notaDe(factura, 3)
    await rechazar(id)
    expect((await send(NOTA_CALLS.correct, id, notaOf(factura, 1))).status).toBe(200)
    expect(await stock()).toBe(7)
    await rechazar(id)
    const descuento = notaOf(factura, 0, { clase: 'DESCUENTO', creditos: [{ linea: 0, monto: UNIT }] })
    expect((await send(NOTA_CALLS.correct, id, descuento)).status).toBe(200)
    expect(await stock()).toBe(6)
  })

  it('over a sale of elsewhere brings back what it names, at the average', async () => {
    const modificado = { numero: '009-001-000000001', fecha: '2026-06-01' }
    const { status } = await send(NOTA_CALLS.emit, randomUUID(), {
      ...notaOf({ id: '', numero: '', fecha_emision: '' } as Emitido, 0),
      modificado,
      creditos: [],
      lineas: [linea(2)],
    })
    expect([status, await stock(), await valor()]).toEqual([200, 12, 24])
  })
})

it('a liquidación de compra brings in what it buys at what it cost', async () => {
  const { comprador: proveedor, ...compra } = facturaOf([linea(5)])
  const { status, problems } = await send(LIQUIDACION_CALLS.emit, randomUUID(), { ...compra, proveedor })
  expect([status, problems]).toEqual([200, []])
  expect([await stock(), await valor()]).toEqual([15, 70])
})

it('I11 tills, notes and voidings at once: the stock is what the documents say, and each kardex its sum', async () => {
  const otro = await producto()
  await ingreso(1000, 2)
  await ingreso(1000, 3, otro)
  const facturas = await Promise.all(
    Array.from({ length: 24 }, (_, at) => autorizada(at % 2 ? [linea(2), linea(3, otro)] : [linea(3, otro), linea(2)])),
  )
  await Promise.all(
    facturas.map((factura, at) =>
      at % 3 === 0 ? anular(factura.id) : at % 3 === 1 ? notaDe(factura, 1) : ingreso(1, 4, at % 2 ? cafe : otro),
    ),
  )
  const sold = 24 * 2 - 8 * 2
  // A note of the first line: coffee of every second factura, the other of the rest.
  const notas = facturas.filter((_, at) => at % 3 === 1)
  const [deCafe, ingresosCafe] = [
    notas.filter((one) => facturas.indexOf(one) % 2 === 1).length,
    [2, 5, 8, 11, 14, 17, 20, 23].filter((at) => at % 2).length,
  ]
  expect(await stock()).toBe(1010 - sold + deCafe + ingresosCafe)
  expect(await stock(otro)).toBe(1000 - (24 * 3 - 8 * 3) + (notas.length - deCafe) + (8 - ingresosCafe))
})
