import { randomUUID } from 'node:crypto'
import {
  createBorrador,
  deleteBorrador,
  editBorrador,
  emitFactura,
  NOTA_CALLS,
  readBorrador,
  searchBorrador,
  searchBorradores,
  type Borrador,
  type BorradorFila,
  type Endpoint,
  type Listing,
} from '@yupana/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { ROL, type Rol } from '../../plugins/sesion/roles.ts'
import { buildEmpresa, buildUsuario, tokenOfNew } from '../../testing/builders.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmisor, facturaForm } from '../../testing/emisor.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'

const NOW = '2026-06-15T10:00:00-05:00'
let app: TestApp
let sri: SimuladorDePrueba
beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp({ now: NOW }), startSimulador({ reloj: NOW })])
})
afterAll(async () => {
  await app?.close()
  await sri?.stop()
})

const save = (token: string, cliente: string, sinNombre: boolean) =>
  app.call<Borrador>(createBorrador, { token, body: { contenido: { cliente }, sin_nombre: sinNombre } })
const seen = async (token: string, query: { sin_nombre?: string } = {}) =>
  (await app.call<Listing<Borrador>>(searchBorrador, { token, query })).data.content
    .map(({ contenido }) => (contenido as { cliente: string }).cliente)
    .sort()

it('O-104 a draft without a name is offered to who typed it and to nobody else; the saved ones are seen by who sells', async () => {
  const empresa = await buildEmpresa(app)
  const [ana, luis] = [await buildUsuario(app, { empresas: [empresa] }), await buildUsuario(app, { empresas: [empresa] })]
  const [deAna, deLuis] = [(await app.signIn(ana.username)).token, (await app.signIn(luis.username)).token]
  await save(deAna, 'a medias', true)
  await save(deAna, 'guardado', false)
  expect(await seen(deAna)).toEqual(['a medias', 'guardado'])
  expect(await seen(deLuis)).toEqual(['guardado'])
  expect(await seen(deLuis, { sin_nombre: 'true' })).toEqual([])
  expect(await seen(deAna, { sin_nombre: 'true' })).toEqual(['a medias'])
  expect(await seen(deAna, { sin_nombre: 'false' })).toEqual(['guardado'])
})

it('O-104 drafts of every kind stand in one list, each with what its editor said of it, for who may begin one', async () => {
  const empresa = await buildEmpresa(app)
  const [ana, luis] = [await buildUsuario(app, { empresas: [empresa] }), await buildUsuario(app, { empresas: [empresa] })]
  const [deAna, deLuis] = [(await app.signIn(ana.username)).token, (await app.signIn(luis.username)).token]
  const put = (endpoint: Endpoint, contenido: object, sin_nombre = false) =>
    app.call<Borrador>(endpoint, { token: deAna, body: { contenido, sin_nombre } })
  await put(createBorrador, { resumen: { cliente: 'ANA', total: '$1.00' } })
  await put(NOTA_CALLS.createBorrador, { resumen: { cliente: 7, total: null } })
  await put(createBorrador, { resumen: { cliente: 'A MEDIAS', total: '' } }, true)
  const all = async (token: string) => (await app.call<Listing<BorradorFila>>(searchBorradores, { token })).data
  const told = ({ content }: Listing<BorradorFila>) => content.map(({ cliente, total, autor }) => [cliente, total, autor]).sort()
  expect(told(await all(deAna))).toEqual([
    ['', '', null],
    ['A MEDIAS', '', null],
    ['ANA', '$1.00', null],
  ])
  expect((await all(deLuis)).content).toHaveLength(2)
  expect(new Set((await all(deAna)).content.map(({ tipo }) => tipo)).size).toBe(2)
  const elsewhere = await buildEmpresa(app)
  const foreign = await tokenOfNew(app, { empresas: [elsewhere] })
  expect((await all(foreign)).content).toEqual([])
  await expectGuarded(app, empresa, searchBorradores, {}, [ROL.USUARIO])
})

