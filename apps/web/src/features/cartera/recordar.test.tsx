import '../../testing/browser-stubs.ts'

import { COLLECTIONS } from '@yupana/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { startSession } from '../../lib/sesion/session.ts'
import { buildPersona } from '../../testing/build-persona.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, page, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const persona = buildPersona({ correos: ['luz@ejemplo.ec'] })
const ROUTE = `POST /app/v1/cartera/estado/correo/${persona.id}`
const RECORDATORIOS = `/app/v1/cartera/recordatorio/persona/${persona.id}`
const enviado = {
  id: '4b1c7a52-0c3e-4d2a-9a53-6f1d2b7c8e90',
  en: '2026-06-05T15:00:00.000Z',
  correos: ['luz@ejemplo.ec'],
  total: 20_000_000,
  usuario: null,
  con_estado: true,
  estado: null,
}
const recordatorios = { activo: true, exento: false, correos: ['luz@ejemplo.ec'], enviados: [enviado] }
const VACIO = { total: 0, POR_VENCER: 0, D1_30: 0, D31_60: 0, D61_90: 0, D91_MAS: 0, favor: 0, cuentas: 0 }

function open(sentido: string, replies: Parameters<typeof fakeApi>[0], collections = [...COLLECTIONS], search = '') {
  const session = buildSession({ menus: [{ to: '/comprobante', label: 'Comprobantes' }], collections })
  startSession(session)
  const de = `persona_id=${persona.id}&sentido=${sentido}`
  const calls = fakeApi({
    'GET /app/v1/auth/sesion': ok({ session }),
    [`GET /app/v1/persona/${persona.id}`]: ok(persona),
    [`GET /app/v1/cartera/estado?${de}&page=0&size=5`]: page([]),
    [`GET ${RECORDATORIOS}`]: ok(recordatorios),
    [`GET /app/v1/cartera/resumen?sentido=${sentido}&persona_id=${persona.id}`]: ok(VACIO),
    ...replies,
  })
  return { calls, ...renderApp(`/comprobante/estado-cuenta?persona=${persona.id}&sentido=${sentido}${search}`) }
}
const remember = () => screen.findByRole('button', { name: 'Recordar por correo' })

it('a client is reminded of what he owes, at his own address, with a few words', async () => {
  const { user, calls } = open('COBRAR', { [ROUTE]: ok({ cuentas: 1, total: 20_000_000 }) })
  await user.click(await remember())
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /^Correo 1/ }).value).toBe('luz@ejemplo.ec')
  await user.type(dialog.getByRole('textbox', { name: 'Mensaje al cliente' }), 'Cuenta 123')
  await user.click(dialog.getByRole('button', { name: 'Enviar correo' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.filter(({ route }) => route === ROUTE).map(({ body }) => body)).toEqual([
    { correos: ['luz@ejemplo.ec'], mensaje: 'Cuenta 123', con_estado: true },
  ])
})

it('who owes nothing is not written to, and the dialog says why', async () => {
  const reason = 'PAPELERÍA LUZ no debe nada: no hay qué recordarle.'
  const { user } = open('COBRAR', {
    [ROUTE]: refusal(422, { msg: 'Revise los datos ingresados', data: [{ campo: 'id', message: reason }] }),
  })
  await user.click(await remember())
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Enviar correo' }))
  expect((await screen.findAllByText(reason)).length).toBeGreaterThan(0)
})

