import { randomUUID } from 'node:crypto'
import {
  allBodega,
  createMovimiento,
  createProducto,
  deleteProducto,
  deleteProductos,
  editProducto,
  type Endpoint,
  type Listing,
  type Producto,
  type ProductoDetalle,
  type ProductoGasto,
  type ProductoVenta,
  readProducto,
  searchProducto,
  searchProductoGasto,
  searchProductoVenta,
} from '@yupana/contract'
import { TIPO_IVA } from '@yupana/fiscal'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, tokenOfNew } from '../../testing/builders.ts'
import { fieldsOf } from '../../testing/declared.ts'
import { buildDocumentoRow } from '../../testing/documentos.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'

let app: TestApp
let empresa: { id: EmpresaId }
let otra: { id: EmpresaId }
let token: string
let tokenOtra: string
let n = 0

beforeAll(async () => {
  app = await buildTestApp()
  otra = await buildEmpresa(app)
  tokenOtra = await tokenOfNew(app, { empresas: [otra] })
})
afterAll(() => app.close())
beforeEach(async () => {
  empresa = await buildEmpresa(app)
  token = await tokenOfNew(app, { empresas: [empresa] })
})

const form = (changes: Record<string, unknown> = {}) => ({
  code: `P${++n}`,
  name: 'CAFÉ MOLIDO',
  type_product: 'PRODUCTO',
  iva: TIPO_IVA.QUINCE,
  price: 4_500_000,
  price_list: [4_000_000, 3_500_000],
  cost: 2_000_000,
  ...changes,
})
const key = (): Record<string, string> => ({ 'idempotency-key': randomUUID() })
const create = (changes: Record<string, unknown> = {}, headers = key(), as = token) =>
  app.call<ProductoDetalle>(createProducto, { token: as, body: form(changes), headers })
const created = async (changes: Record<string, unknown> = {}) => {
  const answer = await create(changes)
  expect(answer.status, answer.msg).toBe(200)
  return answer.data
}
const find = async <T extends { code: string }>(endpoint: Endpoint, query: Record<string, string>) =>
  (await app.call<Listing<T>>(endpoint, { token, query })).data
const codesOf = ({ content }: Listing<{ code: string }>) => content.map(({ code }) => code)