it('O-104 an id of another kind, or of what somebody else is typing, is a conflict and stays as it was; what was saved stays saved', async () => {
  const empresa = await buildEmpresa(app)
  const [ana, luis] = [await buildUsuario(app, { empresas: [empresa] }), await buildUsuario(app, { empresas: [empresa] })]
  const [deAna, deLuis] = [(await app.signIn(ana.username)).token, (await app.signIn(luis.username)).token]
  const typed = (await save(deAna, 'a medias', true)).data
  const again = (token: string, endpoint: Endpoint, id: string) =>
    app.call<Borrador>(endpoint, { token, body: { id, contenido: { cliente: 'otro' }, sin_nombre: true } })
  expect((await again(deLuis, createBorrador, typed.id)).status).toBe(409)
  expect((await again(deAna, NOTA_CALLS.createBorrador, typed.id)).status).toBe(409)
  expect(await seen(deAna)).toEqual(['a medias'])

  const saved = (await save(deAna, 'guardado', false)).data
  expect(await again(deAna, createBorrador, saved.id)).toMatchObject({ status: 200, data: { sin_nombre: false } })
})

it('O-100 the draft of another is read with the right to sell, and changed, deleted or issued by its author or an ADMIN, with a trace', async () => {
  const emisor = await buildEmisor(app, sri)
  const person = async (rol: Rol) => await tokenOfNew(app, { empresas: [emisor], rol })
  const [deAna, deLuis, deAdmin, deEmpleado] = [
    await person(ROL.VENDEDOR),
    await person(ROL.VENDEDOR),
    emisor.token,
    await person(ROL.EMPLEADO),
  ]
  const draft = (await save(deAna, 'guardado', false)).data
  expect(draft).toMatchObject({ autor: null, modificable: true })
  const params = { id: draft.id }
  const body = { contenido: { cliente: 'otro' }, sin_nombre: false }
  const hechos = async () =>
    (
      await app.owner
        .selectFrom('auditoria')
        .select('accion')
        .where('empresa_id', '=', emisor.id)
        .where('objeto', '=', draft.id)
        .orderBy('en')
        .execute()
    ).map(({ accion }) => accion)
  const emit = (token: string) =>
    app.call(emitFactura, { token, params, headers: { 'idempotency-key': randomUUID() }, body: facturaForm() })

  expect((await app.call<Borrador>(readBorrador, { token: deLuis, params })).data).toMatchObject({
    autor: expect.stringMatching(/\w/) as unknown,
    modificable: false,
  })
  for (const [call, of] of [
    [editBorrador, { params, body }],
    [createBorrador, { body: { ...body, id: draft.id } }],
    [deleteBorrador, { params }],
  ] as const)
    expect((await app.call(call, { token: deLuis, ...of })).status).toBe(403)
  expect((await emit(deLuis)).status).toBe(403)
  for (const [call, of] of [
    [readBorrador, { params }],
    [searchBorrador, {}],
  ] as const)
    expect((await app.call(call, { token: deEmpleado, ...of })).status).toBe(403)
  expect(await hechos()).toEqual([])
  expect((await app.call<Borrador>(readBorrador, { token: deAna, params })).data.contenido).toEqual({ cliente: 'guardado' })

  // Repeated saves of an ADMIN's draft leave one trace.
  for (const times of [1, 2])
    expect(await app.call(editBorrador, { token: deAdmin, params, body: { ...body, contenido: { times } } })).toMatchObject({
      status: 200,
      data: { modificable: true },
    })
  expect(await hechos()).toEqual(['borrador.editar'])
  expect((await app.call<Borrador>(editBorrador, { token: deAna, params, body })).data.autor).toBeNull()
  expect((await emit(deAdmin)).status).toBe(200)
  expect(await hechos()).toEqual(['borrador.editar', 'borrador.emitir'])

  const other = (await save(deAna, 'otro', false)).data
  expect((await app.call(deleteBorrador, { token: deAdmin, params: { id: other.id } })).status).toBe(200)
  expect((await app.call(readBorrador, { token: deAna, params: { id: other.id } })).status).toBe(404)
  expect(await app.owner.selectFrom('auditoria').select('accion').where('objeto', '=', other.id).executeTakeFirst()).toEqual({
    accion: 'borrador.eliminar',
  })
  const unnamed = (await save(deAna, 'a medias', true)).data
  for (const call of [readBorrador, deleteBorrador])
    expect((await app.call(call, { token: deAdmin, params: { id: unnamed.id } })).status).toBe(404)
})
