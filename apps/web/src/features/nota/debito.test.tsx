import { montoOf } from '@yupana/fiscal'
import '../../testing/browser-stubs.ts'

import { COLLECTIONS, type NotaDebitoForm, type SaldoFactura } from '@yupana/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'

import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, page, refusal } from '../../testing/fake-api.ts'
import { emissionsOf, openEditor, setNow } from '../../testing/open-editor.tsx'

const [ID, FACTURA] = ['33333333-3333-4333-8333-333333333333', '44444444-4444-4444-8444-444444444444']
const saldo: SaldoFactura = {
  comprador: { tipo_identificacion: '05', identificacion: '1712345675', razon_social: 'ANA PÉREZ', correos: ['ana@ejemplo.ec'] },
  modificado: { documento_id: FACTURA, cod_doc: '01', numero: '001-001-000000123', fecha: '2026-11-12' },
  modo: 'NETO',
  total: 0,
  tarifas: [6],
  lineas: [],
  impuestos: [],
  cartera: { acreditable: 0, retenido: 0, por_cobrar: 0 },
  impedimento: null,
}
const form: NotaDebitoForm = {
  tipo: '05',
  establecimiento: '001',
  punto: '001',
  comprador: saldo.comprador,
  modificado: saldo.modificado,
  info_adicional: [],
  motivos: [{ razon: 'Interés por mora', valor: montoOf(10_000_000), iva: montoOf(6) }],
  pagos: [{ forma_pago: '20', total: montoOf(11_500_000) }],
}
const session = buildSession({ menus: [{ to: '/nota', label: 'Notas' }], collections: [...COLLECTIONS] })
const SALDO = `GET /app/v1/nota/saldo/${FACTURA}?tipo=05`
const SEARCH = 'GET /app/v1/documento/search?page=0&size=10&q=123&tributario=1'

const open = (path: string, replies: Parameters<typeof fakeApi>[0] = {}) =>
  openEditor(path, { session, base: 'nota', tipo: '?tipo=05', replies: { [SALDO]: ok(saldo), ...replies } })
beforeEach(() => setNow())

const razon = () => screen.findByLabelText<HTMLInputElement>('Razón 1')

it('O-27 begins at the factura; one that takes no note says why, and nothing of it is taken over', async () => {
  const fila = { id: FACTURA, numero: '001-001-000000123', receptor_nombre: 'ANA PÉREZ', fecha_emision: '2026-11-12', total: 115_000_000 }
  const { user } = open('/nota?tipo=05', {
    [SEARCH]: page([fila]),
    [SALDO]: ok({ ...saldo, impedimento: 'Una factura a consumidor final no admite notas.' }),
  })
  const factura = await screen.findByRole('combobox', { name: 'Factura que se modifica' })
  expect(document.activeElement).toBe(factura)
  await user.type(factura, '123')
  await user.click(await screen.findByRole('option', { name: /ANA PÉREZ/ }))
  expect(await screen.findByText('Una factura a consumidor final no admite notas.')).toBeDefined()
  expect(screen.queryByText(/1712345675/)).toBeNull()
})

it('O-92 from the page of a factura its client, its number and its rate stand there; the sending names them', async () => {
  const { user, calls } = open(`/nota/registro?tipo=05&de=${FACTURA}`)
  await user.type(await razon(), 'Interés por mora')
  await user.type(screen.getByLabelText('Valor sin IVA'), '10')
  expect(screen.getByText(/ANA PÉREZ · 1712345675/)).toBeDefined()
  await user.click(
    within(screen.getByRole('complementary', { name: 'Totales de la nota de débito' })).getByRole('button', { name: 'Emitir' }),
  )
  const confirm = await screen.findByRole('dialog', { name: 'Emitir la nota de débito 001-001-000000008' })
  await user.click(within(confirm).getByRole('button', { name: 'Emitir' }))
  await waitFor(() => expect(emissionsOf(calls)).toHaveLength(1))
  expect(emissionsOf(calls)[0]?.body).toMatchObject({
    tipo: '05',
    modificado: saldo.modificado,
    comprador: saldo.comprador,
    motivos: form.motivos,
    pagos: [{ total: 11_500_000 }],
  })
})

it('O-97 a rejected one opens with what was sent, under its number, and is corrected', async () => {
  const detalle = {
    id: ID,
    tipo: '05',
    numero: '001-001-000000007',
    fecha_emision: '2026-11-18',
    version: 1,
    accion: 'CORREGIR',
    mensajes: [{ identificador: '35', mensaje: 'ERROR', tipo: 'ERROR' }],
  }
  const { user, calls } = open(`/nota/${ID}?corregir=1`, {
    [`GET /app/v1/nota/borrador/${ID}`]: refusal(404, {}),
    [`GET /app/v1/nota/${ID}`]: ok(detalle),
    [`GET /app/v1/nota/duplicar/${ID}`]: ok(form),
  })
  expect((await razon()).value).toBe('Interés por mora')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Corregir nota de débito 001-001-000000007')
  await user.click(
    within(screen.getByRole('complementary', { name: 'Totales de la nota de débito' })).getByRole('button', {
      name: 'Corregir y reenviar',
    }),
  )
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Corregir y reenviar' }))
  await waitFor(() => expect(emissionsOf(calls)[0]?.route).toBe(`POST /app/v1/nota/corregir/${ID}`))
})
