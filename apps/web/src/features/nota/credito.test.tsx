import { montoOf } from '@yupana/fiscal'
import '../../testing/browser-stubs.ts'

import { COLLECTIONS, type NotaCreditoForm, type SaldoFactura } from '@yupana/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'

import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, page, refusal } from '../../testing/fake-api.ts'
import { emissionsOf, openEditor, setNow } from '../../testing/open-editor.tsx'

const [ID, FACTURA] = ['33333333-3333-4333-8333-333333333333', '44444444-4444-4444-8444-444444444444']
const IVA = { codigo_porcentaje: '4', tarifa: 15_000_000 }
const linea = (changes: Partial<SaldoFactura['lineas'][number]>): SaldoFactura['lineas'][number] => ({
  linea: 0,
  codigo: 'A-1',
  descripcion: 'Cuaderno',
  cantidad: 3_000_000,
  precio_unitario: montoOf(10_000_000),
  monto: montoOf(30_000_000),
  con_iva: false,
  descuento: 0,
  iva: IVA,
  otros: [],
  ...changes,
})
/** Three notebooks and two pens; one pen is already returned. */
const saldo: SaldoFactura = {
  comprador: { tipo_identificacion: '05', identificacion: '1712345675', razon_social: 'ANA PÉREZ', correos: ['ana@ejemplo.ec'] },
  modificado: { documento_id: FACTURA, cod_doc: '01', numero: '001-001-000000123', fecha: '2026-11-12' },
  modo: 'NETO',
  total: montoOf(35_650_000),
  tarifas: [6],
  lineas: [
    linea({}),
    linea({
      linea: 1,
      codigo: 'B-1',
      descripcion: 'Esfero',
      cantidad: 1_000_000,
      precio_unitario: montoOf(1_000_000),
      monto: montoOf(1_000_000),
    }),
  ],
  impuestos: [{ codigo: '2', codigo_porcentaje: '4', tarifa: 15_000_000, base: montoOf(31_000_000), valor: montoOf(4_650_000) }],
  cartera: { acreditable: montoOf(35_650_000), retenido: 0, por_cobrar: montoOf(35_650_000) },
  impedimento: null,
}
const form: NotaCreditoForm = {
  tipo: '04',
  establecimiento: '001',
  punto: '001',
  comprador: saldo.comprador,
  modificado: saldo.modificado,
  clase: 'DEVOLUCION',
  motivo: 'Devolución de mercadería',
  modo: 'NETO',
  creditos: [{ linea: 0, cantidad: 2_000_000 }],
  lineas: [],
  info_adicional: [],
}
const session = buildSession({ menus: [{ to: '/nota', label: 'Notas' }], collections: [...COLLECTIONS] })
const SALDO = `GET /app/v1/nota/saldo/${FACTURA}?tipo=04`
const SEARCH = 'GET /app/v1/documento/search?page=0&size=10&q=123&tributario=1'

const open = (path: string, replies: Parameters<typeof fakeApi>[0] = {}) =>
  openEditor(path, { session, base: 'nota', tipo: '?tipo=04', replies: { [SALDO]: ok(saldo), ...replies } })
beforeEach(() => setNow())

type User = ReturnType<typeof open>['user']
const totales = () => within(screen.getByRole('complementary', { name: 'Totales de la nota de crédito' }))
const total = () => totales().getAllByRole('definition').at(-1)?.textContent
const clase = () => screen.findByRole('combobox', { name: 'Clase de nota' })
const ofLinea = (name: string) => within(screen.getByRole('group', { name }))
async function emit(user: User) {
  await user.click(totales().getByRole('button', { name: 'Emitir' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: /^Emitir la nota de crédito/ })).getByRole('button', { name: 'Emitir' }),
  )
}

