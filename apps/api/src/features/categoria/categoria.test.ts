import { randomUUID } from 'node:crypto'
import {
  createCategoria,
  deleteCategoria,
  editCategoria,
  exportCategoria,
  MAX_NIVELES_CATEGORIA,
  MAX_NOMBRADOS,
  searchCategoria,
  searchCategoriaArbol,
  searchCategoriaHijas,
  type Categoria,
  type CategoriaNodo,
  type Endpoint,
  type Listing,
} from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, tokenOfNew } from '../../testing/builders.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { huella } from '../../testing/huella.ts'

let app: TestApp
let empresa: { id: EmpresaId }
let token: string
let tokenOtra: string

beforeAll(async () => {
  app = await buildTestApp()
  tokenOtra = await tokenOfNew(app, { empresas: [await buildEmpresa(app)] })
})
afterAll(() => app?.close())
beforeEach(async () => {
  empresa = await buildEmpresa(app)
  token = await tokenOfNew(app, { empresas: [empresa] })
})

const key = (): Record<string, string> => ({ 'idempotency-key': randomUUID() })
const create = (body: object, headers = key(), as = token) => app.call<Categoria>(createCategoria, { token: as, body, headers })
async function created(name: string, parent?: { id: string }, more: object = {}) {
  const answer = await create({ name, parent_id: parent?.id, ...more })
  expect(answer.status, answer.msg).toBe(200)
  return answer.data
}
const edit = ({ id, version }: Pick<Categoria, 'id' | 'version'>, form: object) =>
  app.call<Categoria>(editCategoria, { token, body: { ...form, id, version } })
const move = (one: Pick<Categoria, 'id' | 'version' | 'name'>, parent: { id: string } | null) =>
  edit(one, { name: one.name, parent_id: parent?.id ?? null })
const remove = (id: string) => app.call(deleteCategoria, { token, params: { id } })
const search = async (query: Record<string, string> = {}, call: Endpoint = searchCategoria) =>
  (await app.call<Listing<Categoria>>(call, { token, query })).data
const namesOf = ({ content }: Listing<Categoria>) => content.map(({ name }) => name)
/** «A(B(C) D)» */
const textOf = (nodos: readonly CategoriaNodo[]): string =>
  nodos.map(({ name, children }) => name + (children.length > 0 ? `(${textOf(children)})` : '')).join(' ')
const tree = async () => textOf((await app.call<CategoriaNodo[]>(searchCategoriaArbol, { token })).data)

it('R-7.5.15 R-7.5.16 stand under each other as a tree, each level in alphabetical order', async () => {
  const bebidas = await created('Bebidas', undefined, { description: 'De tomar' })
  const gaseosas = await created('Gaseosas', bebidas)
  await created('águas', bebidas)
  await created('Colas', gaseosas)
  await created('Abarrotes')
  expect(bebidas).toMatchObject({ name: 'Bebidas', description: 'De tomar', status: 'ACTIVO', parent_id: null, parents: [], version: 1 })
  expect(gaseosas).toMatchObject({ parent_id: bebidas.id, parents: ['Bebidas'], children_count: 0 })
  expect(await tree()).toBe('Abarrotes Bebidas(águas Gaseosas(Colas))')
})

it('as a file: what its filters leave, each with the way to it', async () => {
  const bebidas = await created('Bebidas')
  const gaseosas = await created('Gaseosas', bebidas, { status: 'INACTIVO' })
  await created('Colas', gaseosas, { description: 'Negras' })
  const file = async (query: Record<string, string> = {}, as = token) =>
    (await app.call(exportCategoria, { token: as, query: { formato: 'csv', ...query } })).raw.toString().trimEnd().split('\r\n').slice(1)
  expect(await file()).toEqual(['Bebidas,,,Activo', 'Colas,Bebidas › Gaseosas,Negras,Activo', 'Gaseosas,Bebidas,,Inactivo'])
  expect(await file({ q: 'negr' })).toEqual(['Colas,Bebidas › Gaseosas,Negras,Activo'])
  expect(await file({ status: 'INACTIVO', columnas: 'name,parents' })).toEqual(['Gaseosas,Bebidas'])
  expect(await file({}, tokenOtra)).toEqual([])
})

it('R-7.5.13 finds by words at every level and says where each stands', async () => {
  const bebidas = await created('Bebidas')
  const gaseosas = await created('Gaseosas', bebidas, { status: 'INACTIVO' })
  await created('Cólas', gaseosas, { description: 'con gas' })
  expect((await search({ q: 'colas' })).content).toMatchObject([{ name: 'Cólas', parents: ['Bebidas', 'Gaseosas'], children_count: 0 }])
  expect(namesOf(await search({ q: 'gas' }))).toEqual(['Cólas', 'Gaseosas'])
  expect(namesOf(await search({ status: 'INACTIVO' }))).toEqual(['Gaseosas'])
  expect(namesOf(await search({ sort: 'name,DESC' }))).toEqual(['Gaseosas', 'Cólas', 'Bebidas'])
  for (const query of [{ sort: 'parents,ASC' }, { status: 'OTRO' }, { size: '7' }, { ajeno: 'x' }])
    expect((await app.call(searchCategoria, { token, query })).status, JSON.stringify(query)).toBe(422)
})

