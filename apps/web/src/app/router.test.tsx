import '../testing/browser-stubs.ts'

import { cleanup, screen, waitFor } from '@testing-library/react'
import { matchRoutes } from 'react-router'
import { describe, expect, it } from 'vitest'

import { appearanceStore } from '../lib/pagina/appearance.ts'
import { clearCacheWithSession, queryClient } from '../lib/http/query-client.ts'
import { currentSession } from '../lib/sesion/session.ts'
import { buildSession } from '../testing/build-session.ts'
import { ok, refusal } from '../testing/fake-api.ts'
import { renderApp } from '../testing/render-app.tsx'
import { ROUTES, signedIn } from '../testing/shell-api.ts'
import { PROTECTED_PATHS } from './paths.ts'
import { routes } from './router.tsx'

const PROTECTED = PROTECTED_PATHS.map((route) => ('bare' in route ? `${route.path}/registro` : route.path))

describe('signed out', () => {
  it.each([
    ['R-2.1.2', '/', '/login'],
    ['R-2.2.2', '/no-existe', '/login'],
    ['signed out', '/producto', '/login'],
    ['signed out', '/comprobante', '/login?redirectTo=/comprobante'],
  ])('%s %s goes to %s', async (_, path, target) => {
    const { address } = renderApp(path)
    await screen.findByRole('button', { name: 'Iniciar Sesión' })
    expect(address()).toBe(target)
  })

  it.each(PROTECTED)('%s asks to sign in', async (path) => {
    const { address } = renderApp(path)
    await screen.findByRole('button', { name: 'Iniciar Sesión' })
    expect(address()).toMatch(/^\/login(\?redirectTo=|$)/)
  })

  it('R-2.1.10 R-2.1.11 R-2.1.12 R-2.1.13 /notfound says so and leads home', async () => {
    const { user, address } = renderApp('/notfound')
    expect(screen.getByRole('heading', { name: 'NO ENCONTRADO' })).toBeDefined()
    expect(screen.getByText('Requerimiento no encontrado')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'REGRESAR AL DASHBOARD' }))
    await screen.findByRole('button', { name: 'Iniciar Sesión' })
    expect(address()).toBe('/login')
  })
})

describe('while the menus load', () => {
  const menus = [{ to: '/retencion_iva', label: 'Retenciones de IVA' }]

  it('R-6.13 O-36 R-7.1.4 a deep link waits for them and is not refused when they allow it', async () => {
    signedIn({ menus: [] }, { [ROUTES.session]: 'silence', [ROUTES.menus]: ok(menus) })
    const { address } = renderApp('/retencion_iva')
    expect(await screen.findByText('Cargando la página')).toBeDefined()
    expect(await screen.findByRole('heading', { name: 'Retenciones de IVA' })).toBeDefined()
    expect(address()).toBe('/retencion_iva')
  })

  it('R-6.8 O-36 without them the routes of the role decide, and no toast tells of it', async () => {
    signedIn({ menus: [] }, { [ROUTES.menus]: 'unreachable' })
    const { address } = renderApp('/retencion_iva')
    await screen.findByRole('heading', { name: 'NO ENCONTRADO' })
    expect(address()).toBe('/notfound')
    expect(screen.queryByText(/ha expirado/)).toBeNull()
  })

  it('what the last ones allowed opens at once', async () => {
    signedIn({ menus }, { [ROUTES.menus]: 'silence', [ROUTES.session]: 'silence' })
    renderApp('/retencion_iva')
    expect(await screen.findByRole('heading', { name: 'Retenciones de IVA' })).toBeDefined()
  })

  it('R-6.11 what is taken away closes when they are asked for again', async () => {
    signedIn({ menus }, { [ROUTES.menus]: ok([{ to: '/marca', label: 'Marcas' }]), [ROUTES.session]: 'silence' })
    const { address } = renderApp('/retencion_iva')
    await screen.findByRole('heading', { name: 'NO ENCONTRADO' })
    expect(address()).toBe('/notfound')
  })
})

