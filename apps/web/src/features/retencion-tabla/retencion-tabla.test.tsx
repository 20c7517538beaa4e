import { montoOf } from '@yupana/fiscal'
import '../../testing/browser-stubs.ts'

import { COLLECTIONS, type RetencionPracticada } from '@yupana/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { startSession } from '../../lib/sesion/session.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, page } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const ID = '77777777-7777-4777-8777-777777777771'
const practicada: RetencionPracticada = {
  id: ID,
  n: 1,
  numero: '001-001-000000031',
  fecha_emision: '2026-11-20',
  tercero_identificacion: '1790012345001',
  tercero_nombre: 'PAPELERÍA',
  documento: '001-001-000000009',
  codigo: '1',
  base: montoOf(15_000_000),
  porcentaje: 30_000_000,
  valor: montoOf(4_500_000),
  estado: null,
}
const PRACTICADAS = 'GET /app/v1/retencion_recibida/practicadas?page=0&size=5'

function open(path: string, replies: Parameters<typeof fakeApi>[0] = {}) {
  const menus = ['/retencion_iva', '/retencion_renta', '/retencion', '/comprobante']
  const session = buildSession({ menus: menus.map((to) => ({ to, label: to })), collections: [...COLLECTIONS] })
  startSession(session)
  const calls = fakeApi({ 'GET /app/v1/auth/sesion': ok({ session }), ...replies })
  return { calls, ...renderApp(path) }
}
const codigos = () =>
  within(screen.getByRole('region', { name: 'Códigos y porcentajes' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent)

it('O-29 the codes of the IVA are found by their words, and say to what they apply', async () => {
  const { user } = open('/retencion_iva')
  await user.type(await screen.findByLabelText('Buscar'), '30%')
  await waitFor(() => expect(codigos()).toEqual(['1']))
  expect(screen.getByText('1 código')).toBeDefined()
  const [, row] = screen.getAllByRole('row')
  expect(within(row as HTMLElement).getByText('Bienes, y construcción')).toBeDefined()
  await user.clear(screen.getByLabelText('Buscar'))
  await user.type(screen.getByLabelText('Buscar'), 'nada de esto')
  await waitFor(() => expect(codigos()).toEqual([]))
})

it('of the rent those of a day are shown, and with all validities more', async () => {
  const { user } = open('/retencion_renta')
  await screen.findByLabelText('Buscar')
  const hoy = codigos().length
  const aplica = (codigo: string) =>
    within(screen.getByRole('row', { name: new RegExp(`^${codigo} `) })).getAllByRole('cell')[3]?.textContent
  expect(['312', '303', '343'].map(aplica)).toEqual(['Bienes', 'Servicios', '—'])
  await user.click(screen.getByLabelText('Todas las vigencias'))
  expect(codigos().length).toBeGreaterThan(hoy)
})

it('O-29 the withholdings of a tax: issued ones lead to their document, received ones to theirs', async () => {
  const recibidas = 'GET /app/v1/retencion_recibida/practicadas?page=0&size=5&sentido=RECIBIDA&impuesto=2'
  const { user } = open('/retencion_iva/practicadas', {
    [`${PRACTICADAS}&impuesto=2`]: page([practicada]),
    [recibidas]: page([{ ...practicada, tercero_nombre: 'CLIENTE' }]),
  })
  const emitida = await screen.findByRole('row', { name: /PAPELERÍA/ })
  expect(within(emitida).getByRole('link').getAttribute('href')).toBe(`/comprobante/${ID}`)
  expect(
    within(emitida)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(expect.arrayContaining(['30%', '$4.50']))
  await user.selectOptions(screen.getByLabelText('Cuáles'), 'Recibidas en ventas')
  const recibida = await screen.findByRole('row', { name: /CLIENTE/ })
  expect(within(recibida).getByRole('link').getAttribute('href')).toBe(`/retencion/${ID}`)
})

it('a company chooses what is proposed for a kind of purchase, and sees what the law would', async () => {
  const elegida = { impuesto: '1', operacion: 'TRANSPORTE', persona: '312', sociedad: null, version: 3 }
  const { user, calls } = open('/retencion_renta/elegidas', {
    'GET /app/v1/retencion/elegidas': ok([elegida]),
    'PUT /app/v1/retencion/elegida/edit': ok({ ...elegida, version: 1 }),
  })
  const transporte = within(await screen.findByRole('row', { name: /^Transporte/ }))
  expect(transporte.getAllByRole('cell').map(({ textContent }) => textContent?.split(' · ')[0])).toEqual([
    'Transporte',
    '312',
    '310',
    'Cambiar',
  ])
  expect(transporte.getByText('Elegido')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Cambiar Honorarios profesionales' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.selectOptions(dialog.getByLabelText('A sociedades'), dialog.getAllByRole('option', { name: /^3440 / })[1] as HTMLElement)
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.find(({ route }) => route === 'PUT /app/v1/retencion/elegida/edit')?.body).toEqual({
    impuesto: '1',
    operacion: 'HONORARIO',
    persona: null,
    sociedad: '3440',
    version: 0,
  })
})
