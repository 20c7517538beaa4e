import { montoOf } from '@yupana/fiscal'
import '../../testing/browser-stubs.ts'

import { COLLECTIONS, type Recibido, type RetencionRecibida, type RetencionRecibidaForm } from '@yupana/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { queryClient } from '../../lib/http/query-client.ts'
import { startSession } from '../../lib/sesion/session.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, page } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const RECIBIDO = '66666666-6666-4666-8666-666666666661'
const RETENCION = '66666666-6666-4666-8666-666666666662'
const VENTA = '66666666-6666-4666-8666-666666666663'
const NUMERO = '001-001-000000031'
const [UNA, OTRA, TERCERA] = ['001-001-000000001', '001-001-000000002', '001-001-000000003']

const linea = (numero: string, changes: Partial<RetencionRecibidaForm['lineas'][number]> = {}) => ({
  cod_doc: '01',
  numero,
  fecha: '2026-11-10',
  impuesto: '1' as const,
  codigo: '312',
  base: montoOf(100_000_000),
  porcentaje: 1_750_000,
  valor: montoOf(1_750_000),
  ...changes,
})
const form = (...lineas: RetencionRecibidaForm['lineas']): RetencionRecibidaForm => ({
  agente: { tipo_identificacion: '04', identificacion: '1790012345001', razon_social: 'AGENTE S.A.', correos: [] },
  numero: NUMERO,
  autorizacion: '1234567890',
  fecha_emision: '2026-11-20',
  lineas,
})
const recibido = (retencion: RetencionRecibidaForm): Recibido => ({
  id: RECIBIDO,
  estado: 'NUEVO',
  clave: '',
  tipo: '07',
  numero: NUMERO,
  fecha_emision: '2026-11-20',
  emisor_ruc: '1790012345001',
  emisor_nombre: 'AGENTE S.A.',
  total: montoOf(0),
  autorizado: true,
  avisos: [],
  anulado: false,
  propuesta: null,
  compra_id: null,
  retencion_id: null,
  creado_en: '2026-11-20T10:00:00Z',
  compra: null,
  lineas: [],
  retencion,
})
const fila = {
  id: RETENCION,
  numero: NUMERO,
  fecha_emision: '2026-11-20',
  periodo: '2026-11-01',
  agente_identificacion: '1790012345001',
  agente_nombre: 'AGENTE S.A.',
  renta: montoOf(3_500_000),
  iva: montoOf(0),
  isd: montoOf(0),
  total: montoOf(3_500_000),
  anulado_emisor_en: null,
  creado_en: '2026-11-20T10:00:00Z',
}
const guardada = (changes: Partial<RetencionRecibida> = {}): RetencionRecibida => ({
  ...fila,
  form: form(linea(UNA), linea(OTRA)),
  documentos: [VENTA, null],
  diferencias: [{ campo: 'lineas.1.numero', message: `El comprobante ${OTRA} no está entre los suyos.` }],
  mes_abierto: true,
  ...changes,
})

const ACEPTAR = `POST /app/v1/recibido/aceptar/${RECIBIDO}`

function open(path: string, replies: Parameters<typeof fakeApi>[0] = {}, retencion = form(linea(UNA), linea(OTRA))) {
  const menus = ['/retencion', '/retencion_renta', '/comprobante/recibido', '/comprobante']
  const session = buildSession({ menus: menus.map((to) => ({ to, label: to })), collections: [...COLLECTIONS] })
  startSession(session)
  const calls = fakeApi({
    'GET /app/v1/auth/sesion': ok({ session }),
    [`GET /app/v1/recibido/${RECIBIDO}`]: ok(recibido(retencion)),
    [ACEPTAR]: ok({ ...recibido(retencion), estado: 'REGISTRADO', retencion_id: RETENCION }),
    [`GET /app/v1/retencion_recibida/${RETENCION}`]: ok(guardada()),
    ...replies,
  })
  return { calls, ...renderApp(path) }
}
const sent = ({ calls }: ReturnType<typeof open>, route: string) => calls.filter((one) => one.route === route)
const lineasSent = (page: ReturnType<typeof open>) =>
  (sent(page, ACEPTAR)[0]!.body as { retencion: RetencionRecibidaForm }).retencion.lineas

