import '../../testing/browser-stubs.ts'

import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { startSession } from '../../lib/sesion/session.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, page } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const correo = {
  id: 'c1',
  asunto: '[SIMULADOR] Factura 001-001-000000123',
  medio: 'BANDEJA',
  motivo: 'AUTORIZACION',
  creado_en: '2026-11-20T19:32:06Z',
  documento_id: 'd1',
  destinatarios: [
    { direccion: 'ana@ejemplo.ec', estado: 'BANDEJA', error: null, enviado_en: null, copia: false },
    { direccion: 'luz@ejemplo.ec', estado: 'FALLIDO', error: 'no existe', enviado_en: null, copia: false },
  ],
}
const session = buildSession({ menus: [{ to: '/comprobante', label: 'Comprobantes' }] })

function open(content: unknown[]) {
  startSession(session)
  fakeApi({
    'GET /app/v1/auth/sesion': ok({ session }),
    'GET /app/v1/correo/search?page=0&size=5': page(content),
    'GET /app/v1/correo/c1': ok({ ...correo, texto: 'Estimado/a ANA PÉREZ:', adjuntos: ['uno.pdf', 'uno.xml'] }),
  })
  return renderApp('/comprobante/correos')
}

it('O-95 shows each mail with what became of it at each address, and the mail as it is received', async () => {
  const { user } = open([{ ...correo, numero: '001-001-000000123', receptor_nombre: 'ANA PÉREZ' }])
  expect(await screen.findByText('En la bandeja')).toBeDefined()
  expect(screen.getByText('No entregado')).toBeDefined()
  await user.click(screen.getByRole('button', { name: /^Acciones de 001-001-000000123/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Ver correo' }))
  const dialog = await screen.findByRole('dialog', { name: correo.asunto })
  expect(within(dialog).getByText('Estimado/a ANA PÉREZ:')).toBeDefined()
  expect(
    within(within(dialog).getByRole('list', { name: 'Adjuntos' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['uno.pdf', 'uno.xml'])
})

it('ui §7 says what it is for while it is empty', async () => {
  open([])
  expect(await screen.findByText(/Aquí aparecen los correos/)).toBeDefined()
})
