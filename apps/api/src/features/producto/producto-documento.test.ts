import { randomUUID } from 'node:crypto'
import {
  createCompra,
  createProducto,
  deleteCompra,
  editCompra,
  emitFactura,
  exportProductoComprado,
  exportProductoVendido,
  searchProductoComprado,
  searchProductoVendido,
  voidCompra,
  type Compra,
  type CompraFormInput,
  type Emitido,
  type Listing,
  type Producto,
  type ProductoDocumento,
} from '@yupana/contract'
import { fromUnits, parseMonto } from '@yupana/fiscal'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildCertificadoRow, buildEmpresa, buildUsuario, tokenOfNew } from '../../testing/builders.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { facturaForm } from '../../testing/emisor.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { cedulaOf } from '../../testing/identificaciones.ts'

// The product's sales and purchases, as tabs of its page.

let app: TestApp
let empresa: { id: EmpresaId }
let token: string
let n = 0

beforeAll(async () => {
  app = await buildTestApp()
  const made = await buildEmpresa(app)
  const usuario = await buildUsuario(app, { empresas: [made] })
  await buildCertificadoRow(app, made, usuario, { desde: '2026-01-01T00:00:00-05:00', hasta: '2027-01-01T00:00:00-05:00' })
  empresa = made
  token = (await app.signIn(usuario.username)).token
})
afterAll(() => app?.close())

const m = (text: string) => parseMonto(text)!
const key = () => ({ 'idempotency-key': randomUUID() })
const producto = async () => {
  const body = { code: `P${++n}`, name: 'CAFÉ', type_product: 'PRODUCTO', iva: 6, price: 10_000_000 }
  return (await app.call<Producto>(createProducto, { token, headers: key(), body })).data.id
}
const sold = async (producto_id: string, cantidad: number, times = 1) => {
  const { lineas, ...form } = facturaForm()
  const linea = { ...lineas[0]!, producto_id, cantidad: fromUnits(cantidad) }
  const total = (fromUnits(cantidad) / 1_000_000) * linea.precio_unitario * 1.15 * times
  const body = { ...form, lineas: Array.from({ length: times }, () => linea), pagos: [{ forma_pago: '20', total: Math.round(total) }] }
  const { status, data, problems } = await app.call<Emitido>(emitFactura, { token, params: { id: randomUUID() }, headers: key(), body })
  expect(status, JSON.stringify(problems)).toBe(200)
  return data
}
const compraForm = (producto_id: string, change: Partial<CompraFormInput> = {}): CompraFormInput => ({
  tipo: '01',
  proveedor: { tipo_identificacion: '04', identificacion: `${cedulaOf(501)}001`, razon_social: 'FERRETERÍA ÁVILA' },
  numero: `001-002-${String(++n).padStart(9, '0')}`,
  autorizacion: '1234567890',
  fecha_emision: '2026-06-02',
  sustento: '01',
  impuestos: [{ codigo: '2', codigo_porcentaje: '4', tarifa: 15_000_000, base: m('90'), valor: m('13.50') }],
  total: m('103.50'),
  lineas: [
    {
      codigo: 'CAJA',
      descripcion: 'Caja',
      cantidad: fromUnits(3),
      precio_unitario: m('30'),
      base: m('90'),
      producto_id,
      factor: fromUnits(12),
    },
  ],
  ...change,
})
const bought = async (producto_id: string, change: Partial<CompraFormInput> = {}) => {
  const { status, data, problems } = await app.call<Compra>(createCompra, { token, headers: key(), body: compraForm(producto_id, change) })
  expect(status, JSON.stringify(problems)).toBe(200)
  return data
}
const asked = async (call: typeof searchProductoVendido, id: string, query: Record<string, string> = {}, as = token) =>
  (await app.call<Listing<ProductoDocumento>>(call, { token: as, params: { id }, query })).data

const linesOf = async (call: typeof exportProductoVendido, producto_id: string, as = token) => {
  const answer = await app.call(call, { token: as, query: { producto_id, formato: 'csv' } })
  return { status: answer.status, lines: answer.raw.toString().replace('\ufeff', '').trimEnd().split('\r\n').slice(1) }
}

describe('as a file', () => {
  it('is every line of the list in its order, over more than one page of it', async () => {
    const id = await producto()
    const numeros: string[] = []
    for (let cantidad = 1; cantidad <= 4; cantidad++) {
      numeros.unshift((await sold(id, cantidad, 280)).numero)
      app.clock.advance(60_000)
    }
    const { status, lines } = await linesOf(exportProductoVendido, id)
    expect([status, lines.length]).toEqual([200, 4 * 280])
    expect(lines.map((line) => line.split(',')[1])).toEqual(numeros.flatMap((numero) => Array(280).fill(`Factura ${numero}`)))
  })

  it('hides the cost of purchases from who may not see it, and knows no product of another company', async () => {
    const id = await producto()
    await bought(id)
    const { lines } = await linesOf(exportProductoComprado, id)
    expect(lines[0]).toMatch(/FERRETERÍA ÁVILA,36\.00,2\.50,90\.00,Registrada$/)
    const seller = await tokenOfNew(app, { empresas: [empresa], rol: ROL.VENDEDOR })
    expect((await linesOf(exportProductoComprado, id, seller)).lines[0]).toMatch(/FERRETERÍA ÁVILA,36\.00,,,Registrada$/)
    const ajeno = await tokenOfNew(app, { empresas: [await buildEmpresa(app)] })
    for (const call of [exportProductoVendido, exportProductoComprado]) expect((await linesOf(call, id, ajeno)).status).toBe(404)
  })
})

