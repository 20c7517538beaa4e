import { montoOf, type Monto } from '@yupana/fiscal'
import '../../testing/browser-stubs.ts'

import { COLLECTIONS, type Compra, type CompraForm, type PropuestaCompra, type Recibido } from '@yupana/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { startSession } from '../../lib/sesion/session.ts'
import { buildContexto } from '../../testing/build-contexto.ts'
import { buildPropuesta } from '../../testing/build-propuesta.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const RECIBIDO = '55555555-5555-4555-8555-555555555551'
const COMPRA = '55555555-5555-4555-8555-555555555552'
const NUMERO = '001-001-000000009'

const form = (changes: Partial<CompraForm> = {}): CompraForm => ({
  tipo: '01',
  proveedor: { tipo_identificacion: '04', identificacion: '1790012345001', razon_social: 'PAPELERÍA', correos: [] },
  regimen_proveedor: 'GENERAL',
  parte_relacionada: false,
  numero: NUMERO,
  autorizacion: '1234567890',
  fecha_emision: '2026-11-20',
  fecha_registro: '2026-11-20',
  sustento: '01',
  impuestos: [{ codigo: '2', codigo_porcentaje: '4', tarifa: 15_000_000, base: montoOf(100_000_000), valor: montoOf(15_000_000) }],
  otros: montoOf(0),
  total: montoOf(115_000_000),
  pagos: [],
  reembolsos: [],
  lineas: [],
  ...changes,
})

const fila = {
  fecha_emision: '2026-11-20',
  tipo: '01',
  numero: NUMERO,
  total: montoOf(115_000_000),
  creado_en: '2026-11-20T10:00:00Z',
}
const recibido = (changes: Partial<CompraForm> = {}): Recibido => ({
  ...fila,
  id: RECIBIDO,
  estado: 'NUEVO',
  tipo: changes.tipo ?? '01',
  clave: '',
  emisor_ruc: '1790012345001',
  emisor_nombre: 'PAPELERÍA',
  autorizado: true,
  avisos: [],
  anulado: false,
  propuesta: buildPropuesta({ motivo: 'Da crédito tributario.' }),
  compra_id: null,
  retencion_id: null,
  compra: form(changes),
  lineas: [],
  retencion: null,
})
const compra = (): Compra => ({
  ...fila,
  id: COMPRA,
  estado: 'REGISTRADA',
  fecha_registro: '2026-11-20',
  vence: null,
  proveedor_identificacion: '1790012345001',
  proveedor_nombre: 'PAPELERÍA',
  regimen_proveedor: 'GENERAL',
  sustento: '01',
  subtotal: montoOf(100_000_000),
  iva: montoOf(15_000_000),
  anulado_emisor_en: null,
  version: 1,
  form: form(),
  recibido: null,
  productos: [],
  motivo_anulacion: null,
  modificada: null,
  notas: [],
  retenciones: [],
  ingreso: null,
  faltantes: [],
  mes_abierto: true,
})
const parte = (codigo: string, porcentaje: number, valor: Monto) => ({
  codigo,
  concepto: 'X',
  porcentaje,
  porcentajes: '1.75%',
  base: montoOf(100_000_000),
  valor,
  motivo: 'Porque la ley lo pide.',
})
const propuesta: PropuestaCompra = {
  compra_id: COMPRA,
  numero: NUMERO,
  proveedor: 'PAPELERÍA',
  marcas: { sociedad: true, regimen: 'RIMPE', especial: true, publico: false, exportador: false, habitual: false },
  total: montoOf(115_000_000),
  operacion: 'BIEN',
  motivo_operacion: 'Sus líneas son productos suyos.',
  propuesta: {
    fecha: '2026-11-20',
    permiso: { impuestos: ['1', '2'], motivos: { renta: '', iva: '', isd: '' } },
    renta: parte('312', 1_750_000, montoOf(1_750_000)),
    iva: parte('1', 30_000_000, montoOf(4_500_000)),
  },
  retenido: montoOf(6_250_000),
  formulario: null,
  razon: null,
}

const ACEPTAR = `POST /app/v1/recibido/aceptar/${RECIBIDO}`
const PROPONER = 'POST /app/v1/retencion/proponer-compras'

function open(path: string, leido = recibido(), replies: Parameters<typeof fakeApi>[0] = {}) {
  const menus = ['/documento/compra', '/retencion/compra', '/comprobante/recibido']
  const session = buildSession({ menus: menus.map((to) => ({ to, label: to })), collections: [...COLLECTIONS] })
  startSession(session)
  const calls = fakeApi({
    'GET /app/v1/auth/sesion': ok({ session }),
    'GET /app/v1/bodega/all': ok([]),
    [`GET /app/v1/recibido/${RECIBIDO}`]: ok(leido),
    [ACEPTAR]: ok({ ...leido, estado: 'REGISTRADO', compra_id: COMPRA }),
    [`GET /app/v1/compra/${COMPRA}`]: ok(compra()),
    [PROPONER]: ok([propuesta]),
    'GET /app/v1/documento/contexto?tipo=07': ok(buildContexto()),
    ...replies,
  })
  return { calls, ...renderApp(path) }
}
const asked = ({ calls }: ReturnType<typeof open>, route: string) => calls.filter((one) => one.route === route)