it('nobody reminds a supplier, nor does who may not register payments', async () => {
  open('PAGAR', {})
  expect(await screen.findByRole('button', { name: 'Registrar pago' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Recordar por correo' })).toBeNull()
})

it('shows what a client was reminded of, and leaves him out of the automatic ones', async () => {
  const { user, calls } = open('COBRAR', { [`PUT ${RECORDATORIOS}`]: ok({ ...recordatorios, exento: true }) })
  const section = within(await screen.findByRole('region', { name: 'Recordatorios' }))
  expect(section.getByText(/automático: \$20\.00 a luz@ejemplo\.ec, con su estado de cuenta/)).toBeDefined()
  await user.click(section.getByRole('button', { name: 'Dejar de recordarle' }))
  expect(await section.findByText('No recibe recordatorios automáticos.')).toBeDefined()
  expect(section.getByRole('button', { name: 'Volver a recordarle' })).toBeDefined()
  expect(calls.filter(({ route }) => route === `PUT ${RECORDATORIOS}`).map(({ body }) => body)).toEqual([{ exento: true }])
})

it('says that a client without mail gets none', async () => {
  open('COBRAR', { [`GET ${RECORDATORIOS}`]: ok({ ...recordatorios, correos: [], enviados: [] }) })
  expect(await screen.findByText('No tiene correo: no recibe recordatorios.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Dejar de recordarle' })).toBeNull()
})

it('which days are reminded of is chosen where the debts are listed, and at least one of them', async () => {
  const ajuste = { version: 2, activo: false, pasos: [], mensaje: null, guardado: null }
  const resumen = 'GET /app/v1/cartera/resumen?sentido=COBRAR'
  const session = buildSession({ menus: [{ to: '/comprobante', label: 'Comprobantes' }], collections: [...COLLECTIONS] })
  startSession(session)
  const SAVE = 'PUT /app/v1/cartera/recordatorio/edit'
  const calls = fakeApi({
    'GET /app/v1/auth/sesion': ok({ session }),
    'GET /app/v1/cartera/search?page=0&size=5&sentido=COBRAR': page([]),
    [resumen]: ok(VACIO),
    'GET /app/v1/cartera/recordatorio': ok(ajuste),
    [SAVE]: ok({ ...ajuste, version: 3 }),
  })
  const { user } = renderApp('/comprobante/cobrar')
  await user.click(await screen.findByRole('button', { name: 'Recordatorios' }))
  const tick = await screen.findByLabelText('Recordar a los clientes')
  const dialog = within(screen.getByRole('dialog', { name: 'Recordatorios automáticos' }))
  await user.click(tick)
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await dialog.findByText('Elija al menos un día.')).toBeDefined()
  await user.click(dialog.getByLabelText('3 días antes'))
  await user.click(dialog.getByLabelText('7 días después'))
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.filter(({ route }) => route === SAVE).map(({ body }) => body)).toEqual([
    { version: 2, activo: true, pasos: [-3, 7], mensaje: '' },
  ])
})

it('the days in sight say what they began and ended with, and their statement is mailed to a supplier too', async () => {
  const dias = 'desde=2026-06-01&hasta=2026-06-30'
  const saldos = { inicial: 75_000_000, cargos: 10_000_000, abonos: 25_000_000, final: 60_000_000 }
  const estado = { sentido: 'PAGAR', desde: '2026-06-01', hasta: '2026-06-30' }
  const sent = { ...enviado, usuario: 'María Lema', estado, total: 60_000_000 }
  const asked = `GET /app/v1/cartera/estado?persona_id=${persona.id}&sentido=PAGAR&${dias}&page=0&size=5`
  const replies = {
    [asked]: ok({ content: [], totalElements: 0, totalPages: 0, number: 0, size: 5, exact: true, saldos }),
    [`GET ${RECORDATORIOS}`]: ok({ ...recordatorios, enviados: [enviado, sent] }),
    [ROUTE]: ok({ cuentas: 1, total: 60_000_000 }),
  }
  const { user, calls } = open('PAGAR', replies, [...COLLECTIONS], `&${dias}`)
  const periodo = await screen.findByLabelText('Saldos del período')
  await waitFor(() =>
    expect(periodo.textContent).toBe('Saldo anterior al 01/06/2026$75.00Cargos$10.00Abonos$25.00Saldo al 30/06/2026$60.00'),
  )
  const correos = within(await screen.findByRole('region', { name: 'Correos enviados' }))
  expect(correos.getAllByRole('listitem')).toHaveLength(1)
  expect(correos.getByText(/estado de cuenta del 01\/06\/2026 al 30\/06\/2026, saldo \$60\.00/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Enviar estado' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Enviar correo' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.filter(({ route }) => route === ROUTE).map(({ body }) => body)).toEqual([{ correos: ['luz@ejemplo.ec'], estado }])
})
