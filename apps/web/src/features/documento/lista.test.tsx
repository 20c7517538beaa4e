import { montoOf, type Monto } from '@yupana/fiscal'
import '../../testing/browser-stubs.ts'

import { COLLECTIONS, type FacturaForm } from '@yupana/contract'
import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { startSession } from '../../lib/sesion/session.ts'
import { buildContexto } from '../../testing/build-contexto.ts'
import { buildPersona } from '../../testing/build-persona.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, held, ok, page } from '../../testing/fake-api.ts'
import { emissionsOf } from '../../testing/open-editor.tsx'
import { renderApp } from '../../testing/render-app.tsx'

const ID = '33333333-3333-4333-8333-333333333333'
const idOf = (n: number) => `55555555-5555-4555-8555-55555555555${n}`
const producto = (n: number, price: number, price_list: number[]) => ({
  id: idOf(n),
  code: `P-${n}`,
  auxiliary_code: null,
  barcode: null,
  barcodes: [],
  name: `Producto ${n}`,
  type_product: 'PRODUCTO',
  iva: 6,
  price,
  price_list,
  ice_codigo: null,
  irbpnr: false,
  precio_libre: false,
})
const linea = (n: number, precio: Monto, lista?: number, propia?: true): FacturaForm['lineas'][number] => ({
  producto_id: idOf(n),
  codigo: `P-${n}`,
  descripcion: `Producto ${n}`,
  cantidad: 1_000_000,
  precio_unitario: precio,
  descuento: 0,
  iva: 6,
  detalles_adicionales: [],
  ...(lista !== undefined && { lista }),
  ...(propia && { lista_propia: true }),
})
const form = (changes: Partial<FacturaForm>): FacturaForm => ({
  establecimiento: '001',
  punto: '001',
  modo: 'NETO',
  propina: 0,
  info_adicional: [],
  rubros_terceros: [],
  pagos: [{ forma_pago: '01', total: montoOf(23_000_000) }],
  comprador: { tipo_identificacion: '05', identificacion: '1712345675', razon_social: 'ANA PÉREZ', correos: [] },
  // A price of the list, one typed by hand, one of a list of its own, and one of a product without a second list.
  lineas: [
    linea(1, montoOf(10_000_000), 0),
    linea(2, montoOf(7_770_000)),
    linea(3, montoOf(30_000_000), 0, true),
    linea(4, montoOf(40_000_000), 0),
  ],
  ...changes,
})
const PRODUCTOS = [
  producto(1, 10_000_000, [9_000_000, 8_000_000]),
  producto(2, 20_000_000, [19_000_000, 18_000_000]),
  producto(3, 30_000_000, [29_000_000, 28_000_000]),
  producto(4, 40_000_000, [39_000_000]),
]

async function open(stored: FacturaForm, lista_precios: number | null, credito?: object, replies: Parameters<typeof fakeApi>[0] = {}) {
  const session = buildSession({ menus: [{ to: '/documento', label: 'Nueva factura' }], collections: [...COLLECTIONS] })
  startSession(session)
  const persona = buildPersona({ lista_precios, dias_credito: credito ? 30 : 0, tipo_identificacion: '05', identificacion: '1712345675' })
  const calls = fakeApi({
    'GET /app/v1/auth/sesion': ok({ session }),
    'GET /app/v1/documento/contexto': ok(buildContexto({}, 124)),
    [`GET /app/v1/documento/duplicar/${ID}`]: ok(stored),
    'GET /app/v1/documento/borradores?sin_nombre=true': page([]),
    'GET /app/v1/persona/search?page=0&size=10&q=luz&rol=cliente&activo=true': page([persona], { size: 10 }),
    [`GET /app/v1/documento/credito?persona_id=${persona.id}`]: ok({
      dias: 30,
      lista: 2,
      limite: 500_000_000,
      debe: 620_000_000,
      vencido: 20_000_000,
      ...credito,
    }),
    ...Object.fromEntries(
      PRODUCTOS.map((one) => [`GET /app/productos/search_product_venta?page=0&size=10&q=${one.code}`, page([one], { size: 10 })]),
    ),
    ...replies,
  })
  const view = renderApp(`/documento/registro?duplicar=${ID}`)
  await screen.findByLabelText('Cantidad, línea 1')
  const choose = async () => {
    const client = screen.getByRole('combobox', { name: 'Cliente' })
    await view.user.clear(client)
    await view.user.type(client, 'luz')
    await view.user.click(await screen.findByText('PAPELERÍA LUZ'))
  }
  return { ...view, calls, choose }
}

