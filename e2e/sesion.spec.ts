import type { Page } from '@playwright/test'

import {
  CONTADORA,
  editSession,
  EMPRESA,
  hearNoNews,
  passwordOf,
  PASSWORD,
  pickerOf,
  sendCredentials,
  signIn,
  signInByForm,
  VENDEDOR,
} from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Chromium's own messages for the failures that this test causes.
test.use({ expectedComplaints: /^Failed to load resource: (the server responded with a status of 503|net::ERR_FAILED)/ })

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true })
const goTo = (page: Page, hash: string) => page.evaluate((target) => void (window.location.hash = target), hash)
const keys = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort())
const failed = { status: 503, json: { status: '503', msg: 'El servicio vuelve enseguida', data: [] } }

/** Paths of the calls made from now on. */
function follow(page: Page) {
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  return (end: string) => asked.filter((path) => path.endsWith(end)).length
}

test('R-4.1 R-3.1.2 R-3.1.3 R-9.35 R-7.0.4 R-7.0.5 R-4.4 R-4.8 R-4.9 R-4.10 a session from nothing to its end by itself: two keys, light, its token on every call but before, nothing kept for the next', async ({
  page,
}) => {
  const bearers: (string | undefined)[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/app/')) bearers.push(request.headers()['authorization'])
  })
  await page.goto('/')
  await expect(passwordOf(page)).toBeVisible()
  expect(await keys(page)).toEqual([])
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await signInByForm(page, VENDEDOR)
  expect(await keys(page)).toEqual(['auth'])
  const grounds = await page.evaluate(() =>
    [
      document.documentElement,
      document.querySelector('header'),
      document.querySelector('nav[aria-label="Menú principal"]')?.parentElement,
    ].map((part) => part && getComputedStyle(part).backgroundColor),
  )
  expect(grounds).toEqual(['rgb(246, 247, 249)', 'rgb(255, 255, 255)', 'rgb(255, 255, 255)'])
  await page.getByRole('button', { name: 'Usar tema oscuro' }).click()
  expect(await keys(page)).toEqual(['app-config', 'auth'])
  const token = await page.evaluate(() => (JSON.parse(localStorage.getItem('auth') ?? '{}') as { token: string }).token)
  const first = bearers.findIndex((bearer) => bearer !== undefined)
  expect(first).toBeGreaterThan(0)
  expect(new Set(bearers.slice(first))).toEqual(new Set([`Bearer ${token}`]))

  await page.clock.install()
  await page.route('**/v1/auth/sesion', () => undefined)
  await editSession(page, { expiration_date: new Date(Date.now() + 300_000).toISOString() })
  const times = follow(page)
  await page.goto('/?antes#/perfil')
  await expect(page.getByLabel('Usuario', { exact: true })).toHaveValue(VENDEDOR)
  await page.clock.fastForward(301_000)
  const dialog = page.getByRole('dialog', { name: 'Sesión expirada' })
  await expect(dialog).toContainText('Vuelve a iniciar sesión para continuar')
  await expect(page).toHaveURL(/#\/login$/)
  expect(await keys(page)).toEqual(['app-config'])
  await page.unroute('**/v1/auth/sesion')
  await dialog.getByRole('button', { name: 'Cerrar sesión' }).click()
  await sendCredentials(page, VENDEDOR, PASSWORD)
  await expect(heading(page, 'Inicio')).toBeVisible()
  await goTo(page, '/perfil')
  await expect(page.getByLabel('Usuario', { exact: true })).toHaveValue(VENDEDOR)
  expect(times('/api/user/profile')).toBe(2)

  await editSession(page, { expiration_date: '2020-01-01T00:00:00Z' })
  await page.goto('/?pasada#/producto')
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL(/#\/login$/)
  expect(await keys(page)).toEqual(['app-config'])
})

test('a session that ends while a factura is written says that the draft is safe, and signing in goes back to it', async ({ page }) => {
  await signInByForm(page, CONTADORA)
  await page.goto('/#/documento')
  const discard = page.getByRole('button', { name: 'Descartar' })
  const cliente = page.getByRole('combobox', { name: 'Cliente' })
  await expect(discard.or(cliente).first()).toBeVisible()
  if (await discard.isVisible()) await discard.click()
  await cliente.press('Enter')
  await page.getByRole('button', { name: 'Línea sin producto' }).click()
  await page.getByLabel('Descripción, línea 1').fill('Lo que no se pierde')
  // The session is ended by another client.
  await page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('auth') ?? '{}') as { token: string }
    await fetch('/app/v1/auth/cerrar', { method: 'POST', headers: { Authorization: `Bearer ${token}` } })
  })
  await page.getByLabel('Cantidad, línea 1').fill('3')
  await expect(page).toHaveURL(/#\/login$/)
  await expect(page.getByText('Su borrador está a salvo. Inicie sesión para seguir con él.')).toBeVisible()
  await sendCredentials(page, CONTADORA)
  await pickerOf(page).getByRole('button', { name: EMPRESA.emisora }).click()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByLabel('Descripción, línea 1')).toHaveValue('Lo que no se pierde')
  await expect(page.getByLabel('Cantidad, línea 1')).toHaveValue('3')
})

