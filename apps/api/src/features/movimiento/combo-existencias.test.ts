import { randomUUID } from 'node:crypto'
import {
  allBodega,
  calculateFactura,
  createCotizacion,
  createMovimiento,
  createProducto,
  editProducto,
  emitFactura,
  FACTURA_CALLS,
  LIQUIDACION_CALLS,
  NOTA_CALLS,
  readExistencia,
  type BodegaOpcion,
  type Calculo,
  type Emitido,
  type Endpoint,
  type ExistenciaProducto,
  type NotaCreditoFormInput,
  type ProductoDetalle,
} from '@yupana/contract'
import { fromUnits, multiply, roundToCents, sum } from '@yupana/fiscal'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { CONSULTAS } from '../../invariantes/consultas.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildCertificadoRow, buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { fieldsOf } from '../../testing/declared.ts'
import { facturaForm } from '../../testing/emisor.ts'
import { huella } from '../../testing/huella.ts'
import { sql } from 'kysely'

// Selling a combo takes its parts out of the stock, and a return brings the same parts back (issue 13 §1).

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let token: string
let principal: string
let cafe: ProductoDetalle
let taza: ProductoDetalle
let combo: ProductoDetalle
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
  cafe = await producto({ manage_inventory: true })
  taza = await producto({ manage_inventory: true })
  await ingreso(cafe.id, 10, 2)
  await ingreso(taza.id, 10, 3)
  combo = await producto({ partes: [parte(cafe, 2), parte(taza, 1), parte(await producto({ type_product: 'SERVICIO' }), 1)] })
})

const key = (): Record<string, string> => ({ 'idempotency-key': randomUUID() })
const parte = ({ id }: { id: string }, unidades: number) => ({ producto_id: id, cantidad: fromUnits(unidades) })
const producto = async (changes: object) => {
  const body = { code: `P${++n}`, name: 'CAFÉ', type_product: 'PRODUCTO', iva: 6, price: 1, ...changes }
  const { status, data, problems } = await app.call<ProductoDetalle>(createProducto, { token, headers: key(), body })
  expect(status, JSON.stringify(problems)).toBe(200)
  return data
}
const componer = async (...partes: object[]) => {
  const { status, data } = await app.call<ProductoDetalle>(editProducto, { token, body: fieldsOf(editProducto, { ...combo, partes }) })
  expect(status).toBe(200)
  combo = data
}
const ingreso = (producto_id: string, cantidad: number, costo: number) =>
  app.call(createMovimiento, {
    token,
    headers: key(),
    body: {
      tipo: 'INGRESO',
      bodega_id: principal,
      lineas: [{ producto_id, cantidad: fromUnits(cantidad), costo_unitario: fromUnits(costo) }],
    },
  })
