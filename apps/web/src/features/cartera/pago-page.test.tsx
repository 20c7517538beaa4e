import { montoOf } from '@yupana/fiscal'
import '../../testing/browser-stubs.ts'

import { COLLECTIONS, type Pago } from '@yupana/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { startSession } from '../../lib/sesion/session.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const ID = '33333333-3333-4333-8333-333333333333'
const OTRO = '44444444-4444-4444-8444-444444444444'
const ROUTE = `GET /app/v1/pago/${ID}`
const pago: Pago = {
  id: ID,
  sentido: 'PAGAR',
  numero: 'CP-000007',
  estado: 'REGISTRADO',
  fecha: '2026-11-20',
  persona_id: OTRO,
  tercero_nombre: 'PAPELERÍA LUZ',
  tercero_identificacion: '1790012345001',
  total: montoOf(65_000_000),
  anticipo: montoOf(5_000_000),
  anticipo_queda: montoOf(2_000_000),
  metodos: [{ metodo: 'TRANSFERENCIA', valor: montoOf(65_000_000), banco: 'Pichincha', referencia: '998877' }],
  aplicaciones: [
    {
      cuenta_id: OTRO,
      origen: 'COMPRA',
      origen_id: OTRO,
      tipo: '01',
      numero: '001-001-000000009',
      cuota: 1,
      valor: montoOf(60_000_000),
      saldo: montoOf(40_000_000),
    },
  ],
  observacion: null,
  usuario: 'María Lema',
  motivo_reverso: null,
  reversado_en: null,
  reversado_por: null,
  correos: [],
  caja: null,
  caja_reverso: null,
  creado_en: '2026-11-20T15:00:00.000Z',
}

function open(replies: Parameters<typeof fakeApi>[0], search = `?id=${ID}&sentido=PAGAR`) {
  const menus = [
    { to: '/comprobante', label: 'Comprobantes' },
    { to: '/documento/compra', label: 'Compras' },
  ]
  const session = buildSession({ menus, collections: [...COLLECTIONS] })
  startSession(session)
  const calls = fakeApi({ 'GET /app/v1/auth/sesion': ok({ session }), ...replies })
  return { calls, ...renderApp(`/comprobante/pago${search}`) }
}

it('a payment tells whom, how and over what it was paid, leads to each document, and says what is left of its advance', async () => {
  open({ [ROUTE]: ok(pago) })
  expect(await screen.findByRole('heading', { name: 'Pago CP-000007', level: 1 })).toBeDefined()
  expect(screen.getByRole('link', { name: 'PAPELERÍA LUZ' }).getAttribute('href')).toContain(`persona=${OTRO}&sentido=PAGAR`)
  const documentos = within(screen.getByRole('region', { name: 'Documentos' }))
  expect(documentos.getByRole('link', { name: 'Factura 001-001-000000009' }).getAttribute('href')).toBe(`/documento/compra/${OTRO}`)
  expect(documentos.getByText('Quedaron $40.00 por pagar')).toBeDefined()
  expect(documentos.getByText('Quedan $2.00 sin usar')).toBeDefined()
  expect(within(screen.getByRole('region', { name: 'Formas de pago' })).getByText('Pichincha · 998877')).toBeDefined()
})

it('it is reversed there with a reason, and then says by whom and why', async () => {
  const reversado = {
    ...pago,
    estado: 'REVERSADO',
    motivo_reverso: 'Cheque devuelto',
    reversado_por: 'Ana Paz',
    reversado_en: '2026-11-21T15:00:00.000Z',
  }
  const { user, calls } = open({
    [ROUTE]: [ok(pago), ok(reversado), ok(reversado)],
    [`POST /app/v1/pago/reversar/${ID}`]: ok(reversado),
  })
  await user.click(await screen.findByRole('button', { name: 'Reversar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reversar CP-000007' }))
  await user.type(dialog.getByLabelText(/^Motivo/), 'Cheque devuelto')
  await user.click(dialog.getByRole('button', { name: 'Reversar' }))
  expect(await screen.findByText(/^Reversado el 21\/11\/2026 10:00 por Ana Paz/)).toBeDefined()
  expect(screen.getByText('Motivo: Cheque devuelto')).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Reversar' })).toBeNull())
  expect(calls.filter(({ route }) => route.startsWith('POST')).map(({ body }) => body)).toEqual([{ motivo: 'Cheque devuelto' }])
})