const precios = () => screen.getAllByLabelText<HTMLInputElement>(/^Precio unitario, línea/).map(({ value }) => value)
const lista = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Lista de precios' })

it('the list of the client that is chosen prices what follows the list: nothing typed, and no line with a list of its own', async () => {
  const { user, choose } = await open(form({}), 2)
  await choose()
  await waitFor(() => expect(precios()).toEqual(['8.00', '7.77', '30.00', '40.00', '']))
  expect(lista().value).toBe('2')
  expect(await screen.findByText('Lista 2 de PAPELERÍA LUZ: 1 línea con otro precio.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Deshacer' }))
  await waitFor(() => expect(precios()).toEqual(['10.00', '7.77', '30.00', '40.00', '']))
  expect(lista().value).toBe('0')
})

it('with prices that include IVA a list charges its price with IVA, to the millionth', async () => {
  const stored = form({ modo: 'PVP', lineas: [linea(1, montoOf(11_500_000), 0)] })
  const { user } = await open(stored, null)
  await user.selectOptions(lista(), '1')
  await waitFor(() => expect(precios()).toEqual(['10.35', '']))
})

it('a client without a list leaves the one that somebody chose', async () => {
  const { user, choose } = await open(form({}), null)
  await user.selectOptions(lista(), '1')
  await waitFor(() => expect(precios()).toEqual(['9.00', '7.77', '30.00', '39.00', '']))
  await choose()
  expect(await screen.findByText(/30 días de crédito/)).toBeDefined()
  expect([lista().value, precios()[0]]).toEqual(['1', '9.00'])
})

it('tells the credit of the client, what he owes and that it passes his limit', async () => {
  const { choose } = await open(form({}), 2)
  await choose()
  const told = await screen.findByText(/30 días de crédito/)
  expect(told.textContent).toBe('Su lista: Lista 2 · 30 días de crédito · límite $500.00 · debe $620.00 · $20.00 vencidos · pasa su límite')
})

it('what a client has in favour is said so', async () => {
  const { choose } = await open(form({ pagos: [] }), null, { limite: 50_000_000, debe: -5_000_000, vencido: 0 })
  await choose()
  const told = await screen.findByText(/30 días de crédito/)
  expect(told.textContent).toBe('Su lista: Lista 2 · 30 días de crédito · límite $50.00 · tiene $5.00 a favor')
})

it('tells that this sale on credit passes the limit, in the editor and before its number is taken; paid at once it does not', async () => {
  const { user, choose } = await open(form({ lineas: [linea(1, montoOf(100_000_000))] }), null, {
    limite: 110_000_000,
    debe: -1_000_000,
    vencido: 0,
  })
  await choose()
  const told = await screen.findByText(/30 días de crédito/)
  // 100.00 with IVA, minus the balance in favour; on credit for the client's days.
  const pasa = 'con esta venta a crédito debería $114.00: pasa su límite de $110.00'
  await waitFor(() =>
    expect(told.textContent).toBe(`Su lista: Lista 2 · 30 días de crédito · límite $110.00 · tiene $1.00 a favor · ${pasa}`),
  )
  await user.click(screen.getAllByRole('button', { name: /^Emitir/ })[0] as HTMLElement)
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(`PAPELERÍA LUZ: ${pasa}.`)).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Volver' }))
  await user.clear(screen.getByLabelText('Plazo'))
  await waitFor(() => expect(told.textContent).toBe('Su lista: Lista 2 · 30 días de crédito · límite $110.00 · tiene $1.00 a favor'))
})