const linea = (cantidad: number, { id } = combo) => ({
  producto_id: id,
  codigo: 'X',
  descripcion: 'Café',
  cantidad,
  precio_unitario: fromUnits(10),
  iva: 1,
})
const formOf = (lineas: ReturnType<typeof linea>[]) => {
  const total = roundToCents(sum(lineas.map(({ cantidad, precio_unitario }) => multiply(precio_unitario, cantidad))))
  return facturaForm({ lineas, pagos: [{ forma_pago: '20', total }] })
}
const send = (call: Endpoint, id: string, body: object) => app.call<Emitido>(call, { token, params: { id }, headers: key(), body })
const emitir = (...lineas: ReturnType<typeof linea>[]) => send(emitFactura, randomUUID(), formOf(lineas))
const emitida = async (...lineas: ReturnType<typeof linea>[]) => {
  const { status, data, problems } = await emitir(...lineas)
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
const autorizada = async (...lineas: ReturnType<typeof linea>[]) => {
  const data = await emitida(...lineas)
  await autorizar(data.id)
  return data
}
const rechazar = (id: string) => pasar(id, 'FIRMADO', 'ENVIANDO', 'RECHAZADO')
const anular = async (id: string) =>
  (await app.call(FACTURA_CALLS.recordAnulacion, { token, params: { id }, body: { prueba: 'El portal lo muestra ANULADO' } })).status
const notaOf = (factura: Emitido, cantidad: number): NotaCreditoFormInput => ({
  tipo: '04',
  establecimiento: '001',
  punto: '001',
  clase: 'DEVOLUCION',
  motivo: 'Devolución',
  comprador: facturaForm().comprador,
  modificado: { documento_id: factura.id, numero: factura.numero, fecha: factura.fecha_emision },
  creditos: [{ linea: 0, cantidad }],
})
const notaDe = async (factura: Emitido, cantidad: number) => {
  const { status, data, problems } = await send(NOTA_CALLS.emit, randomUUID(), notaOf(factura, cantidad))
  expect(status, JSON.stringify(problems)).toBe(200)
  return data
}
const existencia = async ({ id }: { id: string }) => (await app.call<ExistenciaProducto>(readExistencia, { token, params: { id } })).data
const stock = async (one: { id: string }) => (await existencia(one)).total
const hay = async () => [await stock(cafe), await stock(taza)].map((cantidad) => cantidad / fromUnits(1))
const valores = async () => [(await existencia(cafe)).bodegas[0]!.valor, (await existencia(taza)).bodegas[0]!.valor]
const politica = (stock_negativo: 'BLOQUEAR' | 'PERMITIR') =>
  app.owner.updateTable('empresa').set({ stock_negativo }).where('id', '=', empresa.id).execute()
const violations = async () => {
  const found: unknown[] = []
  for (const { id, viola } of CONSULTAS) if (id === 'I11') found.push(...(await sql.raw(viola).execute(app.owner)).rows)
  return found
}
const U = fromUnits(1)

describe('a factura of a combo', () => {
  it('takes its parts out, at their cost, beside what else it sells of them', async () => {
    await emitida(linea(3 * U), linea(U, taza))
    expect([await hay(), await valores()]).toEqual([
      [4, 6],
      [fromUnits(8), fromUnits(18)],
    ])
    expect(await stock(combo)).toBe(0)
    expect(await violations()).toEqual([])
  })

  it('takes six decimals exactly, rounded half-up once', async () => {
    await componer({ producto_id: cafe.id, cantidad: 333_333 }, { producto_id: taza.id, cantidad: 1 })
    await emitida(linea(500_001))
    expect([await stock(cafe), await stock(taza)]).toEqual([10 * U - multiply(333_333, 500_001), 10 * U - 1])
    expect(await violations()).toEqual([])
  })

  it('of more than its parts make warns of the part that is short, or is refused and changes nothing', async () => {
    const said = `En Bodega principal hay 10 de ${cafe.code}, parte del combo ${combo.code}, y salen 12`
    const calculo = async () =>
      (await app.call<Calculo>(calculateFactura, { token, body: formOf([linea(6 * U)]) })).data.avisos.filter(
        ({ campo }) => campo === 'lineas.0.cantidad',
      )
    expect(await calculo()).toEqual([{ campo: 'lineas.0.cantidad', message: `${said}: el stock queda en -2.` }])
    await politica('BLOQUEAR')
    const message = `${said}: no alcanza. Registre el ingreso o baje la cantidad.`
    expect(await calculo()).toEqual([{ campo: 'lineas.0.cantidad', message }])
    const before = await huella(app)
    expect(await emitir(linea(6 * U))).toMatchObject({ status: 422, problems: [{ campo: 'lineas.0.cantidad', message }] })
    expect(await huella(app)).toEqual(before)
  })

  it('too large for any amount is refused in words', async () => {
    await componer({ producto_id: cafe.id, cantidad: 9_000_000_000 * U })
    expect((await emitir(linea(1000 * U))).status).toBe(422)
  })

  it('corrected moves only what changed; given up, it brings back what it took', async () => {
    const { id } = await emitida(linea(2 * U))
    await rechazar(id)
    await componer(parte(cafe, 1), parte(taza, 1))
    expect((await send(FACTURA_CALLS.correct, id, formOf([linea(3 * U)]))).status).toBe(200)
    expect(await hay()).toEqual([7, 7])
    await rechazar(id)
    await componer(parte(taza, 5))
    expect((await app.call(FACTURA_CALLS.close, { token, params: { id }, body: { motivo: 'No se hizo' } })).status).toBe(200)
    expect([await hay(), await valores()]).toEqual([
      [10, 10],
      [fromUnits(20), fromUnits(30)],
    ])
    expect(await violations()).toEqual([])
  })
})

describe('what a combo took comes back as it left, whatever it is made of since', () => {
  it('by the voiding of its sale, also after a part of it came back', async () => {
    const factura = await autorizada(linea(4 * U))
    await componer(parte(taza, 7))
    await notaDe(factura, U)
    expect(await hay()).toEqual([4, 7])
    expect([await anular(factura.id), await hay(), await valores()]).toEqual([200, [10, 10], [fromUnits(20), fromUnits(30)]])
    expect(await violations()).toEqual([])
  })

  it('by notes, to the last millionth and cent with the last one', async () => {
    await componer({ producto_id: cafe.id, cantidad: 333_333 }, { producto_id: taza.id, cantidad: 1 })
    const factura = await autorizada(linea(1_000_001))
    for (const cantidad of [250_000, 250_000, 250_001]) await notaDe(factura, cantidad)
    expect((await stock(cafe)) < 10 * U).toBe(true)
    await notaDe(factura, 250_000)
    expect([await hay(), await valores()]).toEqual([
      [10, 10],
      [fromUnits(20), fromUnits(30)],
    ])
    expect(await violations()).toEqual([])
  })

  it('by a note that is given up and corrected, and over a sale of elsewhere by what it is made of', async () => {
    const factura = await autorizada(linea(3 * U))
    const nota = await notaDe(factura, 2 * U)
    expect(await hay()).toEqual([8, 9])
    await rechazar(nota.id)
    expect((await send(NOTA_CALLS.correct, nota.id, notaOf(factura, U))).status).toBe(200)
    expect(await hay()).toEqual([6, 8])
    await rechazar(nota.id)
    expect((await app.call(NOTA_CALLS.close, { token, params: { id: nota.id }, body: { motivo: 'No se hizo' } })).status).toBe(200)
    expect(await hay()).toEqual([4, 7])
    const ajena = {
      ...notaOf(factura, 0),
      modificado: { numero: '009-001-000000001', fecha: '2026-06-01' },
      creditos: [],
      lineas: [linea(U)],
    }
    expect([(await send(NOTA_CALLS.emit, randomUUID(), ajena)).status, await hay()]).toEqual([200, [6, 8]])
    expect(await violations()).toEqual([])
  })
})

describe('at the same instant', () => {
  it('two sales of the last one, where nothing may stand below zero: one of them', async () => {
    await politica('BLOQUEAR')
    await emitida(linea(4 * U))
    const answers = await Promise.all([emitir(linea(U)), emitir(linea(U)), emitir(linea(U))])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    expect(await hay()).toEqual([0, 5])
  })

  it('sales of combos whose parts cross, and one that is changed: each by one version, and nobody waits for ever', async () => {
    await politica('PERMITIR')
    const otro = await producto({ partes: [parte(taza, 1), parte(cafe, 1)] })
    const sales = Array.from({ length: 12 }, (_, at) =>
      emitir(at % 2 ? linea(U) : linea(U, otro), at % 3 ? linea(U, taza) : linea(U, cafe)),
    )
    const changes = app.call(editProducto, { token, body: fieldsOf(editProducto, { ...combo, partes: [parte(cafe, 5)] }) })
    expect([...new Set((await Promise.all([...sales, changes])).map(({ status }) => status))]).toEqual([200])
    expect(await violations()).toEqual([])
  })
})

it('a liquidación buys a combo by its parts, and takes no number before', async () => {
  const { establecimiento, punto, pagos } = formOf([linea(U)])
  const proveedor = { tipo_identificacion: '05', identificacion: '1712345675', razon_social: 'LUIS ANDRADE' }
  const buy = (...lineas: ReturnType<typeof linea>[]) =>
    send(LIQUIDACION_CALLS.emit, randomUUID(), { establecimiento, punto, proveedor, lineas, pagos })
  const falta = { campo: 'lineas.0.producto_id', message: expect.stringContaining('es un combo, que no tiene existencias propias') }
  expect(await buy(linea(U))).toMatchObject({ status: 422, problems: [falta] })
  const { data, status, problems } = await buy(linea(U, taza))
  expect([status, problems, data.numero]).toEqual([200, [], '001-001-000000001'])
  expect([await hay(), await valores(), await violations()]).toEqual([[10, 11], [fromUnits(20), fromUnits(40)], []])
})

it('an accepted quote keeps the parts of what is not invoiced of it', async () => {
  const { comprador, lineas, establecimiento, punto } = formOf([linea(2 * U)])
  const body = { establecimiento, punto, comprador, lineas, validez_dias: 15 }
  const { data, status, problems } = await app.call<{ id: string }>(createCotizacion, { token, headers: key(), body })
  expect(status, JSON.stringify(problems)).toBe(200)
  await app.owner.updateTable('cotizacion').set({ estado: 'ACEPTADA' }).where('id', '=', data.id).execute()
  expect([(await existencia(cafe)).reservado, (await existencia(taza)).reservado]).toEqual([4 * U, 2 * U])
})

it('I11 tells of a combo whose parts are not what its line says', async () => {
  await emitida(linea(U))
  await sql`alter table kardex disable trigger user`.execute(app.owner)
  await sql`update kardex set por_combo = por_combo + 1 where por_combo is not null`.execute(app.owner)
  await sql`alter table kardex enable trigger user`.execute(app.owner)
  expect(await violations()).not.toEqual([])
})
