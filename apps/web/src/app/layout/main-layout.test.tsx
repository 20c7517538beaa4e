import { setWindowWidth } from '../../testing/browser-stubs.ts'

import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'

import { novedadesStore } from '../../domain/comprobante/seguimiento.ts'
import { changeAppearance } from '../../lib/pagina/appearance.ts'
import { clearCacheWithSession, queryClient } from '../../lib/http/query-client.ts'
import { currentSession } from '../../lib/sesion/session.ts'
import { buildSession } from '../../testing/build-session.ts'
import { ok, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { ROUTES, signedIn } from '../../testing/shell-api.ts'

const USUARIO = { id: 2, name: 'USUARIO' }
const MENUS = [
  { to: '/', label: 'Inicio' },
  { to: '/persona', label: 'Personas' },
  { to: '/producto', label: 'Productos' },
  { to: '/marca', label: 'Marcas' },
]
const OTHER = '33333333-3333-4333-8333-333333333333'

const NOVEDAD = {
  id: 'a',
  clave: '1',
  estado: 'FIRMADO',
  estado_generacion: 1,
  estado_tributario: 2,
  codigo_sri: null,
  correo_estado: 'NINGUNO',
  autorizado_en: null,
  sin_respuesta: false,
}

const open = async (name: string) => {
  const view = renderApp('/')
  await view.user.click(await screen.findByRole('button', { name }))
  return view
}

describe('profile menu', () => {
  const entries = async () => (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)

  it.each([
    ['R-2.9.25', 'Perfil Usuario', '/perfil', 'Perfil Usuario'],
    ['R-2.9.26', 'Empresa', '/empresa_perfil', 'Empresa'],
    ['R-2.9.27', 'Declaraciones Realizadas', '/declaraciones', 'Declaraciones Realizadas'],
    ['R-2.9.28', 'Firmas Compradas', '/firmas_electronicas', 'Firmas Compradas'],
    ['R-2.9.29', 'Historial de Compras', '/historial_compras', 'Historial de Compras'],
  ])('%s %s goes to %s', async (_, name, path, heading) => {
    signedIn()
    const { user, address } = await open('Perfil')
    await user.click(await screen.findByRole('menuitem', { name }))
    await screen.findByRole('heading', { name: heading, level: 1 })
    expect(address()).toBe(path)
  })

  it('R-2.9.27 R-2.9.28 R-2.9.29 R-6.10 offers USUARIO nothing about purchases', async () => {
    signedIn({ rol: USUARIO })
    await open('Perfil')
    expect(await entries()).toEqual(['Perfil Usuario', 'Empresa', 'Cerrar Sesión'])
  })
})

describe('Alt N', () => {
  const press = (init: KeyboardEventInit = {}) =>
    act(() => void window.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyN', altKey: true, ...init })))

  it('begins a factura from any screen', async () => {
    signedIn({ collections: ['documento:emitir'], menus: [...MENUS, { to: '/documento', label: 'Nueva factura' }] })
    const { address } = renderApp('/')
    await screen.findByRole('heading', { name: 'Inicio' })
    await press({ shiftKey: true })
    expect(address()).toBe('/')
    await press()
    await waitFor(() => expect(address()).toBe('/documento/registro'))
  })

  it.each(['/documento/compra', '/documento/compra/registro'])(
    '%s, a form without keys of its own, has those of every screen',
    async (path) => {
      signedIn({
        collections: ['documento:emitir'],
        menus: [...MENUS, { to: '/documento', label: 'Nueva factura' }, { to: '/documento/compra', label: 'Compra' }],
      })
      const { address, user } = renderApp(path)
      await screen.findByRole('button', { name: 'Buscar o ir a…' })
      await user.keyboard('?')
      expect(await screen.findByRole('dialog', { name: 'Atajos de teclado' })).toBeDefined()
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(address()).toBe(path)
      await press()
      await waitFor(() => expect(address()).toBe('/documento/registro'))
    },
  )

  it('O-08 does nothing for who may not sell', async () => {
    signedIn({ collections: [] })
    const { address } = renderApp('/')
    await screen.findByRole('heading', { name: 'Inicio' })
    await press()
    expect(address()).toBe('/')
  })
})

describe('the list of shortcuts', () => {
  it('opens with «?», not while somebody types, and says only what this user may do', async () => {
    signedIn({ collections: ['documento:emitir'] })
    const { user } = renderApp('/')
    await screen.findByRole('heading', { name: 'Inicio' })
    const field = document.body.appendChild(document.createElement('input'))
    field.focus()
    await user.keyboard('?')
    expect(field.value).toBe('?')
    field.remove()
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.keyboard('?')
    const list = within(await screen.findByRole('dialog', { name: 'Atajos de teclado' }))
    expect(list.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Ctrl K', 'Alt N', '?', 'Enter', '↑ ↓', 'Esc'])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('does not open where single keys are switched off, and stays in the palette', async () => {
    signedIn({ collections: [] })
    const { user } = await open('Apariencia')
    await user.click(await screen.findByRole('checkbox', { name: /Atajos de una sola tecla/ }))
    await user.keyboard('{Escape}')
    expect(JSON.parse(localStorage.getItem('app-config') ?? '{}')).toMatchObject({ letterKeys: false })
    await user.keyboard('?')
    expect(screen.queryByRole('dialog', { name: 'Atajos de teclado' })).toBeNull()
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox', { name: 'Buscar o ir a' }), 'atajos')
    await user.keyboard('{Enter}')
    const list = within(await screen.findByRole('dialog', { name: 'Atajos de teclado' }))
    expect(list.queryByText('Nueva factura')).toBeNull()
    await user.keyboard('{Escape}')
  })
})

describe('cart', () => {
  it('R-2.9.23 goes to the store', async () => {
    signedIn()
    const { address } = await open('Tienda')
    await screen.findByRole('heading', { name: 'Tienda', level: 1 })
    expect(address()).toBe('/tienda')
  })

  it('R-2.9.24 R-6.9 is absent for USUARIO, in the menu too', async () => {
    signedIn({ rol: USUARIO, menus: [...MENUS, { to: '/tienda', label: 'Tienda' }] })
    renderApp('/')
    await screen.findByRole('heading', { name: 'Inicio' })
    expect(screen.queryByRole('button', { name: 'Tienda' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Tienda' })).toBeNull()
  })
})

describe('Contactos', () => {
  const NONE = { facebook: null, instagram: null, twitter: null, whatsapp: null }

  it.each([
    ['R-2.9.18', 'Facebook'],
    ['R-2.9.19', 'Instagram'],
    ['R-2.9.20', 'Twitter'],
    ['R-2.9.21', 'Whatsapp'],
  ])('%s shows %s only where it is configured', async (_, name) => {
    signedIn({}, { [ROUTES.config]: ok({ ...NONE, [name.toLowerCase()]: 'https://red.example/yupana' }) })
    await open('Contactos')
    const links = within(await screen.findByRole('dialog', { name: 'Contactos' }))
    expect([(await links.findByRole('link')).textContent, links.getByRole('link').getAttribute('href')]).toEqual([
      name,
      'https://red.example/yupana',
    ])
  })

  it('R-2.9.22 says so where there is none, and opens nothing but the web', async () => {
    signedIn({}, { [ROUTES.config]: ok({ ...NONE, facebook: 'javascript:alert(1)' }) })
    await open('Contactos')
    expect(await screen.findByText('No hay contactos configurados')).toBeDefined()
  })
})

describe('menu', () => {
  it('R-2.9.2 R-2.9.5 static: part of the page, marks the current one, and the button hides it', async () => {
    signedIn({ menus: MENUS })
    const { user } = renderApp('/producto')
    const nav = await screen.findByRole('navigation', { name: 'Menú principal' })
    expect(within(nav).getByRole('link', { current: 'page' }).textContent).toBe('Productos')
    await user.click(screen.getByRole('button', { name: 'Cerrar menú' }))
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  it('marks where a screen belongs, wherever its address lies', async () => {
    const menus = [
      { to: '/comprobante', label: 'Comprobantes' },
      { to: '/documento/compra', label: 'Facturas de Compra' },
    ]
    signedIn({ menus })
    renderApp('/comprobante/compras')
    const nav = within(await screen.findByRole('navigation', { name: 'Menú principal' }))
    expect(nav.getByRole('link', { current: 'page' }).textContent).toBe('Facturas de Compra')
  })

  const choose = async (mode: string) => {
    const view = await open('Apariencia')
    await view.user.click(await screen.findByRole('radio', { name: mode }))
    await view.user.keyboard('{Escape}')
    return view
  }
  const stored = () => JSON.parse(localStorage.getItem('app-config') ?? '{}') as unknown

  it('R-2.9.6 overlay: over the content with a mask, Esc closes it; kept in app-config', async () => {
    signedIn({ menus: MENUS })
    const { user, address } = await choose('Superpuesto')
    expect(stored()).toMatchObject({ menuMode: 'overlay' })
    expect(screen.queryByRole('navigation')).toBeNull()
    const button = screen.getByRole('button', { name: 'Abrir menú' })
    await user.click(button)
    expect(await screen.findByRole('dialog', { name: 'Menú' })).toBeDefined()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('navigation')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(button))
    await user.click(button)
    await user.click(await screen.findByRole('link', { name: 'Marcas' }))
    await screen.findByRole('heading', { name: 'Marcas', level: 1 })
    expect(address()).toBe('/marca')
    await waitFor(() => expect(screen.queryByRole('navigation')).toBeNull())
  })

  it.each([
    ['R-2.9.7', 'slim', 'Angosto'],
    ['R-2.9.8', 'horizontal', 'Horizontal'],
  ])('%s %s: the first level in sight, a group opens beside it and closes with its choice', async (_, mode, name) => {
    signedIn({ menus: MENUS })
    const { user, address } = await choose(name)
    expect(stored()).toMatchObject({ menuMode: mode })
    const nav = within(screen.getByRole('navigation', { name: 'Menú principal' }))
    expect(nav.getByRole('link', { current: 'page' }).textContent).toBe('Inicio')
    const group = nav.getByRole('button', { name: 'Catálogo' })
    expect(group.getAttribute('aria-expanded')).toBe('false')
    await user.click(group)
    await screen.findByRole('dialog', { name: 'Catálogo' })
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Personas'))
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('Productos')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(group))
    await user.click(group)
    await user.click(await screen.findByRole('link', { name: 'Productos' }))
    await screen.findByRole('heading', { name: 'Productos', level: 1 })
    expect(address()).toBe('/producto')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Catálogo' })).toBeNull())
    await waitFor(() => expect(screen.getByRole('button', { name: 'Catálogo' }).hasAttribute('data-holds-current')).toBe(true))
    await user.click(screen.getByRole('button', { name: 'Cerrar menú' }))
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  it('R-2.9.16 below 1025 px every mode is a drawer', async () => {
    changeAppearance({ menuMode: 'horizontal' })
    setWindowWidth(1024)
    signedIn({ menus: MENUS })
    await open('Abrir menú')
    expect(await screen.findByRole('dialog', { name: 'Menú' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Apariencia' })).toBeNull()
  })

  it('R-2.9.16 below 1025 px a drawer: Esc closes it and the focus returns to the button', async () => {
    setWindowWidth(1024)
    signedIn({ menus: MENUS })
    const { user } = await open('Abrir menú')
    expect(await screen.findByRole('dialog', { name: 'Menú' })).toBeDefined()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('navigation')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Abrir menú' })))
  })

  it('an entry of the drawer closes it, and the heading of the new screen has the focus', async () => {
    setWindowWidth(1024)
    signedIn({ menus: MENUS })
    const { user, address } = await open('Abrir menú')
    await user.click(await screen.findByRole('link', { name: 'Marcas' }))
    await screen.findByRole('heading', { name: 'Marcas', level: 1 })
    expect(address()).toBe('/marca')
    await waitFor(() => expect(screen.queryByRole('navigation')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Marcas', level: 1 })))
  })

  it('R-2.9.17 on small screens business name and RUC are behind the building icon', async () => {
    setWindowWidth(1024)
    signedIn()
    await open('Empresa y RUC')
    expect(await screen.findByText('COMERCIAL ANDINA S.A.')).toBeDefined()
    expect(screen.getByText('RUC 1790012345001')).toBeDefined()
  })
})

describe('another company', () => {
  it('O-39 goes on there with a new token and nothing of the old one', async () => {
    const stop = clearCacheWithSession()
    const companies = ok([
      { id: buildSession().businessId, name: 'COMERCIAL ANDINA S.A.' },
      { id: OTHER, name: 'TABLERO' },
    ])
    const next = buildSession({ businessId: OTHER, businessName: 'TABLERO', token: 'ficha-2', menus: MENUS })
    const calls = signedIn({ menus: MENUS }, { [ROUTES.companies]: companies, [ROUTES.switchCompany]: ok({ session: next }) })
    const { user, address } = renderApp('/marca')
    queryClient.setQueryData(['marca'], ['ajena'])
    await user.click(await screen.findByRole('button', { name: /COMERCIAL ANDINA/ }))
    await user.click(await screen.findByRole('button', { name: /EMPRESA 2/ }))
    await screen.findByRole('heading', { name: 'Inicio' })
    expect(address()).toBe('/')
    expect(calls.find(({ route }) => route === ROUTES.switchCompany)?.body).toEqual({ idEmpresa: OTHER })
    expect([currentSession()?.token, currentSession()?.businessId, queryClient.getQueryData(['marca'])]).toEqual([
      'ficha-2',
      OTHER,
      undefined,
    ])
    stop()
  })
})

describe('banners', () => {
  it('R-7.1.3 says that the SRI is away, while it is', async () => {
    signedIn({}, { [ROUTES.maintenance]: ok({ activo: true, message: 'El SRI está en mantenimiento' }) })
    renderApp('/')
    expect(await screen.findByText('El SRI está en mantenimiento')).toBeDefined()
  })

  it('R-7.1.3 asks about the SRI as soon as a document is told to wait for it, and as soon as it does no longer', async () => {
    const calls = signedIn()
    renderApp('/')
    const asked = () => calls.filter(({ route }) => route === ROUTES.maintenance).length
    await waitFor(() => expect(asked()).toBe(1))
    const tell = (sri_callado: boolean) => act(() => novedadesStore.set(new Map([['a', { ...NOVEDAD, sri_callado }]])))
    tell(false)
    tell(true)
    await waitFor(() => expect(asked()).toBe(2))
    tell(true)
    tell(false)
    await waitFor(() => expect(asked()).toBe(3))
    act(() => novedadesStore.set(new Map()))
  })

  const ending = () => new Date(Date.now() + 9 * 60_000).toISOString()
  const renewalDialog = () => screen.findByRole('dialog', { name: 'Su sesión está por terminar' })

  it('O-07 in the last ten minutes the session goes on in place, with the password', async () => {
    const later = new Date(Date.now() + 12 * 3_600_000).toISOString()
    const expiration_date = ending()
    signedIn(
      { expiration_date },
      {
        [ROUTES.session]: 'silence',
        [ROUTES.renew]: [refusal(422, { msg: 'Usuario o contraseña incorrectos' }), ok({ expiration_date: later })],
      },
    )
    const { user, address } = renderApp('/')
    const dialog = within(await renewalDialog())
    await user.type(dialog.getByLabelText('Contraseña'), 'mala')
    await user.click(dialog.getByRole('button', { name: 'Continuar' }))
    expect(await dialog.findByText('Usuario o contraseña incorrectos')).toBeDefined()
    expect(currentSession()?.expiration_date).toBe(expiration_date)
    await user.click(dialog.getByRole('button', { name: 'Continuar' }))
    await waitFor(() => expect(currentSession()?.expiration_date).toBe(later))
    await waitFor(() => expect(screen.queryByText(/Su sesión termina a las/)).toBeNull())
    expect(address()).toBe('/')
  })

  it('O-07 before that nothing is asked, and who is typing is not interrupted', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
    signedIn({}, { [ROUTES.session]: 'silence' })
    renderApp('/')
    await screen.findByRole('heading', { name: 'Inicio' })
    const field = document.body.appendChild(document.createElement('input'))
    field.focus()
    await act(() => vi.advanceTimersByTimeAsync(11 * 3_600_000))
    expect(screen.queryByText(/Su sesión termina/)).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(51 * 60_000))
    vi.useRealTimers()
    expect(screen.getByText(/Su sesión termina a las/)).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    field.remove()
  })
})
