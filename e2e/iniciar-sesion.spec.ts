import { goTo, headingOf } from './support/screen.ts'
import {
  CONTADORA,
  editSession,
  identifierOf,
  passwordOf,
  PASSWORD,
  pickerOf,
  sendCredentials,
  signInByForm,
  VENDEDOR,
} from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('R-2.1.2 R-2.4.10 R-2.4.12 R-2.4.13 R-2.4.15 R-4.3 R-4.13 R-2.9.30 R-2.9.31 R-2.9.32 an accountant picks a company, reloads and leaves; who comes next sees nothing of it', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page).toHaveURL(/#\/login$/)
  const answered = page.waitForResponse('**/api/auth/business')
  await sendCredentials(page, CONTADORA)
  const companies = pickerOf(page).getByRole('button')
  const listed = ((await (await answered).json()) as { data: { companies: { name: string }[] } }).data.companies.map(({ name }) => name)
  expect(listed).toHaveLength(2)
  await expect(companies).toHaveText(listed.map((company, at) => `EMPRESA ${at + 1}${company}`))
  const name = listed[1] ?? ''
  await companies.nth(1).click()
  await expect(headingOf(page, 'Inicio')).toBeVisible()
  expect(new URL(page.url()).hash).toBe('#/')
  await expect(page.getByRole('banner')).toContainText(name)
  await expect(page.getByText('SIMULADOR', { exact: true })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('banner')).toContainText(name)

  await goTo(page, '/producto')
  const rows = page.locator('tbody').getByRole('row').getByRole('link')
  await expect(headingOf(page, 'Productos')).toBeVisible()
  await expect(rows.first()).toBeVisible()
  await page.getByRole('button', { name: 'Perfil' }).click()
  await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
  await expect(headingOf(page, '¡Bienvenido de nuevo!')).toBeVisible()
  await expect(page).toHaveURL(/#\/login$/)
  expect(await page.evaluate(() => localStorage.getItem('auth'))).toBeNull()

  await page.route('**/productos/search*', () => undefined)
  await sendCredentials(page, CONTADORA)
  await companies.nth(0).click()
  await expect(headingOf(page, 'Inicio')).toBeVisible()
  await goTo(page, '/producto')
  await expect(headingOf(page, 'Productos')).toBeVisible()
  await expect(page.getByRole('status', { name: /^Cargando/ })).toBeVisible()
  await expect(rows).toHaveCount(0)
  // These tests ask for reduced motion: what tells that it loads does not move for ever.
  await expect(page.getByRole('progressbar')).toBeVisible()
  const endless = () =>
    page.evaluate(() => document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime === Infinity).length)
  expect(await endless()).toBe(0)
})

test('R-2.4.11 R-2.4.14 R-2.4.15 the company picker cannot be closed and holds the form behind it; the choice leads where the sign-in was to lead', async ({
  page,
}) => {
  await page.goto('/#/login?redirectTo=/comprobante')
  await sendCredentials(page, CONTADORA)
  await expect(pickerOf(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(pickerOf(page)).toBeVisible()
  await expect(pickerOf(page).getByRole('button')).toHaveCount(2)
  await expect(identifierOf(page)).toBeDisabled()
  await expect(passwordOf(page)).toBeDisabled()
  await expect(page.locator('form button:enabled')).toHaveCount(0)
  await pickerOf(page).getByRole('button').first().click()
  await expect(headingOf(page, 'Comprobantes')).toBeVisible()
  await expect(page).toHaveURL(/#\/comprobante$/)
})

test('R-2.4.16 R-4.2 R-7.0.8 a seller of one company enters at once, and the password never travels in clear', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.postData() ?? ''))
  await page.goto('/')
  await sendCredentials(page, VENDEDOR)
  // Home, and no question which company: this seller has one.
  await expect(headingOf(page, 'Inicio')).toBeVisible()
  expect(new URL(page.url()).hash).toBe('#/')
  expect(sent.filter((body) => body.includes('"pass"'))).toHaveLength(1)
  expect(sent.join()).not.toContain(PASSWORD)
  expect(await page.evaluate(() => Object.keys(localStorage))).toContain('auth')
})

test('keyboard only: fields, company and home without a mouse', async ({ page }) => {
  await page.goto('/')
  await expect(identifierOf(page)).toBeFocused()
  await page.keyboard.type(CONTADORA)
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(pickerOf(page).getByRole('button').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(pickerOf(page).getByRole('button').nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Inicio' })).toBeFocused()
})

test('R-2.4.17 wrong credentials show the message of the server, and no expired session', async ({ page }) => {
  await page.goto('/')
  await sendCredentials(page, `nadie-${Date.now()}`, 'Equivocada1')
  await expect(page.getByRole('form').getByRole('alert')).toHaveText('Usuario o contraseña incorrectos')
  await expect(page.getByText('Su sesión ha expirado')).toHaveCount(0)
  await expect(passwordOf(page)).toBeFocused()
})

test('R-2.4.5 R-2.4.7 the password can be seen and hidden, and refuses spaces', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Mostrar contraseña' }).click()
  await sendCredentials(page, VENDEDOR, 'con espacio')
  await expect(page.getByText('No se permiten espacios en blanco.')).toBeVisible()
  await expect(passwordOf(page)).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Ocultar contraseña' }).click()
  await expect(passwordOf(page)).toHaveAttribute('type', 'password')
})

test('R-7.0.2 R-8.1 a server that does not answer is told after five seconds', async ({ page }) => {
  await page.goto('/')
  await page.route('**/api/auth/business', () => undefined)
  await sendCredentials(page, VENDEDOR)
  await expect(page.getByText('La solicitud ha expirado, por favor intente nuevamente')).toBeVisible({ timeout: 8000 })
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeEnabled()
})

test('R-4.6 R-4.7 R-4.10 R-2.4.15 R-2.10.20 R-2.10.21 R-2.10.22 a session that ran out on /comprobante asks to sign in and comes back there', async ({
  page,
}) => {
  await signInByForm(page)
  await editSession(page, { expiration_date: '2020-01-01T00:00:00Z' })
  await page.goto('/?antes#/comprobante')
  await expect(page).toHaveURL(/#\/login\?redirectTo=\/comprobante$/)
  const dialog = page.getByRole('dialog', { name: 'Sesión expirada' })
  await expect(dialog.getByText('Vuelve a iniciar sesión para continuar', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(dialog).toHaveCount(0)
  await sendCredentials(page, VENDEDOR)
  await expect(page).toHaveURL(/#\/comprobante$/)
})

test('R-4.9 the session ends by itself at its moment', async ({ page }) => {
  await signInByForm(page)
  await page.route('**/v1/auth/sesion', () => undefined)
  await editSession(page, { expiration_date: new Date(Date.now() + 3000).toISOString() })
  await page.goto('/?antes#/')
  await expect(page.getByRole('dialog', { name: 'Sesión expirada' })).toBeVisible()
  await expect(page).toHaveURL(/#\/login$/)
})

test('R-4.12 R-8.3 a session that the server does not know is told and ended', async ({ page }) => {
  await signInByForm(page)
  await editSession(page, { token: 'no-existe' })
  await page.reload()
  await expect(page).toHaveURL(/#\/login$/)
  await expect(page.getByText('Su sesión ha expirado')).toBeVisible()
})
