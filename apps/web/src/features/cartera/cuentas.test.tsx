import '../../testing/browser-stubs.ts'

import { COLLECTIONS, type Collection, type Cuenta } from '@yupana/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { startSession } from '../../lib/sesion/session.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, page } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const ID = '55555555-5555-4555-8555-555555555551'
const cuenta = (changes: Partial<Cuenta> = {}): Cuenta => ({
  id: ID,
  sentido: 'COBRAR',
  origen: 'SALDO_INICIAL',
  origen_id: ID,
  cuota: 1,
  cuotas: 1,
  persona_id: null,
  tercero_nombre: 'PAPELERÍA LUZ',
  tipo: '01',
  numero: '001-001-000000801',
  fecha: '2026-05-01',
  vence: '2026-06-01',
  dias: 14,
  valor: 20_000_000,
  saldo: 20_000_000,
  ...changes,
})
const REVERSAR = `POST /app/v1/cartera/saldo_inicial/reversar/${ID}`
const LISTA = 'GET /app/v1/cartera/search?page=0&size=5&sentido=COBRAR'

function open(rows: readonly Cuenta[], collections: readonly Collection[] = COLLECTIONS) {
  const session = buildSession({ menus: [{ to: '/comprobante', label: 'Comprobantes' }], collections: [...collections] })
  startSession(session)
  const vacio = { total: 0, POR_VENCER: 0, D1_30: 0, D31_60: 0, D61_90: 0, D91_MAS: 0, favor: 0, cuentas: 0 }
  const calls = fakeApi({
    'GET /app/v1/auth/sesion': ok({ session }),
    'GET /app/v1/cartera/resumen?sentido=COBRAR': ok(vacio),
    [LISTA]: [page([...rows]), page([])],
    [REVERSAR]: ok(cuenta({ saldo: 0 })),
  })
  return { calls, ...renderApp('/comprobante/cobrar') }
}
const menu = async (user: ReturnType<typeof open>['user']) => user.click(await screen.findByRole('button', { name: /^Acciones de/ }))

it('an opening balance that was mistyped is taken back with its reason', async () => {
  const { user, calls } = open([cuenta()])
  await menu(user)
  await user.click(await screen.findByRole('menuitem', { name: 'Reversar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reversar 001-001-000000801' }))
  await user.type(dialog.getByLabelText('Motivo'), 'Mal')
  await user.click(dialog.getByRole('button', { name: 'Reversar' }))
  expect(await dialog.findByText('De 5 a 300 caracteres.', { selector: '[role=alert], [id$=error]' })).toBeDefined()
  await user.type(dialog.getByLabelText('Motivo'), ' escrito')
  await user.click(dialog.getByRole('button', { name: 'Reversar' }))
  expect(await screen.findByText('Saldo inicial reversado exitosamente')).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.filter(({ route }) => route === REVERSAR).map(({ body }) => body)).toEqual([{ motivo: 'Mal escrito' }])
  expect(calls.filter(({ route }) => route === LISTA)).toHaveLength(2)
})

it.each([
  ['a document', [cuenta({ origen: 'DOCUMENTO' })], COLLECTIONS],
  ['a balance of which something was paid', [cuenta({ saldo: 10_000_000 })], COLLECTIONS],
  ['who may not reverse', [cuenta()], COLLECTIONS.filter((right) => right !== 'pago:reversar')],
] as const)('not offered: %s', async (_what, rows, collections) => {
  const { user } = open(rows, collections)
  await menu(user)
  expect(await screen.findByRole('menuitem', { name: 'Registrar cobro' })).toBeDefined()
  expect(screen.queryByRole('menuitem', { name: 'Reversar' })).toBeNull()
})
