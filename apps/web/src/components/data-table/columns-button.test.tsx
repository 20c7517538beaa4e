import '../../testing/browser-stubs.ts'

import { COLLECTIONS } from '@yupana/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'

import { ok, page } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { signedIn } from '../../testing/shell-api.ts'

const READ = 'GET /app/v1/preferencia/persona'
const SAVE = 'PUT /app/v1/preferencia/persona'
const ANA = {
  id: '33333333-3333-4333-8333-333333333333',
  tipo_identificacion: '05',
  identificacion: '1712345675',
  razon_social: 'ANA',
  nombre_comercial: null,
  roles: ['cliente'],
  correos: ['ana@ejemplo.ec'],
  telefonos: [],
  direccion: null,
  dias_credito: 0,
  activo: true,
  version: 1,
  creada_en: '',
  editada_en: '',
}

function open(preferencia: Parameters<typeof ok>[0] = { ocultas: [], densidad: 'NORMAL' }) {
  const calls = signedIn(
    { menus: [{ to: '/persona', label: 'Personas' }], collections: [...COLLECTIONS] },
    {
      'GET /app/v1/persona/search?page=0&size=5': page([ANA]),
      [READ]: ok(preferencia),
      [SAVE]: ok(preferencia),
    },
  )
  return { calls, ...renderApp('/persona') }
}
const headings = async () => (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent)

it('O-104 a column goes and comes at once, and the server keeps which; the way to the record cannot go', async () => {
  const { user, calls } = open()
  await screen.findByText('ana@ejemplo.ec')
  expect(await headings()).toEqual(['Identificación', 'Nombre', 'Rol', 'Correo', 'Teléfono', 'Estado', 'Acciones'])
  await user.click(screen.getByRole('button', { name: 'Columnas' }))
  expect(screen.queryByRole('checkbox', { name: 'Identificación' })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Correo' }))
  expect(screen.queryByText('ana@ejemplo.ec')).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Filas compactas' }))
  expect(document.querySelector('table')?.hasAttribute('data-dense')).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Restablecer' }))
  expect(screen.getByText('ana@ejemplo.ec')).toBeDefined()
  await waitFor(() =>
    expect(calls.filter(({ route }) => route === SAVE).map(({ body }) => body)).toEqual([
      { ocultas: ['correo'], densidad: 'NORMAL' },
      { ocultas: ['correo'], densidad: 'COMPACTA' },
      { ocultas: [], densidad: 'NORMAL' },
    ]),
  )
})

it("O-104 a list opens as it was left, and an unknown column is nobody's", async () => {
  open({ ocultas: ['correo', 'telefono', 'otra'], densidad: 'COMPACTA' })
  await screen.findByText('ANA')
  expect(await headings()).toEqual(['Identificación', 'Nombre', 'Rol', 'Estado', 'Acciones'])
})