test('R-7.6.4 R-7.6.5 R-7.6.6 R-7.6.7 R-7.6.8 R-7.0.2 R-7.0.3 R-9.1 R-8.1 calls: searches ask each time, kept ones once; no second try, none for coming back to the window; 5 s for an answer, none for a file; 150 ms for a link', async ({
  page,
}) => {
  await hearNoNews(page)
  await signIn(page, CONTADORA)
  const times = follow(page)
  const network = { facebook: 'https://red.example/yupana', instagram: null, twitter: null, whatsapp: null }
  await page.route('**/sys/config_general', (route) => route.fulfill({ json: { status: '200', msg: 'OK', data: network } }))
  await page.context().route('https://red.example/**', (route) => route.fulfill({ body: 'Afuera' }))
  await page.clock.install()
  for (const round of [1, 2]) {
    for (const [path, name, call] of [
      ['/persona', 'Personas', '/v1/persona/search'],
      ['/producto', 'Productos', '/productos/search'],
      ['/comprobante', 'Comprobantes', '/v1/comprobante/search'],
    ] as const) {
      await goTo(page, path)
      await expect(page.getByRole('heading', { name: new RegExp(`^${name}`), level: 1 })).toBeVisible()
      await expect.poll(() => times(call), `${call}, ${round}`).toBe(round)
    }
    await goTo(page, '/configuracion/usuario_rol/registro')
    await expect(heading(page, 'Usuarios y Roles')).toBeVisible()
    await page.getByRole('button', { name: 'Invitar' }).click()
    await expect(page.getByRole('dialog').getByLabel('Rol').getByRole('option')).toHaveText([
      'Administrador',
      'Usuario',
      'Vendedor',
      'Empleado',
    ])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Contactos' }).click()
    await expect(page.getByRole('link', { name: /^Facebook/ })).toBeVisible()
    await page.keyboard.press('Escape')
  }
  expect(['/sys/config_general', '/rol/list_rol', '/api/user/assigned_menus'].map(times)).toEqual([1, 1, 0])

  await goTo(page, '/persona')
  await expect(heading(page, 'Personas')).toBeVisible()
  await expect.poll(() => times('/v1/persona/search')).toBe(3)
  await page.evaluate(() => {
    for (const kind of ['visibilitychange', 'focus']) for (const target of [document, window]) target.dispatchEvent(new Event(kind))
  })
  await page.clock.runFor(1_000)
  expect(times('/v1/persona/search')).toBe(3)
  await page.route('**/v1/persona/search*', (route) => route.fulfill(failed))
  await page.getByRole('searchbox', { name: 'Buscar' }).fill('nadie')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
  await page.clock.runFor(30_000)
  expect(times('/v1/persona/search')).toBe(4)

  // A toast under the pointer would stay, over the button.
  await page.mouse.move(5, 700)
  await page.clock.runFor(10_000)
  await page.getByRole('button', { name: 'Contactos' }).click()
  const link = page.getByRole('link', { name: /^Facebook/ })
  // Rendered before the clock stops: later rendering would wait for ever.
  await expect(link).toBeVisible()
  await page.clock.pauseAt(Date.now() + 600_000)
  await link.click()
  await page.clock.runFor(149)
  expect(page.context().pages()).toHaveLength(1)
  const outside = page.context().waitForEvent('page')
  await page.clock.runFor(1)
  await (await outside).close()
  await page.keyboard.press('Escape')

  await page.unroute('**/v1/persona/search*')
  await page.route('**/v1/persona/search*', () => undefined)
  const expired = page.getByText('La solicitud ha expirado, por favor intente nuevamente')
  const aborted = page.waitForEvent('requestfailed', (request) => request.url().includes('/v1/persona/search'))
  const asked = page.waitForRequest('**/v1/persona/search*')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await asked
  await page.clock.runFor(4_999)
  await expect(expired).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(async () => {
    await page.clock.runFor(10)
    await expect(expired).toBeVisible({ timeout: 100 })
  }).toPass()
  expect((await aborted).failure()?.errorText).toBe('net::ERR_ABORTED')
  await page.clock.resume()

  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/v1/usuario/avatar', async (route) => {
    await held
    await route.fulfill(failed)
  })
  await goTo(page, '/perfil')
  const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  await page
    .getByRole('group', { name: 'Nuevo avatar' })
    .locator('input[type="file"]')
    .setInputFiles({ name: 'yo.png', mimeType: 'image/png', buffer: picture })
  await page.getByRole('button', { name: 'Subir' }).click()
  await expect(page.getByRole('progressbar', { name: 'Subiendo yo.png' })).toBeVisible()
  await page.clock.runFor(60_000)
  await expect(page.getByRole('progressbar', { name: 'Subiendo yo.png' })).toBeVisible()
  release()
  await expect(page.getByText('El servicio vuelve enseguida').first()).toBeVisible()
})

