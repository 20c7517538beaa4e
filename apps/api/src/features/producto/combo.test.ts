import { randomUUID } from 'node:crypto'
import {
  allBodega,
  createMovimiento,
  createProducto,
  deleteProducto,
  deleteProductos,
  duplicateProducto,
  editProducto,
  readProducto,
  restoreProductos,
  searchProducto,
  type BodegaOpcion,
  type Listing,
  type Producto,
  type ProductoDetalle,
} from '@yupana/contract'
import { fromUnits, MONTO_MAX } from '@yupana/fiscal'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, tokenOfNew } from '../../testing/builders.ts'
import { fieldsOf } from '../../testing/declared.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'

// A product that is made of others (issue 13 §1).

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
const form = (changes: object = {}) => ({ code: `P${++n}`, name: 'CAFÉ', type_product: 'PRODUCTO', iva: 6, price: 1_000_000, ...changes })
const create = (changes: object = {}, session = token) =>
  app.call<ProductoDetalle>(createProducto, { token: session, headers: key(), body: form(changes) })
const created = async (changes: object = {}) => {
  const { status, data, problems } = await create(changes)
  expect(status, JSON.stringify(problems)).toBe(200)
  return data
}
const parte = (producto_id: string, unidades = 1) => ({ producto_id, cantidad: fromUnits(unidades) })
const comboDe = (...partes: object[]) => created({ name: 'COMBO', partes })
const edit = (producto: ProductoDetalle, changes: object) =>
  app.call<ProductoDetalle>(editProducto, { token, body: fieldsOf(editProducto, { ...producto, ...changes }) })
const read = async (id: string) => (await app.call<ProductoDetalle>(readProducto, { token, params: { id } })).data
const remove = (...ids: string[]) =>
  ids.length === 1
    ? app.call(deleteProducto, { token, params: { id: ids[0]! } })
    : app.call(deleteProductos, { token, params: { ids: ids.join(',') } })
const restore = (...ids: string[]) => app.call(restoreProductos, { token, body: { ids } })
const ingreso = async (producto_id: string, unidades: number) => {
  const bodega_id = (await app.call<BodegaOpcion[]>(allBodega, { token })).data[0]!.id
  const lineas = [{ producto_id, cantidad: fromUnits(unidades), costo_unitario: fromUnits(1) }]
  expect((await app.call(createMovimiento, { token, headers: key(), body: { tipo: 'INGRESO', bodega_id, lineas } })).status).toBe(200)
}

it('shows its parts with their stock, and how many whole ones it makes; lists mark it', async () => {
  const [cafe, taza, envio] = [
    await created({ manage_inventory: true }),
    await created({ name: 'TAZA', manage_inventory: true }),
    await created({ name: 'ENVÍO', type_product: 'SERVICIO' }),
  ]
  await ingreso(cafe.id, 9)
  await ingreso(taza.id, 40)
  const combo = await comboDe(parte(cafe.id, 2), parte(taza.id), parte(envio.id))
  expect(combo).toMatchObject({ manage_inventory: false, partes: [parte(cafe.id, 2), parte(taza.id), parte(envio.id)] })
  expect(combo.combo).toEqual({
    disponible: fromUnits(4),
    partes: [
      { ...parte(cafe.id, 2), code: cafe.code, name: 'CAFÉ', status: 'ACTIVO', stock: fromUnits(9) },
      { ...parte(taza.id), code: taza.code, name: 'TAZA', status: 'ACTIVO', stock: fromUnits(40) },
      { ...parte(envio.id), code: envio.code, name: 'ENVÍO', status: 'ACTIVO', stock: null },
    ],
  })
  expect(await read(combo.id)).toEqual(combo)
  expect(((await comboDe(parte(envio.id))).combo ?? {}).disponible).toBeNull()
  expect(cafe.combo).toBeNull()
  const { content } = (await app.call<Listing<Producto>>(searchProducto, { token, query: { q: 'combo' } })).data
  expect(content.map(({ partes, stock }) => [partes.length, stock]).sort()).toEqual([
    [1, null],
    [3, null],
  ])
})

