import '../../testing/browser-stubs.ts'

import { COLLECTIONS, type LiquidacionCompraForm } from '@yupana/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'

import { buildContexto } from '../../testing/build-contexto.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, page } from '../../testing/fake-api.ts'
import { emissionsOf, openEditor, setNow } from '../../testing/open-editor.tsx'

const ID = '33333333-3333-4333-8333-333333333333'
// A negocio popular that owes ICE: neither matters to what it buys.
const contexto = buildContexto({
  condiciones: [
    { tipo: 'REGIMEN', desde: '2026-01-01', hasta: null, valor: 'NEGOCIO_POPULAR' },
    { tipo: 'ICE', desde: '2026-01-01', hasta: null, valor: 'SI' },
  ],
})
const form: LiquidacionCompraForm = {
  establecimiento: '001',
  punto: '001',
  modo: 'NETO',
  proveedor: { tipo_identificacion: '05', identificacion: '1712345675', razon_social: 'ANA PÉREZ', correos: [] },
  lineas: [
    { descripcion: 'Quintal de cacao', cantidad: 2_000_000, precio_unitario: 100_000_000, descuento: 0, iva: 6, detalles_adicionales: [] },
  ],
  pagos: [{ forma_pago: '20', total: 230_000_000 }],
  reembolsos: [],
  info_adicional: [],
}
const PRODUCTO = {
  id: ID,
  code: 'CACAO',
  auxiliary_code: null,
  barcode: null,
  barcodes: [],
  name: 'Cacao en grano',
  price: 150_000_000,
  iva: 6,
  precio_libre: false,
  ice_codigo: null,
  irbpnr: false,
}
const ANA = {
  id: ID,
  roles: ['proveedor'],
  ...form.proveedor,
  correos: ['ana@ejemplo.ec'],
  telefonos: [],
  direccion: null,
  dias_credito: 0,
}
// Without the rights over prices of a sale: what is bought has its seller's.
const session = buildSession({
  menus: [{ to: '/liquidacion_compra', label: 'Liquidaciones de Compra' }],
  collections: COLLECTIONS.filter((right) => right !== 'documento:cambiar_precio' && right !== 'documento:descuento'),
})

const open = (path: string, replies: Parameters<typeof fakeApi>[0] = {}) =>
  openEditor(path, {
    session,
    base: 'liquidacion_compra',
    tipo: '?tipo=03',
    contexto,
    replies: {
      [`GET /app/v1/liquidacion_compra/duplicar/${ID}`]: ok(form),
      'GET /app/v1/persona/search?page=0&size=10&q=171&activo=true': page([ANA]),
      'GET /app/productos/search_product_venta?page=0&size=10&q=cacao': page([PRODUCTO]),
      ...replies,
    },
  })
beforeEach(() => setNow())

const proveedor = () => screen.findByLabelText<HTMLInputElement>('Proveedor')
const emitir = () => within(screen.getByLabelText('Totales de la liquidación de compra')).getByText('Emitir')

it('begins at the supplier, whoever we know; a product brings no price of ours, and the price may be typed without that right', async () => {
  const { user, calls } = open('/liquidacion_compra')
  const input = await proveedor()
  expect(document.activeElement).toBe(input)
  expect(screen.queryByText('Consumidor final')).toBeNull()
  await user.type(input, '171')
  await user.click(await screen.findByText('ANA PÉREZ'))
  await user.type(await screen.findByLabelText('Producto, línea 1'), 'cacao')
  await user.click(await screen.findByText('Cacao en grano'))
  const precio = screen.getByLabelText<HTMLInputElement>('Precio unitario, línea 1')
  expect([precio.value, precio.readOnly]).toEqual(['', false])
  await user.type(precio, '90')
  await user.click(emitir())
  const confirm = await screen.findByRole('dialog', { name: 'Emitir la liquidación de compra 001-001-000000008' })
  expect(within(confirm).getByText('Proveedor')).toBeDefined()
  await user.click(within(confirm).getByRole('button', { name: 'Emitir' }))
  await waitFor(() => expect(emissionsOf(calls)).toHaveLength(1))
  expect(emissionsOf(calls)[0]?.body).toMatchObject({
    proveedor: { ...form.proveedor, correos: ['ana@ejemplo.ec'] },
    lineas: [{ producto_id: ID, precio_unitario: 90_000_000, cantidad: 1_000_000, iva: 6 }],
    pagos: [{ total: 103_500_000 }],
  })
})

it('says at their places that the supplier and the lines are missing', async () => {
  const { user, calls } = open('/liquidacion_compra')
  await proveedor()
  await user.click(emitir())
  const alert = await screen.findByRole('alert', { name: /Falta corregir/ })
  expect(within(alert).getByRole('button', { name: 'Elija el proveedor.' })).toBeDefined()
  expect(within(alert).getByRole('button', { name: 'Línea 1: Agregue al menos una línea.' })).toBeDefined()
  expect(emissionsOf(calls)).toEqual([])
})

it('refuses the company itself as the supplier, and warns of one with a RUC', async () => {
  const propia = { ...form.proveedor, tipo_identificacion: '04' as const, identificacion: contexto.empresa.ruc }
  const first = open(`/liquidacion_compra/registro?duplicar=${ID}`, {
    [`GET /app/v1/liquidacion_compra/duplicar/${ID}`]: ok({ ...form, proveedor: propia }),
  })
  await proveedor()
  await first.user.click(emitir())
  expect(
    within(await screen.findByRole('alert', { name: /Falta corregir/ })).getByText('El proveedor no puede ser la propia empresa.'),
  ).toBeDefined()
  first.unmount()
  const otra = { ...propia, identificacion: '1712345675001' }
  const { user } = open(`/liquidacion_compra/registro?duplicar=${ID}`, {
    [`GET /app/v1/liquidacion_compra/duplicar/${ID}`]: ok({ ...form, proveedor: otra }),
  })
  await proveedor()
  await user.click(emitir())
  expect(within(await screen.findByRole('dialog')).getByText(/Quien tiene RUC debe emitir su propio comprobante/)).toBeDefined()
})
