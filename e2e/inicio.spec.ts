import type { Page } from '@playwright/test'

import { CONTADORA, signIn } from './support/sign-in.ts'
import { expect, expectAccessibleAtWidths, PHONE, test } from './support/test.ts'

async function enter(page: Page) {
  await signIn(page, CONTADORA)
  await expect(page.getByRole('heading', { name: 'Requiere su atención' })).toBeVisible()
}

/** The server's own answer with these changes: a new company, with problems. */
const TROUBLE = {
  no_autorizados: 2,
  en_revision: 1,
  en_espera: 5,
  retenidos: 1,
  correos_fallidos: 3,
  firma: { dias_restantes: 12, hasta: '2100-01-01T05:00:00Z' },
}

async function withTrouble(page: Page) {
  await page.route('**/v1/inicio/pendientes', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: object }
    Object.assign(body.data, TROUBLE)
    await route.fulfill({ response: answer, json: body })
  })
  await page.route('**/v1/inicio', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: Record<'pasos' | 'atencion' | 'ventas_hoy', unknown> }
    Object.assign(body.data.pasos as object, { cliente: false, factura: false })
    Object.assign(body.data.atencion as object, TROUBLE)
    body.data.ventas_hoy = [
      { establecimiento: '001', punto: '001', vendedor: 'Víctor Vega', cantidad: 3, total: 112_000_000 },
      { establecimiento: '001', punto: '002', vendedor: null, cantidad: 1, total: 1_234_500_000 },
    ]
    await route.fulfill({ response: answer, json: body })
  })
}

// Calls of a closing page are ignored.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

