import '../../testing/browser-stubs.ts'

import { COLLECTIONS, type RegistroCliente, type RegistroRecibido } from '@yupana/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { startSession } from '../../lib/sesion/session.ts'
import { buildPersona } from '../../testing/build-persona.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, page, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const ID = '44444444-4444-4444-8444-444444444444'
const ENLACE = 'https://yupana.ejemplo.ec/r/x'
const LISTA = 'GET /app/v1/registro_cliente'
const CREAR = 'POST /app/v1/registro_cliente/create'
const UNO = `${LISTA}/${ID}`
const ACEPTAR = `POST /app/v1/registro_cliente/aceptar/${ID}`
const RECHAZAR = `POST /app/v1/registro_cliente/rechazar/${ID}`
const ANULAR = `DELETE /app/v1/registro_cliente/delete/${ID}`
const PERSONAS = 'GET /app/v1/persona/search?page=0&size=5'
const CUANDO = '2026-06-15T15:00:00.000Z'

const registro = (recibido: RegistroCliente['recibido'] = null): RegistroCliente => ({
  id: ID,
  creo: 'Ana Mora',
  creado_en: CUANDO,
  vence_en: CUANDO,
  recibido,
})
const llego = registro({ en: CUANDO, identificacion: '1710034065', razon_social: 'ROSA ÑACATO' })
const recibido = (changes: Partial<RegistroRecibido> = {}): RegistroRecibido => ({
  id: ID,
  en: CUANDO,
  vence_en: CUANDO,
  datos: { tipo_identificacion: '05', identificacion: '1710034065', razon_social: 'ROSA ÑACATO', correos: [], telefonos: [] },
  avisos: [],
  persona: null,
  cambios: [
    { campo: 'identificacion', antes: null, despues: '1710034065' },
    { campo: 'razon_social', antes: null, despues: 'ROSA ÑACATO' },
  ],
  ...changes,
})
const conocida = recibido({
  persona: { id: ID.replace(/4$/, '5'), version: 7, identificacion: '1710034065001', razon_social: 'ROSA VIEJA', activo: true },
  cambios: [
    { campo: 'razon_social', antes: 'ROSA VIEJA', despues: 'ROSA ÑACATO' },
    { campo: 'correos', antes: '', despues: 'rosa@ejemplo.ec' },
  ],
})

const session = buildSession({ menus: [{ to: '/persona', label: 'Personas' }], collections: [...COLLECTIONS] })
function open(replies: Parameters<typeof fakeApi>[0], collections: typeof session.collections = session.collections) {
  const present = { ...session, collections }
  startSession(present)
  const calls = fakeApi({ 'GET /app/v1/auth/sesion': ok({ session: present }), [PERSONAS]: page([buildPersona()]), ...replies })
  return { calls, ...renderApp('/persona') }
}
const sent = (calls: ReturnType<typeof fakeApi>, route: string) => calls.filter((call) => call.route === route)
const pick = async (user: ReturnType<typeof open>['user'], name: string) => {
  await user.click(await screen.findByRole('button', { name: 'Más acciones' }))
  await user.click(await screen.findByRole('menuitem', { name }))
}

afterEach(() => void vi.useRealTimers())

