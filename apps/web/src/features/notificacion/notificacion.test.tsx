import '../../testing/browser-stubs.ts'

import type { Notificacion } from '@yupana/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'

import { endSession } from '../../lib/sesion/session.ts'
import { ok, page, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { ROUTES, signedIn } from '../../testing/shell-api.ts'

const ID = '33333333-3333-4333-8333-333333333333'
const OTHER = '44444444-4444-4444-8444-444444444444'
const SEARCH = 'GET /app/v1/administracion/notificacion/search?page=0&size=5'
const CREATE = 'POST /app/v1/administracion/notificacion/create'
const EDIT = 'PUT /app/v1/administracion/notificacion/edit'
const operador = { rol: { id: 0, name: 'SUPER_ADMIN' }, menus: [{ to: '/administracion/notificaciones', label: 'Notificaciones' }] }
const notificacion = (changes: Partial<Notificacion> = {}): Notificacion => ({
  id: ID,
  type: 'MEJORA',
  message: 'Facturas más rápidas',
  desde: '2026-01-01',
  hasta: null,
  activa: true,
  descartada: 2,
  version: 3,
  ...changes,
})

const toastOf = async (text: string) => {
  const toast = (await screen.findByText(text)).closest('.mantine-Notification-root')
  if (!(toast instanceof HTMLElement)) throw new Error(`no toast says ${text}`)
  return within(toast)
}

describe('product notifications', () => {
  it.each([
    ['NOVEDAD', 'Novedad', 'primary'],
    ['MEJORA', 'Mejora', 'success'],
    ['ADVERTENCIA', 'Advertencia', 'warning'],
    ['INCIDENTE', 'Incidente', 'danger'],
  ])('R-3.1.6 %s is told as «%s», in its colour', async (type, title, color) => {
    signedIn({}, { [ROUTES.notifications]: ok([{ id: ID, type, message: 'Hay algo que saber' }]) })
    renderApp('/')
    await (await toastOf('Hay algo que saber')).findByText(title)
    expect(screen.getByText('Hay algo que saber').closest('.mantine-Notification-root')?.outerHTML).toContain(`color-${color}`)
  })

  it('one about a record stands in the bell alone, leads to it, and is put away with that', async () => {
    const ruta = '/historial_compras?orden=x'
    const calls = signedIn(
      {},
      { [ROUTES.notifications]: ok([{ id: ID, type: 'NOVEDAD', message: 'Su pago está confirmado', ruta }]), [ROUTES.dismiss]: ok(null) },
    )
    const { user, address } = renderApp('/')
    await user.click(await screen.findByRole('button', { name: 'Notificaciones: 1 por atender' }))
    expect(await screen.findByText('Su pago está confirmado')).toBeDefined()
    expect(document.querySelector('.mantine-Notification-root')).toBeNull()
    await user.click(screen.getByRole('link', { name: 'Abrir' }))
    await waitFor(() => expect(address()).toBe(ruta))
    await waitFor(() => expect(calls.filter(({ route }) => route === ROUTES.dismiss).map(({ body }) => body)).toEqual([{ id: ID }]))
  })

  it('R-3.1.7 stays until it is closed, and is then put away for the user', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const calls = signedIn(
      {},
      { [ROUTES.notifications]: ok([{ id: ID, type: 'NOVEDAD', message: 'Hay una versión nueva' }]), [ROUTES.dismiss]: ok(null) },
    )
    const { user } = renderApp('/')
    const toast = await toastOf('Hay una versión nueva')
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    vi.useRealTimers()
    expect(screen.getByText('Hay una versión nueva')).toBeDefined()
    expect(calls.filter(({ route }) => route === ROUTES.dismiss)).toEqual([])
    await user.click(toast.getByRole('button', { name: 'Cerrar notificación' }))
    await waitFor(() => expect(calls.filter(({ route }) => route === ROUTES.dismiss).map(({ body }) => body)).toEqual([{ id: ID }]))
    await waitFor(() => expect(screen.queryByText('Hay una versión nueva')).toBeNull())
  })

  it('leaves room for other notices: three at once, the next when one is put away', async () => {
    const many = ['Primera', 'Segunda', 'Tercera', 'Cuarta'].map((message, at) => ({
      id: ID.replace(/.$/, String(at)),
      type: 'NOVEDAD',
      message,
    }))
    signedIn({}, { [ROUTES.notifications]: ok(many), [ROUTES.dismiss]: ok(null) })
    const { user } = renderApp('/')
    const toast = await toastOf('Primera')
    expect(screen.queryByText('Cuarta')).toBeNull()
    await user.click(toast.getByRole('button', { name: 'Cerrar notificación' }))
    expect(await screen.findByText('Cuarta')).toBeDefined()
  })

  it('goes with the session, without being put away', async () => {
    const calls = signedIn({}, { [ROUTES.notifications]: ok([{ id: ID, type: 'NOVEDAD', message: 'Hay una versión nueva' }]) })
    renderApp('/')
    await toastOf('Hay una versión nueva')
    act(() => endSession())
    await waitFor(() => expect(screen.queryByText('Hay una versión nueva')).toBeNull())
    expect(calls.filter(({ route }) => route === ROUTES.dismiss)).toEqual([])
  })

  it('R-2.9.3 is in the notifications area too', async () => {
    signedIn({}, { [ROUTES.notifications]: ok([{ id: ID, type: 'ADVERTENCIA', message: 'El sábado no habrá servicio' }]) })
    const { user } = renderApp('/')
    await user.click(await screen.findByRole('button', { name: 'Notificaciones: 1 por atender' }))
    const panel = within(await screen.findByRole('dialog', { name: /Notificaciones/ }))
    expect(panel.getByText('El sábado no habrá servicio')).toBeDefined()
  })
})

