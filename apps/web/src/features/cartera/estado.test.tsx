import '../../testing/browser-stubs.ts'

import type { Collection } from '@yupana/contract'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { startSession } from '../../lib/sesion/session.ts'
import { buildPersona } from '../../testing/build-persona.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, page, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const persona = buildPersona()
const BASE = '/comprobante/estado-cuenta'

function open(search: string, replies: Parameters<typeof fakeApi>[0] = {}, collections: Collection[] = ['cartera:ver_pagar']) {
  const session = buildSession({ menus: [{ to: '/comprobante', label: 'Comprobantes' }], collections })
  startSession(session)
  const calls = fakeApi({
    'GET /app/v1/auth/sesion': ok({ session }),
    'GET /app/v1/persona/search?page=0&size=10&q=luz&rol=proveedor&activo=true': page([persona], { size: 10 }),
    'GET /app/v1/persona/search?page=0&size=10&q=luz&rol=cliente&activo=true': page([persona], { size: 10 }),
    ...replies,
  })
  const opened = renderApp(`${BASE}${search}`)
  return { ...opened, asked: () => calls.map(({ route }) => route).filter((route) => /cartera|persona.[0-9a-f]/.test(route)) }
}
const chooser = (name: string) => screen.findByRole('combobox', { name: new RegExp(name) })

it('opened without anybody it asks whose account, and nothing of nobody', async () => {
  const { user, asked, address } = open('?sentido=PAGAR')
  const field = await chooser('Proveedor')
  expect(asked()).toEqual([])
  await user.type(field, 'luz')
  await user.click(await screen.findByRole('option', { name: new RegExp(persona.razon_social) }))
  expect(address()).toBe(`${BASE}?persona=${persona.id}&sentido=PAGAR`)
})

it('what suppliers are owed is not there for who may not see it, nor asked for', async () => {
  const { asked } = open('?sentido=PAGAR', {}, [])
  expect(await screen.findByText('NO ENCONTRADO')).toBeDefined()
  expect(asked()).toEqual([])
})

it('of somebody who is gone it says so where one chooses another, with no toast and no further question', async () => {
  const { asked } = open(`?persona=${persona.id}`, { [`GET /app/v1/persona/${persona.id}`]: refusal(404, { msg: 'No encontrado' }) })
  await chooser('Cliente')
  expect(within(screen.getByRole('main')).getByText('Este cliente no existe o fue eliminado. Elija otro.')).toBeDefined()
  expect(screen.queryByText('El recurso solicitado no existe o ha sido eliminado')).toBeNull()
  expect(asked()).toEqual([`GET /app/v1/persona/${persona.id}`])
})