it.each([
  ['passes the limit is asked about', 20_000_000, true],
  ['keeps within the limit is issued at once', 500_000_000, false],
])('O-58 where nothing is asked below a figure, a sale on credit that %s', async (_, limite, isAsked) => {
  const opciones = { sin_confirmar_hasta: 50_000_000 }
  const { user, calls, choose } = await open(
    form({ lineas: [linea(1, montoOf(10_000_000))] }),
    null,
    { limite, debe: 15_000_000, vencido: 0 },
    {
      'GET /app/v1/preferencia/documento': ok({ ocultas: [], densidad: 'NORMAL', opciones }),
    },
  )
  await choose()
  await screen.findByText(/30 días de crédito/)
  await user.click(screen.getAllByRole('button', { name: /^Emitir/ })[0] as HTMLElement)
  const emissions = () => emissionsOf(calls)
  if (!isAsked) {
    await waitFor(() => expect(emissions()).toHaveLength(1))
    expect(screen.queryByRole('dialog')).toBeNull()
    return
  }
  const dialog = within(await screen.findByRole('dialog', { name: /^Emitir la factura/ }))
  expect(await dialog.findByText(/^PAPELERÍA LUZ: con esta venta a crédito debería \$26\.50: pasa su límite de \$20\.00\.$/)).toBeDefined()
  expect(emissions()).toEqual([])
})

/** A credit sale of one line at a till that asks nothing up to $50, with the server's answers about the client in this order. */
async function openUnasked(credito: Parameters<typeof fakeApi>[0][string][]) {
  const opened = await open(
    form({ lineas: [linea(1, montoOf(10_000_000))] }),
    null,
    {},
    {
      'GET /app/v1/preferencia/documento': ok({ ocultas: [], densidad: 'NORMAL', opciones: { sin_confirmar_hasta: 50_000_000 } }),
      [`GET /app/v1/documento/credito?persona_id=${buildPersona().id}`]: credito as never,
    },
  )
  await opened.choose()
  await screen.findByText(/30 días de crédito/)
  return { ...opened, emit: () => opened.user.click(screen.getAllByRole('button', { name: /^Emitir/ })[0] as HTMLElement) }
}
const WITHIN = ok({ dias: 30, lista: 2, limite: 500_000_000, debe: 0, vencido: 0 })

it('O-58 what is typed while the limit is looked up is what is issued, with the payments of its own total', async () => {
  const { reply, letGo } = held(WITHIN)
  const { user, calls, emit } = await openUnasked([WITHIN, reply, WITHIN])
  await emit()
  const cantidad = screen.getByLabelText('Cantidad, línea 1')
  await user.clear(cantidad)
  await user.type(cantidad, '3')
  letGo()
  await waitFor(() => expect(emissionsOf(calls)).toHaveLength(1))
  expect(emissionsOf(calls)[0]?.body).toMatchObject({ lineas: [{ cantidad: 3_000_000 }], pagos: [{ total: 34_500_000 }] })
})

it('O-58 without a network the question is put at once: nothing is issued by itself when it comes back', async () => {
  const { calls, emit } = await openUnasked([WITHIN, 'unreachable'])
  onlineManager.setOnline(false)
  try {
    await emit()
    expect(await screen.findByRole('dialog', { name: /^Emitir la factura/ })).toBeDefined()
  } finally {
    onlineManager.setOnline(true)
  }
  expect(emissionsOf(calls)).toEqual([])
})

it('a price that is typed over comes from no list, and is kept when the list changes', async () => {
  const { user } = await open(form({}), null)
  const cell = screen.getByLabelText<HTMLInputElement>('Precio unitario, línea 1')
  await user.clear(cell)
  await user.type(cell, '9.99')
  await user.selectOptions(lista(), '2')
  await waitFor(() => expect(lista().value).toBe('2'))
  expect(precios()).toEqual(['9.99', '7.77', '30.00', '40.00', ''])
})
