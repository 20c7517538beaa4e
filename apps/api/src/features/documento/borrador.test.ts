import { createBorrador, NOTA_CALLS, searchBorrador, type Borrador, type Endpoint, type Listing } from '@yupana/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app?.close())

const save = (token: string, cliente: string, sinNombre: boolean) =>
  app.call<Borrador>(createBorrador, { token, body: { contenido: { cliente }, sin_nombre: sinNombre } })
const seen = async (token: string, query: { sin_nombre?: string } = {}) =>
  (await app.call<Listing<Borrador>>(searchBorrador, { token, query })).data.content.map(({ contenido }) => (contenido as { cliente: string }).cliente).sort()

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

it('O-104 an id of another kind, or of what somebody else is typing, is a conflict and stays as it was; what was saved stays saved', async () => {
  const empresa = await buildEmpresa(app)
  const [ana, luis] = [await buildUsuario(app, { empresas: [empresa] }), await buildUsuario(app, { empresas: [empresa] })]
  const [deAna, deLuis] = [(await app.signIn(ana.username)).token, (await app.signIn(luis.username)).token]
  const typed = (await save(deAna, 'a medias', true)).data
  const again = (token: string, endpoint: Endpoint, id: string) => app.call<Borrador>(endpoint, { token, body: { id, contenido: { cliente: 'otro' }, sin_nombre: true } })
  expect((await again(deLuis, createBorrador, typed.id)).status).toBe(409)
  expect((await again(deAna, NOTA_CALLS.createBorrador, typed.id)).status).toBe(409)
  expect(await seen(deAna)).toEqual(['a medias'])

  const saved = (await save(deAna, 'guardado', false)).data
  expect(await again(deAna, createBorrador, saved.id)).toMatchObject({ status: 200, data: { sin_nombre: false } })
  expect(await again(deLuis, createBorrador, saved.id)).toMatchObject({ status: 200, data: { sin_nombre: false } })
})
