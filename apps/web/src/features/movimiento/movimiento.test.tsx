import '../../testing/browser-stubs.ts'

import type { Movimiento } from '@yupana/contract'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { startSession } from '../../lib/sesion/session.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, page } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const referido = (name: string) => ({ id: '66666666-6666-4666-8666-666666666666', name })
const movimiento = (n: number, documento: Movimiento['documento']): Movimiento => ({
  id: `55555555-5555-4555-8555-55555555555${n}`,
  tipo: 'EGRESO',
  concepto: 'VEN',
  estado: 'REGISTRADO',
  fecha: '2026-06-15',
  bodega: referido('Principal'),
  bodega_destino: null,
  motivo: null,
  referencia: null,
  documento,
  lineas: 1,
  usuario: null,
  creado_en: '2026-06-15T15:00:00.000Z',
})

it.each([
  ['Ver compra', '/documento/compra', { tipo: '01', es_compra: true }],
  ['Ver comprobante', '/comprobante', { tipo: '01', es_compra: false }],
])('«%s» opens what made the movement at its own address', async (label, base, kind) => {
  const id = '77777777-7777-4777-8777-777777777777'
  const session = buildSession({ menus: ['/movimiento', '/comprobante', '/documento/compra'].map((to) => ({ to, label: to })) })
  startSession(session)
  fakeApi({
    'GET /app/v1/auth/sesion': ok({ session }),
    'GET /app/v1/movimiento/search?page=0&size=5': page([movimiento(1, { id, numero: '001-001-000000007', tercero: 'ANA', ...kind })]),
  })
  const { user, address } = renderApp('/movimiento')
  await user.click(await screen.findByRole('button', { name: /^Acciones de/ }))
  await user.click(await screen.findByRole('menuitem', { name: label }))
  // The document's own screen, which does not find it here.
  expect(await screen.findByRole('heading', { name: base === '/comprobante' ? 'Comprobante' : 'Factura de compra' })).toBeDefined()
  expect(address()).toBe(`${base}/${id}`)
})