it('O-57 from the page of a factura everything that remains is annulled, in one press', async () => {
  const { user, calls } = open(`/nota/registro?de=${FACTURA}`)
  await clase()
  await waitFor(() => expect(total()).toBe('$35.65'))
  expect(screen.getByText(/ANA PÉREZ · 1712345675/)).toBeDefined()
  expect(screen.getByText('Quedan 3 · $30.00')).toBeDefined()
  await emit(user)
  await waitFor(() => expect(emissionsOf(calls)).toHaveLength(1))
  expect(emissionsOf(calls)[0]?.body).toMatchObject({
    tipo: '04',
    clase: 'ANULACION',
    motivo: 'Anulación de la factura',
    modificado: saldo.modificado,
    creditos: [
      { linea: 0, cantidad: 3_000_000 },
      { linea: 1, cantidad: 1_000_000 },
    ],
  })
})

const CONTADO = /^El cliente pagó \$[\d.]+ al contado: con esta nota hay que devolvérselos/
const FAVOR = /^El cliente ya pagó \$[\d.]+ de lo que se acredita: quedan a su favor/
it.each([
  ['paid at once', { acreditable: 0, retenido: 0, por_cobrar: 0 }, '$35.65', undefined],
  ['paid in part at once, the rest owed', { acreditable: 20_000_000, retenido: 0, por_cobrar: 20_000_000 }, '$15.65', undefined],
  ['owed and paid in part', { acreditable: 35_650_000, retenido: 0, por_cobrar: 10_000_000 }, undefined, '$25.65'],
  ['owed, a part withheld', { acreditable: 30_000_000, retenido: 5_650_000, por_cobrar: 30_000_000 }, undefined, undefined],
  ['owed', { acreditable: 35_650_000, retenido: 0, por_cobrar: 35_650_000 }, undefined, undefined],
])('says what is to be given back of a factura that was %s', async (_, cartera, contado, favor) => {
  const { user } = open(`/nota/registro?de=${FACTURA}`, { [SALDO]: ok({ ...saldo, cartera }) })
  await clase()
  await waitFor(() => expect(total()).toBe('$35.65'))
  await user.click(totales().getByRole('button', { name: 'Emitir' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Emitir la nota de crédito/ }))
  for (const [what, value] of [
    [CONTADO, contado],
    [FAVOR, favor],
  ] as const) {
    if (value === undefined) expect(dialog.queryByText(what)).toBeNull()
    else expect(dialog.getByText(what).textContent).toContain(value)
  }
})

it('O-57 a return begins with the units that remain and takes fewer; more than remains is said at its line', async () => {
  const { user, calls } = open(`/nota/registro?de=${FACTURA}`)
  await user.selectOptions(await clase(), 'Devolución')
  expect(screen.getByLabelText<HTMLInputElement>('Motivo').value).toBe('Devolución de mercadería')
  const cuaderno = ofLinea('1. Cuaderno').getByLabelText<HTMLInputElement>('Cantidad')
  expect(cuaderno.value).toBe('3')
  await user.clear(cuaderno)
  await user.type(cuaderno, '4')
  await user.click(totales().getByRole('button', { name: 'Emitir' }))
  expect(await ofLinea('1. Cuaderno').findByText('Supera lo que queda por acreditar de esta línea.')).toBeDefined()
  await user.clear(cuaderno)
  await user.type(cuaderno, '1.125')
  await user.clear(ofLinea('2. Esfero').getByLabelText('Cantidad'))
  await waitFor(() => expect(total()).toBe('$12.94'))
  await emit(user)
  await waitFor(() => expect(emissionsOf(calls)).toHaveLength(1))
  expect(emissionsOf(calls)[0]?.body).toMatchObject({ clase: 'DEVOLUCION', creditos: [{ linea: 0, cantidad: 1_125_000 }] })
})

