import { montoOf } from '@yupana/fiscal'
import '../../testing/browser-stubs.ts'

import { COLLECTIONS, type Persona, type UnionPropuesta } from '@yupana/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import { startSession } from '../../lib/sesion/session.ts'
import { buildPersona } from '../../testing/build-persona.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, page, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const queda = buildPersona()
const otra = buildPersona({
  id: '33333333-3333-4333-8333-333333333334',
  identificacion: 'PA500',
  razon_social: 'LUZ REPETIDA',
  correos: ['otra@ejemplo.ec', 'once@ejemplo.ec'],
})
const NADA = {
  documentos: 0,
  cotizaciones: 0,
  compras: 0,
  retenciones: 0,
  pagos: 0,
  recordatorios: 0,
  cuentas: 0,
  por_cobrar: montoOf(0),
  por_pagar: montoOf(0),
}
const propuesta: UnionPropuesta = {
  queda: { ...queda, correos: [...queda.correos, 'otra@ejemplo.ec'] },
  otra,
  mueve: { ...NADA, documentos: 3, por_cobrar: montoOf(12_500_000) },
}
const ficha = ({ id, razon_social, identificacion }: Persona) => ({ id, razon_social, identificacion })
const unida = { ...ficha(otra), fecha: '2026-06-15T15:00:00.000Z', por: 'Ana Peña' }
const UNIR = `POST /app/v1/persona/unir/${queda.id}`
const SEPARAR = `POST /app/v1/persona/separar/${otra.id}`
const base = {
  [`GET /app/v1/persona/${queda.id}`]: ok(queda),
  [`GET /app/v1/persona/uniones/${queda.id}`]: ok({ en: null, unidas: [] }),
  'GET /app/v1/persona/search?page=0&size=10&q=luz': page([queda, otra]),
  [`GET /app/v1/persona/union/${queda.id}?otra_id=${otra.id}`]: ok(propuesta),
}

type Replies = Parameters<typeof fakeApi>[0]
function open(replies: Replies, collections = [...COLLECTIONS], of = queda) {
  const session = buildSession({ menus: [{ to: '/persona', label: 'Personas' }], collections })
  startSession(session)
  const calls = fakeApi({ 'GET /app/v1/auth/sesion': ok({ session }), ...base, ...replies })
  return { calls, ...renderApp(`/persona/${of.id}?seccion=unidas`) }
}
const sent = (calls: ReturnType<typeof fakeApi>, route: string) => calls.filter((call) => call.route === route)

/** Chooses the other record; the one that stays is not offered. */
async function choose(user: ReturnType<typeof open>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Unir con…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Unir con PAPELERÍA LUZ' }))
  await user.type(dialog.getByLabelText('Ficha repetida'), 'luz')
  const option = await screen.findByRole('option', { name: /PA500/ })
  expect(screen.getAllByRole('option')).toEqual([option])
  await user.click(option)
  await dialog.findByText('Pasa a la ficha que queda')
  return dialog
}

describe('records of one person', () => {
  it('shows what a union would do and what does not fit, does it once, and takes it back from the notice', async () => {
    const { user, calls } = open({ [UNIR]: ok(propuesta.queda), [SEPARAR]: ok(otra) })
    const dialog = await choose(user)
    expect(dialog.getByText('Documentos emitidos').nextSibling?.textContent).toBe('3')
    expect(dialog.getByText('Saldo que debe').nextSibling?.textContent).toBe('$12.50')
    expect(dialog.queryByText('Compras')).toBeNull()
    expect(dialog.getByRole('status').textContent).toContain('No caben y no pasan: once@ejemplo.ec.')
    await user.click(dialog.getByRole('button', { name: 'Unir las fichas' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent(calls, UNIR)).toMatchObject([{ body: { otra_id: otra.id } }])
    await user.click(await screen.findByRole('button', { name: 'Deshacer' }))
    await waitFor(() => expect(sent(calls, SEPARAR)).toHaveLength(1))
    expect(await screen.findByText('Unión deshecha')).toBeDefined()
    // The finished merge is not proposed again.
    expect(calls.filter(({ route }) => route.includes('/persona/union/'))).toHaveLength(1)
  })

  it('stays open with the reason when it cannot be', async () => {
    const reason = 'LUZ REPETIDA (PA500) ya está unida a otra ficha. Elija la que quedó.'
    const { user } = open({ [UNIR]: refusal(422, { status: '422', msg: reason, data: [{ message: reason }] }) })
    const dialog = await choose(user)
    await user.click(dialog.getByRole('button', { name: 'Unir las fichas' }))
    expect(await dialog.findByText(reason)).toBeDefined()
  })

  it('lists who was merged, and parts them after asking', async () => {
    const { user, calls } = open({
      [`GET /app/v1/persona/uniones/${queda.id}`]: ok({ en: null, unidas: [unida] }),
      [SEPARAR]: ok(otra),
    })
    expect(await screen.findByText('LUZ REPETIDA · PA500')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Deshacer la unión con LUZ REPETIDA' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Deshacer la unión con LUZ REPETIDA' }))
    expect(sent(calls, SEPARAR)).toHaveLength(0)
    await user.click(dialog.getByRole('button', { name: 'Deshacer la unión' }))
    await waitFor(() => expect(sent(calls, SEPARAR)).toHaveLength(1))
  })

  it('offers nothing to who may not edit and delete', async () => {
    open({ [`GET /app/v1/persona/uniones/${queda.id}`]: ok({ en: null, unidas: [unida] }) }, ['persona:editar'])
    expect(await screen.findByText('LUZ REPETIDA · PA500')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Unir con…' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Deshacer/ })).toBeNull()
  })

  it('a record that was merged away has no form: it says where its person is', async () => {
    const away = { ...otra, unida_a: queda.id }
    open(
      {
        [`GET /app/v1/persona/${otra.id}`]: ok(away),
        [`GET /app/v1/persona/uniones/${otra.id}`]: ok({ en: ficha(queda), unidas: [] }),
      },
      [...COLLECTIONS],
      away,
    )
    const links = await screen.findAllByRole('link', { name: /PAPELERÍA LUZ|Abrir la ficha que quedó/ })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([expect.stringContaining(queda.id), expect.stringContaining(queda.id)])
    expect(screen.queryByRole('button', { name: 'Guardar' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Deshacer la unión' })).toBeDefined()
  })
})
