import { capture } from '../testing/observed.ts'
import '../testing/browser-stubs.ts'

import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, type RouteObject } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'

import { HttpError } from '../lib/http/http-error.ts'
import { endSession, startSession } from '../lib/sesion/session.ts'
import { buildSession } from '../testing/build-session.ts'
import { observe } from './observe.ts'
import { Providers } from './providers.tsx'

const ID = '22222222-2222-4222-8222-222222222222'
const overNetwork = fetch

beforeAll(() => {
  vi.stubGlobal('fetch', overNetwork)
  navigator.sendBeacon = (address, body) => {
    void overNetwork(address, { method: 'POST', body: body as string })
    return true
  }
})
beforeEach(() => void (capture.received.length = 0))
afterEach(() => {
  cleanup()
  endSession()
  vi.restoreAllMocks()
})
afterAll(() => void capture.server.close())

interface Event {
  exception?: { values: { type: string; value: string }[] }
  message?: string
  user?: { username: string }
  request?: { url: string }
  contexts?: { reporte?: Record<string, string> }
  tags?: Record<string, string>
  event_id: string
}
const events = () =>
  capture.received.filter(({ path }) => path.startsWith('/api/1/envelope/')).map(({ lines }) => lines[2] as unknown as Event)
const views = () => capture.received.filter(({ path }) => path === '/api/event').map(({ lines }) => lines[0])

const routesOf = (paths: string[]): RouteObject[] => paths.map((path) => ({ path, element: <p>{path}</p> }))

const Broken = (): never => {
  throw new Error(`No existe ${ID} de ana@ejemplo.ec`)
}
function breakPage() {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  render(
    <Providers>
      <Broken />
    </Providers>,
  )
}

it('R-1.14 O-17 every change of route is one page view, without identifiers or tokens', async () => {
  const router = createMemoryRouter(routesOf(['/', '/persona', '/persona/:uuid', '/restablecer/:token']))
  await observe(router)
  await waitFor(() => expect(views()).toHaveLength(1))
  for (const path of ['/persona', `/persona/${ID}`, '/restablecer/secreto']) {
    const before = views().length
    await router.navigate(path)
    await waitFor(() => expect(views()).toHaveLength(before + 1))
  }
  const { origin, hostname } = window.location
  expect(views()).toEqual(
    ['/', '/persona', '/persona/_', '/restablecer/_'].map((path) => ({ name: 'pageview', domain: hostname, url: origin + path })),
  )
})

it('R-1.14 a redirect on the way, or another page of a list, is no view of its own', async () => {
  const router = createMemoryRouter(routesOf(['/', '/login', '/persona']))
  await observe(router)
  await router.navigate('/persona')
  await router.navigate('/login')
  await router.navigate('/login?page=2')
  await waitFor(() => expect(views().map((view) => view?.url)).toEqual([`${window.location.origin}/login`]))
})

it("R-1.15 R-1.16 an error that nobody expected is one report, with the user's name and nothing that identifies others", async () => {
  startSession(buildSession({ username: 'contadora' }))
  breakPage()
  await waitFor(() => expect(events()).toHaveLength(1))
  const [event] = events()
  expect(event?.exception?.values.map(({ type, value }) => [type, value])).toEqual([['Error', 'No existe _ de _']])
  expect(event?.user).toEqual({ username: 'contadora' })
  expect(JSON.stringify(capture.received)).not.toContain('ficha-1')
})

it('R-1.17 after signing out a report names nobody', async () => {
  // Loaded before the sign-in, as in a page that reports errors.
  await import('../lib/observacion/error-service.ts')
  startSession(buildSession({ username: 'contadora' }))
  endSession()
  breakPage()
  await waitFor(() => expect(events()).toHaveLength(1))
  expect(events()[0]?.user?.username).toBeUndefined()
})

it('R-1.15 what fails outside the drawing is reported; a refusal that was told is not', async () => {
  await import('../lib/observacion/error-service.ts')
  // jsdom does not raise unhandled rejections: this calls the listener as a browser would.
  const reject = (reason: Error) =>
    window.onunhandledrejection?.call(
      window,
      Object.assign(new Event('unhandledrejection'), { reason }) as unknown as PromiseRejectionEvent,
    )
  reject(new HttpError(422, { msg: 'Revise' }))
  reject(new TypeError('roto'))
  await waitFor(() => expect(events().map((event) => event.exception?.values[0]?.value)).toEqual(['roto']))
})

it('R-2.10.10 R-2.10.11 R-2.10.12 the three answers go with the report to the service', async () => {
  breakPage()
  const user = userEvent.setup()
  await user.selectOptions(await screen.findByLabelText('¿Es la primera vez que ocurre?'), 'Sí')
  await user.type(screen.getByLabelText('¿Qué estaba haciendo antes del error?'), 'Emitía a 1790012345001')
  await user.type(screen.getByLabelText('Información adicional'), 'Nada más')
  await waitFor(() => expect(events()).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Enviar reporte' }))
  expect(await screen.findByText('Gracias. Su reporte fue enviado.')).toBeDefined()
  const [failure, testimony] = events()
  expect(testimony?.contexts?.reporte).toEqual({ primera_vez: 'Sí', que_hacia: 'Emitía a _', informacion: 'Nada más' })
  expect(testimony?.tags?.evento).toBe(failure?.event_id)
})