it('R-7.5.14 answers what stands right below one, or at the top', async () => {
  const bebidas = await created('Bebidas')
  const gaseosas = await created('Gaseosas', bebidas)
  await created('Colas', gaseosas)
  const children = (query: Record<string, string> = {}) => search(query, searchCategoriaHijas)
  expect(await children()).toMatchObject({ totalElements: 1, content: [{ name: 'Bebidas', children_count: 1 }] })
  expect(namesOf(await children({ parent_id: bebidas.id }))).toEqual(['Gaseosas'])
  expect(namesOf(await children({ parent_id: gaseosas.id, q: 'co' }))).toEqual(['Colas'])
  expect((await children({ parent_id: randomUUID() })).totalElements).toBe(0)
  expect((await app.call(searchCategoriaHijas, { token, query: { parent_id: 'x' } })).status).toBe(422)
})

it('R-7.5.17 edits by the id of the form, and moves with all that stands below', async () => {
  const [bebidas, comida] = [await created('Bebidas'), await created('Comida')]
  const gaseosas = await created('Gaseosas', bebidas)
  await created('Colas', gaseosas)
  expect(await move(gaseosas, comida)).toMatchObject({
    status: 200,
    msg: 'Categoría editada exitosamente',
    data: { parent_id: comida.id, parents: ['Comida'], children_count: 1, version: 2 },
  })
  expect(await tree()).toBe('Bebidas Comida(Gaseosas(Colas))')
  expect((await move(gaseosas, null)).status).toBe(409)
  expect((await move({ ...gaseosas, version: 2 }, null)).data.parents).toEqual([])
  expect(await tree()).toBe('Bebidas Comida Gaseosas(Colas)')
})

it('R-2.3.38 refuses a circle, says so by the field, and changes nothing', async () => {
  const bebidas = await created('Bebidas')
  const gaseosas = await created('Gaseosas', bebidas)
  const colas = await created('Colas', gaseosas)
  const before = await huella(app)
  for (const parent of [bebidas, gaseosas, colas])
    expect((await move(bebidas, parent)).problems, parent.name).toEqual([
      { campo: 'parent_id', message: 'Bebidas no puede estar dentro de sí misma ni de una que está debajo de ella. Elija otro lugar.' },
    ])
  expect(await huella(app)).toEqual(before)
})

it('R-2.3.38 two moves at the same instant that together would make a circle: one goes through', async () => {
  const [a, b] = [await created('A'), await created('B')]
  const answers = await Promise.all([move(a, b), move(b, a)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  expect(['A(B)', 'B(A)']).toContain(await tree())
})

it(`has at most ${MAX_NIVELES_CATEGORIA} levels, also for what is moved with others below`, async () => {
  let last = await created('N1')
  for (let level = 2; level <= MAX_NIVELES_CATEGORIA; level++) last = await created(`N${level}`, last)
  const problem = { campo: 'parent_id', message: 'Las categorías tienen hasta 6 niveles. Elija un lugar más arriba.' }
  expect((await create({ name: 'N7', parent_id: last.id })).problems).toEqual([problem])
  const [otra, fifth] = [await created('Otra'), (await search({ q: 'N5' })).content[0]!]
  await created('Debajo', otra)
  expect((await move(otra, fifth)).problems).toEqual([problem])
})

it.each([
  ['empty', 'name', { name: '' }],
  ['too long', 'name', { name: 'A'.repeat(101) }],
  ['missing', 'name', {}],
  ['no id', 'parent_id', { name: 'X', parent_id: 'arriba' }],
  ['of nobody', 'parent_id', { name: 'X', parent_id: randomUUID() }],
  ['not asked for', 'children', { name: 'X', children: [] }],
])('what is %s is refused as %s, and nothing is stored', async (_what, campo, body) => {
  const answer = await create(body)
  expect([answer.status, answer.problems.map((problem) => problem.campo)]).toEqual([422, [campo]])
  expect((await search()).totalElements).toBe(0)
})

it('the same name may stand at two places, not twice at one: neither by two people at the same instant', async () => {
  const [bebidas, comida] = [await created('Bebidas'), await created('Comida')]
  for (const parent of [undefined, bebidas, comida]) await created('Otros', parent)
  expect((await create({ name: 'ÓTROS', parent_id: bebidas.id })).problems).toEqual([
    { campo: 'name', message: 'Ya existe una categoría con el nombre ÓTROS en ese lugar.' },
  ])
  const answers = await Promise.all(Array.from({ length: 6 }, () => create({ name: 'Nueva', parent_id: comida.id })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 5 }, () => 422)])
  expect(await tree()).toBe('Bebidas(Otros) Comida(Nueva Otros) Otros')
})