describe('the form of a combo', () => {
  it.each([
    ['partes.0.cantidad', { cantidad: 0 }, 'Tiene que ser mayor que cero.'],
    ['partes.0.cantidad', { cantidad: -1 }, 'Tiene que ser mayor que cero.'],
    ['partes.0.cantidad', { cantidad: MONTO_MAX + 1 }, expect.any(String)],
    ['partes.0.producto_id', { producto_id: randomUUID() }, 'El producto ya no existe. Elija otro.'],
  ])('names %s of %o', async (campo, change, message) => {
    const cafe = await created()
    expect((await create({ partes: [{ ...parte(cafe.id), ...change }] })).problems).toMatchObject([{ campo, message }])
  })

  it('has up to thirty parts, each once, of this company, in sale, and no combo', async () => {
    const [cafe, dormido] = [await created(), await created({ status: 'INACTIVO' })]
    const combo = await comboDe(parte(cafe.id))
    const ajeno = (await create({}, await tokenOfNew(app, { empresas: [await buildEmpresa(app)] }))).data
    const refused = async (...partes: object[]) => (await create({ partes })).problems.map(({ campo, message }) => [campo, message])
    expect(await refused(...Array.from({ length: 31 }, () => parte(cafe.id)))).toEqual([['partes', 'Un combo tiene hasta 30 partes.']])
    expect(await refused(parte(cafe.id), parte(cafe.id.toUpperCase()))).toEqual([
      ['partes.1.producto_id', 'Ya está en el combo: cambie su cantidad.'],
    ])
    expect(await refused(parte(ajeno.id), parte(dormido.id), parte(combo.id))).toEqual([
      ['partes.0.producto_id', 'El producto ya no existe. Elija otro.'],
      ['partes.1.producto_id', `${dormido.code} está inactivo: actívelo o elija otro.`],
      ['partes.2.producto_id', `${combo.code} es un combo: un combo no lleva otro. Ponga sus partes.`],
    ])
    expect((await edit(combo, { partes: [parte(cafe.id), parte(combo.id)] })).problems).toMatchObject([
      { campo: 'partes.1.producto_id', message: 'Un combo no es parte de sí mismo: elija otro producto.' },
    ])
    // A part the combo has already may leave the sale.
    expect((await edit(cafe, { status: 'INACTIVO' })).status).toBe(200)
    expect((await edit(combo, { partes: [parte(cafe.id, 3)] })).status).toBe(200)
  })

  it('holds no stock of its own, and neither does what had one become a combo', async () => {
    const [cafe, taza] = [await created({ manage_inventory: true }), await created({ manage_inventory: true })]
    const partes = [parte(taza.id)]
    const campos = async (changes: object) => (await create({ partes, ...changes })).problems.map(({ campo }) => campo)
    expect([await campos({ manage_inventory: true }), await campos({ is_external: true })]).toEqual([['manage_inventory'], ['is_external']])
    await ingreso(cafe.id, 1)
    expect((await edit(cafe, { partes, manage_inventory: false })).problems).toMatchObject([{ campo: 'manage_inventory' }])
    const vacio = await created()
    await app.owner
      .insertInto('existencia')
      .values({
        empresa_id: empresa.id,
        ambiente: 'PRODUCCION',
        bodega_id: (await app.call<BodegaOpcion[]>(allBodega, { token })).data[0]!.id,
        producto_id: vacio.id,
      })
      .execute()
    expect((await edit(vacio, { partes })).problems).toMatchObject([
      { campo: 'partes', message: 'Tiene movimientos de inventario propios: registre el combo como un producto nuevo.' },
    ])
    const combo = await comboDe(...partes)
    expect((await edit(taza, { partes: [parte(cafe.id)], manage_inventory: false })).problems).toMatchObject([
      { campo: 'partes', message: `Es parte del combo ${combo.code}: un combo no lleva otro.` },
    ])
    expect((await edit(combo, { partes: [], manage_inventory: true })).data).toMatchObject({ partes: [], combo: null })
  })
})