it('O-57 a discount is an amount of each line; a reason that somebody wrote stays', async () => {
  const { user, calls } = open(`/nota/registro?de=${FACTURA}`)
  await clase()
  await user.clear(screen.getByLabelText('Motivo'))
  await user.type(screen.getByLabelText('Motivo'), 'Promoción de octubre')
  await user.selectOptions(await clase(), 'Descuento')
  expect(screen.getByLabelText<HTMLInputElement>('Motivo').value).toBe('Promoción de octubre')
  await user.click(totales().getByRole('button', { name: 'Emitir' }))
  expect(await screen.findAllByText(/Indique qué se acredita de la factura/)).not.toHaveLength(0)
  await user.type(ofLinea('1. Cuaderno').getByLabelText('Valor sin IVA'), '2,50')
  await waitFor(() => expect(total()).toBe('$2.88'))
  await emit(user)
  await waitFor(() => expect(emissionsOf(calls)).toHaveLength(1))
  expect(emissionsOf(calls)[0]?.body).toMatchObject({
    clase: 'DESCUENTO',
    motivo: 'Promoción de octubre',
    creditos: [{ linea: 0, monto: 2_500_000 }],
  })
})

it('O-27 begins at the factura, says why one takes no note, and its switch leads to the debit note of the same factura', async () => {
  const fila = { id: FACTURA, numero: '001-001-000000123', receptor_nombre: 'ANA PÉREZ', fecha_emision: '2026-11-12', total: 115_000_000 }
  const { user } = open('/nota', {
    [SEARCH]: page([fila]),
    [SALDO]: ok({ ...saldo, impedimento: 'La factura ya está acreditada por completo.' }),
    'GET /app/v1/documento/contexto?tipo=05': refusal(429, {}),
  })
  const factura = await screen.findByRole('combobox', { name: 'Factura que se modifica' })
  expect(document.activeElement).toBe(factura)
  await user.type(factura, '123')
  await user.click(await screen.findByRole('option', { name: /ANA PÉREZ/ }))
  expect(await screen.findByText('La factura ya está acreditada por completo.')).toBeDefined()
  expect(screen.queryByText(/1712345675/)).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'Débito' }))
  expect(await screen.findByRole('heading', { level: 1, name: /Nota de Débito/ })).toBeDefined()
})

it('O-57 over a factura of elsewhere its number, its day, its client and lines of its own are asked for', async () => {
  const { user } = open('/nota')
  await user.click(await screen.findByRole('button', { name: 'Se emitió fuera del sistema' }))
  const numero = await screen.findByLabelText('Número de la factura')
  await waitFor(() => expect(document.activeElement).toBe(numero))
  await user.type(numero, '7')
  await user.click(totales().getByRole('button', { name: 'Emitir' }))
  const alert = await screen.findByRole('alert', { name: /^Falta corregir/ })
  for (const words of [
    'Escriba la factura como 001-001-000000123.',
    'Indique la fecha de la factura.',
    'Elija el cliente de la factura.',
    'Agregue al menos una línea.',
  ])
    expect(alert.textContent).toContain(words)
  await user.click(screen.getByRole('button', { name: 'Buscar entre las facturas del sistema' }))
  expect(await screen.findByRole('combobox', { name: 'Factura que se modifica' })).toBeDefined()
})

it('O-97 a rejected one opens with what was sent, under its number, and is corrected', async () => {
  const detalle = {
    id: ID,
    tipo: '04',
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
  expect((await screen.findByRole('heading', { level: 1, name: 'Corregir nota de crédito 001-001-000000007' })) !== null).toBe(true)
  await waitFor(() => expect(ofLinea('1. Cuaderno').getByLabelText<HTMLInputElement>('Cantidad').value).toBe('2'))
  await user.click(totales().getByRole('button', { name: 'Corregir y reenviar' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Corregir y reenviar' }))
  await waitFor(() => expect(emissionsOf(calls)[0]?.route).toBe(`POST /app/v1/nota/corregir/${ID}`))
  expect(emissionsOf(calls)[0]?.body).toMatchObject({ creditos: form.creditos })
})
