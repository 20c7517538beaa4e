import { identifierOf } from './support/sign-in.ts'
import { ASTERISCO_ROJO, asteriskOf, boxOf, goTo, headingOf } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test('R-2.2.2 R-2.1.2 R-2.1.4 R-2.4.1 R-2.4.2 R-2.4.3 R-2.4.4 R-2.4.6 R-2.4.8 R-2.4.9 R-2.10.23 R-2.10.24 R-2.1.5 R-2.5.1 R-2.5.2 R-2.5.3 R-2.5.4 R-2.5.5 R-2.1.9 R-2.7.1 R-2.7.2 R-2.7.3 R-2.1.11 R-2.1.12 what each public screen says, and where its buttons lead', async ({
  page,
}) => {
  const buttons = page.locator('main').getByRole('button')
  const labels = page.locator('main label')
  const login = headingOf(page, '¡Bienvenido de nuevo!')
  const expectLogin = async () => {
    await expect(login).toBeVisible()
    await expect(page).toHaveURL(/#\/login$/)
  }
  const required = page.getByText('Campos Obligatorios')

  await page.goto('/#/no-existe')
  await expectLogin()
  await expect(page.getByText('Inicia sesión para continuar.', { exact: true })).toBeVisible()
  expect(await labels.allInnerTexts()).toEqual(['Usuario/Identificación o Correo', 'Contraseña'])
  for (const label of await labels.all()) expect(await asteriskOf(label)).toEqual(ASTERISCO_ROJO)
  expect((await buttons.allInnerTexts()).filter(Boolean)).toEqual(['Iniciar Sesión', 'Olvidé mi contraseña'])
  await expect(required).toBeVisible()
  await identifierOf(page).fill('ma ria')
  await identifierOf(page).press('Tab')
  await expect(page.getByText('No se permiten espacios en blanco.')).toHaveCount(1)

  await page.getByRole('button', { name: 'Olvidé mi contraseña' }).click()
  await expect(headingOf(page, 'Recuperar cuenta')).toBeVisible()
  await expect(page).toHaveURL(/#\/forgot-password$/)
  await expect(page.getByText('Recibirás un correo para restablecer tu contraseña.', { exact: true })).toBeVisible()
  expect([await labels.allInnerTexts(), await page.locator('main input').count(), await asteriskOf(labels)]).toEqual([
    ['Correo'],
    1,
    ASTERISCO_ROJO,
  ])
  expect(await buttons.allInnerTexts()).toEqual(['Enviar correo', 'Regresar'])
  await expect(required).toBeVisible()
  await page.getByRole('button', { name: 'Regresar' }).click()
  await expectLogin()

  await goTo(page, '/impersonate/abc')
  await expect(headingOf(page, 'Error')).toBeVisible()
  await expect(page.getByText('No se pudo iniciar sesión, por favor intente nuevamente', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Volver', exact: true }).click()
  await expectLogin()

  await goTo(page, '/notfound')
  await expect(headingOf(page, 'NO ENCONTRADO')).toBeVisible()
  await expect(page.getByText('Requerimiento no encontrado', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'REGRESAR AL DASHBOARD', exact: true }).click()
  await expectLogin()
})

test('R-1.13 R-2.8.1 R-2.8.2 R-2.8.3 R-9.27 every auth page has two columns over the whole height, the form in the middle of the right one; the panel is hidden below 1024 px', async ({
  page,
}) => {
  const panel = page.getByRole('complementary', { name: 'Presentación' })
  const tagline = page.getByText('Factura en línea, desde cualquier lugar', { exact: true })
  await page.goto('/')
  for (const [path, name] of [
    ['/login', '¡Bienvenido de nuevo!'],
    ['/forgot-password', 'Recuperar cuenta'],
    ['/restablecer/x', 'Restablecer contraseña'],
    ['/invite/x', 'Aceptar invitación'],
    ['/impersonate/x', 'Error'],
  ] as const) {
    await page.setViewportSize({ width: 1024, height: 800 })
    await goTo(page, path)
    await expect(headingOf(page, name)).toBeVisible()
    expect(await boxOf(panel), path).toEqual({ x: 0, y: 0, width: 512, height: 800 })
    await expect(tagline).toBeInViewport({ ratio: 1 })
    const [column, form] = [await boxOf(page.locator('main').locator('..')), await boxOf(page.locator('main'))]
    expect(column, path).toEqual({ x: 512, y: 0, width: 512, height: 800 })
    expect(form.x + form.width / 2, path).toBeCloseTo(768, 0)
    await page.setViewportSize({ width: 1023, height: 800 })
    await expect(panel, path).toBeHidden()
    expect(await boxOf(page.locator('main').locator('..')), path).toEqual({ x: 0, y: 0, width: 1023, height: 800 })
  }
  // Over the whole window, except the bar at the top and an equal margin at the bottom.
  await page.setViewportSize({ width: 1280, height: 900 })
  await goTo(page, '/login')
  await expect(headingOf(page, '¡Bienvenido de nuevo!')).toBeVisible()
  const [top, end] = [
    await boxOf(page.locator('main').getByText('Yupana', { exact: true })),
    await boxOf(page.getByText('Campos Obligatorios')),
  ]
  expect(Math.abs(top.y - (900 - end.y - end.height))).toBeLessThan(40)
})
