import { createBorrador, searchBorrador, type Borrador, type Listing } from '@yupana/contract'
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
