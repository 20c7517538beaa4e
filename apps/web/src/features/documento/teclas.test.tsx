import { montoOf } from '@yupana/fiscal'
import '../../testing/browser-stubs.ts'

import { COLLECTIONS, type FacturaForm } from '@yupana/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { TECLAS_CONFIRMAR } from '../../domain/emision/teclas.ts'
import { TECLAS_LINEA, type TeclaLinea } from '../../domain/lineas-editor/teclas-linea.ts'
import { startSession } from '../../lib/sesion/session.ts'
import { buildContexto } from '../../testing/build-contexto.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, page, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { TECLAS, type Tecla } from './teclas.ts'

const ID = '33333333-3333-4333-8333-333333333333'
const [PERSONA, PRODUCTO] = ['44444444-4444-4444-8444-444444444444', '55555555-5555-4555-8555-555555555555']
const contexto = buildContexto({}, 124)
const linea = {
  producto_id: PRODUCTO,
  codigo: 'A-1',
  descripcion: 'Resma',
  cantidad: 2_000_000,
  precio_unitario: montoOf(5_000_000),
  descuento: montoOf(0),
  iva: 6,
  detalles_adicionales: [],
}
const RESMA = {
  id: PRODUCTO,
  code: 'A-1',
  auxiliary_code: null,
  barcode: null,
  barcodes: [],
  name: 'Resma',
  type_product: 'PRODUCTO',
  iva: 6,
  price: 5_000_000,
  price_list: [4_500_000],
  ice_codigo: null,
  irbpnr: false,
  precio_libre: false,
}
const form: FacturaForm = {
  establecimiento: '001',
  punto: '001',
  modo: 'NETO',
  propina: 0,
  info_adicional: [],
  rubros_terceros: [],
  pagos: [{ forma_pago: '01', total: montoOf(23_000_000) }],
  comprador: { persona_id: PERSONA, tipo_identificacion: '05', identificacion: '1712345675', razon_social: 'ANA PÉREZ', correos: [] },
  lineas: [linea, { ...linea, producto_id: undefined, codigo: 'A-2', descripcion: 'Lápiz' }],
}
const session = buildSession({ menus: [{ to: '/documento', label: 'Nueva factura' }], collections: [...COLLECTIONS] })

async function open() {
  startSession(session)
  const calls = fakeApi({
    'GET /app/v1/auth/sesion': ok({ session }),
    'GET /app/v1/documento/contexto': ok(contexto),
    [`GET /app/v1/documento/duplicar/${ID}`]: ok(form),
    'GET /app/v1/documento/borradores?sin_nombre=true': page([]),
    'POST /app/v1/documento/create': refusal(429, {}),
    'GET /app/productos/search_product_venta?page=0&size=10&q=A-1': page([RESMA], { size: 10 }),
    [`GET /app/v1/documento/ultimo_precio?persona_id=${PERSONA}&producto_id=${PRODUCTO}`]: ok({
      precio_unitario: montoOf(4_250_000),
      descuento: montoOf(0),
      cantidad: 1_000_000,
      modo: 'NETO',
      fecha_emision: '2026-10-01',
      numero: '001-001-000000001',
    }),
  })
  const view = renderApp(`/documento/registro?duplicar=${ID}`)
  const quantity = await screen.findByLabelText<HTMLInputElement>('Cantidad, línea 1')
  return { ...view, calls, quantity }
}
type Opened = Awaited<ReturnType<typeof open>>

const cell = (label: string, at: number) => screen.getByLabelText<HTMLInputElement>(`${label}, línea ${at}`)
const codigos = () => screen.getAllByLabelText<HTMLInputElement>(/^Producto, línea/).map(({ value }) => value)
const press = ({ code, key, alt = false, ctrl = false }: { code?: string; key?: string; alt?: boolean; ctrl?: boolean }) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { code: code ?? '', key: key ?? code ?? '', altKey: alt, ctrlKey: ctrl })
const focused = () => document.activeElement?.getAttribute('aria-label')