it('a voucher over several facturas keeps that of each line, also when one is taken away or named anew', async () => {
  const nota = linea(TERCERA, { cod_doc: '05', fecha: '2026-11-12' })
  const page = open(`/retencion/registro?recibido=${RECIBIDO}`, {}, form(linea(UNA), linea(OTRA), nota))
  const { user } = page
  const facturas = await screen.findAllByLabelText<HTMLInputElement>('Su factura')
  expect(facturas.map(({ value }) => value)).toEqual([UNA, OTRA, TERCERA])
  await user.click(screen.getByRole('button', { name: 'Quitar la retención 1' }))
  const [primera] = screen.getAllByLabelText('Su factura')
  await user.clear(primera as HTMLElement)
  await user.type(primera as HTMLElement, UNA)
  await user.click(screen.getByRole('button', { name: 'Otra retención' }))
  const nueva = within(screen.getByRole('group', { name: 'Retención 3' }))
  expect(nueva.getByLabelText<HTMLInputElement>('Su factura').value).toBe(TERCERA)
  await user.type(nueva.getByLabelText('Código'), '2')
  await user.type(nueva.getByLabelText('Base'), '15')
  await user.tab()
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(sent(page, ACEPTAR)).toHaveLength(1))
  const { fecha: _fecha, ...sinFecha } = linea(UNA)
  expect(lineasSent(page)).toEqual([
    sinFecha,
    nota,
    {
      cod_doc: '01',
      numero: TERCERA,
      impuesto: '2',
      codigo: '2',
      base: montoOf(15_000_000),
      porcentaje: 70_000_000,
      valor: montoOf(10_500_000),
    },
  ])
})

it('O-26 what was registered shows each line with its sale, those of the company as links, and its differences', async () => {
  open(`/retencion/${RETENCION}`)
  const [una, otra] = (await screen.findAllByRole('row')).slice(1)
  expect(
    within(una as HTMLElement)
      .getByRole('link', { name: UNA })
      .getAttribute('href'),
  ).toBe(`/comprobante/${VENTA}`)
  expect(within(otra as HTMLElement).queryByRole('link')).toBeNull()
  expect(within(otra as HTMLElement).getByText(OTRA)).toBeDefined()
  expect(
    within(screen.getByRole('region', { name: 'Diferencias' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([`El comprobante ${OTRA} no está entre los suyos.`])
})

it('of a month that is closed nothing is deleted; of an open one after a question', async () => {
  const cerrada = open(`/retencion/${RETENCION}`, { [`GET /app/v1/retencion_recibida/${RETENCION}`]: ok(guardada({ mes_abierto: false })) })
  expect(await screen.findByRole('heading', { name: `Retención recibida ${NUMERO}` })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Eliminar' })).toBeNull()
  cerrada.unmount()
  queryClient.clear()
  const BORRAR = `DELETE /app/v1/retencion_recibida/delete/${RETENCION}`
  const page = open(`/retencion/${RETENCION}`, { [BORRAR]: ok(null) })
  await page.user.click(await screen.findByRole('button', { name: 'Eliminar' }))
  expect(sent(page, BORRAR)).toEqual([])
  await page.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Eliminar' }))
  await waitFor(() => expect(sent(page, BORRAR)).toHaveLength(1))
})

it('one that is already registered, or is no retención, is not registered again', async () => {
  const registrada = { ...recibido(form(linea(UNA))), estado: 'REGISTRADO', retencion_id: RETENCION }
  open(`/retencion/registro?recibido=${RECIBIDO}`, { [`GET /app/v1/recibido/${RECIBIDO}`]: ok(registrada) })
  expect((await screen.findByRole('link', { name: 'ábralo aquí' })).getAttribute('href')).toBe(`/retencion/${RETENCION}`)
  expect(screen.queryByRole('button', { name: 'Guardar' })).toBeNull()
})

it('the list names who withheld and how much of each tax', async () => {
  open('/comprobante/retenciones', { 'GET /app/v1/retencion_recibida/search?page=0&size=5': page([fila]) })
  const row = await screen.findByRole('row', { name: /AGENTE S\.A\./ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(expect.arrayContaining([NUMERO, 'AGENTE S.A.', '1790012345001', '$3.50', '$0.00']))
})