describe('signed in', () => {
  it('R-2.1.3 R-2.3.1 sees home inside the layout, with business name, RUC and the mark of the simulator', async () => {
    signedIn()
    renderApp('/')
    expect(await screen.findByRole('heading', { name: 'Inicio' })).toBeDefined()
    expect(screen.getByText('COMERCIAL ANDINA S.A.')).toBeDefined()
    expect(screen.getByText('RUC 1790012345001')).toBeDefined()
    expect(screen.getByText('SIMULADOR')).toBeDefined()
    expect(document.title).toBe('Inicio · COMERCIAL ANDINA S.A.')
  })

  it('O-90 in production carries no mark', async () => {
    signedIn({ ambiente: 'PRODUCCION' })
    renderApp('/')
    await screen.findByRole('heading', { name: 'Inicio' })
    expect(screen.queryByText(/validez tributaria/)).toBeNull()
  })

  it.each([
    ['R-2.2.1', '/no-existe', '/notfound', 'NO ENCONTRADO'],
    ['R-2.2.3', '/login', '/', 'Inicio'],
    ['R-2.2.4', '/forgot-password', '/', 'Inicio'],
    ['R-2.2.5', '/login?redirectTo=/comprobante', '/comprobante', 'Comprobantes'],
    ['R-2.2.6', '/login?redirectTo=/producto', '/', 'Inicio'],
    ['R-2.2.6', '/login?redirectTo=https://ajeno.example', '/', 'Inicio'],
    ['R-2.2.7', '/notfound', '/notfound', 'NO ENCONTRADO'],
    ['R-6.2 R-6.8', '/retencion_iva', '/notfound', 'NO ENCONTRADO'],
    ['R-2.3.45', '/producto/otro', '/notfound', 'NO ENCONTRADO'],
    ['R-2.3.45', '/producto/registro', '/producto/registro', 'Nuevo producto'],
  ])('%s %s ends at %s', async (_, path, target, heading) => {
    signedIn({
      menus: [
        { to: '/comprobante', label: 'C' },
        { to: '/producto', label: 'P' },
      ],
    })
    const { address } = renderApp(path)
    await screen.findByRole('heading', { name: heading, level: 1 })
    expect(address()).toBe(target)
  })

  it.each(PROTECTED)('O-124 %s has a screen', (path) => expect(matchRoutes(routes, path)?.at(-1)?.route.lazy).toBeTypeOf('function'))

  it.each(['/contabilidad', '/nomina'])('R-2.2.8 O-23 the placeholder %s renders En construcción', async (path) => {
    signedIn()
    renderApp(path)
    expect(await screen.findByRole('heading', { name: 'En construcción' })).toBeDefined()
  })

  it('R-2.9.30 R-2.9.31 R-2.9.32 Cerrar Sesión goes to the login, forgets session and cached data, and tells the server', async () => {
    const stop = clearCacheWithSession()
    const calls = signedIn()
    const { user, address } = renderApp('/')
    queryClient.setQueryData(['marca'], ['ajena'])
    await user.click(await screen.findByRole('button', { name: 'Perfil' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Cerrar Sesión' }))
    await screen.findByRole('button', { name: 'Iniciar Sesión' })
    expect(address()).toBe('/login')
    expect([currentSession(), localStorage.getItem('auth'), queryClient.getQueryData(['marca'])]).toEqual([undefined, null, undefined])
    expect(calls.find(({ route }) => route === ROUTES.close)?.headers.get('authorization')).toBe('Bearer ficha-1')
    stop()
  })

  it('R-4.12 R-8.3 a session that the server no longer knows ends at the login, with its message', async () => {
    signedIn({}, { [ROUTES.session]: refusal(401, { msg: 'x', data: [] }) })
    const { address } = renderApp('/')
    await screen.findByRole('button', { name: 'Iniciar Sesión' })
    expect(address()).toBe('/login')
    expect(await screen.findByText('Su sesión ha expirado')).toBeDefined()
  })

  it('takes over the menus that the server has by now', async () => {
    signedIn(
      {},
      {
        [ROUTES.session]: ok({ session: buildSession({ menus: [{ to: '/marca', label: 'Marcas' }] }) }),
        [ROUTES.menus]: ok([{ to: '/marca', label: 'Marcas' }]),
      },
    )
    renderApp('/')
    await waitFor(() => expect(currentSession()?.menus).toEqual([{ to: '/marca', label: 'Marcas' }]))
    expect(currentSession()?.token).toBe('ficha-1')
  })

  it('R-2.9.33 R-2.9.34 says so in impersonate mode only', async () => {
    signedIn({ impersonate: true })
    renderApp('/')
    expect(await screen.findByText('Estás en modo impersonate para mejorar la experiencia del usuario.')).toBeDefined()
    cleanup()
    signedIn()
    renderApp('/')
    await screen.findByRole('heading', { name: 'Inicio' })
    expect(screen.queryByText(/modo impersonate/)).toBeNull()
  })
})

it('R-2.9.4 R-4.5 R-4.17 R-3.1.2 R-3.1.3 the toggle switches page, menu and top bar, and keeps it under app-config', async () => {
  expect(appearanceStore.get()).toEqual({ colorMode: 'light', menuTheme: 'light', menuMode: 'static', letterKeys: true })
  const { user } = renderApp('/login')
  await user.click(screen.getByRole('button', { name: 'Usar tema oscuro' }))
  expect(JSON.parse(localStorage.getItem('app-config') ?? '')).toEqual({ colorMode: 'dark', menuTheme: 'dark' })
  expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('dark')
  await user.click(screen.getByRole('button', { name: 'Usar tema claro' }))
  expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('light')
})
