import type { Page } from '@playwright/test'

import { freshCliente, savePersona } from './support/emit.ts'
import { goTo, headingOf } from './support/screen.ts'
import { CONTADORA, signIn } from './support/sign-in.ts'
import { expect, expectAccessible, rememberTheme, test, WIDTHS } from './support/test.ts'

const EMITIDA = /^Comprobante de Retención \d{3}-\d{3}-\d{9}$/
const proveedorOf = (page: Page) => page.getByRole('combobox', { name: 'Proveedor', exact: true })
const totalOf = (page: Page) => page.getByRole('region', { name: 'Resumen' }).getByRole('definition').last()

/** Throws away what was left of another round, if there is something. */
async function dropDraft(page: Page) {
  const discard = page.getByRole('button', { name: 'Descartar' })
  await expect(discard.or(proveedorOf(page)).first()).toBeVisible()
  if (await discard.isVisible()) await discard.click()
}

async function typePurchase(page: Page, proveedor: ReturnType<typeof freshCliente>) {
  await expect(proveedorOf(page)).toBeFocused()
  await page.keyboard.type(proveedor.identificacion)
  await expect(page.getByRole('option', { name: new RegExp(proveedor.razon_social) })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Número', { exact: true }).last()).toBeFocused()
}

test('R-2.3.18 R-2.3.19 O-99 a typed purchase is proposed its withholding with the reason, authorised, and opened again by its address', async ({
  page,
}) => {
  await signIn(page, CONTADORA)
  const proveedor = freshCliente('AGRICULTORA')
  await savePersona(page, proveedor)
  await goTo(page, '/retencion/compra')
  await expect(headingOf(page, 'Retención de compra nueva')).toBeVisible()
  await typePurchase(page, proveedor)
  await page.keyboard.type('001-001-000000777')
  await page
    .getByLabel('Comprobante', { exact: true })
    .selectOption({ label: '03 · Liquidación de compra de bienes o prestación de servicios' })
  await page.getByLabel('Base sin impuestos').fill('310.99')
  // 15 % of 310.99 is 46.65, withheld whole; renta is not, for the company is no agent.
  await expect(page.getByText('IVA: 3 · 100% · $46.65')).toBeVisible()
  await expect(page.getByText('Liquidación de compra: se retiene todo el IVA.')).toBeVisible()
  await expect(page.getByText('Renta: no se retiene')).toBeVisible()
  await expect(totalOf(page)).toHaveText('$46.65')
  await page.keyboard.press('Control+Enter')
  const confirm = page.getByRole('dialog', { name: /^Emitir la retención \d{3}-\d{3}-\d{9}$/ })
  await expect(confirm.getByText(proveedor.razon_social)).toBeVisible()
  await expect(confirm.getByRole('button', { name: 'Emitir', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: EMITIDA })).toBeVisible()
  await expect(page.locator('header').getByText('Autorizado', { exact: true })).toBeVisible({ timeout: 30_000 })
  expect(page.url()).toMatch(/#\/comprobante\/[0-9a-f-]{36}$/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Retenciones' })).toBeVisible()
  await expect(page.getByText('001-001-000000777')).toBeVisible()
})

test('O-99 a liquidación de compra that is issued alone offers its withholding as the next step, filled in', async ({ page }) => {
  await signIn(page, CONTADORA)
  const proveedor = freshCliente('ARTESANA')
  await savePersona(page, proveedor)
  await goTo(page, '/liquidacion_compra')
  await expect(proveedorOf(page)).toBeFocused()
  await page.keyboard.type(proveedor.identificacion)
  await expect(page.getByRole('option', { name: new RegExp(proveedor.razon_social) })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Producto, línea 1')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Tejido')
  await page.keyboard.press('Enter')
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await page.keyboard.type('200')
  // What goes with it is taken out, and left for afterwards.
  await page.getByRole('button', { name: 'Cambiar', exact: true }).click()
  await page.getByRole('button', { name: 'Quitar la retención 1' }).click()
  await expect(page.getByText('Se emite solo la liquidación.')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Emitir', exact: true }).click()
  const next = page.getByRole('link', { name: 'Emitir la retención' })
  await expect(next).toBeVisible({ timeout: 30_000 })
  await next.click()
  await expect(headingOf(page, 'Retención de compra nueva')).toBeVisible()
  await expect(proveedorOf(page)).toHaveValue(new RegExp(proveedor.razon_social))
  await expect(page.getByLabel('Base sin impuestos')).toHaveValue('200.00')
  await expect(totalOf(page)).toHaveText('$30.00')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Emitir', exact: true }).click()
  await expect(page.getByRole('heading', { name: EMITIDA })).toBeVisible()
  await expect(page.locator('header').getByText('Autorizado', { exact: true })).toBeVisible({ timeout: 30_000 })
})

test('the editor of a retención is accessible in both themes and widths, and its preview is the document', async ({ page }) => {
  await signIn(page, CONTADORA)
  for (const viewport of WIDTHS) {
    await rememberTheme(page, viewport.width === 390 ? 'dark' : 'light')
    await page.setViewportSize(viewport)
    await page.goto(`/#/retencion/compra/registro?v=${viewport.width}`)
    await page.reload()
    await dropDraft(page)
    await page.getByLabel('Base sin impuestos').fill('100')
    await page.getByRole('button', { name: 'Añadir retención' }).click()
    await expect(page.getByRole('group', { name: 'Retención 1' })).toBeVisible()
    await expectAccessible(page, `retención, ${viewport.width} px`)
  }
  await page.setViewportSize(WIDTHS[0])
  await page.getByRole('button', { name: 'Vista previa' }).click()
  await expect(page.getByRole('region', { name: 'Vista previa' }).getByText('COMPROBANTE DE RETENCIÓN')).toBeVisible()
  await expectAccessible(page, 'retención, preview')
})
