import { randomUUID } from 'node:crypto'
import {
  createProducto,
  deleteProductos,
  duplicateProducto,
  editProducto,
  readProducto,
  restoreProductos,
  undoActualizacion,
  updateProductos,
  type ProductoDetalle,
} from '@yupana/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, tokenOfNew } from '../../testing/builders.ts'
import { fieldsOf } from '../../testing/declared.ts'
import { huella } from '../../testing/huella.ts'

// A scanned code names one product on sale, for every way of writing products.

let app: TestApp
let empresa: { id: EmpresaId }
let token: string
let n = 0

beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app?.close())
beforeEach(async () => {
  empresa = await buildEmpresa(app)
  token = await tokenOfNew(app, { empresas: [empresa] })
})

const key = () => ({ 'idempotency-key': randomUUID() })
const create = (changes: object = {}) =>
  app.call<ProductoDetalle>(createProducto, {
    token,
    headers: key(),
    body: { code: `P${++n}`, name: 'CAFÉ', type_product: 'PRODUCTO', iva: 6, price: 1_000_000, ...changes },
  })
const created = async (changes: object = {}) => {
  const { status, data, problems } = await create(changes)
  expect(status, JSON.stringify(problems)).toBe(200)
  return data
}
const edit = (producto: ProductoDetalle, changes: object) =>
  app.call<ProductoDetalle>(editProducto, { token, body: fieldsOf(editProducto, { ...producto, ...changes }) })
const read = async (id: string) => (await app.call<ProductoDetalle>(readProducto, { token, params: { id } })).data
const update = (...cambios: object[]) => app.call<{ id: string }>(updateProductos, { token, headers: key(), body: cambios })

it('a principal code is no bar code of another, new or changed', async () => {
  const { code } = await created({ barcode: '786001', barcodes: ['786002'] })
  const otro = await created()
  for (const texto of ['786001', '786002']) {
    const problems = [{ campo: 'code', message: `El código ${texto} ya es un código de barras del producto ${code}, CAFÉ.` }]
    const before = await huella(app)
    expect(await create({ code: texto })).toMatchObject({ status: 422, problems })
    expect(await edit(otro, { code: texto })).toMatchObject({ status: 422, problems })
    expect(await huella(app)).toEqual(before)
  }
  expect((await created({ code: '786009', barcode: '786009' })).barcode).toBe('786009')
  expect((await create({ code: '786001', status: 'INACTIVO' })).status).toBe(200)
})

it('nor is the code of a copy', async () => {
  const suyo = await created({ code: 'CAF' })
  const otro = await created({ barcode: 'CAF-2' })
  expect((await app.call(duplicateProducto, { token, headers: key(), params: { id: suyo.id } })).problems).toMatchObject([
    { campo: 'code', message: `El código CAF-2 ya es un código de barras del producto ${otro.code}, CAFÉ.` },
  ])
})

it('several that come back into the sale are refused by their rows, also two of one code', async () => {
  const suyo = await created({ barcode: '55' })
  const [uno, otro, libre] = [
    await created({ barcode: '55', status: 'INACTIVO' }),
    await created({ barcodes: ['66'], status: 'INACTIVO' }),
    await created({ barcode: '66', status: 'INACTIVO' }),
  ]
  const before = await huella(app)
  expect(await update({ id: suyo.id, price: 2 }, { id: uno.id, status: 'ACTIVO' })).toMatchObject({
    status: 422,
    problems: [{ campo: '1.status', message: `${uno.code}: El código de barras 55 ya es del producto ${suyo.code}, CAFÉ.` }],
  })
  expect((await update({ id: otro.id, status: 'ACTIVO' }, { id: libre.id, status: 'ACTIVO' })).problems.map(({ campo }) => campo)).toEqual([
    '0.status',
    '1.status',
  ])
  expect(await huella(app)).toEqual(before)
  expect((await update({ id: otro.id, status: 'ACTIVO' }, { id: uno.id, price: 3 })).status).toBe(200)
})

it('an update that is undone brings nothing back whose code another one has by now', async () => {
  const suyo = await created({ barcode: '55' })
  const { data } = await update({ id: suyo.id, status: 'INACTIVO' })
  const otro = await created({ barcode: '55' })
  expect((await app.call(undoActualizacion, { token, params: { id: data.id } })).problems).toMatchObject([
    { message: `${suyo.code}: El código de barras 55 ya es del producto ${otro.code}, CAFÉ.` },
  ])
  expect((await read(suyo.id)).status).toBe('INACTIVO')
})

it('a deletion is not taken back whose code another one has by now', async () => {
  const [suyo, solo] = [await created({ barcode: '55' }), await created()]
  const ids = [suyo.id, solo.id]
  expect((await app.call(deleteProductos, { token, params: { ids: ids.join(',') } })).status).toBe(200)
  const otro = await created({ barcodes: ['55'] })
  expect(await app.call(restoreProductos, { token, body: { ids } })).toMatchObject({
    status: 422,
    msg: `No se puede deshacer la eliminación: el código de barras 55 ya es del producto ${otro.code}, CAFÉ.`,
  })
  expect((await edit(otro, { barcodes: [] })).status).toBe(200)
  expect((await app.call(restoreProductos, { token, body: { ids } })).status).toBe(200)
})

it('of two that are given one code at the same instant, one has it', async () => {
  for (let round = 0; round < 5; round++) {
    const [uno, otro] = [await created(), await created()]
    const texto = `77${round}`
    const answers = await Promise.all([edit(uno, { barcode: texto }), edit(otro, { barcodes: [texto] }), create({ code: texto })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  }
})
