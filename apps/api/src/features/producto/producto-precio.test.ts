import { randomUUID } from 'node:crypto'
import {
  createProducto,
  editProducto,
  exportPrecios,
  historicalPrices,
  updateProductos,
  type PrecioHistorico,
  type ProductoDetalle,
} from '@yupana/contract'
import { TIPO_IVA } from '@yupana/fiscal'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, tokenOfNew } from '../../testing/builders.ts'
import { fieldsOf } from '../../testing/declared.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { periodosUntil } from './producto-precio.service.ts'

let app: TestApp
let empresa: { id: EmpresaId }
let token: string
let n = 0

beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app?.close())
let usuario: { username: string }
beforeEach(async () => {
  empresa = await buildEmpresa(app)
  usuario = await buildUsuario(app, { empresas: [empresa] })
  token = (await app.signIn(usuario.username)).token
})

const key = () => ({ 'idempotency-key': randomUUID() })
async function created(as = token) {
  const body = { code: `P${++n}`, name: 'CAFÉ', type_product: 'PRODUCTO', iva: TIPO_IVA.QUINCE, price: 1_000_000, cost: 500_000 }
  return (await app.call<ProductoDetalle>(createProducto, { token: as, headers: key(), body })).data
}
const history = (id: string, query: Record<string, string> = {}, params = { n: '3', t: '1' }, as = token) =>
  app.call<PrecioHistorico>(historicalPrices, { token: as, params, query: { fecha: today(), tipo: '1', id_producto: id, ...query } })
const today = () => new Date(app.clock.now().getTime() - 5 * 3_600_000).toISOString().slice(0, 10)

describe('periods', () => {
  it.each([
    [
      1,
      2,
      [
        ['2026-02-28', '2026-02-28'],
        ['2026-03-01', '2026-03-01'],
      ],
    ],
    [
      2,
      2,
      [
        ['2026-02-16', '2026-02-22'],
        ['2026-02-23', '2026-03-01'],
      ],
    ],
    [
      3,
      3,
      [
        ['2026-01-01', '2026-01-31'],
        ['2026-02-01', '2026-02-28'],
        ['2026-03-01', '2026-03-31'],
      ],
    ],
    [
      4,
      2,
      [
        ['2025-01-01', '2025-12-31'],
        ['2026-01-01', '2026-12-31'],
      ],
    ],
  ] as const)('O-69 of kind %i are whole, the one of the day last', (tipo, count, expected) => {
    expect(periodosUntil('2026-03-01', tipo, count).map(({ desde, hasta }) => [desde, hasta])).toEqual(expected)
  })
})

it('R-7.4.13 tells what held at the end of each period and who changed it: by its form and in bulk', async () => {
  const producto = await created()
  app.clock.advance(86_400_000)
  token = (await app.signIn(usuario.username)).token
  await app.call(editProducto, { token, body: fieldsOf(editProducto, { ...producto, price: 2_000_000 }) })
  await app.call(editProducto, { token, body: fieldsOf(editProducto, { ...producto, version: 2, price: 2_000_000, name: 'TÉ' }) })
  await app.call(updateProductos, { token, headers: key(), body: [{ id: producto.id, price: 3_000_000 }] })
  const { data, status } = await history(producto.id)
  expect([status, data.puntos.map(({ valor }) => valor), data.puntos.at(-1)?.hasta]).toEqual([200, [null, 1_000_000, 3_000_000], today()])
  expect(data.cambios).toEqual([
    { en: expect.any(String), antes: 2_000_000, valor: 3_000_000, usuario: expect.any(String) },
    { en: expect.any(String), antes: 1_000_000, valor: 2_000_000, usuario: expect.any(String) },
    { en: expect.any(String), antes: null, valor: 1_000_000, usuario: expect.any(String) },
  ])
  expect((await history(producto.id, { tipo: '2' })).data.cambios).toMatchObject([{ antes: null, valor: 500_000 }])
  const yesterday = new Date(Date.parse(today()) - 86_400_000).toISOString().slice(0, 10)
  expect((await history(producto.id, { fecha: yesterday })).data.cambios).toHaveLength(1)
})

it.each([
  ['fecha', { fecha: undefined }, {}],
  ['fecha', { fecha: '2026-13-01' }, {}],
  ['tipo', { tipo: undefined }, {}],
  ['tipo', { tipo: '3' }, {}],
  ['id_producto', { id_producto: 'x' }, {}],
  ['n', {}, { n: '0', t: '1' }],
  ['n', {}, { n: '121', t: '1' }],
  ['t', {}, { n: '3', t: '5' }],
])('R-7.4.14 refuses by the field %s what is missing or wrong: %j %j', async (campo, query, params) => {
  const { id } = await created()
  const asked = Object.fromEntries(
    Object.entries({ fecha: today(), tipo: '1', id_producto: id, ...query }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  )
  const answer = await app.call(historicalPrices, { token, params: { n: '3', t: '1', ...params }, query: asked })
  expect([answer.status, answer.problems.map((problem) => problem.campo)]).toEqual([422, [campo]])
})

it('keeps costs from who may not see them, and out who may not sell; of another company answers as if absent', async () => {
  const { id } = await created()
  const seller = await tokenOfNew(app, { empresas: [empresa], rol: ROL.VENDEDOR })
  expect((await history(id, {}, { n: '3', t: '1' }, seller)).status).toBe(200)
  expect((await history(id, { tipo: '2' }, { n: '3', t: '1' }, seller)).status).toBe(403)
  const query = { fecha: today(), tipo: '1', id_producto: id }
  await expectGuarded(app, empresa, historicalPrices, { params: { n: '3', t: '1' }, query }, [ROL.USUARIO])
  const ajena = await tokenOfNew(app, { empresas: [await buildEmpresa(app)] })
  expect((await history(id, {}, { n: '3', t: '1' }, ajena)).status).toBe(404)
  expect((await history(randomUUID())).status).toBe(404)
})

it('every change is in the file, costs for who may see them, nothing of another company', async () => {
  const { id } = await created()
  const rows = Array.from({ length: 1_100 }, (_, at) => ({
    empresa_id: empresa.id,
    producto_id: id,
    en: new Date(Date.parse('2027-01-01T12:00:00Z') + at * 60_000),
    price: 1_010_000 + at * 10_000,
    cost: 500_000,
    usuario_id: null,
  }))
  await app.owner
    .insertInto('producto_precio')
    .values(rows as never)
    .execute()
  const take = (tipo: string, as = token) => app.call(exportPrecios, { token: as, query: { producto_id: id, tipo, formato: 'csv' } })
  const lines = (await take('1')).raw.toString().trimEnd().split('\r\n').slice(1)
  expect([lines.length, new Set(lines).size, lines[0]?.split(',')[2], lines.at(-1)?.split(',')[2]]).toEqual([1_101, 1_101, '12.00', '1.00'])
  expect((await take('2')).raw.toString().trimEnd().split('\r\n')).toHaveLength(2)
  expect((await take('2', await tokenOfNew(app, { empresas: [empresa], rol: ROL.VENDEDOR }))).status).toBe(403)
  expect((await take('1', await tokenOfNew(app, { empresas: [await buildEmpresa(app)] }))).status).toBe(404)
})