it('a document is registered and what would be withheld of it stands open to be issued; closed, it is not asked for again', async () => {
  const page = open(`/documento/compra/registro?recibido=${RECIBIDO}`)
  const { user, router } = page
  await user.click(await screen.findByRole('button', { name: 'Guardar y retener' }))
  const dialog = await screen.findByRole('dialog', { name: 'Emitir la retención' })
  expect(await within(dialog).findByText('Se retiene $6.25')).toBeDefined()
  expect(within(dialog).getByText('Proveedor: Sociedad, RIMPE emprendedor, contribuyente especial')).toBeDefined()
  expect(asked(page, ACEPTAR)).toHaveLength(1)
  expect(asked(page, PROPONER).map(({ body }) => body)).toEqual([{ compras: [{ id: COMPRA }] }])
  const enEditor = within(dialog).getByRole('link', { name: `Cambiarla en el editor: ${NUMERO} de PAPELERÍA` })
  expect(enEditor.getAttribute('href')).toBe(`/retencion/compra/registro?de=compra.${COMPRA}`)
  await user.click(within(dialog).getAllByRole('button', { name: 'Cerrar' })[0] as HTMLElement)
  await waitFor(() => expect(router.state.location.state).not.toHaveProperty('retener'))
  expect(screen.getByRole('button', { name: 'Retener' })).toBeDefined()
})

it('registered without it, nothing is asked', async () => {
  const page = open(`/documento/compra/registro?recibido=${RECIBIDO}`)
  await page.user.click(await screen.findByRole('button', { name: 'Guardar' }))
  expect(await screen.findByRole('button', { name: 'Retener' })).toBeDefined()
  expect(asked(page, PROPONER)).toEqual([])
})

/** The body sent for a received document after an action. */
async function registered(leido: Recibido, act: (user: ReturnType<typeof open>['user']) => Promise<void>) {
  const page = open(`/documento/compra/registro?recibido=${RECIBIDO}`, leido)
  await screen.findByRole('button', { name: 'Guardar' })
  await act(page.user)
  await page.user.click(screen.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(asked(page, ACEPTAR)).toHaveLength(1))
  return (asked(page, ACEPTAR)[0]!.body as { compra: CompraForm }).compra
}
const otraForma = () => screen.getByRole('button', { name: 'Otra forma de pago' })

it('several ways of payment: the one without an amount pays what the others leave, to the cent', async () => {
  const { pagos, total } = await registered(recibido({ pagos: [{ forma_pago: '01', total: montoOf(115_000_000) }] }), async (user) => {
    await user.click(otraForma())
    await user.click(otraForma())
    const [efectivo, tarjeta] = screen.getAllByLabelText('Valor')
    await user.type(efectivo as HTMLElement, '30.33')
    await user.type(tarjeta as HTMLElement, '40.01')
    await user.selectOptions(screen.getAllByLabelText('Forma de pago')[1] as HTMLElement, 'Tarjeta de crédito')
  })
  expect(total).toBe(115_000_000)
  expect(pagos).toEqual([
    { forma_pago: '01', total: montoOf(30_330_000) },
    { forma_pago: '19', total: montoOf(40_010_000) },
    { forma_pago: '20', total: montoOf(44_660_000) },
  ])
})

it('of two ways of payment one is taken away: the other pays all', async () => {
  const pagos = [
    { forma_pago: '19', total: montoOf(15_000_000) },
    { forma_pago: '01', total: montoOf(100_000_000) },
  ]
  const sent = await registered(recibido({ pagos }), async (user) => {
    expect(screen.getAllByLabelText<HTMLInputElement>('Valor').map(({ value }) => value)).toEqual(['15.00', '100.00'])
    await user.click(screen.getByRole('button', { name: 'Quitar el pago 2' }))
    expect(screen.queryByLabelText('Valor')).toBeNull()
  })
  expect(sent.pagos).toEqual([{ forma_pago: '19', total: montoOf(115_000_000) }])
})

