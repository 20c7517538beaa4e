import type { Page } from '@playwright/test'

import { boxOf, goTo, headingOf } from './support/screen.ts'
import { CONTADORA, signIn, signInByForm } from './support/sign-in.ts'
import { expect, expectAccessible, test, WIDTHS } from './support/test.ts'

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Menú principal' })
/** The column of the content, beside the menu. */
const columnOf = (page: Page) => page.locator('main').locator('..')
const BAR = 56

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

test('R-2.9.1 R-2.9.2 R-2.9.5 R-2.9.16 R-2.9.17 R-9.27 bar and menu are parts of the page that stay in sight at 1025 px; at 1024 px the menu is a drawer, name and RUC are behind the building', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1025, height: 700 })
  await signIn(page)
  const menu = menuOf(page)
  const [bar, building] = [page.getByRole('banner'), page.getByRole('button', { name: 'Empresa y RUC' })]
  const { businessName, businessRuc } = await page.evaluate(
    () => JSON.parse(localStorage.getItem('auth') ?? '{}') as { businessName: string; businessRuc: string },
  )
  const shown = [bar.getByText(businessName, { exact: true }), bar.getByText(`RUC ${businessRuc}`, { exact: true })]
  await page.locator('main').evaluate((content) => content.style.setProperty('min-height', '3000px'))
  for (const down of [0, 1500]) {
    await page.evaluate((top) => window.scrollTo(0, top), down)
    expect(await boxOf(bar), `bar, ${down} px down`).toMatchObject({ x: 0, y: 0, height: BAR })
    expect(await boxOf(menu.locator('..')), `menu, ${down} px down`).toEqual({ x: 0, y: BAR, width: 256, height: 700 - BAR })
  }
  expect((await boxOf(columnOf(page))).x).toBe(256)
  for (const words of shown) await expect(words).toBeVisible()
  await expect(building).toBeHidden()

  await page.setViewportSize({ width: 1024, height: 700 })
  await expect(menu).toBeHidden()
  expect(await boxOf(columnOf(page))).toMatchObject({ x: 0 })
  for (const words of shown) await expect(words).toBeHidden()
  await building.click()
  const panel = page.getByRole('dialog', { name: 'Empresa y RUC' })
  for (const words of [businessName, `RUC ${businessRuc}`]) await expect(panel.getByText(words, { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  const opener = page.getByRole('button', { name: 'Abrir menú' })
  await opener.press('Enter')
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(opener).toBeFocused()

  await opener.click()
  await menu.getByRole('button', { name: 'Ventas' }).click()
  await menu.getByRole('link', { name: 'Comprobantes', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(menu).toBeHidden()
})

const MODES = [
  ['Superpuesto', 'R-2.9.6'],
  ['Angosto', 'R-2.9.7'],
  ['Horizontal', 'R-2.9.8'],
] as const

test(`${MODES.map(([, id]) => id).join(' ')} R-4.5 every mode of the menu at 1025 px, chosen in the panel, kept after a reload, without a barrier`, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1025, height: 700 })
  await signIn(page, CONTADORA)
  const menu = menuOf(page)
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
    await expect(page.getByRole('link', { name: 'Comprobantes', exact: true })).toBeVisible()
    await expectAccessible(page, `${name}: menu`)
    await page.screenshot({ path: test.info().outputPath(`${name}.png`) })
    const [bar, box, column] = [await boxOf(page.getByRole('banner').first()), await boxOf(menu.locator('..')), await boxOf(columnOf(page))]
    const entry = await boxOf(page.getByRole('link', { name: 'Comprobantes', exact: true }))
    if (name === 'Superpuesto') {
      // Over the content, which keeps its place, below a mask over the whole page.
      expect([column.x, box.x, box.y]).toEqual([0, 0, expect.any(Number)])
      expect(await page.evaluate(() => document.elementFromPoint(900, 400)?.closest('main') ?? null)).toBeNull()
      expect(await page.evaluate(() => document.elementFromPoint(100, 200)?.closest('nav')?.getAttribute('aria-label'))).toBe(
        'Menú principal',
      )
    }
    // Sub-entries open beside the entry, or below it.
    if (name === 'Angosto') expect([box, column.x, entry.x >= 72]).toEqual([{ x: 0, y: BAR, width: 72, height: 700 - BAR }, 72, true])
    if (name === 'Horizontal')
      expect([box.x, box.y, box.width, box.height < 100, column.x, column.y, entry.y >= BAR + box.height]).toEqual([
        0,
        BAR,
        bar.width,
        true,
        0,
        BAR + box.height,
        true,
      ])
    await page.getByRole('link', { name: 'Comprobantes', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Comprobantes' })).toBeFocused()
    await page.goto('/#/')
  }
  await page.setViewportSize({ width: 1024, height: 700 })
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Abrir menú' }).click()
  await expect(page.getByRole('dialog', { name: 'Menú' })).toBeVisible()
})

const RED = {
  facebook: 'https://red.example/f',
  instagram: 'https://red.example/i',
  twitter: 'https://red.example/t',
  whatsapp: 'https://red.example/w',
}
const NONE = { facebook: null, instagram: null, twitter: null, whatsapp: null }
const BANNER = 'Estás en modo impersonate para mejorar la experiencia del usuario.'

/** Returns the server's own answer with these changes from now on. */
const answerWith = async (page: Page, path: string, changes: (data: Record<string, unknown>) => unknown) => {
  await page.unroute(path)
  await page.route(path, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: Record<string, unknown> }
    await route.fulfill({ response: answer, json: { ...body, data: changes(body.data) } })
  })
}

