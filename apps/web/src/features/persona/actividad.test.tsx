import '../../testing/browser-stubs.ts'

import { COLLECTIONS } from '@yupana/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { startSession } from '../../lib/sesion/session.ts'
import { buildPersona } from '../../testing/build-persona.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, page } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const ID = '33333333-3333-4333-8333-333333333333'
const COBRO = '44444444-4444-4444-8444-444444444444'
const PAGO = '55555555-5555-4555-8555-555555555555'
const session = buildSession({
  menus: [
    { to: '/persona', label: 'Personas' },
    { to: '/comprobante', label: 'Comprobantes' },
  ],
  collections: [...COLLECTIONS],
})
const resumen = { total: 0, POR_VENCER: 0, D1_30: 0, D31_60: 0, D61_90: 0, D91_MAS: 0, favor: 0, cuentas: 0 }
const pago = (id: string, sentido: string, changes: object) => ({ id, sentido, fecha: '2026-11-20', estado: 'REGISTRADO', ...changes })
const PAGOS = `GET /app/v1/pago/search?sentido=`
const suyos = (sentido: string) => `${PAGOS}${sentido}&persona_id=${ID}&page=0&size=5`

function open(roles: ('cliente' | 'proveedor')[], replies: Parameters<typeof fakeApi>[0]) {
  startSession(session)
  const calls = fakeApi({
    'GET /app/v1/auth/sesion': ok({ session }),
    [`GET /app/v1/persona/${ID}`]: ok(buildPersona({ roles })),
    [`GET /app/v1/cartera/resumen?sentido=COBRAR&persona_id=${ID}`]: ok(resumen),
    [`GET /app/v1/cartera/resumen?sentido=PAGAR&persona_id=${ID}`]: ok(resumen),
    ...replies,
  })
  return { calls, ...renderApp(`/persona/${ID}?seccion=saldo`) }
}

it('the balance of a person shows the last that was collected and paid, each leading to its page, what was taken back told', async () => {
  open(['cliente', 'proveedor'], {
    [suyos('COBRAR')]: page([
      pago(COBRO, 'COBRAR', { numero: 'RC-000012', total: 60_000_000 }),
      pago(PAGO, 'COBRAR', { numero: 'RC-000011', total: 5_000_000, estado: 'REVERSADO' }),
    ]),
    [suyos('PAGAR')]: page([pago(PAGO, 'PAGAR', { numero: 'CP-000003', total: 8_500_000 })]),
  })
  const cobros = within(await screen.findByRole('region', { name: 'Le debe a la empresa' }))
  expect((await cobros.findByRole('link', { name: 'RC-000012' })).getAttribute('href')).toBe(`/comprobante/pago?id=${COBRO}`)
  expect(cobros.getByRole('heading', { name: 'Últimos cobros' })).toBeDefined()
  const filas = cobros.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(filas).toEqual(['RC-00001220/11/2026$60.00', 'RC-00001120/11/2026 · reversado$5.00'])
  const pagos = within(screen.getByRole('region', { name: 'La empresa le debe' }))
  expect((await pagos.findByRole('link', { name: 'CP-000003' })).getAttribute('href')).toBe(`/comprobante/pago?id=${PAGO}&sentido=PAGAR`)
  expect(pagos.getByRole('heading', { name: 'Últimos pagos' })).toBeDefined()
})

it('of a client alone nothing is asked of what the company paid, and who paid nothing has no list', async () => {
  const { calls } = open(['cliente'], { [suyos('COBRAR')]: page([]) })
  await screen.findByRole('region', { name: 'Le debe a la empresa' })
  await waitFor(() => expect(calls.some(({ route }) => route === suyos('COBRAR'))).toBe(true))
  await screen.findByRole('link', { name: 'Estado de cuenta' })
  expect(screen.queryByRole('heading', { name: 'Últimos cobros' })).toBeNull()
  expect(calls.filter(({ route }) => route.startsWith(`${PAGOS}PAGAR`))).toEqual([])
})
