import { randomUUID } from 'node:crypto'
import {
  allBodega,
  createBodega,
  createMovimiento,
  createProducto,
  deleteBodega,
  editBodega,
  editProducto,
  emitFactura,
  type Bodega,
  type BodegaOpcion,
  type ProductoDetalle,
} from '@yupana/contract'
import { fromUnits } from '@yupana/fiscal'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildCertificadoRow, buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { fieldsOf } from '../../testing/declared.ts'
import { facturaForm } from '../../testing/emisor.ts'

// Movements run at the same time as a product leaves the inventory, or a warehouse goes out of use: only one of the two succeeds.

const VECES = 8
let app: TestApp
let token: string
let principal: string
let n = 0

beforeAll(async () => {
  app = await buildTestApp()
  const empresa = await buildEmpresa(app, { condiciones: [{ tipo: 'REGIMEN', desde: '2020-01-01', valor: 'GENERAL' }] })
  const usuario = await buildUsuario(app, { empresas: [empresa] })
  await buildCertificadoRow(app, empresa, usuario, { desde: '2026-01-01T00:00:00-05:00', hasta: '2027-01-01T00:00:00-05:00' })
  token = (await app.signIn(usuario.username)).token
  principal = (await app.call<BodegaOpcion[]>(allBodega, { token })).data[0]!.id
})
afterAll(() => app?.close())

const key = () => ({ 'idempotency-key': randomUUID() })
const producto = async () => {
  const body = { code: `P${++n}`, name: 'CAFÉ', type_product: 'PRODUCTO', iva: 6, price: 1, manage_inventory: true }
  return (await app.call<ProductoDetalle>(createProducto, { token, headers: key(), body })).data
}
const bodega = async () => (await app.call<Bodega>(createBodega, { token, headers: key(), body: { name: `Bodega ${++n}` } })).data
const mover = (tipo: string, bodegaId: string, { id }: { id: string }, more: object = {}) => {
  const body = { tipo, bodega_id: bodegaId, lineas: [{ producto_id: id, cantidad: fromUnits(1) }], ...more }
  return app.call(createMovimiento, { token, headers: key(), body })
}
const vender = ({ id, code }: ProductoDetalle) => {
  const linea = { producto_id: id, codigo: code, descripcion: 'Café', cantidad: fromUnits(1), precio_unitario: fromUnits(10), iva: 1 }
  const body = facturaForm({ lineas: [linea], pagos: [{ forma_pago: '20', total: fromUnits(10) }] })
  return app.call(emitFactura, { token, params: { id: randomUUID() }, headers: key(), body })
}
const dejarDeContar = (one: ProductoDetalle) =>
  app.call(editProducto, { token, body: fieldsOf(editProducto, { ...one, manage_inventory: false }) })
const desactivar = ({ id, name, version }: Bodega) =>
  app.call(editBodega, { token, params: { id }, body: { name, version, status: 'INACTIVO' } })
const borrar = ({ id }: Bodega) => app.call(deleteBodega, { token, params: { id } })

/** Stock of products off the inventory or of warehouses out of use, and goods on their way to such a warehouse. */
const perdidas = async () =>
  (
    await sql`
      select p.code from existencia x join producto p on p.id = x.producto_id join bodega b on b.id = x.bodega_id
       where x.cantidad <> 0 and (not p.manage_inventory or b.status = 'INACTIVO')
      union all
      select b.name from movimiento m join bodega b on b.id = m.bodega_destino_id where m.estado = 'EN_TRANSITO' and b.status = 'INACTIVO'`.execute(
      app.owner,
    )
  ).rows

/** Runs both calls in either order: each answers 200 or its error, and no goods are lost. */
async function both<T>(prepare: () => Promise<T>, ...calls: ((one: T) => Promise<{ status: number }>)[]) {
  for (let vez = 0; vez < VECES; vez++) {
    const one = await prepare()
    const statuses = (await Promise.all(calls.map((call) => call(one)))).map(({ status }) => status)
    expect(statuses.filter((status) => ![200, 409, 422].includes(status))).toEqual([])
    expect(statuses).toContain(200)
    expect(await perdidas()).toEqual([])
  }
}

describe('at the same instant', () => {
  it('a product is taken off the inventory and some of it enters', () =>
    both(producto, (one) => mover('INGRESO', principal, one), dejarDeContar))

  it('a product is taken off the inventory and sold', () => both(producto, vender, dejarDeContar))

  it('a warehouse goes out of use and goods enter', async () => {
    const cafe = await producto()
    await both(bodega, (one) => mover('INGRESO', one.id, cafe), desactivar)
  })

  it('a warehouse goes out of use, or for ever, and goods are sent there', async () => {
    const cafe = await producto()
    await mover('INGRESO', principal, cafe, { lineas: [{ producto_id: cafe.id, cantidad: fromUnits(100) }] })
    const send = ({ id }: Bodega) => mover('TRANSFERENCIA', principal, cafe, { bodega_destino_id: id, en_transito: true })
    await both(bodega, send, desactivar)
    await both(bodega, send, borrar)
  })
})
