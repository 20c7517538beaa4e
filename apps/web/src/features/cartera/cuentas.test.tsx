import { montoOf } from '@yupana/fiscal'
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
  valor: montoOf(20_000_000),
  saldo: montoOf(20_000_000),
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
  ['a balance of which something was paid', [cuenta({ saldo: montoOf(10_000_000) })], COLLECTIONS],
  ['who may not reverse', [cuenta()], COLLECTIONS.filter((right) => right !== 'pago:reversar')],
] as const)('not offered: %s', async (_what, rows, collections) => {
  const { user } = open(rows, collections)
  await menu(user)
  expect(await screen.findByRole('menuitem', { name: 'Registrar cobro' })).toBeDefined()
  expect(screen.queryByRole('menuitem', { name: 'Reversar' })).toBeNull()
})

const PERSONA = '66666666-6666-4666-8666-666666666666'
const numbered = (at: number): Cuenta =>
  cuenta({
    id: `55555555-5555-4555-8555-${String(at).padStart(12, '0')}`,
    persona_id: PERSONA,
    numero: `001-001-${String(at).padStart(9, '0')}`,
    valor: montoOf(at * 1_000_000),
    saldo: montoOf(at * 1_000_000),
  })

it('the one that is paid is at the head and ready, however many are due before it; the rest is told and found', async () => {
  const todas = Array.from({ length: 60 }, (_, at) => numbered(at + 1))
  const session = buildSession({ menus: [{ to: '/comprobante', label: 'Comprobantes' }], collections: [...COLLECTIONS] })
  startSession(session)
  const de = (pagina: number, estado: string) =>
    `GET /app/v1/cartera/search?sentido=COBRAR&persona_id=${PERSONA}&page=${pagina}&size=50&sort=vence%2CASC&estado=${estado}`
  const cada = { totalElements: 60, size: 50 }
  const calls = fakeApi({
    'GET /app/v1/auth/sesion': ok({ session }),
    'GET /app/v1/cartera/resumen?sentido=COBRAR': ok({
      total: 0,
      POR_VENCER: 0,
      D1_30: 0,
      D31_60: 0,
      D61_90: 0,
      D91_MAS: 0,
      favor: 0,
      cuentas: 0,
    }),
    [LISTA]: page([numbered(57)]),
    [de(0, 'PENDIENTE')]: page(todas.slice(0, 50), cada),
    [de(0, 'FAVOR')]: page([]),
    [de(1, 'PENDIENTE')]: page(todas.slice(50), { ...cada, number: 1 }),
    [de(1, 'FAVOR')]: page([]),
    'POST /app/v1/pago/create': ok({ correos: [{ para: 'ana@ejemplo.ec' }] }),
  })
  const { user } = renderApp('/comprobante/cobrar')
  await menu(user)
  await user.click(await screen.findByRole('menuitem', { name: 'Registrar cobro' }))
  const dialog = within(await screen.findByRole('dialog'))
  const filas = () => within(dialog.getByRole('list', { name: 'Documentos' })).getAllByRole('listitem')
  const valores = () => dialog.getAllByLabelText<HTMLInputElement>('Valor').map(({ value }) => value)
  expect(await dialog.findByText('Se muestran 51 de 60 documentos abiertos, primero los que vencen antes.')).toBeDefined()
  expect(filas()[0]?.textContent).toContain('001-001-000000057')
  expect(valores()).toEqual(['57.00', ...Array.from({ length: 50 }, () => '')])
  await user.click(dialog.getByRole('button', { name: 'Ver más documentos' }))
  await waitFor(() => expect(filas()).toHaveLength(60))
  expect(dialog.queryByText(/^Se muestran/)).toBeNull()
  expect(new Set(filas().map(({ textContent }) => /\d{3}-\d{3}-\d{9}/.exec(textContent ?? '')?.[0])).size).toBe(60)
  // The first of the loaded rows, where typing continues.
  expect(document.activeElement).toBe(dialog.getAllByLabelText('Valor')[51])
  await user.keyboard('10')
  await user.click(dialog.getByRole('button', { name: 'Registrar cobro' }))
  await waitFor(() => expect(calls.some(({ route }) => route.startsWith('POST'))).toBe(true))
  expect(calls.find(({ route }) => route.startsWith('POST'))?.body).toMatchObject({
    aplicaciones: [
      { cuenta_id: numbered(57).id, valor: 57_000_000 },
      { cuenta_id: numbered(51).id, valor: 10_000_000 },
    ],
    metodos: [{ metodo: 'EFECTIVO', valor: 67_000_000 }],
    anticipo: 0,
  })
  expect(await screen.findByText('El recibo va por correo a ana@ejemplo.ec.')).toBeDefined()
})