/** The visible effect of each key of the table; a key without one does not compile. */
const DOCUMENTO: Record<Tecla, (opened: Opened) => unknown> = {
  emitir: () => screen.findByRole('dialog', { name: /^Emitir la factura/ }),
  nueva: () => waitFor(() => expect(screen.queryByDisplayValue('A-1')).toBeNull()),
  guardar: ({ calls }) => waitFor(() => expect(calls.some(({ route }) => route === 'POST /app/v1/documento/create')).toBe(true)),
  vistaPrevia: () => screen.findByRole('dialog', { name: 'Vista previa' }),
  cliente: () => waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Cliente' }))),
  lista: () => waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Lista de precios' }))),
  recibido: () => waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Recibido'))),
  ultimoPrecio: () => waitFor(() => expect(cell('Precio unitario', 1).value).toBe('4.25')),
  ayuda: () => screen.findByRole('dialog', { name: 'Teclas de la factura' }),
}

it.each(Object.keys(DOCUMENTO) as Tecla[])('the key «%s» of the editor does what the help says', async (tecla) => {
  const opened = await open()
  if (tecla === 'ultimoPrecio') {
    await opened.user.click(opened.quantity)
    await screen.findByText(/último precio a este cliente/)
  }
  if (tecla === 'ayuda') (document.activeElement as HTMLElement).blur()
  press(TECLAS[tecla])
  await DOCUMENTO[tecla](opened)
})

const LINEAS: Record<TeclaLinea, (opened: Opened, key: (code: string) => void) => unknown> = {
  siguiente: (_, key) => {
    key('Enter')
    expect(focused()).toBe('Precio unitario, línea 1')
  },
  columna: (_, key) => {
    key('ArrowDown')
    expect(focused()).toBe('Cantidad, línea 2')
    key('ArrowUp')
    expect(focused()).toBe('Cantidad, línea 1')
  },
  recuperarCelda: async ({ user }, key) => {
    await user.keyboard('7')
    key('Escape')
    expect(cell('Cantidad', 1).value).toBe('2')
  },
  descuento: async ({ user }) => {
    await user.click(cell('Descuento en dólares', 1))
    await user.keyboard('%')
    await user.click(cell('Descuento en porcentaje', 1))
    await user.keyboard('$')
    expect(cell('Descuento en dólares', 1)).toBeDefined()
  },
  duplicar: (_, key) => {
    key('KeyD')
    expect(codigos()).toEqual(['A-1', 'A-1', 'A-2', ''])
  },
  eliminar: (_, key) => {
    key('Delete')
    expect(codigos()).toEqual(['A-2', ''])
  },
  recuperarLinea: (_, key) => {
    fireEvent.keyDown(document.activeElement as HTMLElement, { code: 'Delete', key: 'Delete', ctrlKey: true })
    key('KeyZ')
    expect(codigos()).toEqual(['A-1', 'A-2', ''])
  },
  mover: (_, key) => {
    key('ArrowDown')
    expect(codigos()).toEqual(['A-2', 'A-1', ''])
    key('ArrowUp')
    expect(codigos()).toEqual(['A-1', 'A-2', ''])
  },
  lista: async (_, key) => {
    key('KeyL')
    await waitFor(() => expect(cell('Precio unitario', 1).value).toBe('5.00'))
    key('KeyL')
    await waitFor(() => expect(cell('Precio unitario', 1).value).toBe('4.50'))
    expect(screen.getByText('Lista 1', { selector: 'p' })).toBeDefined()
  },
  // The browser pastes by itself.
  pegar: async ({ user, calls }) => {
    await user.paste('A-9\t1\t2\nA-8\t1\t2')
    await waitFor(() => expect(calls.filter(({ route }) => /search_product_venta.*q=A-[89]$/.test(route)).length).toBe(2))
  },
}

it.each(Object.keys(LINEAS) as TeclaLinea[])('the key «%s» of the lines does what the help says', async (tecla) => {
  const opened = await open()
  await opened.user.click(opened.quantity)
  const held = 'held' in TECLAS_LINEA[tecla] ? TECLAS_LINEA[tecla].held : undefined
  await LINEAS[tecla](opened, (code) => void press({ code, key: code, ctrl: held === 'ctrl', alt: held === 'alt' }))
})

it('the help lists every key there is, and nothing else', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Teclas (?)' }))
  const help = within(await screen.findByRole('dialog', { name: 'Teclas de la factura' }))
  const listed = help.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(listed).toEqual([TECLAS, TECLAS_LINEA, TECLAS_CONFIRMAR].flatMap((table) => Object.values(table).map(({ efecto }) => efecto)))
  expect(help.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Ctrl Enter', 'Alt U', '% $', 'Ctrl Supr', 'Alt ↑ ↓', 'Esc', '?']),
  )
})