describe('at the same instant', () => {
  it('a first movement of what becomes a combo: one of both', async () => {
    const [cafe, taza] = [await created({ manage_inventory: true }), await created()]
    const bodega_id = (await app.call<BodegaOpcion[]>(allBodega, { token })).data[0]!.id
    const [moving] = await app.owner.transaction().execute(async (tx) => {
      await sql`select 1 from producto where id = ${cafe.id} for update`.execute(tx)
      const lineas = [{ producto_id: cafe.id, cantidad: 1, costo_unitario: 1 }]
      const moved = app.call(createMovimiento, { token, headers: key(), body: { tipo: 'INGRESO', bodega_id, lineas } })
      await untilWaiting(app)
      const partes = JSON.stringify([parte(taza.id)])
      await tx.updateTable('producto').set({ partes, manage_inventory: false }).where('id', '=', cafe.id).execute()
      return [moved] as const
    })
    expect((await moving).status).toBe(409)
    expect((await read(cafe.id)).combo?.partes).toHaveLength(1)
  })

  it('two that would hold each other, and a part that is deleted: one of both', async () => {
    for (let round = 0; round < 5; round++) {
      const [uno, otro] = [await created(), await created()]
      const answers = await Promise.all([edit(uno, { partes: [parte(otro.id)] }), edit(otro, { partes: [parte(uno.id)] })])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
      const [tres, cuatro] = [await created(), await created()]
      const [saved, gone] = await Promise.all([edit(tres, { partes: [parte(cuatro.id)] }), remove(cuatro.id)])
      expect([saved.status, gone.status].sort()).toEqual([200, 422])
    }
  })
})

it('keeps its parts from being deleted, and lets them go with it; both come back', async () => {
  const cafe = await created()
  const combo = await comboDe(parte(cafe.id))
  expect(await remove(cafe.id)).toMatchObject({
    status: 422,
    msg: `No se puede eliminar: el producto ${cafe.code} consta en el combo ${combo.code}: quítelo antes de sus partes. Puede desactivarlo.`,
  })
  expect((await remove(cafe.id, combo.id)).status).toBe(200)
  expect((await restore(combo.id)).status).toBe(422)
  expect((await restore(combo.id, cafe.id)).status).toBe(200)
  expect((await read(combo.id)).combo?.partes.map(({ code }) => code)).toEqual([cafe.code])
  expect((await remove(cafe.id)).status).toBe(422)
})

it('does not come back from its deletion around what became a combo meanwhile', async () => {
  const [cafe, taza] = [await created(), await created()]
  const combo = await comboDe(parte(cafe.id))
  expect((await remove(combo.id)).status).toBe(200)
  expect((await edit(cafe, { partes: [parte(taza.id)] })).status).toBe(200)
  expect(await restore(combo.id)).toMatchObject({
    status: 422,
    msg: 'No se puede deshacer la eliminación: una de sus partes es ahora un combo.',
  })
})

it('is copied with its parts, out of sale or not', async () => {
  const cafe = await created()
  const combo = await comboDe(parte(cafe.id, 2))
  expect((await edit(cafe, { status: 'INACTIVO' })).status).toBe(200)
  const { data } = await app.call<ProductoDetalle>(duplicateProducto, { token, headers: key(), params: { id: combo.id } })
  expect(data.combo?.partes).toMatchObject([{ code: cafe.code, cantidad: fromUnits(2) }])
  expect((await remove(combo.id)).status).toBe(200)
  expect((await remove(cafe.id)).msg).toContain(data.code)
})
