import '../../testing/browser-stubs.ts'

import { COLLECTIONS } from '@yupana/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { startSession } from '../../lib/sesion/session.ts'
import { buildComprobante } from '../../testing/build-comprobante.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const RECHAZADO = buildComprobante({ estado: 'RECHAZADO', estado_tributario: 4, accion: 'CORREGIR', autorizado_en: null })
const { id: ID } = RECHAZADO
const FICHA = `GET /app/v1/comprobante/${ID}`

function open(path: string, replies: Parameters<typeof fakeApi>[0]) {
  const menus = [
    { to: '/comprobante', label: 'Comprobantes' },
    { to: '/documento', label: 'Nueva factura' },
  ]
  const session = buildSession({ menus, collections: [...COLLECTIONS] })
  startSession(session)
  fakeApi({ 'GET /app/v1/auth/sesion': ok({ session }), ...replies })
  return renderApp(path)
}

it('a rejected one begins at its correction, which comes before the next one', async () => {
  open(`/comprobante/${ID}`, { [FICHA]: ok(RECHAZADO) })
  const correct = await screen.findByRole('link', { name: 'Corregir y reenviar' })
  await waitFor(() => expect(document.activeElement).toBe(correct))
  const actions = within(screen.getByRole('complementary', { name: 'Acciones' }))
  expect(
    actions
      .getAllByRole('link')
      .slice(0, 2)
      .map(({ textContent }) => textContent),
  ).toEqual(['Corregir y reenviar', 'Nueva factura'])
})

it('what cannot be undone stands under «Más», after the groups', async () => {
  open(`/comprobante/${ID}`, { [FICHA]: ok(buildComprobante()) })
  const more = await screen.findByText('Más')
  const actions = within(screen.getByRole('complementary', { name: 'Acciones' }))
  expect(actions.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual(
    expect.arrayContaining(['Documento', 'Enviar', 'A partir de este', 'Más']),
  )
  expect(more.closest('details')?.textContent).toContain('Registrar anulación')
  expect(more.closest('details')?.open).toBe(false)
})

it('a waiting one is asked about here too', async () => {
  const waiting = buildComprobante({ estado: 'RECIBIDA', estado_tributario: 2, autorizado_en: null, accion: 'ESPERAR' })
  open(`/comprobante/${ID}`, { [FICHA]: ok(waiting) })
  expect(await screen.findByRole('button', { name: 'Consultar estado' })).toBeDefined()
})
