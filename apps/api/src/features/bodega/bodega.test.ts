import { randomUUID } from 'node:crypto'
import {
  allBodega,
  createBodega,
  deleteBodega,
  editBodega,
  exportBodega,
  searchBodega,
  type Bodega,
  type BodegaOpcion,
  type Listing,
} from '@yupana/contract'
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
const create = (body: object, headers = key(), as = token) => app.call<Bodega>(createBodega, { token: as, body, headers })
const created = async (name: string, more: object = {}) => {
  const answer = await create({ name, ...more })
  expect(answer.status, answer.msg).toBe(200)
  return answer.data
}
const edit = ({ id, version }: Pick<Bodega, 'id' | 'version'>, form: object, as = token) =>
  app.call<Bodega>(editBodega, { token: as, params: { id }, body: { ...form, version } })
const remove = (id: string, as = token) => app.call(deleteBodega, { token: as, params: { id } })
const all = async () => (await app.call<BodegaOpcion[]>(allBodega, { token })).data
const defaults = async () => (await all()).filter(({ predeterminada }) => predeterminada).map(({ name }) => name)

describe('O-72 warehouses', () => {
  it('a company begins with one, which is its default', async () => {
    expect(await all()).toMatchObject([{ name: 'Bodega principal', status: 'ACTIVO', establecimiento: null, predeterminada: true }])
    expect((await app.call<Listing<Bodega>>(searchBodega, { token, query: { q: 'princ' } })).data.totalElements).toBe(1)
  })

  it('there is one default at each moment: the new one takes the place, and none gives it up', async () => {
    const norte = await created('Norte', { predeterminada: true, establecimiento: '001' })
    expect(norte).toMatchObject({ predeterminada: true, establecimiento: '001', version: 1 })
    expect(await defaults()).toEqual(['Norte'])
    expect((await edit(norte, { name: 'Norte' })).problems).toEqual([
      { campo: 'predeterminada', message: 'La empresa necesita una bodega predeterminada: elija otra como predeterminada.' },
    ])
    expect((await edit(norte, { name: 'Norte', predeterminada: true, status: 'INACTIVO' })).problems).toMatchObject([{ campo: 'status' }])
    expect(await remove(norte.id)).toMatchObject({
      status: 422,
      msg: 'No se puede eliminar: la bodega Norte es la predeterminada. Elija otra antes.',
    })
    const [sur, este] = [await created('Sur'), await created('Este')]
    const answers = await Promise.all([sur, este].map((one) => edit(one, { name: one.name, predeterminada: true })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await defaults()).toHaveLength(1)
  })

  it('an establishment takes from one warehouse, and has to be the company’s', async () => {
    await created('Norte', { establecimiento: '001' })
    expect((await create({ name: 'Sur', establecimiento: '001' })).problems).toEqual([
      { campo: 'establecimiento', message: 'El establecimiento 001 ya toma de la bodega Norte.' },
    ])
    expect((await create({ name: 'Sur', establecimiento: '009' })).problems).toEqual([
      { campo: 'establecimiento', message: 'El establecimiento no existe.' },
    ])
    const both = await Promise.all(['A', 'B'].map((name) => create({ name, establecimiento: '', status: 'ACTIVO' })))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
  })

  it('§9 the list is taken along as it shows: its filters, its order, its columns', async () => {
    await created('Norte', { establecimiento: '001', description: 'Quito' })
    await created('Sur', { status: 'INACTIVO' })
    const file = async (query: Record<string, string>) =>
      (await app.call(exportBodega, { token, query: { formato: 'csv', ...query } })).raw
        .toString()
        .replace('\ufeff', '')
        .trimEnd()
        .split('\r\n')
    expect(await file({ sort: 'name,DESC' })).toEqual([
      'Nombre,Descripción,Establecimiento,Uso,Estado',
      'Sur,,,,Inactivo',
      'Norte,Quito,001,,Activo',
      'Bodega principal,,,Predeterminada,Activo',
    ])
    expect(await file({ status: 'ACTIVO', q: 'nor', columnas: 'name,establecimiento' })).toEqual(['Nombre,Establecimiento', 'Norte,001'])
    expect(await file({ status: 'INACTIVO', columnas: 'name' })).toEqual(['Nombre', 'Sur'])
  })

  it.each([
    ['name', { name: '' }],
    ['name', {}],
    ['name', { name: 'BODEGA PRINCIPAL' }],
    ['status', { name: 'X', status: 'CERRADA' }],
    ['establecimiento', { name: 'X', establecimiento: '1' }],
    ['predeterminada', { name: 'X', predeterminada: 'sí' }],
    ['empresa_id', { name: 'X', empresa_id: randomUUID() }],
  ])('what is wrong is refused as %s, and nothing is stored', async (campo, body) => {
    const before = await huella(app)
    const answer = await create(body)
    expect([answer.status, answer.problems.map((problem) => problem.campo)]).toEqual([422, [campo]])
    expect(await huella(app)).toEqual(before)
  })

  it('O-91 the same sending gives the same one; a version that is gone is refused', async () => {
    const headers = key()
    const [first, second] = await Promise.all([create({ name: 'Norte' }, headers), create({ name: 'Norte' }, headers)])
    expect([first.status, second.data]).toEqual([200, first.data])
    expect((await edit(first.data, { name: 'Norte 2', status: 'INACTIVO' })).data).toMatchObject({ status: 'INACTIVO', version: 2 })
    expect((await edit(first.data, { name: 'Tarde' })).status).toBe(409)
    expect((await remove(first.data.id)).msg).toBe('Bodega eliminada exitosamente')
    expect((await remove(first.data.id)).status).toBe(404)
  })

  it('of another company answers 404 and stays; without the right nothing is changed', async () => {
    const ajena = (await create({ name: 'Ajena' }, key(), tokenOtra)).data
    const before = await huella(app)
    expect((await edit(ajena, { name: 'Mía' })).status).toBe(404)
    expect((await remove(ajena.id)).status).toBe(404)
    for (const endpoint of [allBodega, searchBodega]) await expectGuarded(app, empresa, endpoint, {}, [ROL.USUARIO])
    const mia = (await all())[0]!
    const doors = [
      [createBodega, { body: { name: 'X' }, headers: key() }],
      [editBodega, { params: { id: mia.id }, body: { name: 'X', version: 1, predeterminada: true } }],
      [deleteBodega, { params: { id: mia.id } }],
    ] as const
    for (const [endpoint, options] of doors) await expectGuarded(app, empresa, endpoint, options, [ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO])
    expect(await huella(app)).toMatchObject({ bodega: before.bodega })
  })
})
