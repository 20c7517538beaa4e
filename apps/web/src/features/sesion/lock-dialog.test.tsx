import { SESION_INACTIVA } from '@yupana/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import { currentSession, followOtherTabs, sessionStore } from '../../lib/sesion/session.ts'
import { ok, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { ROUTES, signedIn } from '../../testing/shell-api.ts'

const MSG = 'Su sesión se detuvo por inactividad. Ingrese su contraseña para continuar.'
const STOPPED = refusal(401, { status: '401', msg: MSG, data: [{ message: MSG, codigo: SESION_INACTIVA }] })
const WRONG = refusal(422, {
  status: '422',
  msg: 'Revise los datos ingresados',
  data: [{ message: 'La contraseña actual no es correcta.', campo: 'pass' }],
})
const EXPIRED = 'La solicitud ha expirado, por favor intente nuevamente'
const lock = async () => {
  await screen.findByRole('heading', { name: 'Inicio', hidden: true })
  return within(await screen.findByRole('dialog', { name: 'Su sesión está en pausa' }))
}

describe('a session that nobody used (O-123)', () => {
  it('O-123 asks for the password over the page, tells of a wrong one, and then reads what was refused', async () => {
    const sent = signedIn({ username: 'contadora' }, { [ROUTES.notifications]: [STOPPED, ok([])], [ROUTES.resume]: [WRONG, ok(null)] })
    const { user, address } = renderApp('/')
    const dialog = await lock()
    expect(dialog.getByText(/la contraseña de contadora/)).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Contraseña')))
    await user.keyboard('mala{Enter}')
    expect(await dialog.findByText('La contraseña actual no es correcta.')).toBeDefined()
    expect(sessionStore.get()).toMatchObject({ locked: true })
    await user.keyboard('{Escape}')
    const asked = () => sent.filter(({ route }) => route === ROUTES.notifications).length
    expect(asked()).toBe(1)
    await user.clear(dialog.getByLabelText('Contraseña'))
    await user.type(dialog.getByLabelText('Contraseña'), 'Buena2026{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(asked()).toBe(2))
    expect([address(), currentSession()?.username]).toEqual(['/', 'contadora'])
    expect([screen.queryByText('Su sesión ha expirado'), screen.queryByText('Sesión expirada')]).toEqual([null, null])
  })

  it('O-123 goes on when the password was given in another tab', async () => {
    const stop = followOtherTabs()
    signedIn({}, { [ROUTES.notifications]: [STOPPED, ok([])] })
    renderApp('/')
    await lock()
    const newValue = JSON.stringify({ ...currentSession(), reanudada: 1 })
    localStorage.setItem('auth', newValue)
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'auth', newValue })))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    stop()
  })

  it('O-123 asks before signing out loses what was typed, and says when it is over for good', async () => {
    signedIn({}, { [ROUTES.notifications]: [STOPPED, STOPPED] })
    const first = renderApp('/')
    await first.user.click((await lock()).getByRole('button', { name: 'Cerrar sesión' }))
    const question = () => within(screen.getByRole('dialog', { name: '¿Cerrar la sesión?' }))
    expect(question().getByText(/se pierde/)).toBeDefined()
    await first.user.click(question().getByRole('button', { name: 'Volver' }))
    expect([currentSession() === undefined, screen.queryByRole('dialog', { name: '¿Cerrar la sesión?' })]).toEqual([false, null])
    await first.user.click((await lock()).getByRole('button', { name: 'Cerrar sesión' }))
    await first.user.click(question().getByRole('button', { name: 'Cerrar sesión' }))
    await waitFor(() => expect(first.address()).toBe('/login'))
    expect(currentSession()).toBeUndefined()
    first.unmount()

    signedIn(
      {},
      {
        [ROUTES.notifications]: [STOPPED],
        [ROUTES.resume]: refusal(401, { status: '401', msg: 'Su sesión ha expirado', data: [{ message: 'Su sesión ha expirado' }] }),
      },
    )
    const second = renderApp('/')
    await second.user.type((await lock()).getByLabelText('Contraseña'), 'Buena2026{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Sesión expirada' })).toBeDefined()
    expect(sessionStore.get()).toEqual({ session: undefined, expired: true, locked: false })
  })

  it('O-123 without a connection says so once, in its place; a password manager finds whose password it is', async () => {
    signedIn({ username: 'contadora' }, { [ROUTES.notifications]: [STOPPED], [ROUTES.resume]: 'unreachable' })
    const { user } = renderApp('/')
    const dialog = await lock()
    const username = document.querySelector<HTMLInputElement>('[role="dialog"] input[autocomplete="username"]')
    expect([username?.value, username?.hidden]).toEqual(['contadora', true])
    await user.type(dialog.getByLabelText('Contraseña'), 'Buena2026{Enter}')
    expect(await dialog.findByText(EXPIRED)).toBeDefined()
    expect(screen.getAllByText(EXPIRED)).toHaveLength(1)
  })

  it('O-123 asks support for its own password', async () => {
    signedIn({ impersonate: true }, { [ROUTES.notifications]: [STOPPED] })
    renderApp('/')
    expect((await lock()).getByText(/la contraseña de su propia cuenta de soporte/)).toBeDefined()
  })
})