describe('a link for a client', () => {
  it('is shown with its code, and what comes by it is looked at and accepted once', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { user, calls } = open({
      [CREAR]: ok({ id: ID, enlace: ENLACE, qr: { lado: 21, trazo: 'M0 0h1v1h-1z' }, vence_en: CUANDO }),
      [LISTA]: [ok([]), ok([registro()]), ok([registro()]), ok([llego]), ok([])],
      [UNO]: ok(recibido()),
      [ACEPTAR]: [refusal(409, { status: '409', msg: 'cambió', data: [{ message: 'cambió' }] }), ok({ ...buildPersona(), avisos: [] })],
    })
    await pick(user, 'Registro del cliente')
    const dialog = await screen.findByRole('dialog', { name: 'Registro del cliente' })
    expect((await within(dialog).findByLabelText<HTMLInputElement>('Enlace')).value).toBe(ENLACE)
    expect(within(dialog).getByRole('img', { name: /Código QR/ })).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(within(dialog).getByRole('status').textContent).toContain('Esperando los datos')
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    const review = within(await screen.findByRole('dialog', { name: 'Datos del cliente' }))
    await waitFor(() => expect(document.activeElement).toBe(review.getByRole('heading', { name: 'ROSA ÑACATO' })))
    expect(review.getByRole('status').textContent).toContain('No consta en sus personas')
    expect(within(review.getByRole('table', { name: 'Datos' })).getAllByRole('row')).toHaveLength(3)
    await user.click(review.getByRole('button', { name: 'Aceptar' }))
    await waitFor(() => expect(sent(calls, UNO).length).toBeGreaterThan(1))
    await user.click(review.getByRole('button', { name: 'Aceptar' }))
    expect(await screen.findByText('Datos aceptados exitosamente')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const [one, two] = sent(calls, ACEPTAR)
    expect(one?.headers.get('Idempotency-Key')).toBe(two?.headers.get('Idempotency-Key'))
    expect(two?.body).toEqual({ persona: null })
    expect(sent(calls, CREAR)).toHaveLength(1)
    expect(sent(calls, PERSONAS)).toHaveLength(2)
    // Two reads: the first one, and one after the refusal. An accepted record is gone, and reading it again would show an error.
    expect(sent(calls, UNO)).toHaveLength(2)
  })

  it('is taken back', async () => {
    const { user, calls } = open({
      [CREAR]: ok({ id: ID, enlace: ENLACE, qr: { lado: 21, trazo: 'M0 0h1v1h-1z' }, vence_en: CUANDO }),
      [LISTA]: ok([]),
      [ANULAR]: ok(null),
    })
    await pick(user, 'Registro del cliente')
    await user.click(await screen.findByRole('button', { name: 'Anular enlace' }))
    expect(await screen.findByText('Enlace anulado')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent(calls, ANULAR)).toHaveLength(1)
  })

  it('is not offered to who may not register people', async () => {
    const { calls } = open({}, [])
    await screen.findByText('PAPELERÍA LUZ')
    expect(screen.queryByRole('button', { name: 'Más acciones' })).toBeNull()
    expect(sent(calls, LISTA)).toHaveLength(0)
  })
})

describe('what came by a link', () => {
  it('is told in the list, and of somebody known the change is shown and accepted as it was shown', async () => {
    const { user, calls } = open({
      [LISTA]: [ok([llego]), ok([llego]), ok([])],
      [UNO]: ok(conocida),
      [ACEPTAR]: ok({ ...buildPersona(), avisos: [] }),
    })
    await user.click(await screen.findByRole('button', { name: 'Datos por aceptar' }))
    await user.click(await screen.findByRole('button', { name: 'Revisar los datos de ROSA ÑACATO' }))
    const review = within(await screen.findByRole('dialog', { name: 'Datos del cliente' }))
    expect((await review.findByRole('status')).textContent).toContain('Ya consta como ROSA VIEJA, 1710034065001.')
    const cells = within(review.getByRole('table', { name: 'Cambios' })).getAllByRole('cell')
    expect(cells.map(({ textContent }) => textContent)).toEqual(['ROSA VIEJA', 'ROSA ÑACATO', 'Vacío', 'rosa@ejemplo.ec'])
    await user.click(review.getByRole('button', { name: 'Aceptar' }))
    expect(await screen.findByText('Nadie ha enviado datos que esperen.')).toBeDefined()
    expect(sent(calls, ACEPTAR)[0]?.body).toEqual({ persona: { id: conocida.persona?.id, version: 7 } })
  })

  it('is refused after a question', async () => {
    const { user, calls } = open({ [LISTA]: [ok([llego]), ok([llego]), ok([])], [UNO]: ok(recibido()), [RECHAZAR]: ok(null) })
    await pick(user, 'Datos por aceptar')
    await user.click(await screen.findByRole('button', { name: 'Revisar los datos de ROSA ÑACATO' }))
    await user.click(await screen.findByRole('button', { name: 'Rechazar' }))
    expect(sent(calls, RECHAZAR)).toHaveLength(0)
    await user.click(await screen.findByRole('button', { name: 'Rechazar y eliminar' }))
    expect(await screen.findByText('Nadie ha enviado datos que esperen.')).toBeDefined()
    expect(sent(calls, RECHAZAR)).toHaveLength(1)
    expect(sent(calls, UNO)).toHaveLength(1)
  })

  it('of somebody known is accepted by who may edit people alone', async () => {
    const { user } = open({ [LISTA]: ok([llego]), [UNO]: ok(conocida) }, ['persona:crear'])
    await pick(user, 'Datos por aceptar')
    await user.click(await screen.findByRole('button', { name: 'Revisar los datos de ROSA ÑACATO' }))
    expect(await screen.findByText('Para cambiar los datos de una persona necesita el permiso de editarlas.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Aceptar' })).toBeNull()
  })

  it('lists links that wait, each to be taken back', async () => {
    const { user, calls } = open({ [LISTA]: ok([registro()]), [ANULAR]: ok(null) })
    await pick(user, 'Datos por aceptar')
    await user.click(await screen.findByRole('button', { name: /^Anular el enlace creado el/ }))
    expect(await screen.findByText('Enlace anulado')).toBeDefined()
    expect(sent(calls, ANULAR)).toHaveLength(1)
  })
})