test('R-2.9.18 R-2.9.19 R-2.9.20 R-2.9.21 R-2.9.22 R-2.9.23 R-2.9.24 R-2.9.25 R-2.9.26 R-2.9.27 R-2.9.28 R-2.9.29 R-2.9.33 R-2.9.34 R-6.9 R-6.10 what the bar offers, to whom, and where it leads', async ({
  page,
}) => {
  await signIn(page, CONTADORA)
  const [cart, profile, banner] = [
    page.getByRole('button', { name: 'Tienda', exact: true }),
    page.getByRole('button', { name: 'Perfil', exact: true }),
    page.getByText(BANNER, { exact: true }),
  ]
  const entries = page.getByRole('menuitem')
  await expect(banner).toHaveCount(0)
  const OWN = [
    ['Perfil Usuario', '/perfil', 'Perfil Usuario'],
    ['Empresa', '/empresa_perfil', 'Empresa'],
  ] as const
  const PURCHASES = [
    ['Declaraciones Realizadas', '/declaraciones'],
    ['Firmas Compradas', '/firmas_electronicas'],
    ['Historial de Compras', '/historial_compras'],
  ] as const
  for (const [name, path, heading] of [...OWN, ...PURCHASES.map(([name, path]) => [name, path, name] as const)]) {
    await goTo(page, '/')
    await expect(headingOf(page, 'Inicio')).toBeVisible()
    await profile.click()
    await page.getByRole('menuitem', { name, exact: true }).click()
    await expect(headingOf(page, heading), name).toBeVisible()
    expect(new URL(page.url()).hash, name).toBe(`#${path}`)
  }
  await goTo(page, '/')
  await expect(headingOf(page, 'Inicio')).toBeVisible()
  await cart.click()
  await expect(headingOf(page, 'Tienda')).toBeVisible()
  expect(new URL(page.url()).hash).toBe('#/tienda')

  const links = page.getByRole('dialog', { name: 'Contactos' }).locator('a')
  for (const key of ['facebook', 'instagram', 'twitter', 'whatsapp', undefined] as const) {
    await answerWith(page, '**/sys/config_general', () => (key ? { ...NONE, [key]: RED[key] } : NONE))
    await page.reload()
    await page.getByRole('button', { name: 'Contactos' }).click()
    if (key) await expect(links.first()).toBeVisible()
    else await expect(page.getByText('No hay contactos configurados')).toBeVisible()
    expect(
      await Promise.all((await links.all()).map(async (link) => [(await link.innerText()).toLowerCase(), await link.getAttribute('href')])),
    ).toEqual(key ? [[key, RED[key]]] : [])
  }

  await answerWith(page, '**/v1/auth/sesion', ({ session, ...rest }) => ({
    ...rest,
    session: { ...(session as object), rol: { id: 2, name: 'USUARIO' }, impersonate: true },
  }))
  await page.reload()
  await expect(banner).toBeVisible()
  const warning = await banner.evaluate((element) => [
    getComputedStyle(element).color,
    getComputedStyle(element.parentElement ?? element).backgroundColor,
  ])
  expect(warning).toEqual(['rgb(122, 65, 0)', 'rgb(253, 235, 207)'])
  await expect(cart).toHaveCount(0)
  await profile.click()
  await expect(entries).toHaveText(['Perfil Usuario', 'Empresa', 'Cerrar Sesión'])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('O-39 another company by keyboard: a new token, at home', async ({ page }) => {
  await signInByForm(page, CONTADORA, /EMPRESA 1/)
  const tokenOf = () => page.evaluate(() => (JSON.parse(localStorage.getItem('auth') ?? '{}') as { token: string }).token)
  const company = page.getByRole('banner').getByRole('button', { name: /RUC/ })
  const [token, name] = [await tokenOf(), await company.innerText()]
  await company.press('Enter')
  await expect(page.getByRole('button', { name: 'EMPRESA 2' })).toBeFocused()
  await page.keyboard.press('Enter')
  // The bar disappears while the other company opens, and a missing bar would satisfy the next assertion.
  await expect.poll(tokenOf).not.toBe(token)
  await expect.poll(() => company.innerText()).toMatch(/RUC/)
  expect(await company.innerText()).not.toBe(name)
  await expect(page).toHaveURL(/#\/$/)
})