it('the IRBPNR is paid besides, outside the base of the IVA; what the XML says of it stays while it is the same', async () => {
  const typed = await registered(recibido(), async (user) => {
    await user.type(screen.getByLabelText('IRBPNR'), '0.24')
    await user.clear(screen.getByLabelText('Importe total'))
    expect(within(screen.getByLabelText('Totales de la compra')).getByText('$115.24')).toBeDefined()
  })
  expect(typed.total).toBe(115_240_000)
  expect(typed.impuestos).toEqual([
    ...form().impuestos,
    { codigo: '5', codigo_porcentaje: '5001', tarifa: 20_000, base: montoOf(0), valor: montoOf(240_000) },
  ])
  cleanup()
  const botellas = { codigo: '5' as const, codigo_porcentaje: '5001', tarifa: 20_000, base: montoOf(100_000_000), valor: montoOf(240_000) }
  const kept = await registered(
    recibido({ impuestos: [...form().impuestos, botellas], total: montoOf(115_240_000) }),
    async (user) => void (await user.type(screen.getByLabelText('Observación'), 'Agua')),
  )
  expect(kept.impuestos).toEqual([...form().impuestos, botellas])
})

it('a comprobante emitido por reembolso takes its vouchers typed, those of its XML stay as they are; others take none', async () => {
  const original = {
    tipo_identificacion: '04' as const,
    identificacion: '1790016919001',
    tipo_proveedor: '02' as const,
    cod_doc: '01',
    numero: '002-001-000000005',
    fecha: '2026-11-18',
    autorizacion: '1234567890',
    impuestos: [{ codigo: '2' as const, codigo_porcentaje: '4', tarifa: 15_000_000, base: montoOf(40_000_000), valor: montoOf(6_010_000) }],
  }
  const { reembolsos } = await registered(recibido({ tipo: '41', reembolsos: [original] }), async (user) => {
    await user.click(await screen.findByRole('button', { name: 'Cambiar comprobantes' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Añadir comprobante' }))
    const nuevo = within(dialog.getByRole('group', { name: 'Comprobante 2' }))
    await user.type(nuevo.getByLabelText('Número de identificación'), '1790012345001')
    await user.type(nuevo.getByLabelText('Número'), '001-001-000000007')
    await user.type(nuevo.getByLabelText('Autorización'), '1234567890')
    await user.type(nuevo.getByLabelText('Base 0%'), '60')
    await user.click(dialog.getByRole('button', { name: 'Listo' }))
    expect(await screen.findByText('001-001-000000007 · 1790012345001')).toBeDefined()
  })
  expect(reembolsos[0]).toEqual(original)
  expect(reembolsos[1]).toMatchObject({
    numero: '001-001-000000007',
    impuestos: [{ codigo: '2', codigo_porcentaje: '0', tarifa: 0, base: montoOf(60_000_000), valor: montoOf(0) }],
  })
  cleanup()
  const otra = await registered(recibido({ reembolsos: [] }), async () => {
    expect(screen.queryByRole('button', { name: 'Detallar comprobantes' })).toBeNull()
    await Promise.resolve()
  })
  expect(otra).not.toHaveProperty('reembolsos')
})

it('what is refused of a voucher stands beside them, until they are looked at again', async () => {
  const page = open(`/documento/compra/registro?recibido=${RECIBIDO}`, recibido({ tipo: '41' }), {
    [ACEPTAR]: refusal(422, { msg: 'X', data: [{ message: 'El tipo 41 lleva los comprobantes que reembolsa.', campo: 'reembolsos' }] }),
  })
  await page.user.click(await screen.findByRole('button', { name: 'Guardar' }))
  await waitFor(() =>
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain(
      'El tipo 41 lleva los comprobantes que reembolsa.',
    ),
  )
})

it('nothing is withheld from a note of credit', async () => {
  open(
    `/documento/compra/registro?recibido=${RECIBIDO}`,
    recibido({ tipo: '04', modificado: { tipo: '01', numero: '001-001-000000008', fecha: '2026-11-19' } }),
  )
  expect(await screen.findByRole('button', { name: 'Guardar' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Guardar y retener' })).toBeNull()
})

it('the list of those whose withholding is still to be issued says until when, and lets go of that again', async () => {
  const { form: _form, ...row } = compra()
  const lista = ok({ content: [{ ...row, retener_hasta: '2026-11-27' }], totalElements: 1, totalPages: 1, number: 0, size: 5 })
  const { user } = open('/comprobante/compras?por_retener=2026-10-28&sort=fecha_emision%2CASC', recibido(), {
    'GET /app/v1/compra/search?page=0&size=5&sort=fecha_emision%2CASC&por_retener=2026-10-28': lista,
    'GET /app/v1/compra/search?page=0&size=5&sort=fecha_emision%2CASC': lista,
  })
  const tabla = within(await screen.findByRole('table', { name: 'Compras' }))
  expect(await tabla.findByText(/27\/11\/2026/)).toBeDefined()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Retención' }), '')
  await waitFor(() => expect(tabla.queryByRole('columnheader', { name: /Retener hasta/ })).toBeNull())
})
