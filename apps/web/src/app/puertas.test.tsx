import '../testing/browser-stubs.ts'

import { COLLECTIONS } from '@yupana/contract'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'

import { elsewhere } from '../components/upload/puerta.tsx'
import { buildPerfil } from '../testing/build-empresa.ts'
import { ok, page } from '../testing/fake-api.ts'
import { renderApp } from '../testing/render-app.tsx'
import { signedIn } from '../testing/shell-api.ts'

const MENUS = ['/empresa_perfil', '/comprobante/recibido', '/producto', '/persona'].map((to) => ({ to, label: `Menú ${to}` }))

/** Titles of the screen and of its open tab. */
const titles = () =>
  [...screen.queryAllByRole('heading', { level: 1 }), ...screen.queryAllByRole('link', { current: 'page' })].map(
    ({ textContent }) => textContent,
  )

it.each(['firma.p12', 'logo.png', 'factura.xml', 'hoja.xlsx'])('the places named for %s are called so where they are', async (name) => {
  signedIn(
    { rol: { id: 1, name: 'ADMIN' }, collections: [...COLLECTIONS], menus: MENUS },
    {
      'GET /app/business_profile/perfil': ok(buildPerfil()),
      'GET /app/v1/certificado/all': ok([]),
      'GET /app/v1/preferencia/recibido': ok({ ocultas: [], densidad: 'NORMAL' }),
      'GET /app/v1/recibido/search?page=0&size=5': page([]),
    },
  )
  render(<MemoryRouter>{elsewhere(new File([], name), '')}</MemoryRouter>)
  const doors = screen.getAllByRole('link').map((link) => [link.getAttribute('href') ?? '', link.textContent] as const)
  for (const [href, label] of doors) {
    cleanup()
    renderApp(href)
    await waitFor(() => expect(titles()).toContain(label))
  }
})
