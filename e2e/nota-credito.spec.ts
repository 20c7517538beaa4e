import type { Page } from '@playwright/test'

import { emitFactura, freshCliente } from './support/emit.ts'
import { goTo, headingOf } from './support/screen.ts'
import { CONTADORA, signIn } from './support/sign-in.ts'
import { expect, expectAccessible, rememberTheme, test, WIDTHS } from './support/test.ts'

const EMITIDA = /^Nota de Crédito \d{3}-\d{3}-\d{9}$/
const claseOf = (page: Page) => page.getByRole('combobox', { name: 'Clase de nota' })
const totalOf = (page: Page) => page.getByRole('region', { name: 'Resumen' }).getByRole('definition').last()

test('O-27 O-57 R-1.5 by keyboard alone: half a unit comes back by its quantity, then the rest is annulled from the page of the factura, which takes no third note', async ({
  page,
}) => {
  await signIn(page, CONTADORA)
  const cliente = freshCliente('DEVOLUCIÓN')
  const id = await emitFactura(page, cliente)
  await goTo(page, '/nota')
  await expect(headingOf(page, 'Nota de Crédito nueva')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Factura que se modifica' })).toBeFocused()
  await page.keyboard.type(cliente.identificacion)
  await expect(page.getByRole('option', { name: new RegExp(cliente.razon_social) })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(claseOf(page)).toBeFocused()
  await expect(totalOf(page)).not.toHaveText('$0.00')
  const whole = (await totalOf(page).textContent()) ?? ''
  await page.keyboard.press('ArrowDown')
  await expect(claseOf(page)).toHaveValue('DEVOLUCION')
  await page.getByLabel('Cantidad', { exact: true }).focus()
  await page.getByLabel('Cantidad', { exact: true }).press('Control+A')
  await page.keyboard.type('0,5')
  // Not what it was, and not the nothing that «0,» comes to.
  await expect.poll(async () => [whole, '$0.00'].includes((await totalOf(page).textContent()) ?? '')).toBe(false)
  const half = await totalOf(page).textContent()
  await page.keyboard.press('Control+Enter')
  const confirm = page.getByRole('dialog', { name: /^Emitir la nota de crédito \d{3}-\d{3}-\d{9}$/ })
  await expect(confirm.getByText(half ?? '', { exact: true })).toBeVisible()
  await expect(confirm.getByRole('button', { name: 'Emitir', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: EMITIDA })).toBeVisible()
  await expect(page.locator('header').getByText('Autorizado', { exact: true })).toBeVisible({ timeout: 30_000 })
  expect(page.url()).toMatch(/#\/comprobante\/[0-9a-f-]{36}$/)
  await page.reload()
  await expect(page.getByRole('heading', { name: EMITIDA })).toBeVisible()

  await goTo(page, `/comprobante/${id}`)
  await page.getByRole('link', { name: 'Nota de Crédito' }).click()
  await expect(page.getByText(/^Quedan 0.5 · /)).toBeVisible()
  for (const viewport of WIDTHS) {
    await rememberTheme(page, viewport.width === 390 ? 'dark' : 'light')
    await page.setViewportSize(viewport)
    await expectAccessible(page, `nota de crédito, ${viewport.width} px`)
  }
  // A row for title and state, one for the tools.
  const tools = page.locator('header').filter({ has: page.getByRole('button', { name: 'Vista previa' }) })
  expect((await tools.boundingBox())?.height).toBeLessThan(110)
  await page.setViewportSize(WIDTHS[0])
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Emitir', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('header').getByText('Autorizado', { exact: true })).toBeVisible({ timeout: 30_000 })

  await goTo(page, `/comprobante/${id}`)
  await page.getByRole('link', { name: 'Nota de Crédito' }).click()
  await expect(page.getByText('La factura ya está acreditada por completo.').first()).toBeVisible()
})
