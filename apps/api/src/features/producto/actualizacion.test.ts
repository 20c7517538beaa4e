import { randomUUID } from 'node:crypto'
import {
  createProducto,
  deleteProducto,
  editProducto,
  MAX_ACTUALIZACION,
  readHoja,
  readProducto,
  searchActualizacion,
  searchAuditoria,
  searchProducto,
  undoActualizacion,
  updateProductos,
  type Actualizacion,
  type Endpoint,
  type HechoAuditado,
  type Listing,
  type ProductoDetalle,
  type ProductoHoja,
} from '@yupana/contract'
import { TIPO_IVA } from '@yupana/fiscal'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, tokenOfNew } from '../../testing/builders.ts'
import { fieldsOf } from '../../testing/declared.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'

let app: TestApp
let empresa: { id: EmpresaId }
let token: string
let n = 0

beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app?.close())
const companyWith = async () => {
  const made = await buildEmpresa(app)
  return { empresa: made, token: await tokenOfNew(app, { empresas: [made] }) }
}
beforeEach(async () => {
  ;({ empresa, token } = await companyWith())
})

const key = (): Record<string, string> => ({ 'idempotency-key': randomUUID() })
const created = async (changes: Record<string, unknown> = {}, as = token) => {
  const body = {
    code: `P${++n}`,
    name: 'CAFÉ',
    type_product: 'PRODUCTO',
    iva: TIPO_IVA.QUINCE,
    price: 4_500_000,
    cost: 2_000_000,
    ...changes,
  }
  const answer = await app.call<ProductoDetalle>(createProducto, { token: as, body, headers: key() })
  expect(answer.status, answer.msg).toBe(200)
  return answer.data
}
const update = (body: unknown, headers = key(), as = token) =>
  app.call<{ id: string | null; productos: number }>(updateProductos, { token: as, body, headers })
const undo = (id: string | null, as = token) => app.call<{ id: string }>(undoActualizacion, { token: as, params: { id: id ?? '' } })
const read = async (id: string) => (await app.call<ProductoDetalle>(readProducto, { token, params: { id } })).data
const hechas = async () => (await app.call<Listing<Actualizacion>>(searchActualizacion, { token })).data.content

