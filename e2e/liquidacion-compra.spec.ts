import { freshCliente, savePersona } from './support/emit.ts'
import { goTo, headingOf } from './support/screen.ts'
import { CONTADORA, signIn } from './support/sign-in.ts'
import { expect, expectAccessible, rememberTheme, test, WIDTHS } from './support/test.ts'

const EMITIDA = /^Liquidación de Compra \d{3}-\d{3}-\d{9}$/
const RETENCION = /^(?:Comprobante de )?Retención \d{3}-\d{3}-\d{9}$/
const NUMERO = /^\d{3}-\d{3}-\d{9}$/

test('R-2.3.22 R-2.3.23 by keyboard alone: a supplier without invoice, two lines at their own prices, issued with its withholding, both authorised, and opened again by its address', async ({
  page,
}) => {
  await signIn(page, CONTADORA)
  const proveedor = freshCliente('AGRICULTOR')
  await savePersona(page, proveedor)
  await goTo(page, '/liquidacion_compra')
  await expect(headingOf(page, 'Liquidación de Compra nueva')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Proveedor' })).toBeFocused()
  await page.keyboard.type(proveedor.identificacion)
  await expect(page.getByRole('option', { name: new RegExp(proveedor.razon_social) })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Producto, línea 1')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Quintal de cacao en grano')
  await page.keyboard.press('Enter')
  await page.keyboard.type('2,5')
  await page.keyboard.press('Enter')
  await page.keyboard.type('120.40')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Flete')
  await page.keyboard.press('Enter')
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await page.keyboard.type('9.99')
  // 301.00 + 9.99 = 310.99; 15 % = 46.6485
  const resumen = page.getByRole('region', { name: 'Resumen' })
  await expect(resumen.getByText('$357.64', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Retención' }).getByText(/^IVA: 3 · 100% · \$46\.65$/)).toBeVisible()
  await expect(resumen.getByText('Retención de IVA')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  const confirm = page.getByRole('dialog', { name: /^Emitir la liquidación de compra \d{3}-\d{3}-\d{9}$/ })
  await expect(confirm.getByText(proveedor.razon_social)).toBeVisible()
  await expect(confirm.getByRole('button', { name: 'Emitir', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: EMITIDA })).toBeVisible()
  await expect(page.locator('header').getByText('Autorizado', { exact: true })).toBeVisible({ timeout: 30_000 })
  expect(page.url()).toMatch(/#\/comprobante\/[0-9a-f-]{36}$/)
  // Its retención was issued in the same step, and names it.
  await page.getByRole('region', { name: 'Resumen' }).getByRole('link', { name: NUMERO }).click()
  await expect(page.getByRole('heading', { name: RETENCION })).toBeVisible()
  await expect(page.locator('header').getByText('Autorizado', { exact: true })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('region', { name: 'Resumen' }).getByRole('link', { name: NUMERO }).click()
  await expect(page.getByRole('heading', { name: EMITIDA })).toBeVisible()
  // The document has an address of its own: no draft is read, whose absence would show in the console.
  const absent: string[] = []
  page.on('response', (response) => void (response.status() === 404 && absent.push(response.url())))
  await page.reload()
  await expect(page.getByRole('heading', { name: EMITIDA })).toBeVisible()
  await expect(page.getByText('Quintal de cacao en grano')).toBeVisible()
  expect(absent).toEqual([])
})

test('a liquidación that refunds a voucher is issued with it and authorised', async ({ page }) => {
  await signIn(page, CONTADORA)
  const proveedor = freshCliente('GESTOR')
  await savePersona(page, proveedor)
  await goTo(page, '/liquidacion_compra')
  await expect(page.getByRole('combobox', { name: 'Proveedor' })).toBeFocused()
  await page.keyboard.type(proveedor.identificacion)
  await expect(page.getByRole('option', { name: new RegExp(proveedor.razon_social) })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Producto, línea 1')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Reembolso de gastos')
  await page.keyboard.press('Enter')
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await page.keyboard.type('46')
  await page.getByLabel('IVA, línea 1').selectOption({ label: 'No objeto de IVA' })
  await page.getByRole('button', { name: 'Reembolsos de gastos' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Identificación del proveedor').selectOption({ label: 'RUC' })
  await dialog.getByLabel('Número de identificación').fill('1791234567001')
  await dialog.getByLabel('Número', { exact: true }).fill('002-001-000000456')
  await dialog.getByLabel('Autorización').fill('1234567890')
  await dialog.getByLabel('Base con IVA').fill('40')
  await dialog.getByRole('button', { name: 'Listo' }).click()
  await expect(page.getByText('Incluye 1 comprobante de reembolso.')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  const confirm = page.getByRole('dialog', { name: /^Emitir la liquidación de compra \d{3}-\d{3}-\d{9}$/ })
  await expect(confirm.getByRole('button', { name: 'Emitir', exact: true })).toBeFocused()
  const sent = page.waitForRequest(/\/liquidacion_compra\/emitir\//)
  await page.keyboard.press('Enter')
  expect((await sent).postDataJSON()).toMatchObject({ reembolsos: [{ numero: '002-001-000000456' }] })
  await expect(page.getByRole('heading', { name: EMITIDA })).toBeVisible()
  await expect(page.locator('header').getByText('Autorizado', { exact: true })).toBeVisible({ timeout: 30_000 })
})

test('the editor of a liquidación de compra is accessible in both themes and widths, and its preview is the document', async ({ page }) => {
  await signIn(page, CONTADORA)
  for (const viewport of WIDTHS) {
    await rememberTheme(page, viewport.width === 390 ? 'dark' : 'light')
    await page.setViewportSize(viewport)
    await page.goto(`/#/liquidacion_compra/registro?v=${viewport.width}`)
    await expect(page.getByRole('combobox', { name: 'Proveedor' })).toBeVisible()
    await expectAccessible(page, `liquidación de compra, ${viewport.width} px`)
  }
  await page.setViewportSize(WIDTHS[0])
  await page.getByRole('button', { name: 'Vista previa' }).click()
  await expect(page.getByRole('region', { name: 'Vista previa' }).getByText('LIQUIDACIÓN DE COMPRA')).toBeVisible()
  await expectAccessible(page, 'liquidación de compra, preview')
})
