import type { Page, Request } from '@playwright/test'

import { savePersona } from './support/emit.ts'
import { goTo, headingOf } from './support/screen.ts'
import { CONTADORA, hearNoNews, signIn, signInByForm } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Chromium's own messages for the failures that this test causes.
test.use({ expectedComplaints: /^Failed to load resource: the server responded with a status of 503/ })

const bar = (page: Page) => page.locator('[role="progressbar"][aria-label="Cargando"]')
const toasts = (page: Page) => page.locator('.mantine-Notification-root')

test('R-2.2.1 R-2.2.3 R-2.2.4 R-2.2.5 R-2.2.6 R-2.2.7 R-2.2.9 R-2.1.3 R-2.1.10 R-2.1.13 R-7.6.6 R-5.1.6 a signed-in visit: «NO ENCONTRADO» stays and leads home, the sign-in and what goes with it lead home or to /comprobante, every route begins at its top, profile and menus are asked once, letters among digits are told', async ({
  page,
}) => {
  const asked: string[] = []
  const known = ['/api/user/assigned_menus', '/v1/auth/sesion'].map((end) => page.waitForResponse((answer) => answer.url().endsWith(end)))
  await hearNoNews(page)
  await signIn(page, CONTADORA)
  // A call aborted by leaving the screen is rightly made again.
  for (const answer of known) await (await answer).finished()
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  for (const path of ['/notfound', '/no-existe']) {
    await goTo(page, path)
    await expect(headingOf(page, 'NO ENCONTRADO'), path).toBeVisible()
    await expect(page, path).toHaveURL(/#\/notfound$/)
    await page.getByRole('button', { name: 'REGRESAR AL DASHBOARD' }).click()
    await expect(headingOf(page, 'Inicio')).toBeVisible()
    await expect(page).toHaveURL(/#\/$/)
  }
  const comprobante = ['/login?redirectTo=/comprobante', '#/comprobante', 'Comprobantes'] as const
  const elsewhere = ['/persona', '/comprobante/recibido', 'https://ajeno.example', '//ajeno.example'].map(
    (target) => `/login?redirectTo=${target}`,
  )
  for (const [path, hash, name] of [
    ...['/login', '/forgot-password', '/restablecer/abc', ...elsewhere].map((home) => [home, '#/', 'Inicio'] as const),
    comprobante,
  ]) {
    await goTo(page, '/notfound')
    await expect(headingOf(page, 'NO ENCONTRADO')).toBeVisible()
    await goTo(page, path)
    await expect(headingOf(page, name), path).toBeVisible()
    expect(new URL(page.url()).hash, path).toBe(hash)
  }
  // Every screen is made taller than the window, so that only the rule can scroll the page to its top.
  await page.evaluate(() => document.body.style.setProperty('min-height', '5000px'))
  for (const [path, name] of [
    ['/perfil', 'Perfil Usuario'],
    ['/persona', 'Personas'],
    ['/perfil', 'Perfil Usuario'],
    ['/', 'Inicio'],
  ] as const) {
    await page.evaluate(() => window.scrollTo(0, 2000))
    expect(await page.evaluate(() => window.scrollY)).toBe(2000)
    await goTo(page, path)
    await expect(headingOf(page, name)).toBeVisible()
    if (name === 'Perfil Usuario') await expect(page.getByLabel('Usuario', { exact: true })).not.toHaveValue('')
    await expect.poll(() => page.evaluate(() => window.scrollY), path).toBe(0)
  }
  const times = (end: string) => asked.filter((path) => path.endsWith(end)).length
  expect(['/api/user/profile', '/api/user/assigned_menus', '/v1/auth/sesion'].map(times)).toEqual([1, 0, 0])

  await goTo(page, '/persona/registro')
  for (const name of ['Identificación', 'Teléfono 1']) {
    const field = page.getByRole('textbox', { name })
    await field.fill('17A')
    await field.press('Tab')
    await expect(page.getByText('Este campo solo permite números.'), name).toHaveCount(1)
    await field.fill('')
  }
})

/** Calls of a page without an answer yet, except streams, which never end. */
function callsUnderWay(page: Page): ReadonlySet<Request> {
  const calls = new Set<Request>()
  page.on('request', (request) => {
    if (/\/app\/(?!.*seguir)/.test(new URL(request.url()).pathname)) calls.add(request)
  })
  page.on('requestfinished', (request) => calls.delete(request))
  page.on('requestfailed', (request) => calls.delete(request))
  return calls
}

test('R-9.2 R-4.21 R-2.10.31 R-9.31 R-9.33 R-8.26 the indicator is drawn after 100 ms and not before; a toast lives 3 s, goes in 300 ms, and tells of no success whose status is a number', async ({
  page,
}) => {
  // With the animations of users who have not turned them off.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await signIn(page, CONTADORA)
  const nombre = `A LA LETRA ${Date.now()}`
  for (const at of [0, 1])
    await savePersona(page, {
      tipo_identificacion: '06',
      identificacion: `L${at}${Date.now()}`,
      razon_social: `${nombre} ${at}`,
      correos: ['ana@ejemplo.ec'],
    })
  // The user's settings of the list are read before the clock stops.
  await goTo(page, '/persona')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const underWay = callsUnderWay(page)
  await goTo(page, '/perfil')
  await expect(page.getByLabel('Usuario', { exact: true })).toBeVisible()
  // A call that began before the clock stops would be rendered by its start time.
  await expect.poll(() => underWay.size).toBe(0)
  await expect(bar(page)).toHaveCount(0)

  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/v1/persona/search*', async (route) => {
    await held
    await route.fulfill({ status: 503, json: { status: '503', msg: 'El servicio vuelve enseguida', data: [] } })
  })
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const asked = page.waitForRequest('**/v1/persona/search*')
  await goTo(page, `/persona?q=${encodeURIComponent(nombre)}`)
  await asked
  await page.clock.runFor(99)
  await expect(bar(page)).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(bar(page)).toBeVisible()
  const drawn = await bar(page).boundingBox()
  expect([drawn?.y, drawn?.height, drawn?.width]).toEqual([0, 3, page.viewportSize()?.width])
  expect(await bar(page).evaluate((element) => getComputedStyle(element, '::before').backgroundColor)).not.toBe('rgba(0, 0, 0, 0)')
  release()

  const step = async (ms: number, count: number, what: string) => {
    await page.clock.runFor(ms)
    await expect(toasts(page), what).toHaveCount(count)
  }
  await expect(async () => step(10, 1, 'told')).toPass()
  await expect(bar(page)).toHaveCount(0)
  expect(await toasts(page).evaluate((element) => getComputedStyle(element).transitionDuration)).toContain('0.3s')
  await step(2900, 1, 'within 3 s')
  await step(350, 1, 'on its way out')
  await step(250, 0, 'gone')
  await page.unroute('**/v1/persona/search*')
  await page.clock.resume()

  const statuses: unknown[] = [200, '200']
  await page.route('**/v1/persona/delete/**', (route) => route.fulfill({ json: { status: statuses.shift(), msg: 'OK', data: null } }))
  await page.getByRole('button', { name: 'Reintentar' }).click()
  for (const [at, told] of [
    [0, 0],
    [1, 1],
  ] as const) {
    await page.getByRole('button', { name: `Acciones de ${nombre} ${at}` }).click()
    await page.getByRole('menuitem', { name: 'Eliminar' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Eliminar/ }).click()
    await expect(dialog).toBeHidden()
    // Shown before the dialog closes; counted once, because a wrong one would disappear by itself.
    expect(await toasts(page).count(), `status ${at === 0 ? 200 : '"200"'}`).toBe(told)
  }
})