describe('sales', () => {
  it('each line that names the product, the last first, page by page', async () => {
    const id = await producto()
    const first = await sold(id, 1)
    app.clock.advance(60_000)
    const second = await sold(id, 2, 5)
    await sold(await producto(), 9)
    const all = await asked(searchProductoVendido, id, { size: '10' })
    expect(all.content.map(({ documento_id, linea, cantidad }) => [documento_id, linea, cantidad])).toEqual([
      ...[1, 2, 3, 4, 5].map((linea) => [second.id, linea, fromUnits(2)]),
      [first.id, 1, fromUnits(1)],
    ])
    const price = facturaForm().lineas[0]!.precio_unitario
    expect(all.content[0]).toMatchObject({
      es_compra: false,
      tipo: '01',
      numero: second.numero,
      tercero: facturaForm().comprador.razon_social,
      estado: 'EMITIDO',
      estado_tributario: 2,
      precio_unitario: price,
      base: price * 2,
    })
    const page = await asked(searchProductoVendido, id, { page: '1', size: '5' })
    expect([page.totalElements, page.totalPages, page.content.map(({ documento_id }) => documento_id)]).toEqual([6, 2, [first.id]])
  })

  it('of a corrected document only what holds, a credit note takes off, another environment is not told', async () => {
    const id = await producto()
    const { id: factura } = await sold(id, 5)
    const copy = (to: object) =>
      app.owner
        .insertInto('documento_linea')
        .values({
          empresa_id: empresa.id,
          documento_id: factura,
          version: 2,
          n: 1,
          producto_id: id,
          codigo: null,
          descripcion: 'X',
          cantidad: fromUnits(4),
          precio_unitario: fromUnits(1),
          descuento: 0,
          base: fromUnits(4),
          tipo_iva: 6,
          iva: 0,
          ambiente: 'SIMULADOR',
          tipo: '01',
          fecha: '2026-06-15',
          en: app.clock.now(),
          ...to,
        })
        .execute()
    const { rows } = await sql<{ ambiente: 'SIMULADOR' }>`select ambiente from documento where id = ${factura}`.execute(app.owner)
    const { ambiente } = rows[0]!
    await copy({ ambiente })
    expect((await asked(searchProductoVendido, id)).content.map(({ cantidad }) => cantidad)).toEqual([fromUnits(5)])
    app.clock.advance(60_000)
    const { id: devuelta } = await sold(await producto(), 1)
    await copy({ ambiente, documento_id: devuelta, version: 1, n: 2, tipo: '04', cantidad: fromUnits(1) })
    await copy({ ambiente: ambiente === 'SIMULADOR' ? 'PRUEBAS' : 'SIMULADOR', documento_id: devuelta, version: 1, n: 3 })
    expect((await asked(searchProductoVendido, id)).content.map(({ tipo, cantidad, base }) => [tipo, cantidad, base])).toEqual([
      ['04', -fromUnits(1), -fromUnits(4)],
      ['01', fromUnits(5), facturaForm().lineas[0]!.precio_unitario * 5],
    ])
  })
})

describe('purchases', () => {
  it('in units of ours, as the purchase says it now; gone with it, and told where it was voided', async () => {
    const id = await producto()
    const { id: compra, version, numero } = await bought(id)
    const cost = { cantidad: fromUnits(36), precio_unitario: m('2.5'), base: m('90') }
    expect((await asked(searchProductoComprado, id)).content).toMatchObject([
      {
        documento_id: compra,
        es_compra: true,
        tipo: '01',
        numero,
        tercero: 'FERRETERÍA ÁVILA',
        estado: 'REGISTRADA',
        estado_tributario: null,
        ...cost,
      },
    ])
    const [linea] = compraForm(id).lineas!
    const body = { ...compraForm(id, { numero, lineas: [{ ...linea!, factor: fromUnits(10) }] }), version }
    expect((await app.call(editCompra, { token, params: { id: compra }, body })).status).toBe(200)
    expect((await asked(searchProductoComprado, id)).content.map(({ cantidad }) => cantidad)).toEqual([fromUnits(30)])
    await app.call(voidCompra, { token, params: { id: compra }, body: { version: version + 1, motivo: 'Repetida' } })
    expect((await asked(searchProductoComprado, id)).content.map(({ estado }) => estado)).toEqual(['ANULADA'])
    const other = await bought(id)
    expect((await app.call(deleteCompra, { token, params: { id: other.id } })).status).toBe(200)
    expect((await asked(searchProductoComprado, id)).totalElements).toBe(1)
  })

  it('costs only for who may see them', async () => {
    const id = await producto()
    await bought(id)
    const vendedor = await tokenOfNew(app, { empresas: [empresa], rol: ROL.VENDEDOR })
    expect((await asked(searchProductoComprado, id, {}, vendedor)).content).toMatchObject([
      { cantidad: fromUnits(36), precio_unitario: null, base: null },
    ])
  })

  it('more units than a quantity holds are refused in words, of a credit note too', async () => {
    const id = await producto()
    const [linea] = compraForm(id).lineas!
    const body = compraForm(id, { lineas: [{ ...linea!, cantidad: 9_000_000_000_000_000, factor: 9_000_000_000_000_000 }] })
    const { status, problems } = await app.call(createCompra, { token, headers: key(), body })
    expect([status, problems.map(({ campo }) => campo)]).toEqual([422, expect.arrayContaining(['lineas.0.factor'])])
  })
})

it('B7 another company’s product is absent', async () => {
  const otra = await tokenOfNew(app, { empresas: [await buildEmpresa(app)] })
  const id = await producto()
  for (const call of [searchProductoVendido, searchProductoComprado]) {
    expect((await app.call(call, { token: otra, params: { id } })).status).toBe(404)
    await expectGuarded(app, empresa, call, { params: { id } }, [ROL.USUARIO, ROL.SUPER_ADMIN].slice(0, 1))
  }
})
