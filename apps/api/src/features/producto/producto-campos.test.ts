import { randomUUID } from 'node:crypto'
import {
  createCategoria,
  createMarca,
  createProducto,
  createUnidad,
  deleteMarca,
  editCategoria,
  editProducto,
  readProducto,
  searchProducto,
  searchProductoGasto,
  searchProductoVenta,
  type Categoria,
  type Endpoint,
  type Listing,
  type ProductoDetalle,
} from '@yupana/contract'
import { TIPO_IVA } from '@yupana/fiscal'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, tokenOfNew } from '../../testing/builders.ts'
import { fieldsOf } from '../../testing/declared.ts'
import { huella } from '../../testing/huella.ts'

let app: TestApp
let empresa: { id: EmpresaId }
let token: string
let tokenOtra: string
let n = 0

beforeAll(async () => {
  app = await buildTestApp()
  tokenOtra = await tokenOfNew(app, { empresas: [await buildEmpresa(app)] })
})
afterAll(() => app?.close())
beforeEach(async () => {
  empresa = await buildEmpresa(app)
  token = await tokenOfNew(app, { empresas: [empresa] })
})

const headers = () => ({ 'idempotency-key': randomUUID() })
const create = (changes: object = {}) =>
  app.call<ProductoDetalle>(createProducto, {
    token,
    headers: headers(),
    body: { code: `P${++n}`, name: 'CAFÉ', type_product: 'PRODUCTO', iva: TIPO_IVA.QUINCE, price: 1_000_000, ...changes },
  })
async function created(changes: object = {}) {
  const answer = await create(changes)
  expect(answer.status, answer.msg).toBe(200)
  return answer.data
}
const edit = (producto: ProductoDetalle, changes: object) =>
  app.call<ProductoDetalle>(editProducto, { token, body: fieldsOf(editProducto, { ...producto, ...changes }) })
const make = async (call: Endpoint, body: object, as = token) =>
  (await app.call<Categoria>(call, { token: as, body, headers: headers() })).data
const codes = async (call: Endpoint, query: Record<string, string>) =>
  (await app.call<Listing<{ code: string }>>(call, { token, query })).data.content.map(({ code }) => code)

describe('category, brand and unit (O-68)', () => {
  it('R-7.4.5 R-7.4.6 are kept, changed and taken away; the audit tells their names', async () => {
    const [categoria, marca, unidad] = [
      await make(createCategoria, { name: 'Bebidas' }),
      await make(createMarca, { name: 'Andina' }),
      await make(createUnidad, { name: 'Libra' }),
    ]
    const ids = { category_id: categoria.id, brand_id: marca.id, unit_id: unidad.id }
    const producto = await created(ids)
    expect(producto).toMatchObject(ids)
    expect((await edit(producto, { brand_id: null, unit_id: undefined })).data).toMatchObject({
      category_id: categoria.id,
      brand_id: null,
      unit_id: null,
    })
    const { detalle } = await app.owner
      .selectFrom('auditoria')
      .select('detalle')
      .where('objeto', '=', producto.id)
      .where('accion', '=', 'producto.editar')
      .executeTakeFirstOrThrow()
    expect(detalle).toEqual({ brand_id: ['Andina', null], unit_id: ['Libra', null] })
  })

  it.each([
    ['category_id', 'La categoría elegida ya no existe. Elija otra.', createCategoria],
    ['brand_id', 'La marca elegida ya no existe. Elija otra.', createMarca],
    ['unit_id', 'La unidad elegida ya no existe. Elija otra.', createUnidad],
  ] as const)('refuses a %s of another company as one that is not there, and stores nothing', async (campo, message, call) => {
    const ajena = await make(call, { name: `Ajena ${campo}` }, tokenOtra)
    const producto = await created()
    const before = await huella(app)
    for (const id of [ajena.id, randomUUID()]) {
      expect((await create({ [campo]: id })).problems, id).toEqual([{ campo, message }])
      expect((await edit(producto, { [campo]: id })).problems, id).toEqual([{ campo, message }])
    }
    expect(await huella(app)).toEqual(before)
  })

  it('a brand that goes in the moment a product takes it: one of both is told', async () => {
    const marca = await make(createMarca, { name: 'Disputada' })
    const [made, gone] = await Promise.all([create({ brand_id: marca.id }), app.call(deleteMarca, { token, params: { id: marca.id } })])
    expect([made.status, gone.status].filter((status) => status === 200)).toHaveLength(1)
  })

  it('R-7.4.1 narrows by brand, and by category with all below it', async () => {
    const bebidas = await make(createCategoria, { name: 'Bebidas' })
    const colas = await make(createCategoria, { name: 'Colas', parent_id: bebidas.id })
    const marca = await make(createMarca, { name: 'Andina' })
    await created({ code: 'A', category_id: bebidas.id })
    await created({ code: 'B', category_id: colas.id, brand_id: marca.id })
    await created({ code: 'C', brand_id: marca.id })
    expect(await codes(searchProducto, { category_id: bebidas.id, sort: 'code,ASC' })).toEqual(['A', 'B'])
    expect(await codes(searchProducto, { category_id: colas.id })).toEqual(['B'])
    expect(await codes(searchProducto, { brand_id: marca.id, sort: 'code,ASC' })).toEqual(['B', 'C'])
    expect(await codes(searchProducto, { brand_id: marca.id, category_id: bebidas.id, q: 'cafe' })).toEqual(['B'])
    await app.call(editCategoria, { token, body: { id: colas.id, version: colas.version, name: 'Colas', parent_id: null } })
    expect(await codes(searchProducto, { category_id: bebidas.id })).toEqual(['A'])
    expect((await app.call(searchProducto, { token, query: { category_id: 'x' } })).status).toBe(422)
  })
})

