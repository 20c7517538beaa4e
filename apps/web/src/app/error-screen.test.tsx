import '../testing/browser-stubs.ts'

import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { Providers } from './providers.tsx'

it('R-2.10.6 R-2.10.7 R-2.10.8 R-2.10.10 R-2.10.11 R-2.10.12 what fails while drawing shows the screen of the unexpected error', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const Broken = () => {
    throw new Error('roto')
  }
  render(
    <Providers>
      <Broken />
    </Providers>,
  )
  expect(screen.getByRole('heading', { name: 'Parece que ha ocurrido un error inesperado' })).toBeDefined()
  expect(screen.getByText('Por favor, intenta de nuevo recargando la página')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Recargar' })).toBeDefined()
  expect(screen.getByText('Yupana')).toBeDefined()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Si es la primera vez que ocurre.',
    'Qué estaba haciendo antes del error.',
    'Cualquier información adicional que pueda ayudar.',
  ])
  expect(screen.queryByText('roto')).toBeNull()
})