describe('search', () => {
  it('R-7.4.1 finds by words, accents or not, and by code and barcode', async () => {
    await created({ code: 'CAF-01', name: 'Café de Loja molido', barcode: '7861234567890' })
    await created({ code: 'TE-01', name: 'Té de manzanilla' })
    for (const q of ['cafe', 'LOJA moli', 'caf-01', '786123']) expect(codesOf(await find(searchProducto, { q })), q).toEqual(['CAF-01'])
    expect(codesOf(await find(searchProducto, { q: '01' }))).toEqual(['CAF-01', 'TE-01'])
    expect(await find(searchProducto, { q: 'nada' })).toEqual({
      content: [],
      totalElements: 0,
      totalPages: 0,
      number: 0,
      size: 5,
      exact: true,
    })
  })

  it('R-7.4.1 filters, sorts and pages', async () => {
    await created({ code: 'B', name: 'Zeta', price: 1 })
    await created({ code: 'A', name: 'Ñandú', price: 3, type_product: 'SERVICIO' })
    await created({ code: 'C', name: 'nube', price: 2, status: 'INACTIVO' })
    expect(codesOf(await find(searchProducto, {}))).toEqual(['A', 'C', 'B'])
    expect(codesOf(await find(searchProducto, { sort: 'code,DESC' }))).toEqual(['C', 'B', 'A'])
    expect(codesOf(await find(searchProducto, { sort: 'price,ASC' }))).toEqual(['B', 'C', 'A'])
    expect(codesOf(await find(searchProducto, { status: 'INACTIVO' }))).toEqual(['C'])
    expect(codesOf(await find(searchProducto, { type_product: 'SERVICIO' }))).toEqual(['A'])
  })

  it.each(['cost,ASC', 'name;--,ASC', 'toString,ASC', 'name,asc'])('refuses to sort by %s', async (sort) => {
    expect((await app.call(searchProducto, { token, query: { sort } })).status).toBe(422)
  })

  it('finds words that thousands of products have, alone, together and with a rare one', async () => {
    await sql`
      with nuevo as (
        insert into producto (empresa_id, id, code, name, type_product, iva, price, orden, creado_en, editado_en)
        select ${empresa.id}::uuid, gen_random_uuid(), 'M' || n, 'tornillo', 'PRODUCTO', 6, 1, lpad(n::text, 5, '0'), '2026-06-15', '2026-06-15' from generate_series(1, 5001) as n
        returning empresa_id, id, code)
      insert into busqueda select empresa_id, 'producto', palabra, id from nuevo, unnest(array['tornillo', 'acero', lower(code)]) as palabra`.execute(
      app.owner,
    )
    expect(await find(searchProducto, { q: 'torn' })).toMatchObject({
      totalElements: 5001,
      content: [{ code: 'M1' }, { code: 'M2' }, {}, {}, {}],
    })
    expect((await find(searchProducto, { q: 'acero tornillo', page: '1000' })).content).toMatchObject([{ code: 'M5001' }])
    expect(codesOf(await find(searchProducto, { q: 'torn acer m4999' }))).toEqual(['M4999'])
    expect((await find(searchProducto, { q: 'tornillo cobre' })).totalElements).toBe(0)
  })

  it('shows nothing of another company', async () => {
    const { code } = (await create({ name: 'AJENO UNICO', barcode: '999888777' }, key(), tokenOtra)).data
    for (const endpoint of [searchProducto, searchProductoVenta, searchProductoGasto])
      for (const q of ['ajeno', code, '999888777', '']) expect((await find(endpoint, { q })).totalElements).toBe(0)
  })
})

describe('search for a line', () => {
  it('R-7.4.2 answers what a sale needs, the exact code or barcode first', async () => {
    await created({ code: '10A', name: 'Aceite' })
    const yuca = await created({ code: 'X9', name: 'Yuca' })
    await created({ code: '10', name: 'Zapallo', ice_codigo: '3011' })
    // As products were registered before a code named one product.
    await app.owner.updateTable('producto').set({ barcode: '10' }).where('id', '=', yuca.id).execute()
    await created({ code: '100', name: 'Bolsa' })
    const { content, totalElements } = await find<ProductoVenta>(searchProductoVenta, { q: '10' })
    expect(content.map(({ code }) => code)).toEqual(['X9', '10', '10A', '100'])
    expect(totalElements).toBe(4)
    expect(Object.keys(content[1] ?? {}).toSorted()).toEqual([
      'auxiliary_code',
      'barcode',
      'barcodes',
      'code',
      'ice_codigo',
      'id',
      'irbpnr',
      'iva',
      'name',
      'precio_libre',
      'price',
      'price_list',
      'type_product',
    ])
    expect(content[1]).toMatchObject({
      code: '10',
      iva: TIPO_IVA.QUINCE,
      price: 4_500_000,
      price_list: [4_000_000, 3_500_000],
      ice_codigo: '3011',
    })
  })

  it('shows each product on one page only, the exact ones too', async () => {
    for (let at = 0; at < 7; at += 1) await created({ code: `7${at}`, name: `Producto ${at}` })
    await created({ code: '7', name: 'Último' })
    const pages = [
      await find<ProductoVenta>(searchProductoVenta, { q: '7' }),
      await find<ProductoVenta>(searchProductoVenta, { q: '7', page: '1' }),
    ]
    expect(pages.flatMap(codesOf)).toEqual(['7', '70', '71', '72', '73', '74', '75', '76'])
    expect(pages[0]).toMatchObject({ totalElements: 6, totalPages: 2, exact: false })
    expect(pages[1]).toMatchObject({ totalElements: 8, totalPages: 2, exact: true })
  })

  it('takes a code in small letters', async () => {
    await created({ code: 'AB', name: 'Zeta' })
    await created({ code: 'ABC', name: 'Alfa' })
    expect(codesOf(await find(searchProductoVenta, { q: 'ab' }))).toEqual(['AB', 'ABC'])
  })

  it('leaves out what was deactivated', async () => {
    await created({ code: 'VIEJO', status: 'INACTIVO' })
    for (const endpoint of [searchProductoVenta, searchProductoGasto]) expect((await find(endpoint, { q: 'VIEJO' })).totalElements).toBe(0)
  })

  it('R-7.4.3 answers what a purchase needs', async () => {
    await created({ code: 'G1', name: 'Papel', is_external: true })
    expect((await find<ProductoGasto>(searchProductoGasto, { q: 'pap' })).content).toMatchObject([
      { code: 'G1', cost: 2_000_000, is_external: true },
    ])
    await created({ code: 'G20', name: 'Azúcar morena de caña', barcode: '7861', barcodes: ['7862'], ice_codigo: '3011' })
    await created({ code: '7862-A', name: 'Anís' })
    for (const q of ['azucar', 'CANA MORENA', 'moren azúc', 'g20', '7861', '7862'])
      expect((await find<ProductoGasto>(searchProductoGasto, { q })).content[0], q).toMatchObject({
        code: 'G20',
        barcodes: ['7862'],
        ice_codigo: '3011',
        irbpnr: false,
      })
  })
})

