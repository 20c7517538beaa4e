import { montoOf } from '@yupana/fiscal'
import '../../testing/browser-stubs.ts'

import { COLLECTIONS, type Caja } from '@yupana/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { startSession } from '../../lib/sesion/session.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, page, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const ID = '7d0a3c1e-5a3b-4e0f-9b1a-2c4d6e8f0a12'
const caja: Caja = {
  id: ID,
  numero: 'CJ-000007',
  usuario_id: ID,
  cajero: 'María Lema',
  punto: null,
  abierta_en: '2026-11-20T13:00:00Z',
  cerrada_en: null,
  cerrada_por: null,
  apertura: montoOf(20_000_000),
  esperado: montoOf(15_000_000),
  contado: null,
  diferencia: null,
  nota: null,
  medios: [{ medio: 'EFECTIVO', entradas: 0, salidas: montoOf(5_000_000) }],
  conteo: null,
  puede: true,
}
const CERRAR = `POST /app/v1/caja/cerrar/${ID}`

function open(path: string, replies: Parameters<typeof fakeApi>[0], collections = [...COLLECTIONS]) {
  const session = buildSession({ menus: [{ to: '/comprobante', label: 'Comprobantes' }], collections })
  startSession(session)
  const calls = fakeApi({
    'GET /app/v1/auth/sesion': ok({ session }),
    'GET /app/v1/caja/search?page=0&size=5': page([]),
    'GET /app/v1/caja/contexto': ok({
      abierta: null,
      puntos: [],
      cajeros: [],
      sin_caja: { cobros: 2, valor: 58_000_000, reversos: 1, devuelto: 20_000_000 },
    }),
    [`GET /app/v1/caja/${ID}`]: ok(caja),
    [`GET /app/v1/caja/dinero/${ID}?page=0&size=5`]: page([]),
    ...replies,
  })
  return { calls, ...renderApp(path) }
}

it('who closes a till that another closed meanwhile is told by whom in the dialog; what was counted goes by notes and coins', async () => {
  const msg = 'La caja CJ-000007 ya fue cerrada por Ana Paz el 20/11/2026 a las 18:03.'
  const { user, calls } = open(`/comprobante/arqueo?caja=${ID}`, { [CERRAR]: refusal(409, { msg, data: [{ message: msg }] }) })
  await user.click(await screen.findByRole('button', { name: 'Cerrar caja' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(within(dialog.getByRole('group', { name: 'Billetes' })).getByLabelText('De $10.00'), '1')
  await user.type(within(dialog.getByRole('group', { name: 'Monedas' })).getByLabelText('De $0.25'), '20')
  expect(dialog.getByRole('status').textContent).toBe('Esperado $15.00Contado $15.00Cuadra ')
  await user.click(dialog.getByRole('button', { name: 'Cerrar caja' }))
  expect(await dialog.findByText(msg)).toBeDefined()
  const { conteo, ...rest } = calls.find(({ route }) => route === CERRAR)!.body as { conteo: { cantidad: number }[] }
  expect(rest).toEqual({ esperado: 15_000_000, nota: '' })
  expect(conteo.filter(({ cantidad }) => cantidad > 0)).toEqual([
    { clase: 'BILLETE', denominacion: 10_000_000, cantidad: 1 },
    { clase: 'MONEDA', denominacion: 250_000, cantidad: 20 },
  ])
})

it('what is short is explained before it is closed', async () => {
  const { user, calls } = open(`/comprobante/arqueo?caja=${ID}`, { [CERRAR]: ok(caja) })
  await user.click(await screen.findByRole('button', { name: 'Cerrar caja' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(within(dialog.getByRole('group', { name: 'Billetes' })).getByLabelText('De $10.00'), '1')
  await user.click(dialog.getByRole('button', { name: 'Cerrar caja' }))
  expect(await dialog.findByText('Faltan $5.00: escriba una nota que lo explique.')).toBeDefined()
  expect(calls.some(({ route }) => route === CERRAR)).toBe(false)
  await user.type(dialog.getByLabelText('Nota'), 'Un vuelto')
  await user.click(dialog.getByRole('button', { name: 'Cerrar caja' }))
  await waitFor(() => expect(calls.find(({ route }) => route === CERRAR)?.body).toMatchObject({ nota: 'Un vuelto' }))
})

it('cash without a till is told; who may not open one sees no button', async () => {
  open('/comprobante/caja', {}, [])
  expect(await screen.findByText('Hoy recibió $58.00 en efectivo sin caja abierta (2 cobros).')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Abrir caja' })).toBeNull()
})

it('a count without its till leads to the tills', async () => {
  const { address } = open('/comprobante/arqueo', {})
  await screen.findByRole('heading', { name: 'Cajas', level: 1 })
  expect(address()).toBe('/comprobante/caja')
})
