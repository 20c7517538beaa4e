import { montoOf } from '@yupana/fiscal'
import '../../testing/browser-stubs.ts'

import { COLLECTIONS, type LiquidacionCompraForm, type LiquidacionEmitidaFormInput } from '@yupana/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'

import { buildComprobante } from '../../testing/build-comprobante.ts'
import { buildContexto } from '../../testing/build-contexto.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, page } from '../../testing/fake-api.ts'
import { emissionsOf, openEditor, setNow } from '../../testing/open-editor.tsx'
import { emptyLiquidacion, withCondiciones } from './liquidacion-valores.ts'
import { emptyJunta, loadLey } from './junta-valores.ts'

const ID = '33333333-3333-4333-8333-333333333333'
const OTRA = '44444444-4444-4444-8444-444444444444'
// A negocio popular that owes ICE: neither matters for its purchases.
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
    {
      descripcion: 'Quintal de cacao',
      cantidad: 2_000_000,
      precio_unitario: montoOf(100_000_000),
      descuento: 0,
      iva: montoOf(6),
      detalles_adicionales: [],
    },
  ],
  pagos: [{ forma_pago: '20', total: montoOf(230_000_000) }],
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
  cost: 150_000_000,
  iva: 6,
  manage_inventory: true,
  is_external: false,
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
// Without the rights over sales prices: a purchase has the seller's price.
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
      'GET /app/productos/search_product_gasto?page=0&size=10&q=cacao': page([PRODUCTO]),
      ...replies,
    },
  })
beforeEach(async () => {
  setNow()
  await loadLey()
})

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
    // 100 % of its 13.50 of IVA.
    retencion: { cod_sustento: '01', retenciones: [{ impuesto: '2', codigo: '3', base: 13_500_000, porcentaje: 100_000_000 }] },
  })
})