describe('several bar codes (O-68)', () => {
  it('R-7.4.2 R-7.4.3 each finds the product before all others, exactly; and by its beginning in the list', async () => {
    const producto = await created({ code: 'UNO', name: 'Zeta', barcode: '7861000000017', barcodes: ['7861000000024', 'CAJA-12'] })
    await created({ code: 'DOS', name: 'Arroz 7861000000024' })
    for (const q of ['7861000000017', '7861000000024', 'caja-12', 'CAJA-12'])
      for (const call of [searchProductoVenta, searchProductoGasto]) expect((await codes(call, { q }))[0], q).toBe('UNO')
    expect(await codes(searchProducto, { q: '786100000002' })).toEqual(['DOS', 'UNO'])
    const changed = (await edit(producto, { barcodes: ['99'] })).data
    expect(changed.barcodes).toEqual(['99'])
    expect(await codes(searchProductoVenta, { q: 'CAJA-12' })).toEqual([])
    expect(await codes(searchProductoVenta, { q: '99' })).toEqual(['UNO'])
    expect((await app.call<ProductoDetalle>(readProducto, { token, params: { id: producto.id } })).data.barcodes).toEqual(['99'])
  })

  it('finds only what is active and of the own company', async () => {
    await created({ barcodes: ['111222'], status: 'INACTIVO' })
    await app.call(createProducto, {
      token: tokenOtra,
      headers: headers(),
      body: { code: `P${++n}`, name: 'X', type_product: 'PRODUCTO', iva: TIPO_IVA.QUINCE, price: 1, barcodes: ['111222'] },
    })
    expect(await codes(searchProductoVenta, { q: '111222' })).toEqual([])
  })

  it.each([
    ['one twice', { barcodes: ['1', '2', '1'] }, 'barcodes.2', 'El código de barras 1 está repetido.'],
    ['the first one again', { barcode: '7', barcodes: ['7'] }, 'barcodes.0', 'El código de barras 7 está repetido.'],
    ['ten', { barcodes: Array.from({ length: 10 }, (_, at) => `B${at}`) }, 'barcodes', '9 códigos de barras más como máximo.'],
    ['an empty one', { barcodes: [''] }, 'barcodes.0', 'Este campo es requerido.'],
  ])('refuses %s, and stores nothing', async (_what, changes, campo, message) => {
    const answer = await create(changes)
    expect([answer.status, answer.problems]).toEqual([422, [{ campo, message }]])
    expect(await codes(searchProducto, {})).toEqual([])
  })
})
