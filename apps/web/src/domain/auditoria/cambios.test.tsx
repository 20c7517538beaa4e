import '../../testing/browser-stubs.ts'

import { render } from '@testing-library/react'
import { expect, it } from 'vitest'

import { Cambios } from './cambios.tsx'

it('keeps figures and numbers of documents whole, and lets words and claves break', () => {
  const detalle = { factura: 'Anula la 001-001-000000123 de $1,234.00', clave: '1'.repeat(49) }
  const { container } = render(
    <Cambios
      hecho={{
        id: '1',
        numero: 1,
        en: '2026-06-15T15:00:00Z',
        accion: 'nota.emitir',
        objeto: null,
        nombre: null,
        quien: null,
        actor: null,
        sellado: true,
        detalle,
      }}
    />,
  )
  expect([...container.querySelectorAll('[data-whole]')].map(({ textContent }) => textContent.trim())).toEqual([
    '001-001-000000123',
    '$1,234.00',
  ])
  expect(container.textContent).toContain('Anula la 001-001-000000123 de $1,234.00')
})