describe('the operator', () => {
  const rows = [
    notificacion(),
    notificacion({ id: OTHER, message: 'Vieja', hasta: '2026-01-02', descartada: 1 }),
    notificacion({ id: ID.replace('3', '5'), message: 'Retirada', activa: false }),
    notificacion({ id: ID.replace('3', '6'), message: 'Futura', desde: '2999-01-01' }),
  ]

  it('sees all of them with their state', async () => {
    signedIn(operador, { [SEARCH]: page(rows) })
    renderApp('/administracion/notificaciones')
    const row = (await screen.findByText('Facturas más rápidas')).closest('tr')
    expect(row?.textContent).toMatch(/Mejora.*01\/01\/2026.*—.*Visible.*2 usuarios/)
    for (const state of ['Visible', 'Terminada', 'Programada']) expect(screen.getByText(state)).toBeDefined()
  })

  it('writes one: required words, days in order, and the same sending once', async () => {
    const calls = signedIn(operador, { [SEARCH]: page([]), [CREATE]: [refusal(500, {}), ok(notificacion())] })
    const { user } = renderApp('/administracion/notificaciones')
    await user.click(await screen.findByRole('button', { name: 'Nueva notificación' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Nueva notificación' }))
    await user.click(dialog.getByRole('button', { name: 'Guardar' }))
    expect(await dialog.findByText('Este campo es requerido.')).toBeDefined()
    await user.type(dialog.getByLabelText('Mensaje'), 'Mañana hay mantenimiento')
    await user.selectOptions(dialog.getByLabelText('Tipo'), 'Advertencia')
    await user.clear(dialog.getByLabelText('Desde'))
    await user.type(dialog.getByLabelText('Desde'), '20/11/2026')
    await user.type(dialog.getByLabelText('Hasta'), '19/11/2026')
    await user.click(dialog.getByRole('button', { name: 'Guardar' }))
    expect(await dialog.findByText('El último día no puede ser anterior al primero.')).toBeDefined()
    await user.clear(dialog.getByLabelText('Hasta'))
    for (let twice = 0; twice < 2; twice += 1) {
      await waitFor(() => expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Guardar' }).disabled).toBe(false))
      await user.click(dialog.getByRole('button', { name: 'Guardar' }))
    }
    expect(await screen.findByText('Notificación registrada exitosamente')).toBeDefined()
    const sent = calls.filter(({ route }) => route === CREATE)
    expect(sent[1]?.body).toEqual({
      type: 'ADVERTENCIA',
      message: 'Mañana hay mantenimiento',
      desde: '2026-11-20',
      hasta: null,
      activa: true,
    })
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual([
      sent[0]?.headers.get('idempotency-key'),
      sent[0]?.headers.get('idempotency-key'),
    ])
  })

  it('withdraws one from its row', async () => {
    const calls = signedIn(operador, { [SEARCH]: page([notificacion()]), [EDIT]: ok(notificacion({ activa: false })) })
    const { user } = renderApp('/administracion/notificaciones')
    await user.click(await screen.findByRole('button', { name: 'Acciones de Facturas más rápidas' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Retirar' }))
    await waitFor(() =>
      expect(calls.find(({ route }) => route === EDIT)?.body).toEqual({
        id: ID,
        version: 3,
        type: 'MEJORA',
        message: 'Facturas más rápidas',
        desde: '2026-01-01',
        hasta: null,
        activa: false,
      }),
    )
  })
})
