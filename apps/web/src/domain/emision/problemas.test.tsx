import '../../testing/browser-stubs.ts'

import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { Problemas } from './problemas.tsx'

it('names the row, and the field where the words could be of any', () => {
  const problemas = [
    { campo: 'lineas.0.precio', message: 'Este campo es requerido.' },
    { campo: 'lineas.1.precio', message: 'Precio no permitido.' },
    { campo: 'motivos.0.valor', message: 'Este campo es requerido.' },
    { campo: 'lineas', message: 'Agregue al menos una línea.' },
    { campo: 'fecha_ini', message: 'Este campo es requerido.' },
    { campo: 'comprador', message: 'Elija el cliente.' },
  ]
  render(<Problemas problemas={problemas} onGo={vi.fn()} />)
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Línea 1, precio: Este campo es requerido.',
    'Línea 2: Precio no permitido.',
    'Razón 1, valor: Este campo es requerido.',
    'Agregue al menos una línea.',
    'Inicio del transporte: Este campo es requerido.',
    'Elija el cliente.',
  ])
})