it('cash of a till that is closed is reversed out of the open one, or without a till where that is said', async () => {
  const cobro = {
    ...pago,
    sentido: 'COBRAR',
    numero: 'RC-000004',
    caja: 'CJ-000002',
    metodos: [{ ...pago.metodos[0], metodo: 'EFECTIVO' }],
  }
  const contexto = (abierta: object | null) =>
    ok({ abierta, puntos: [], cajeros: [], sin_caja: { cobros: 0, valor: 0, reversos: 0, devuelto: 0 } })
  const { user, calls } = open(
    {
      [ROUTE]: ok(cobro),
      'GET /app/v1/caja/contexto': [contexto({ numero: 'CJ-000003' }), contexto(null)],
      [`POST /app/v1/pago/reversar/${ID}`]: ok({ ...cobro, estado: 'REVERSADO' }),
    },
    `?id=${ID}`,
  )
  const reversar = async () => {
    await user.click(await screen.findByRole('button', { name: 'Reversar' }))
    return within(await screen.findByRole('dialog', { name: 'Reversar RC-000004' }))
  }
  const conCaja = await reversar()
  expect(await conCaja.findByText(/Los \$65\.00 en efectivo salen de su caja CJ-000003\.$/)).toBeDefined()
  expect(conCaja.queryByRole('checkbox')).toBeNull()
  await user.click(conCaja.getByRole('button', { name: 'Cancelar' }))
  const sinCaja = await reversar()
  expect(await sinCaja.findByText(/contaron en la caja CJ-000002, y usted no tiene una caja abierta/)).toBeDefined()
  expect(sinCaja.getByRole('link', { name: 'Abra su caja' }).getAttribute('href')).toBe('/comprobante/caja')
  await user.type(sinCaja.getByLabelText(/^Motivo/), 'Cheque devuelto')
  await user.click(sinCaja.getByRole('button', { name: 'Reversar' }))
  expect(await sinCaja.findByText('Abra su caja, o marque que se reversa sin caja.')).toBeDefined()
  await user.click(sinCaja.getByRole('checkbox', { name: 'Reversar sin caja: los $65.00 en efectivo no salen de ninguna' }))
  await user.click(sinCaja.getByRole('button', { name: 'Reversar' }))
  await waitFor(() => expect(calls.some(({ route }) => route.startsWith('POST'))).toBe(true))
  expect(calls.find(({ route }) => route.startsWith('POST'))?.body).toEqual({ motivo: 'Cheque devuelto', sin_caja: true })
})

it('its receipt is mailed to the addresses of whom it is with, or others, and the payment tells what became of it', async () => {
  const enviado = {
    ...pago,
    correos: [{ id: OTRO, para: 'luz@ejemplo.ec', estado: 'FALLIDO', error: 'No existe ese buzón.', en: '2026-11-21T15:00:00.000Z' }],
  }
  const { user, calls } = open({
    [ROUTE]: ok(pago),
    [`GET /app/v1/persona/${OTRO}`]: ok({ id: OTRO, razon_social: 'PAPELERÍA LUZ', correos: ['luz@ejemplo.ec'] }),
    [`POST /app/v1/pago/correo/${ID}`]: ok(enviado),
  })
  await user.click(await screen.findByRole('button', { name: 'Enviar por correo' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Enviar el recibo CP-000007' }))
  expect((await dialog.findByLabelText<HTMLInputElement>('Correo 1')).value).toBe('luz@ejemplo.ec')
  await user.type(dialog.getByLabelText('Mensaje'), 'Gracias')
  await user.click(dialog.getByRole('button', { name: 'Enviar correo' }))
  const correos = within(await screen.findByRole('region', { name: 'Correos enviados' }))
  expect(correos.getByText('luz@ejemplo.ec')).toBeDefined()
  expect(correos.getByText('No entregado')).toBeDefined()
  expect(correos.getByText('21/11/2026 10:00 · No existe ese buzón.')).toBeDefined()
  expect(calls.filter(({ route }) => route.startsWith('POST')).map(({ body }) => body)).toEqual([
    { correos: ['luz@ejemplo.ec'], mensaje: 'Gracias' },
  ])
})

it.each([`?id=${ID}`, '', '?id=x'])('one that is not there, or of nobody, says so where one goes back: %s', async (search) => {
  const { calls } = open({ [ROUTE]: refusal(404, { msg: 'No encontrado' }) }, search)
  expect(await screen.findByText('Este pago no existe.')).toBeDefined()
  expect(calls.filter(({ route }) => route.includes('/v1/pago/'))).toHaveLength(search.includes(ID) ? 1 : 0)
})
