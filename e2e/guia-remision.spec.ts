import { emitFactura, freshCliente, savePersona } from './support/emit.ts'
import { goTo, headingOf } from './support/screen.ts'
import { CONTADORA, signIn } from './support/sign-in.ts'
import { expect, expectAccessible, rememberTheme, test, WIDTHS } from './support/test.ts'

const EMITIDA = /^Guía de Remisión \d{3}-\d{3}-\d{9}$/

test('R-2.3.20 R-2.3.21 R-5.1.5 O-63 by keyboard alone: carrier, plate, a factura that brings its goods, authorised, and opened again by its address', async ({
  page,
}) => {
  await signIn(page, CONTADORA)
  const cliente = freshCliente('OBRA')
  const transportista = freshCliente('CARGA')
  await savePersona(page, transportista)
  await emitFactura(page, cliente)
  await goTo(page, '/guia_remision')
  await expect(headingOf(page, 'Guía de Remisión nueva')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Transportista' })).toBeFocused()
  await page.keyboard.type(transportista.identificacion)
  await expect(page.getByRole('option', { name: new RegExp(transportista.razon_social) })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Placa', { exact: true })).toBeFocused()
  await page.keyboard.type('PBA')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('alert', { name: /Falta corregir/ }).getByText('Ingrese una placa válida.')).toBeVisible()
  await page.getByLabel('Placa', { exact: true }).focus()
  await page.keyboard.press('End')
  await page.keyboard.type('-1234')
  await page.getByRole('combobox', { name: 'Traer de una factura emitida' }).focus()
  await page.keyboard.type(cliente.identificacion)
  await expect(page.getByRole('option', { name: new RegExp(cliente.razon_social) })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Dirección de destino')).toBeFocused()
  await page.keyboard.type('Av. Loja y Remigio Crespo, Cuenca')
  await expect(page.getByLabel('Cantidad 1')).toHaveValue('1')
  await page.keyboard.press('Control+Enter')
  const confirm = page.getByRole('dialog', { name: /^Emitir la guía de remisión \d{3}-\d{3}-\d{9}$/ })
  await expect(confirm.getByText(cliente.razon_social)).toBeVisible()
  await expect(confirm.getByRole('button', { name: 'Emitir', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: EMITIDA })).toBeVisible()
  await expect(page.locator('header').getByText('Autorizado', { exact: true })).toBeVisible({ timeout: 30_000 })
  expect(page.url()).toMatch(/#\/comprobante\/[0-9a-f-]{36}$/)
  await page.reload()
  await expect(page.getByRole('heading', { name: EMITIDA })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Mercadería' })).toBeVisible()
})

test('from the page of a factura in one click; the editor is accessible in both themes and widths, and its preview is the document', async ({
  page,
}) => {
  await signIn(page, CONTADORA)
  const cliente = freshCliente('TALLER')
  const id = await emitFactura(page, cliente)
  await goTo(page, `/comprobante/${id}`)
  await page.getByRole('link', { name: 'Guía de Remisión' }).click()
  await expect(headingOf(page, 'Guía de Remisión nueva')).toBeVisible()
  for (const viewport of WIDTHS) {
    await rememberTheme(page, viewport.width === 390 ? 'dark' : 'light')
    await page.setViewportSize(viewport)
    await page.goto(`/#/guia_remision/registro?de=${id}&v=${viewport.width}`)
    await expect(page.getByLabel('Cantidad 1')).toHaveValue('1')
    await expectAccessible(page, `guía de remisión, ${viewport.width} px`)
  }
  await page.setViewportSize(WIDTHS[0])
  const varias = {
    ...freshCliente('OBRAS'),
    direccion: 'Quito',
    direcciones: [{ nombre: 'Bodega norte', direccion: 'Av. del Maestro 12' }],
  }
  await savePersona(page, varias)
  await page.getByRole('combobox', { name: 'Quien recibe' }).fill(varias.identificacion)
  await page.getByRole('option', { name: new RegExp(varias.razon_social) }).click()
  const destino = page.getByRole('combobox', { name: 'Dirección de destino' })
  await expect(destino).toBeFocused()
  await expect(destino).toHaveValue('Quito')
  await expect(page.getByRole('option', { name: 'Principal Quito' })).toBeVisible()
  await expectAccessible(page, 'guía de remisión, addresses of whoever receives')
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect(destino).toHaveValue('Av. del Maestro 12')
  await page.goto(`/#/guia_remision/registro?de=${id}&v=vista`)
  await expect(page.getByLabel('Cantidad 1')).toHaveValue('1')
  await page.getByRole('button', { name: 'Vista previa' }).click()
  const preview = page.getByRole('region', { name: 'Vista previa' })
  for (const words of ['GUÍA DE REMISIÓN', `Destinatario: ${cliente.razon_social}`]) await expect(preview.getByText(words)).toBeVisible()
  await expectAccessible(page, 'guía de remisión, preview')
})
