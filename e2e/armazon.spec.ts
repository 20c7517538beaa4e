import { CONTADORA, signIn, signInByForm } from './support/sign-in.ts'
import { expect, expectAccessible, test, WIDTHS } from './support/test.ts'

for (const viewport of WIDTHS)
  test(`no barrier, ${viewport.width} px wide: company, contacts, profile, menu`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await signIn(page, CONTADORA)
    const isDesktop = viewport.width > 1024

    await page.getByRole('button', { name: isDesktop ? /RUC/ : 'Empresa y RUC' }).click()
    await expect(page.getByText('EMPRESA 2')).toBeVisible()
    await expectAccessible(page, 'company')
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Contactos' }).click()
    await expect(page.getByText('No hay contactos configurados')).toBeVisible()
    await expectAccessible(page, 'contacts')
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Perfil' }).click()
    await expect(page.getByRole('menuitem', { name: 'Cerrar Sesión' })).toBeVisible()
    await expectAccessible(page, 'profile')
    await page.keyboard.press('Escape')

    if (!isDesktop) await page.getByRole('button', { name: 'Abrir menú' }).click()
    await page.getByRole('button', { name: 'Ventas' }).click()
    await expectAccessible(page, 'menu')
  })

test('R-2.9.5 R-2.9.16 R-2.2.9 the menu is part of the page at 1025 px and a drawer at 1024 px', async ({ page }) => {
  await page.setViewportSize({ width: 1025, height: 700 })
  await signIn(page)
  const menu = page.getByRole('navigation', { name: 'Menú principal' })
  expect((await menu.locator('..').boundingBox())?.width).toBe(256)

  await page.setViewportSize({ width: 1024, height: 700 })
  await expect(menu).toBeHidden()
  const opener = page.getByRole('button', { name: 'Abrir menú' })
  await opener.press('Enter')
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(opener).toBeFocused()

  await opener.click()
  await menu.getByRole('button', { name: 'Ventas' }).click()
  await menu.getByRole('link', { name: 'Cotizaciones' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(menu).toBeHidden()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

const MODES = [['Superpuesto', 'R-2.9.6'], ['Angosto', 'R-2.9.7'], ['Horizontal', 'R-2.9.8']] as const

test(`${MODES.map(([, id]) => id).join(' ')} R-4.5 every mode of the menu at 1025 px, chosen in the panel, kept after a reload, without a barrier`, async ({ page }) => {
  await page.setViewportSize({ width: 1025, height: 700 })
  await signIn(page, CONTADORA)
  const menu = page.getByRole('navigation', { name: 'Menú principal' })
  for (const [name] of MODES) {
    await page.getByRole('button', { name: 'Apariencia' }).click()
    await page.getByRole('radio', { name }).check()
    await expectAccessible(page, `${name}: panel`)
    await page.keyboard.press('Escape')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Inicio' })).toBeVisible()
    if (name === 'Superpuesto') {
      await expect(menu).toBeHidden()
      await page.getByRole('button', { name: 'Abrir menú' }).click()
    }
    await menu.getByRole('button', { name: 'Ventas' }).click()
    await expect(page.getByRole('link', { name: 'Cotizaciones' })).toBeVisible()
    await expectAccessible(page, `${name}: menu`)
    await page.screenshot({ path: test.info().outputPath(`${name}.png`) })
    const box = await menu.boundingBox()
    if (name === 'Angosto') expect(box?.width).toBeLessThanOrEqual(72)
    if (name === 'Horizontal') expect(box?.width).toBeGreaterThan(900)
    await page.getByRole('link', { name: 'Cotizaciones' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'En construcción' })).toBeFocused()
    await page.goto('/#/')
  }
  await page.setViewportSize({ width: 1024, height: 700 })
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Abrir menú' }).click()
  await expect(page.getByRole('dialog', { name: 'Menú' })).toBeVisible()
})

test('O-39 another company by keyboard: a new token, at home', async ({ page }) => {
  await signInByForm(page, CONTADORA, /EMPRESA 1/)
  const tokenOf = () => page.evaluate(() => (JSON.parse(localStorage.getItem('auth') ?? '{}') as { token: string }).token)
  const company = page.getByRole('banner').getByRole('button', { name: /RUC/ })
  const [token, name] = [await tokenOf(), await company.innerText()]
  await company.press('Enter')
  await expect(page.getByRole('button', { name: 'EMPRESA 2' })).toBeFocused()
  await page.keyboard.press('Enter')
  // While the other company opens the bar is away, and «not this name» would hold of nothing.
  await expect.poll(tokenOf).not.toBe(token)
  await expect.poll(() => company.innerText()).toMatch(/RUC/)
  expect(await company.innerText()).not.toBe(name)
  await expect(page).toHaveURL(/#\/$/)
})