it('takes the vouchers that it reembolsa typed, and lets them go again', async () => {
  const { user, calls } = open(`/liquidacion_compra/registro?duplicar=${ID}`)
  await proveedor()
  await user.click(screen.getByRole('button', { name: 'Reembolsos de gastos' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reembolsos de gastos' }))
  await user.type(dialog.getByLabelText('Número de identificación'), '1790012345001')
  await user.type(dialog.getByLabelText('Número'), '001-001-000000007')
  await user.type(dialog.getByLabelText('Autorización'), '1234567890')
  await user.type(dialog.getByLabelText('Base con IVA'), '60')
  await user.click(dialog.getByRole('button', { name: 'Listo' }))
  expect(await screen.findByText('Incluye 1 comprobante de reembolso.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Quitar reembolsos' }))
  expect(screen.queryByText('Incluye 1 comprobante de reembolso.')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Reembolsos de gastos' }))
  const again = within(await screen.findByRole('dialog', { name: 'Reembolsos de gastos' }))
  await user.type(again.getByLabelText('Número de identificación'), '1790012345001')
  await user.type(again.getByLabelText('Número'), '001-001-000000008')
  await user.type(again.getByLabelText('Autorización'), '1234567890')
  await user.type(again.getByLabelText('Base con IVA'), '60')
  await user.click(again.getByRole('button', { name: 'Listo' }))
  await user.click(emitir())
  await user.click(within(await screen.findByRole('dialog', { name: /^Emitir la liquidación/ })).getByRole('button', { name: 'Emitir' }))
  await waitFor(() => expect(emissionsOf(calls)).toHaveLength(1))
  expect((emissionsOf(calls)[0]!.body as LiquidacionCompraForm).reembolsos).toMatchObject([
    { numero: '001-001-000000008', impuestos: [{ codigo_porcentaje: '4', base: 60_000_000, valor: 9_000_000 }] },
  ])
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

const duplicado = (change: Partial<LiquidacionCompraForm> = {}, de = contexto) => {
  const opened = open(`/liquidacion_compra/registro?duplicar=${ID}`, {
    [`GET /app/v1/liquidacion_compra/duplicar/${ID}`]: ok({ ...form, ...change }),
    'GET /app/v1/documento/contexto?tipo=03': ok(de),
  })
  const issue = async () => {
    await opened.user.click(emitir())
    await opened.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Emitir' }))
    await waitFor(() => expect(emissionsOf(opened.calls)).toHaveLength(1))
    return emissionsOf(opened.calls)[0]?.body as LiquidacionEmitidaFormInput
  }
  return { ...opened, issue }
}
const AGENTE = buildContexto({ condiciones: [{ tipo: 'AGENTE_RETENCION', desde: '2022-01-01', hasta: null, valor: '1' }] })
const retencion = () => screen.findByRole('region', { name: 'Retención' })
const datos = (region: HTMLElement) =>
  within(region)
    .getAllByRole('definition')
    .map(({ textContent }) => textContent)

it('shows what is withheld in the same step, with its reason, and what is left to pay', async () => {
  const { user } = duplicado({}, AGENTE)
  const region = await retencion()
  expect(within(region).getByText(/^Renta: 311 · 3% · \$6\.00/)).toBeDefined()
  expect(within(region).getByText(/^IVA: 3 · 100% · \$30\.00/)).toBeDefined()
  expect(within(region).getByText(/Liquidación de compra: se retiene todo el IVA\./)).toBeDefined()
  expect(datos(screen.getByRole('region', { name: 'Resumen' })).slice(-4)).toEqual(['$230.00', '-$6.00', '-$30.00', '$194.00'])
  await user.click(emitir())
  expect(datos(await screen.findByRole('dialog')).slice(-4)).toEqual(['$230.00', '-$6.00', '-$30.00', '$194.00'])
})

it('takes what somebody changes in place of what is proposed, and back', async () => {
  const { user, issue } = duplicado({}, AGENTE)
  const region = await retencion()
  await user.click(within(region).getByRole('button', { name: 'Cambiar' }))
  await user.click(await within(region).findByRole('button', { name: 'Quitar la retención 1' }))
  expect(datos(screen.getByRole('region', { name: 'Resumen' })).slice(-2)).toEqual(['-$30.00', '$200.00'])
  const base = within(region).getByLabelText<HTMLInputElement>('Base')
  await user.clear(base)
  await user.type(base, '31')
  await user.click(emitir())
  expect(await screen.findByRole('button', { name: /Las bases suman \$31\.00 y superan el IVA/ })).toBeDefined()
  await user.clear(base)
  await user.type(base, '30')
  expect((await issue()).retencion).toMatchObject({ retenciones: [{ impuesto: '2', codigo: '3', base: 30_000_000 }] })
  await user.click(within(region).getByRole('button', { name: 'Usar lo propuesto' }))
  expect(datos(screen.getByRole('region', { name: 'Resumen' })).slice(-3)).toEqual(['-$6.00', '-$30.00', '$194.00'])
})

it('warns where the withholding that the law obliges to is taken away, and issues the liquidación alone', async () => {
  const { user } = duplicado()
  const region = await retencion()
  await user.click(within(region).getByRole('button', { name: 'Cambiar' }))
  await user.click(await within(region).findByRole('button', { name: 'Quitar la retención 1' }))
  expect(within(region).getByText('Se emite solo la liquidación.')).toBeDefined()
  await user.click(emitir())
  expect(
    within(await screen.findByRole('dialog')).getByText(/^No se emite la retención del IVA\. Toda liquidación de compra obliga/),
  ).toBeDefined()
})

it('says why nothing is withheld of a purchase without IVA, by a company that does not withhold', async () => {
  const [linea] = form.lineas
  const { issue } = duplicado({ lineas: [{ ...linea!, iva: montoOf(1) }], pagos: [{ forma_pago: '20', total: montoOf(200_000_000) }] })
  const region = await retencion()
  expect(within(region).getByText('Se emite solo la liquidación.')).toBeDefined()
  expect(within(region).getByText(/La empresa no consta como agente de retención/)).toBeDefined()
  expect(await issue()).not.toHaveProperty('retencion')
})

it('leaves the withholding of a supplier from abroad for afterwards, and says so', async () => {
  const { issue } = duplicado({ proveedor: { ...form.proveedor, tipo_identificacion: '08', identificacion: 'X-123' } }, AGENTE)
  expect(within(await retencion()).getByText(/emítala desde la página de la liquidación/)).toBeDefined()
  expect(await issue()).not.toHaveProperty('retencion')
})

it('a correction is sent alone, and names the retención that keeps its amounts', async () => {
  const ligados = [{ id: OTRA, tipo: '07', numero: '001-001-000000031', difiere: false }]
  const rechazada = buildComprobante({ id: ID, tipo: '03', estado: 'RECHAZADO', accion: 'CORREGIR', fecha_emision: '2026-11-20' })
  const { user, calls } = open(`/liquidacion_compra/${ID}?corregir=1`, {
    [`GET /app/v1/liquidacion_compra/${ID}`]: ok({ ...rechazada, puede_anular: { ...rechazada.puede_anular, ligados } }),
  })
  expect((await screen.findByRole('link', { name: 'retención 001-001-000000031' })).getAttribute('href')).toBe(`/comprobante/${OTRA}`)
  expect(screen.queryByRole('region', { name: 'Retención' })).toBeNull()
  await user.click(within(screen.getByLabelText('Totales de la liquidación de compra')).getByText('Corregir y reenviar'))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Corregir y reenviar' }))
  await waitFor(() => expect(emissionsOf(calls)).toHaveLength(1))
  expect(emissionsOf(calls)[0]?.body).not.toHaveProperty('retencion')
})

it('opens a draft of before, which has nothing to withhold typed', () => {
  const { retencion: _none, ...before } = emptyLiquidacion('2026-11-20', '001-001')
  expect(withCondiciones(before, AGENTE)).toEqual({ ...before, retencion: emptyJunta(), condiciones: AGENTE.condiciones })
})