test('O-104 the first steps lead on, and stay hidden after a reload', async ({ page }) => {
  await withTrouble(page)
  await enter(page)
  const pasos = page.getByRole('region', { name: 'Primeros pasos 4/6' })
  await pasos.getByRole('link', { name: 'Primer cliente' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page).toHaveURL(/#\/persona\/registro$/)
  await page.goBack()

  await pasos.getByRole('button', { name: 'Ocultar los primeros pasos' }).click()
  await expect(pasos).toBeHidden()
  const shown = page.getByRole('button', { name: 'Mostrar los primeros pasos' })
  await expect(shown).toBeVisible()
  await page.reload()
  await expect(shown).toBeVisible()
  await expect(pasos).toBeHidden()
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/preferencia/inicio') && answer.request().method() === 'PUT')
  await shown.click()
  await saved
  await expect(pasos).toBeVisible()
})

test('what needs attention opens the list that shows just that', async ({ page }) => {
  await withTrouble(page)
  await enter(page)
  for (const [link, filter] of [
    ['2 no autorizados', 'NO_AUTORIZADOS'],
    ['1 retenido', 'RETENIDOS'],
    ['1 en revisión', 'EN_REVISION'],
    ['5 en espera', 'EN_ESPERA'],
    ['3 correos no entregados', 'CORREOS_FALLIDOS'],
  ] as const) {
    const asked = page.waitForResponse((answer) => answer.url().includes(`atencion=${filter}`))
    await page.getByRole('region', { name: 'Requiere su atención' }).getByRole('link', { name: link }).click()
    expect((await asked).status()).toBe(200)
    await expect(page.getByRole('group', { name: 'Filtros aplicados' })).toBeVisible()
    await page.goBack()
  }
})

test('the palette by keyboard: a screen, a document by its number, a person', async ({ page }) => {
  await enter(page)
  const numero = await page
    .getByRole('region', { name: 'Últimos comprobantes' })
    .getByRole('link', { name: /^\d{3}-/ })
    .first()
    .innerText()
  const input = page.getByRole('combobox', { name: 'Buscar o ir a' })
  for (const [text, option, address] of [
    ['producto', 'Productos', /#\/producto$/],
    [numero, numero, /#\/comprobante\/[0-9a-f-]{36}$/],
    ['zambrano rosa', 'ZAMBRANO DEMO ROSA', /#\/persona\/[0-9a-f-]{36}$/],
  ] as const) {
    await page.keyboard.press('Control+k')
    await expect(input).toBeFocused()
    await page.keyboard.type(text)
    const wanted = page.getByRole('option').filter({ has: page.getByText(option, { exact: true }) })
    await expect(wanted).toBeVisible()
    await page.keyboard.press('ArrowDown')
    for (let at = 0; at < 10 && (await wanted.getAttribute('aria-selected')) !== 'true'; at++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  }
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await expect(input).toBeHidden()
})

test('O-104 the columns of a list are the same after a reload', async ({ page }) => {
  await enter(page)
  await page.goto('/#/producto')
  const heading = page.getByRole('columnheader', { name: 'Tipo' })
  const choose = async () => {
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/preferencia/producto') && answer.request().method() === 'PUT')
    await page.getByRole('button', { name: 'Columnas' }).click()
    await page.getByRole('checkbox', { name: 'Tipo' }).click()
    await saved
    await page.keyboard.press('Escape')
  }
  await expect(heading).toBeVisible()
  await choose()
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Nombre' })).toBeVisible()
  await expect(heading).toBeHidden()
  await choose()
  await expect(heading).toBeVisible()
})

test('R-2.9.3 a toast goes after three seconds, stays while it is pointed at, and the bell keeps it', async ({ page }) => {
  await page.clock.install()
  await enter(page)
  await page.route('**/preferencia/producto', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 422, json: { status: '422', msg: 'Columnas', data: [{ message: 'No se guardaron.' }] } })
      : route.continue(),
  )
  await page.goto('/#/producto')
  await page.getByRole('button', { name: 'Columnas' }).click()
  const toast = page.getByRole('alert').filter({ hasText: 'No se guardaron.' })
  await page.getByRole('checkbox', { name: 'Tipo' }).click()
  await toast.hover()
  await page.clock.runFor(10_000)
  await expect(toast).toBeVisible()
  await page.mouse.move(5, 700)
  await page.clock.runFor(4_000)
  await expect(toast).toBeHidden()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Notificaciones/ }).click()
  await expect(page.getByRole('dialog', { name: /^Notificaciones/ }).getByRole('region', { name: 'Actividad' })).toContainText(
    'No se guardaron.',
  )
})

test('R-2.9.4 R-4.17 the theme flips page, top bar and menu together and stays in app-config', async ({ page }) => {
  await enter(page)
  const grounds = () =>
    page.evaluate(() =>
      [
        document.documentElement,
        document.querySelector('header'),
        document.querySelector('nav[aria-label="Menú principal"]')?.parentElement,
      ].map((part) => part && getComputedStyle(part).backgroundColor),
    )
  const light = await grounds()
  await page.getByRole('button', { name: 'Usar tema oscuro' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect.poll(async () => (await grounds()).filter((ground, at) => ground === light[at])).toEqual([])
  const dark = await grounds()
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('app-config') ?? '{}') as unknown)).toMatchObject({
    colorMode: 'dark',
    menuTheme: 'dark',
  })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Usar tema claro' })).toBeVisible()
  await expect.poll(grounds).toEqual(dark)
})

test('no barrier: home with everything, palette, bell, columns', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await withTrouble(page)
  await enter(page)
  await expectAccessibleAtWidths(page, 'home')
  await page.getByRole('button', { name: 'Buscar o ir a…' }).click()
  await page.getByRole('combobox', { name: 'Buscar o ir a' }).fill('demo')
  await expect(page.getByRole('option').filter({ hasText: 'Persona ·' }).first()).toBeVisible()
  await expectAccessibleAtWidths(page, 'palette')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Notificaciones: \d+ por atender$/ }).click()
  await expect(page.getByRole('dialog', { name: /^Notificaciones/ }).getByRole('link', { name: /^1 en revisión/ })).toBeVisible()
  await expectAccessibleAtWidths(page, 'bell')
  await page.keyboard.press('Escape')
  await page.goto('/#/persona')
  await page.getByRole('button', { name: 'Columnas' }).click()
  await expect(page.getByRole('checkbox', { name: 'Correo' })).toBeVisible()
  // The panel covers the elements below it.
  await expectAccessibleAtWidths(page, 'columns', "[role='dialog']")
})
