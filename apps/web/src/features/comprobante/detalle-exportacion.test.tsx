import { montoOf } from '@yupana/fiscal'
import '../../testing/browser-stubs.ts'

import { COLLECTIONS, type ExportacionLeida } from '@yupana/contract'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { startSession } from '../../lib/sesion/session.ts'
import { buildComprobante } from '../../testing/build-comprobante.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const FACTURA = buildComprobante({ iva: 0, subtotal: montoOf(1_000_000_000), total: montoOf(1_000_000_000) })
const { id: ID } = FACTURA
const ASKED = `GET /app/v1/declaracion/exportacion/${ID}`
const SAVED = `PUT /app/v1/declaracion/exportacion/${ID}`
const leida: ExportacionLeida = {
  clases: ['01', '02'],
  valor: montoOf(1_000_000_000),
  pais_destino: '202',
  declarada: null,
  version: 0,
  datos: null,
}
const DATOS = {
  clase: '02' as const,
  parte_relacionada: true,
  tipo_cliente: '02' as const,
  regimen: '01' as const,
  pais: '202',
  regimen_nombre: null,
  pais_destino: '202',
  refrendo: null,
  documento_transporte: null,
  fecha_embarque: '2026-11-20',
  valor_fob: 1_000_000_000,
  tipo_ingreso: null,
  impuesto_exterior: null,
}

const COMPLETE = [...COLLECTIONS]
function open(replies: Parameters<typeof fakeApi>[0], { collections = COMPLETE, menus = ['/comprobante', '/declaraciones'] } = {}) {
  const session = buildSession({ menus: menus.map((to) => ({ to, label: to })), collections })
  startSession(session)
  const sent = fakeApi({
    'GET /app/v1/auth/sesion': ok({ session }),
    [`GET /app/v1/comprobante/${ID}`]: ok(FACTURA),
    [ASKED]: ok(leida),
    ...replies,
  })
  return { sent, ...renderApp(`/comprobante/${ID}`) }
}
const seccion = () => screen.findByRole('region', { name: 'Datos de exportación para el ATS' })

it('an export without its data says so, asks for what its kind needs, and shows what was saved', async () => {
  const { sent, user } = open({ [SAVED]: ok({ ...leida, version: 1, datos: DATOS }) })
  expect((await seccion()).textContent).toContain('Faltan: sin ellos esta venta no sale en el ATS')
  await user.click(within(await seccion()).getByRole('button', { name: 'Escribir los datos' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Datos de exportación para el ATS' }))
  // The data of the factura is already filled in.
  expect(dialog.getByLabelText<HTMLSelectElement>(/País de destino/).selectedOptions[0]?.textContent).toBe('ALEMANIA (202)')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await dialog.findByText(/Escriba el refrendo como 028-2026-40-01234567/)).toBeDefined()
  await user.selectOptions(dialog.getByLabelText(/Clase de exportación/), 'Bienes sin refrendo')
  expect(dialog.queryByLabelText(/Refrendo/)).toBeNull()
  await user.click(dialog.getByLabelText('Es parte relacionada'))
  await user.type(dialog.getByRole('textbox', { name: /Fecha de embarque/ }), '20/11/2026')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await within(await seccion()).findByText('20/11/2026')).toBeDefined()
  expect(sent.find(({ route }) => route === SAVED)?.body).toEqual({ version: 0, ...DATOS })
  expect(within(await seccion()).getByRole('button', { name: 'Cambiar los datos' })).toBeDefined()
})

it('a service tells its kind of income, and how much tax the other country took', async () => {
  const { sent, user } = open({
    [ASKED]: ok({ ...leida, clases: ['03'] }),
    [SAVED]: refusal(409, { status: '409', msg: 'Otra persona', data: [] }),
  })
  await user.click(within(await seccion()).getByRole('button', { name: 'Escribir los datos' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Datos de exportación para el ATS' }))
  await user.selectOptions(dialog.getByLabelText(/Tipo de ingreso/), '410 Servicios empresariales: servicios técnicos')
  await user.click(dialog.getByLabelText(/cobró impuesto a la renta/))
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await dialog.findByText('Escriba un valor mayor que cero, con dos decimales.')).toBeDefined()
  await user.type(dialog.getByLabelText(/Impuesto pagado en ese país/), '12.50')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  // Another user saved meanwhile: typed text stays.
  expect((await dialog.findByRole('alert')).textContent).toContain('Otra persona')
  const { body } = sent.find(({ route }) => route === SAVED) ?? {}
  expect(body).toMatchObject({ clase: '03', tipo_ingreso: '410', impuesto_exterior: 12_500_000, fecha_embarque: null, valor_fob: null })
})

it('after its ATS was filed, and to who may not file, it is only read', async () => {
  open({ [ASKED]: ok({ ...leida, declarada: 'de octubre de 2026', version: 1, datos: DATOS }) })
  const region = await seccion()
  expect(region.textContent).toContain('El ATS de octubre de 2026 ya se declaró')
  expect(within(region).queryByRole('button')).toBeNull()
})

it('of a sale with IVA, and without the screen of declarations, nothing is asked', async () => {
  const { sent } = open({}, { menus: ['/comprobante'] })
  expect(await screen.findByRole('heading', { name: /^Factura/ })).toBeDefined()
  expect(await screen.findByRole('region', { name: 'Resumen' })).toBeDefined()
  expect(sent.some(({ route }) => route === ASKED)).toBe(false)
})