describe('create', () => {
  it('R-3.1.23 R-7.4.5 R-7.4.4 stores what was written; find_re_by answers it with the choices of its state', async () => {
    const answer = await create({ code: 'N1', auxiliary_code: '', minimum_stock: 500_000, manage_inventory: true })
    expect(answer).toMatchObject({ status: 200, msg: 'Producto registrado exitosamente' })
    expect(answer.data).toMatchObject({
      code: 'N1',
      auxiliary_code: null,
      price: 4_500_000,
      price_list: [4_000_000, 3_500_000],
      cost: 2_000_000,
      minimum_stock: 500_000,
      manage_inventory: true,
      status: 'ACTIVO',
      is_external: false,
      version: 1,
      category_id: null,
      list_product_status: [
        { id: 'ACTIVO', name: 'Activo' },
        { id: 'INACTIVO', name: 'Inactivo' },
      ],
    })
    expect(answer.data).toMatchObject({
      id: expect.any(String),
      name: expect.any(String),
      iva: 6,
      type_product: expect.stringMatching(/^(PRODUCTO|SERVICIO)$/),
    })
    expect((await app.call(readProducto, { token, params: { id: answer.data.id } })).data).toEqual(answer.data)
  })

  it.each([
    ['code', { code: 'A'.repeat(26) }],
    ['name', { name: '' }],
    ['name', { name: 'ARROZ 漢' }],
    ['name', { name: 'dos\nlíneas' }],
    ['iva', { iva: TIPO_IVA.DOCE }],
    ['iva', { iva: 8 }],
    ['price', { price: -1 }],
    ['price', { price: 1.5 }],
    ['price_list', { price_list: [1, 2, 3, 4, 5] }],
    ['price_list.0', { price_list: [-1] }],
    ['cost', { cost: -1 }],
    ['ice_codigo', { ice_codigo: 'X' }],
    ['type_product', { type_product: 'OTRO' }],
    ['status', { status: 'BORRADO' }],
  ])('names %s when it is not valid', async (campo, changes) => {
    const answer = await create(changes)
    expect(answer.status).toBe(422)
    expect(answer.problems.map((problem) => problem.campo)).toContain(campo)
  })

  it('refuses a code that another product of the company has', async () => {
    const { code } = await created()
    expect(await create({ code })).toMatchObject({
      status: 422,
      problems: [{ campo: 'code', message: `Ya existe un producto con el código ${code}.` }],
    })
    expect((await create({ code }, key(), tokenOtra)).status).toBe(200)
  })

  it('a bar code is of one active product: the field names the other, and of two at once one has it', async () => {
    const suyo = await created({ name: 'AGUA', barcode: '786001', barcodes: ['786002'] })
    const message = (barcode: string) => `El código de barras ${barcode} ya es del producto ${suyo.code}, AGUA.`
    expect((await create({ barcode: '786001' })).problems).toMatchObject([{ campo: 'barcode', message: message('786001') }])
    expect((await create({ barcode: '1', barcodes: ['2', '786002'] })).problems).toMatchObject([
      { campo: 'barcodes.1', message: message('786002') },
    ])
    expect((await create({ barcode: suyo.code })).problems).toMatchObject([{ campo: 'barcode', message: message(suyo.code) }])
    const dormido = await created({ barcode: '786001', status: 'INACTIVO' })
    const edit = (body: object) => app.call(editProducto, { token, body: fieldsOf(editProducto, { ...dormido, ...body }) })
    expect((await edit({ status: 'ACTIVO' })).problems).toMatchObject([{ campo: 'barcode', message: message('786001') }])
    expect((await edit({ status: 'ACTIVO', barcode: '786003' })).status).toBe(200)
    expect((await create({ barcode: '786001' }, key(), tokenOtra)).status).toBe(200)
    // A transaction that gives the same code at the same instant is waited for.
    const [tarde] = await app.owner.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`barras|${empresa.id}`}, 0))`.execute(tx)
      const creating = create({ barcodes: ['999'] })
      await untilWaiting(app)
      await tx.updateTable('producto').set({ barcode: '999' }).where('id', '=', suyo.id).execute()
      return [creating] as const
    })
    expect((await tarde).problems).toMatchObject([{ campo: 'barcodes.0', message: message('999') }])
  })

  it('a bar code that two have already does not keep either from being saved', async () => {
    const [uno, otro] = [await created({ barcode: '555' }), await created()]
    await app.owner.updateTable('producto').set({ barcode: '555' }).where('id', '=', otro.id).execute()
    for (const producto of [uno, otro])
      expect(
        (await app.call(editProducto, { token, body: fieldsOf(editProducto, { ...producto, barcode: '555', name: 'OTRO' }) })).status,
      ).toBe(200)
  })

  it('answers the same product to the same Idempotency-Key (O-91)', async () => {
    const headers = key()
    const body = form()
    const call = () => app.call<ProductoDetalle>(createProducto, { token, body, headers })
    const [first, second] = await Promise.all([call(), call()])
    expect(first.status).toBe(200)
    expect(second.data).toEqual(first.data)
    expect((await find(searchProducto, {})).totalElements).toBe(1)
    expect((await create({}, headers)).status).toBe(422)
    expect((await app.call(createProducto, { token, body: form() })).problems[0]?.message).toContain('Idempotency-Key')
  })
})

describe('edit', () => {
  const edit = (body: Record<string, unknown>) => app.call<ProductoDetalle>(editProducto, { token, body: fieldsOf(editProducto, body) })

  it('R-7.4.6 changes the product of the body, its words and its version, and records it', async () => {
    const producto = await created({ name: 'NOMBRE VIEJO' })
    const answer = await edit({ ...producto, name: 'NOMBRE NUEVO', price: 5_000_000 })
    expect(answer).toMatchObject({ status: 200, msg: 'Producto editado exitosamente', data: { name: 'NOMBRE NUEVO', version: 2 } })
    expect((await find(searchProducto, { q: 'viejo' })).totalElements).toBe(0)
    expect((await find(searchProducto, { q: 'nuevo' })).totalElements).toBe(1)
    const audit = await app.owner
      .selectFrom('auditoria')
      .select('detalle')
      .where('empresa_id', '=', empresa.id)
      .where('accion', '=', 'producto.editar')
      .execute()
    expect(audit).toMatchObject([{ detalle: { price: [4_500_000, 5_000_000] } }])
  })

  it('refuses a form that was read before somebody else saved, and a code in use', async () => {
    const producto = await created()
    const { code } = await created()
    expect((await edit({ ...producto, code })).problems).toMatchObject([{ campo: 'code' }])
    expect((await edit({ ...producto })).status).toBe(200)
    expect((await edit({ ...producto })).status).toBe(409)
  })

  it.each([
    ['type_product', { type_product: 'SERVICIO', manage_inventory: false }],
    ['manage_inventory', { manage_inventory: false }],
    ['is_external', { is_external: true }],
  ])('keeps counting what there is of a product: %s, until its stock is gone', async (campo, changes) => {
    const producto = await created({ manage_inventory: true })
    const bodega = (await app.call<{ id: string; name: string }[]>(allBodega, { token })).data[0]!
    const mover = (tipo: string) => {
      const lineas = [{ producto_id: producto.id, cantidad: 3_000_000 }]
      return app.call(createMovimiento, { token, headers: key(), body: { tipo, bodega_id: bodega.id, lineas } })
    }
    expect((await mover('INGRESO')).status).toBe(200)
    const message = `Tiene existencias en la bodega ${bodega.name} (3): déjelas en cero con un movimiento antes de que el producto deje de llevar inventario.`
    expect((await edit({ ...producto, ...changes })).problems).toMatchObject([{ campo, message }])
    expect((await mover('EGRESO')).status).toBe(200)
    expect((await edit({ ...producto, ...changes })).status).toBe(200)
  })

  it('a service carries no inventory, whatever its form says', async () => {
    expect((await created({ type_product: 'SERVICIO', manage_inventory: true })).manage_inventory).toBe(false)
  })

  it('lets a product whose rate has ended be deactivated, not sold on', async () => {
    const producto = await created()
    await app.owner.updateTable('producto').set({ iva: TIPO_IVA.DOCE }).where('id', '=', producto.id).execute()
    expect((await edit({ ...producto, iva: TIPO_IVA.DOCE })).problems).toMatchObject([{ campo: 'iva' }])
    expect((await edit({ ...producto, iva: TIPO_IVA.DOCE, status: 'INACTIVO' })).status).toBe(200)
  })
})

describe('delete', () => {
  const remove = (id: string) => app.call(deleteProducto, { token, params: { id } })
  const removeAll = (ids: string) => app.call(deleteProductos, { token, params: { ids } })

  it('R-7.4.8 removes a product and its words', async () => {
    const { id } = await created({ name: 'EFIMERO' })
    expect(await remove(id)).toMatchObject({ status: 200, msg: 'Producto eliminado exitosamente' })
    expect(await app.owner.selectFrom('busqueda').select('palabra').where('id', '=', id).execute()).toEqual([])
    expect((await remove(id)).status).toBe(404)
  })

  it('refuses what stands in a document, and says what to do instead', async () => {
    const { id, code } = await created()
    await buildDocumentoRow(app, empresa, { producto_id: id })
    expect(await remove(id)).toMatchObject({
      status: 422,
      msg: `No se puede eliminar: el producto ${code} consta en documentos emitidos. Puede desactivarlo.`,
    })
  })

  it('refuses what was moved by hand, also by who moves it at that instant, and says where it stands', async () => {
    const { id, code } = await created({ manage_inventory: true })
    const bodega_id = (await app.call<{ id: string }[]>(allBodega, { token })).data[0]!.id
    const [removal] = await app.owner.transaction().execute(async (tx) => {
      await sql`insert into existencia (empresa_id, ambiente, bodega_id, producto_id, cantidad) values (${empresa.id}, 'PRUEBAS', ${bodega_id}, ${id}, 1)`.execute(
        tx,
      )
      const removing = remove(id)
      await untilWaiting(app)
      return [removing] as const
    })
    const kept = { status: 422, msg: `No se puede eliminar: el producto ${code} consta en movimientos de inventario. Puede desactivarlo.` }
    expect(await removal).toMatchObject(kept)
    expect(await remove(id)).toMatchObject(kept)
  })

  it('R-7.4.9 removes several, up to a hundred', async () => {
    const ids = [(await created()).id, (await created()).id]
    expect(await removeAll(`${ids.join(',')},${ids[0]}`)).toMatchObject({ status: 200, msg: 'Productos eliminados exitosamente' })
    expect((await find(searchProducto, {})).totalElements).toBe(0)
    const hundred = Array.from({ length: 100 }, () => randomUUID())
    expect((await removeAll(hundred.join(','))).status).toBe(404)
    expect((await removeAll([...hundred, randomUUID()].join(','))).status).toBe(422)
    expect((await removeAll('1,2')).status).toBe(422)
  })

  it('R-7.4.9 removes all or none', async () => {
    const own = await created()
    const used = await created()
    const ajeno = (await create({}, key(), tokenOtra)).data
    await buildDocumentoRow(app, empresa, { producto_id: used.id })
    expect((await removeAll(`${own.id},${ajeno.id}`)).status).toBe(404)
    expect((await removeAll(`${own.id},${used.id}`)).msg).toContain(used.code)
    expect((await find(searchProducto, {})).totalElements).toBe(2)
  })
})

describe('doors', () => {
  it('keep out who has no session, who may not sell and who lacks the right', async () => {
    const { id } = await created()
    const body = { ...form(), id, version: 1 }
    const reads: [Endpoint, object][] = [
      [searchProducto, {}],
      [searchProductoVenta, {}],
      [searchProductoGasto, {}],
      [readProducto, { params: { id } }],
    ]
    const writes: [Endpoint, object][] = [
      [createProducto, { body: form(), headers: key() }],
      [editProducto, { body }],
      [deleteProducto, { params: { id } }],
      [deleteProductos, { params: { ids: id } }],
    ]
    for (const [endpoint, options] of reads) await expectGuarded(app, empresa, endpoint, options, [ROL.USUARIO])
    for (const [endpoint, options] of writes)
      await expectGuarded(app, empresa, endpoint, options, [ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO])
  })

  it('answer 404 for the product of another company, and leave it as it was', async () => {
    const ajeno = (await create({}, key(), tokenOtra)).data
    const params = { id: ajeno.id }
    expect((await app.call(readProducto, { token, params })).status).toBe(404)
    expect((await app.call(editProducto, { token, body: fieldsOf(editProducto, ajeno) })).status).toBe(404)
    expect((await app.call(deleteProducto, { token, params })).status).toBe(404)
    expect((await app.call<Producto>(readProducto, { token: tokenOtra, params })).data.version).toBe(1)
  })

  it('hide the cost from who may not see it, and keep it when they save', async () => {
    const producto = await created()
    const seller = await buildUsuario(app, { empresas: [empresa], rol: ROL.VENDEDOR })
    await app.owner
      .updateTable('usuario_empresa')
      .set({ collections: ['producto:editar'] })
      .where('usuario_id', '=', seller.id)
      .execute()
    const as = (await app.signIn(seller.username)).token
    expect((await app.call<Producto>(readProducto, { token: as, params: { id: producto.id } })).data.cost).toBeNull()
    expect((await app.call<Listing<Producto>>(searchProducto, { token: as })).data.content[0]?.cost).toBeNull()
    expect((await app.call<Listing<Producto>>(searchProductoGasto, { token: as })).data.content[0]?.cost).toBeNull()
    expect(
      (await app.call<Producto>(editProducto, { token: as, body: fieldsOf(editProducto, { ...producto, cost: 1 }) })).data.cost,
    ).toBeNull()
    expect(
      (await app.call<Producto>(editProducto, { token: as, body: fieldsOf(editProducto, { ...producto, cost: null, version: 2 }) })).status,
    ).toBe(200)
    expect((await app.call<Producto>(readProducto, { token, params: { id: producto.id } })).data).toMatchObject({
      cost: 2_000_000,
      version: 3,
    })
  })
})