describe('update of many products', () => {
  it('R-7.4.7 changes what is said of each, its words and its version, and leaves the rest', async () => {
    const [a, b] = [await created({ name: 'ARROZ' }), await created({ price_list: [1_000_000] })]
    const answer = await update([
      { id: a.id, version: 1, name: 'ARROZ FLOR', price: 5_000_000 },
      { id: b.id, price_list: [2_000_000, 3_000_000], iva: TIPO_IVA.CERO, cost: 1_500_000, minimum_stock: 2_000_000, status: 'INACTIVO' },
    ])
    expect(answer).toMatchObject({ status: 200, msg: 'Productos actualizados exitosamente', data: { productos: 2 } })
    expect(await read(a.id)).toMatchObject({ name: 'ARROZ FLOR', price: 5_000_000, cost: 2_000_000, iva: TIPO_IVA.QUINCE, version: 2 })
    expect(await read(b.id)).toMatchObject({
      name: 'CAFÉ',
      price: 4_500_000,
      price_list: [2_000_000, 3_000_000],
      iva: TIPO_IVA.CERO,
      cost: 1_500_000,
      minimum_stock: 2_000_000,
      status: 'INACTIVO',
      version: 2,
    })
    const found = await app.call<Listing<{ code: string }>>(searchProducto, { token, query: { q: 'flor' } })
    expect(found.data.content.map(({ code }) => code)).toEqual([a.code])
  })

  it('O-71 refuses all when one row is refused, and names each by its place and code', async () => {
    const [a, b, c] = [await created(), await created(), await created()]
    await app.call(deleteProducto, { token, params: { id: c.id } })
    const answer = await update([
      { id: a.id, price: 9_000_000 },
      { id: b.id, iva: TIPO_IVA.DOCE, name: 'ARROZ 漢' },
      { id: c.id, price: 1 },
      { id: a.id, price: 2 },
    ])
    expect(answer).toMatchObject({ status: 422, msg: 'No se guardó ningún producto: revise las filas señaladas.' })
    expect(answer.problems).toEqual([
      { campo: '1.iva', message: `${b.code}: La tarifa de IVA elegida no está vigente hoy.` },
      { campo: '1.name', message: `${b.code}: El carácter 漢 no se puede imprimir.` },
      { campo: '2.id', message: 'El producto no existe o ha sido eliminado.' },
      { campo: '3.id', message: `${a.code}: El producto está dos veces en la lista.` },
    ])
    expect(await read(a.id)).toMatchObject({ price: 4_500_000, version: 1 })
    expect(await hechas()).toEqual([])
  })

  it('refuses a product that somebody else saved since it was read, beside one who does not say', async () => {
    const [a, b] = [await created(), await created()]
    await app.call(editProducto, { token, body: fieldsOf(editProducto, { ...a, price: 4_600_000 }) })
    const answer = await update([
      { id: a.id, version: 1, price: 5_000_000 },
      { id: b.id, version: 1, price: 5_000_000 },
    ])
    expect(answer.problems).toEqual([{ campo: '0.version', message: `${a.code}: Otra persona lo cambió desde que usted lo leyó.` }])
    expect((await update([{ id: a.id, price: 5_000_000 }])).status).toBe(200)
  })

  it('O-91 does the same sending once, also twice at the same instant', async () => {
    const { id } = await created()
    const headers = key()
    const body = [{ id, version: 1, price: 5_000_000 }]
    const [first, second] = await Promise.all([update(body, headers), update(body, headers)])
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.data).toEqual(first.data)
    expect((await read(id)).version).toBe(2)
    expect((await update([{ id, price: 1 }], headers)).status).toBe(422)
    expect((await app.call(updateProductos, { token, body })).problems[0]?.message).toContain('Idempotency-Key')
  })

  it('two that take the same products in another order wait for each other, and one is refused', async () => {
    const rows = await Promise.all(Array.from({ length: 30 }, () => created()))
    const body = rows.map(({ id }) => ({ id, version: 1, price: 7_000_000 }))
    const other = body.map((row) => ({ ...row, price: 8_000_000 })).reverse()
    const answers = await Promise.all([update(body), update(other)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    const prices = new Set(await Promise.all(rows.map(async ({ id }) => (await read(id)).price)))
    expect(prices.size).toBe(1)
  })

  it('answers without an update when nothing differs', async () => {
    const { id } = await created()
    const headers = key()
    for (let twice = 0; twice < 2; twice += 1)
      expect(await update([{ id, price: 4_500_000 }], headers)).toMatchObject({ status: 200, data: { id: null, productos: 0 } })
    expect((await read(id)).version).toBe(1)
  })

  it.each([
    ['an empty list', [], ''],
    ['more than 5,000', Array.from({ length: MAX_ACTUALIZACION + 1 }, () => ({ id: randomUUID() })), ''],
    ['no id', [{ price: 1 }], '0.id'],
    ['a negative price', [{ id: randomUUID(), price: -1 }], '0.price'],
    ['five price lists', [{ id: randomUUID(), price_list: [1, 2, 3, 4, 5] }], '0.price_list'],
    ['an empty name', [{ id: randomUUID(), name: '' }], '0.name'],
    ['a field that is not of many', [{ id: randomUUID(), code: 'X' }], '0.code'],
    ['no list', { id: randomUUID() }, ''],
  ])('refuses %s', async (_name, body, campo) => {
    const answer = await update(body)
    expect(answer.status).toBe(422)
    expect(answer.problems[0]?.campo ?? '').toBe(campo)
  })

  it('takes 5,000 products at once', async () => {
    await sql`
      insert into producto (empresa_id, id, code, name, type_product, iva, price, orden, creado_en, editado_en)
      select ${empresa.id}::uuid, gen_random_uuid(), 'M' || n, 'tornillo ' || n, 'PRODUCTO', 6, 1000000, lpad(n::text, 5, '0'), '2026-06-15', '2026-06-15'
        from generate_series(1, 5001) as n`.execute(app.owner)
    const hoja = await app.call<{ filas: ProductoHoja[]; total: number }>(readHoja, { token })
    expect([hoja.data.filas.length, hoja.data.total]).toEqual([5000, 5001])
    const body = hoja.data.filas.map(({ id, version }) => ({ id, version, price: 1_100_000 }))
    expect(await update(body)).toMatchObject({ status: 200, data: { productos: 5000 } })
  })
})

describe('what an update leaves', () => {
  it('one row in the audit and one in the list, by whom and of which fields', async () => {
    const [a, b] = [await created(), await created()]
    const { data } = await update([
      { id: a.id, price: 5_000_000 },
      { id: b.id, name: 'TÉ' },
    ])
    const audit = await app.owner
      .selectFrom('auditoria')
      .select(['accion', 'objeto', 'detalle'])
      .where('empresa_id', '=', empresa.id)
      .where('accion', 'like', 'producto.actualizar')
      .execute()
    expect(audit).toEqual([{ accion: 'producto.actualizar', objeto: data.id, detalle: { productos: 2, campos: ['name', 'price'] } }])
    expect(await hechas()).toMatchObject([
      { id: data.id, origen: 'HOJA', productos: 2, campos: ['name', 'price'], usuario: expect.stringMatching(/\S/), deshecha_en: null },
    ])
  })

  it('is in the history of each product with what changed of it, and of no other', async () => {
    const [a, b, c] = [await created(), await created(), await created()]
    const { data } = await update([
      { id: a.id, price: 5_000_000 },
      { id: b.id, name: 'TÉ', status: 'INACTIVO' },
    ])
    expect((await undo(data.id)).status).toBe(200)
    const historia = async (objeto: string, query: Record<string, string> = {}, as = token) =>
      (await app.call<Listing<HechoAuditado>>(searchAuditoria, { token: as, query: { objeto, ...query } })).data
    const { content, totalElements } = await historia(b.id)
    expect(totalElements).toBe(3)
    expect(content.filter(({ accion }) => accion !== 'producto.crear')).toHaveLength(2)
    expect(content.find(({ accion }) => accion === 'producto.actualizar')).toMatchObject({
      detalle: { name: ['CAFÉ', 'TÉ'], status: ['ACTIVO', 'INACTIVO'] },
      objeto: b.id,
      nombre: 'CAFÉ',
      quien: expect.stringMatching(/\S/),
    })
    expect(content.find(({ accion }) => accion === 'producto.deshacer')).toMatchObject({
      detalle: { name: ['TÉ', 'CAFÉ'], status: ['INACTIVO', 'ACTIVO'] },
    })
    expect((await historia(a.id, { que: 'producto', desde: '2026-01-01' })).totalElements).toBe(3)
    expect((await historia(a.id, { hasta: '2026-01-01' })).totalElements).toBe(0)
    expect((await historia(c.id)).content.map(({ accion }) => accion)).toEqual(['producto.crear'])
    expect((await historia(b.id, {}, (await companyWith()).token)).totalElements).toBe(0)
  })

  it('is undone as one, once; the undoing is an update like others', async () => {
    const [a, b] = [await created({ name: 'ARROZ' }), await created()]
    const { data } = await update([
      { id: a.id, name: 'ARROZ FLOR', price: 5_000_000 },
      { id: b.id, price_list: [1_000_000] },
    ])
    // A change of another field meanwhile stays.
    const now = await read(b.id)
    await app.call(editProducto, { token, body: fieldsOf(editProducto, { ...now, minimum_stock: 3_000_000 }) })
    app.clock.advance(1_000)
    const answers = await Promise.all([undo(data.id), undo(data.id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(answers.find(({ status }) => status === 422)?.msg).toBe('Esta actualización ya fue deshecha.')
    expect(await read(a.id)).toMatchObject({ name: 'ARROZ', price: 4_500_000 })
    expect(await read(b.id)).toMatchObject({ price_list: [], minimum_stock: 3_000_000 })
    const [last, first] = await hechas()
    expect([last?.origen, first?.deshecha_en === null, last?.deshecha_en]).toEqual(['DESHACER', false, null])
    expect((await undo(last?.id ?? '')).status).toBe(200)
    expect(await read(a.id)).toMatchObject({ name: 'ARROZ FLOR', price: 5_000_000 })
  })

  it('is not undone when a product changed since, which is named; a product that is gone does not stand in the way', async () => {
    const [a, b] = [await created(), await created()]
    const { data } = await update([a, b].map(({ id }) => ({ id, price: 5_000_000 })))
    await update([{ id: a.id, price: 6_000_000 }])
    const refused = await undo(data.id)
    expect(refused.status).toBe(422)
    expect(refused.problems.map(({ message }) => message)).toEqual([`${a.code}: Cambió después de esta actualización.`])
    expect((await read(b.id)).price).toBe(5_000_000)
    await app.call(deleteProducto, { token, params: { id: a.id } })
    expect(await undo(data.id)).toMatchObject({ status: 200, data: { productos: 1, omitidos: { total: 1, nombres: [a.name] } } })
    expect((await read(b.id)).price).toBe(4_500_000)
  })
})

describe('doors', () => {
  it('R-7.4.7 keep out who has no session, who may not sell and who lacks the right', async () => {
    const { id } = await created()
    const calls: [Endpoint, object][] = [
      [updateProductos, { body: [{ id, price: 1 }], headers: key() }],
      [readHoja, {}],
      [searchActualizacion, {}],
      [undoActualizacion, { params: { id } }],
    ]
    for (const [endpoint, options] of calls) await expectGuarded(app, empresa, endpoint, options, [ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO])
  })

  it("answer another company's product and update like absent ones, and leave both as they were", async () => {
    const otra = await companyWith()
    const ajeno = await created({}, otra.token)
    const { data } = await update([{ id: ajeno.id, price: 5_000_000 }], key(), otra.token)
    expect((await update([{ id: ajeno.id, price: 1 }])).problems).toEqual((await update([{ id: randomUUID(), price: 1 }])).problems)
    expect((await undo(data.id)).status).toBe(404)
    expect((await app.call<{ filas: unknown[] }>(readHoja, { token })).data.filas).toEqual([])
    expect(await hechas()).toEqual([])
    expect((await undo(data.id, otra.token)).status).toBe(200)
  })

  it('hide the cost from who may not see it, and refuse to change or give it back', async () => {
    const { id } = await created()
    const { data } = await update([{ id, cost: 3_000_000 }])
    const seller = await buildUsuario(app, { empresas: [empresa], rol: ROL.VENDEDOR })
    await app.owner
      .updateTable('usuario_empresa')
      .set({ collections: ['producto:editar'] })
      .where('usuario_id', '=', seller.id)
      .execute()
    const as = (await app.signIn(seller.username)).token
    expect((await app.call<{ filas: ProductoHoja[] }>(readHoja, { token: as })).data.filas).toMatchObject([{ id, cost: null }])
    expect((await update([{ id, cost: 1 }], key(), as)).status).toBe(403)
    expect((await undo(data.id, as)).status).toBe(403)
    expect((await update([{ id, price: 1 }], key(), as)).status).toBe(200)
    expect(await read(id)).toMatchObject({ cost: 3_000_000, price: 1 })
  })
})
