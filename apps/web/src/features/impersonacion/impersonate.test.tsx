import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import { currentSession, endSession } from '../../lib/sesion/session.ts'
import { buildSession } from '../../testing/build-session.ts'
import { ok, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { signedIn } from '../../testing/shell-api.ts'

const EXCHANGE = 'POST /app/impersonation/login/abc'
const TEXT = 'No se pudo iniciar sesión, por favor intente nuevamente'
const BANNER = 'Estás en modo impersonate para mejorar la experiencia del usuario.'

describe('impersonation screen', () => {
  it('R-2.1.9 R-2.7.4 R-2.9.33 R-4.15 R-1.12: exchanges the code once and lands on home as the user, under the banner', async () => {
    const session = buildSession({ impersonate: true, username: 'contadora' })
    const calls = signedIn({}, { [EXCHANGE]: ok({ session }), 'GET /app/v1/auth/sesion': ok({ session }) })
    endSession()
    const { address } = renderApp('/impersonate/abc')
    expect(await screen.findByText(BANNER)).toBeDefined()
    expect(address()).toBe('/')
    expect(currentSession()).toMatchObject({ impersonate: true, username: 'contadora' })
    expect(calls.filter(({ route }) => route === EXCHANGE).map(({ body }) => body)).toEqual([{ accessToken: 'abc' }])
  })

  it('O-34: somebody who is signed in is not sent home, and takes the other session over', async () => {
    const session = buildSession({ impersonate: true, username: 'otra', id: '22222222-2222-4222-8222-222222222222' })
    signedIn({ username: 'soporte' }, { [EXCHANGE]: ok({ session }), 'GET /app/v1/auth/sesion': ok({ session }) })
    renderApp('/impersonate/abc')
    await waitFor(() => expect(currentSession()?.username).toBe('otra'))
  })

  it('R-2.7.1 R-2.7.2 R-2.7.3 R-4.15: a code that is none shows the error, and Volver goes to the sign-in', async () => {
    signedIn({}, { [EXCHANGE]: refusal(422, { status: '422', msg: TEXT, data: [{ message: TEXT }] }) })
    endSession()
    const { user, address } = renderApp('/impersonate/abc')
    expect(await screen.findByRole('heading', { name: 'Error' })).toBeDefined()
    expect(screen.getByText(TEXT)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Volver' }))
    expect(address()).toBe('/login')
  })

  it('R-2.7.2: a server that cannot be reached shows the same error', async () => {
    signedIn({}, { [EXCHANGE]: 'unreachable' })
    endSession()
    renderApp('/impersonate/abc')
    expect(await screen.findByText(TEXT)).toBeDefined()
  })

  it('the code leaves the address bar before it is exchanged', async () => {
    window.history.replaceState(null, '', '#/impersonate/abc')
    signedIn({}, { [EXCHANGE]: 'silence' })
    endSession()
    renderApp('/impersonate/abc')
    await waitFor(() => expect(window.location.hash).toBe('#/impersonate/-'))
    window.history.replaceState(null, '', '#/')
  })

  it('R-2.9.34: without the flag there is no banner', async () => {
    signedIn()
    renderApp('/')
    await screen.findByText('COMERCIAL ANDINA S.A.')
    expect(screen.queryByText(BANNER)).toBeNull()
  })
})