test('R-1.2 R-1.3 R-7.0.1 the bar shows name and RUC of the present company, the other one after a change, and every call goes to the configured segment', async ({
  page,
}) => {
  // Only this test answers there.
  await page.route('**/', async (route) => {
    const answer = await route.fetch()
    const body = await answer.text()
    expect(body).toContain('"segmento":"app"')
    await route.fulfill({ response: answer, body: body.replace('"segmento":"app"', '"segmento":"facturas"') })
  })
  const elsewhere: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/app/')) elsewhere.push(pathname)
  })
  await page.route('**/facturas/**', async (route) =>
    route.fulfill({ response: await route.fetch({ url: route.request().url().replace('/facturas/', '/app/') }) }),
  )
  const session = () => page.evaluate(() => JSON.parse(localStorage.getItem('auth') ?? '{}') as { token: string; businessId: string })
  const company = page.getByRole('banner').getByRole('button', { name: /RUC/ })
  await signInByForm(page, CONTADORA, /EMPRESA 1/)
  const seen = new Set<string>()
  for (const name of ['EMPRESA 1', 'EMPRESA 2']) {
    if (name === 'EMPRESA 2') {
      const { businessId } = await session()
      await company.click()
      await page.getByRole('button', { name }).click()
      await expect.poll(async () => (await session()).businessId).not.toBe(businessId)
    }
    const { token } = await session()
    const answer = await page.request.get('/app/business_profile/perfil', { headers: { Authorization: `Bearer ${token}` } })
    const { data } = (await answer.json()) as { data: { ruc: string; razon_social: string; nombre_comercial: string | null } }
    await expect(company).toContainText(data.nombre_comercial ?? data.razon_social)
    await expect(company).toContainText(`RUC ${data.ruc}`)
    seen.add(data.ruc)
  }
  expect([seen.size, elsewhere]).toEqual([2, []])
  // Streams and late calls of the page may still be running.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