test('R-6.1 R-6.2 R-6.3 R-6.4 R-6.5 R-6.6 R-6.7 R-6.8 R-6.9 R-6.10 R-6.13 where each role gets, with menus and without, and what it is offered', async ({
  page,
}) => {
  test.slow()
  await signIn(page, CONTADORA)
  await page.route('**/v1/auth/sesion', (route) => route.abort())
  const reaches = async (path: string, isAllowed: boolean, who: string) => {
    await goTo(page, path)
    if (!isAllowed) {
      await expect(heading(page, 'NO ENCONTRADO'), `${who}: ${path}`).toBeVisible()
      return expect(page).toHaveURL(/#\/notfound$/)
    }
    await expect(page.getByRole('main').getByRole('heading', { level: 1 }), `${who}: ${path}`).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`#${path}$`))
  }
  const enter = async (rol: number, menus: string[]) => {
    await page.unroute('**/api/user/assigned_menus')
    const data = menus.map((to) => ({ to, label: to }))
    await page.route('**/api/user/assigned_menus', (route) =>
      route.fulfill(menus.length === 0 ? failed : { json: { status: '200', msg: 'OK', data } }),
    )
    await editSession(page, { rol: { id: rol, name: String(rol) }, menus: data })
    await page.goto(`/?${rol}${menus.length}#/`)
    await expect(page.getByRole('main')).toBeVisible()
  }
  const store = () =>
    Promise.all([
      page.getByRole('button', { name: /^Tienda/ }).count(),
      page
        .locator('a[href$="#/tienda"], a[href$="#/historial_compras"], a[href$="#/declaraciones"], a[href$="#/firmas_electronicas"]')
        .count(),
    ])

  const FALLBACK = [
    '/tienda',
    '/perfil',
    '/empresa_perfil',
    '/declaraciones',
    '/firmas_electronicas',
    '/historial_compras',
    '/configuracion/usuario_rol/registro',
    '/reportes',
  ]
  for (const rol of [0, 1]) {
    await enter(rol, [])
    for (const path of FALLBACK) await reaches(path, true, `role ${rol}`)
    for (const path of ['/documento', '/bodega']) await reaches(path, false, `role ${rol}`)
  }
  await goTo(page, '/perfil')
  await expect(page.getByRole('button', { name: 'Tienda', exact: true })).toBeVisible()

  await enter(2, [])
  for (const path of FALLBACK) await reaches(path, path === '/perfil' || path === '/empresa_perfil', 'USUARIO')
  await goTo(page, '/perfil')
  await page.getByRole('button', { name: 'Perfil', exact: true }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Perfil Usuario', 'Empresa', 'Cerrar Sesión'])
  await page.keyboard.press('Escape')
  expect(await store()).toEqual([0, 0])

  await enter(1, ['/producto', '/configuracion/usuario_rol/registro'])
  for (const path of ['/producto', '/producto/registro', '/configuracion/usuario_rol/registro']) await reaches(path, true, 'with menus')
  for (const path of ['/bodega', '/reportes', '/persona/registro']) await reaches(path, false, 'with menus')

  await page.unroute('**/api/user/assigned_menus')
  let release = () => undefined as void
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/user/assigned_menus', async (route) => {
    await held
    await route.fulfill({ json: { status: '200', msg: 'OK', data: [{ to: '/bodega', label: 'Bodegas' }] } })
  })
  await editSession(page, { rol: { id: 1, name: '1' }, menus: [] })
  await page.goto('/?late#/bodega')
  await expect(page.getByText('Cargando la página')).toBeVisible()
  release()
  await expect(heading(page, 'Bodegas')).toBeVisible()
  await expect(page).toHaveURL(/#\/bodega$/)
})