it('O-91 answers the same one to the same Idempotency-Key, and wants a key', async () => {
  const headers = key()
  const [first, second] = await Promise.all([create({ name: 'Par' }, headers), create({ name: 'Par' }, headers)])
  expect([first.status, second.data]).toEqual([200, first.data])
  expect((await create({ name: 'Otra' }, headers)).problems[0]?.message).toContain('ya se usó')
  expect((await app.call(createCategoria, { token, body: { name: 'Sin clave' } })).problems[0]?.message).toContain('Idempotency-Key')
})

it('is in the audit with who did it; a move tells the names of both places', async () => {
  const [bebidas, comida] = [await created('Bebidas'), await created('Comida')]
  const colas = await created('Colas', bebidas)
  await move(colas, comida)
  await remove(colas.id)
  const hechos = await app.owner
    .selectFrom('auditoria')
    .select(['accion', 'detalle'])
    .where('empresa_id', '=', empresa.id)
    .where('objeto', '=', colas.id)
    .orderBy('id')
    .execute()
  expect(hechos).toEqual([
    { accion: 'categoria.crear', detalle: { name: 'Colas' } },
    { accion: 'categoria.editar', detalle: { parent: ['Bebidas', 'Comida'] } },
    { accion: 'categoria.eliminar', detalle: { name: 'Colas' } },
  ])
})

describe('R-7.5.18 deletion', () => {
  it('goes with its words, and once', async () => {
    const { id } = await created('Efímera')
    expect(await remove(id)).toMatchObject({ status: 200, msg: 'Categoría eliminada exitosamente' })
    expect(await app.owner.selectFrom('busqueda').select('palabra').where('id', '=', id).execute()).toEqual([])
    expect((await remove(id)).status).toBe(404)
  })

  it('one with others below stays, and so does one that a product names', async () => {
    const bebidas = await created('Bebidas')
    const colas = await created('Colas', bebidas)
    await sql`insert into producto (empresa_id, id, code, name, type_product, iva, price, orden, creado_en, editado_en, category_id)
      values (${empresa.id}, gen_random_uuid(), 'D', 'D', 'PRODUCTO', 6, 1, 'd', now(), now(), ${colas.id})`.execute(app.owner)
    const before = await huella(app)
    expect((await remove(bebidas.id)).msg).toBe('No se puede eliminar: hay categorías debajo de Bebidas. Muévalas o elimínelas antes.')
    expect((await remove(colas.id)).msg).toBe('No se puede eliminar: la categoría Colas consta en productos. Puede desactivarla.')
    expect(await huella(app)).toEqual(before)
  })

  it('while somebody puts another below: one of both is told', async () => {
    const { id } = await created('Disputada')
    const [made, gone] = await Promise.all([create({ name: 'Debajo', parent_id: id }), remove(id)])
    expect([made.status, gone.status]).toSatisfy(([a, b]) => (a === 200) !== (b === 200))
  })
})

it(`a company has at most ${MAX_NOMBRADOS}`, async () => {
  await sql`insert into categoria (empresa_id, id, name, orden, creado_en, editado_en)
    select ${empresa.id}::uuid, gen_random_uuid(), 'N' || n, 'n' || n, now(), now() from generate_series(1, ${MAX_NOMBRADOS}) n`.execute(
    app.owner,
  )
  expect((await create({ name: 'Una más' })).msg).toContain('ya tiene 2000 categorías')
  expect((await app.call<unknown[]>(searchCategoriaArbol, { token })).data).toHaveLength(MAX_NOMBRADOS)
})

it('keeps out who has no session, who may not sell and who lacks the right over products', async () => {
  const { id } = await created('Puerta')
  for (const endpoint of [searchCategoria, searchCategoriaHijas, searchCategoriaArbol])
    await expectGuarded(app, empresa, endpoint, {}, [ROL.USUARIO])
  const doors: [Endpoint, object][] = [
    [createCategoria, { body: { name: 'X' }, headers: key() }],
    [editCategoria, { body: { name: 'X', id, version: 1 } }],
    [deleteCategoria, { params: { id } }],
  ]
  for (const [endpoint, options] of doors) await expectGuarded(app, empresa, endpoint, options, [ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO])
})

it('of another company answers as if absent and stays as it was', async () => {
  const ajena = (await create({ name: 'Ajena' }, key(), tokenOtra)).data
  const mine = await created('Mía')
  const before = await huella(app)
  expect((await move(ajena, null)).status).toBe(404)
  expect((await remove(ajena.id)).status).toBe(404)
  expect((await move(mine, ajena)).problems).toMatchObject([{ campo: 'parent_id' }])
  expect(await tree()).toBe('Mía')
  expect((await search({ q: 'ajena' })).totalElements).toBe(0)
  expect(await huella(app)).toEqual(before)
})
