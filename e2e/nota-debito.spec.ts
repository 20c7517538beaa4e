import type { Page } from '@playwright/test'

import { emitFactura, freshCliente } from './support/emit.ts'
import { goTo, headingOf } from './support/screen.ts'
import { CONTADORA, signIn } from './support/sign-in.ts'
import { expect, expectAccessibleAtWidths, test } from './support/test.ts'

const facturaOf = (page: Page) => page.getByRole('combobox', { name: 'Factura que se modifica' })
const totalOf = (page: Page) => page.getByRole('region', { name: 'Resumen' }).getByRole('definition').last()

/** Begins a note on a new factura, from the factura's own page. */
async function begin(page: Page) {
  await signIn(page, CONTADORA)
  const cliente = freshCliente('NOTA DE DÉBITO')
  const id = await emitFactura(page, cliente)
  await goTo(page, `/comprobante/${id}`)
  await page.getByRole('link', { name: 'Nota de Débito' }).click()
  await expect(headingOf(page, 'Nota de Débito nueva')).toBeVisible()
  await expect(page.getByText(cliente.razon_social)).toBeVisible()
  return { id, cliente }
}

test('O-27 O-92 R-2.3.15 by keyboard alone: a factura is found by its client, two reasons are charged at its rate, authorised, and opened again by its address while signed in', async ({
  page,
}) => {
  await signIn(page, CONTADORA)
  const cliente = freshCliente('DÉBITO')
  await emitFactura(page, cliente)
  await goTo(page, '/nota?tipo=05')
  await expect(facturaOf(page)).toBeFocused()
  await page.keyboard.type(cliente.identificacion)
  await expect(page.getByRole('option', { name: new RegExp(cliente.razon_social) })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Razón 1', { exact: true })).toBeFocused()
  await page.keyboard.type('Interés por mora')
  await page.keyboard.press('Tab')
  await page.keyboard.type('12,50')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Razón 2', { exact: true })).toBeFocused()
  await page.keyboard.type('Gastos de cobranza')
  await page.keyboard.press('Tab')
  await page.keyboard.type('0.33')
  // 12.83 × 15 % = 1.9245
  await expect(totalOf(page)).toHaveText('$14.75')
  await page.keyboard.press('Control+Enter')
  const confirm = page.getByRole('dialog', { name: /^Emitir la nota de débito \d{3}-\d{3}-\d{9}$/ })
  await expect(confirm.getByText('$14.75')).toBeVisible()
  await expect(confirm.getByRole('button', { name: 'Emitir', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Nota de Débito \d{3}-\d{3}-\d{9}$/ })).toBeVisible()
  await expect(page.locator('header').getByText('Autorizado', { exact: true })).toBeVisible({ timeout: 30_000 })
  const address = page.url()
  expect(address).toMatch(/#\/comprobante\/[0-9a-f-]{36}$/)
  await page.reload()
  await expect(page.getByRole('heading', { name: /^Nota de Débito \d{3}-\d{3}-\d{9}$/ })).toBeVisible()
  await expect(page.getByText('Gastos de cobranza')).toBeVisible()
  await page.evaluate(() => localStorage.removeItem('auth'))
  await page.reload()
  await expect(headingOf(page, '¡Bienvenido de nuevo!')).toBeVisible()
  expect(new URL(page.url()).hash).toBe('#/login')
})

test('O-27 what is missing is said at its field, a reload offers the draft, and two presses issue one note', async ({ page }) => {
  const { cliente } = await begin(page)
  await page.getByRole('button', { name: 'Emitir', exact: true }).filter({ visible: true }).click()
  await expect(page.getByRole('alert')).toContainText('Razón 1: Agregue al menos una razón con su valor.')
  await page.getByLabel('Razón 1', { exact: true }).fill('Interés por mora')
  await page.getByLabel('Valor sin IVA').fill('10')
  await page.getByRole('button', { name: 'Vista previa' }).click()
  const preview = page.getByRole('region', { name: 'Vista previa' })
  for (const words of ['NOTA DE DÉBITO', 'Comprobante que se modifica: FACTURA', 'Interés por mora', '$11.50'])
    await expect(preview.getByText(words).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText(/^Borrador guardado \d\d:\d\d$/)).toBeVisible()
  await goTo(page, '/nota?tipo=05')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByLabel('Razón 1', { exact: true })).toHaveValue('Interés por mora')
  await expect(page.getByText(cliente.razon_social)).toBeVisible()
  const sent: string[] = []
  page.on('request', (request) => request.url().includes('/v1/nota/emitir/') && sent.push(request.url()))
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Emitir', exact: true }).dblclick()
  await expect(page.getByRole('heading', { name: /^Nota de Débito \d{3}-\d{3}-\d{9}$/ })).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('the editor of a debit note is accessible, in both themes and widths', async ({ page }) => {
  const { id } = await begin(page)
  await page.goto(`/#/nota/registro?tipo=05&de=${id}`)
  await expect(page.getByLabel('Razón 1', { exact: true })).toBeVisible()
  await expectAccessibleAtWidths(page, 'nota')
})
