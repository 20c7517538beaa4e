import type { Page } from '@playwright/test'

import { openNew } from './support/emit.ts'
import { CONTADORA, signInAt } from './support/sign-in.ts'
import { expect, expectAccessible, test } from './support/test.ts'

/** Opens something with a button of the page: «Esc» closes it and returns the focus to the button. */
async function visit(page: Page, button: string | RegExp, what: string, role: 'dialog' | 'menu' = 'dialog') {
  const opener = page.getByRole('button', { name: button }).first()
  await opener.click()
  const opened = page.getByRole(role).filter({ visible: true })
  await expect(opened).toBeVisible()
  await expect.poll(() => opened.evaluate((panel) => panel.contains(document.activeElement)), `${what}: has the focus`).toBe(true)
  await expectAccessible(page, what, `[role='${role}']`)
  await page.keyboard.press('Escape')
  await expect(opened).toBeHidden()
  await expect(opener).toBeFocused()
}

const LIST = "[role='listbox']"

test('ui §8 R-9.7 no barrier with whatever opens over a page: panels, menus, palette, calendar, lists of choices, hints', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signInAt(page, '/#/comprobante', CONTADORA)
  await expect(page.locator('[aria-busy="false"] tbody').getByRole('row').first()).toBeVisible()
  await visit(page, /^Notificaciones/, 'bell')
  await visit(page, /RUC \d{13}$/, 'companies')
  await visit(page, 'Contactos', 'contacts')
  await visit(page, 'Apariencia', 'appearance')
  await visit(page, 'Perfil', 'menu of the profile', 'menu')
  await visit(page, 'Vistas', 'views')
  await visit(page, 'Exportar', 'export')
  await visit(page, 'Columnas', 'columns')
  await visit(page, 'Más listas', 'menu of the list', 'menu')
  await visit(page, 'Emitir otro documento', 'other documents', 'menu')
  await visit(page, /^Acciones de/, 'menu of a row', 'menu')
  await visit(page, 'Abrir calendario: Desde', 'calendar')

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Buscar o ir a' })).toBeFocused()
  await page.keyboard.type('producto')
  await expect(page.getByRole('option', { name: /Productos/ }).first()).toBeVisible()
  await expectAccessible(page, 'palette', "[role='dialog']")
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Contactos' }).hover()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await expectAccessible(page, 'hint', "[role='tooltip']")

  await openNew(page)
  await page.keyboard.type('demo')
  await expect(page.getByRole('listbox').getByRole('option', { name: /DEMO/ }).first()).toBeVisible()
  await expectAccessible(page, 'choices of clients', LIST)
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Producto, línea 1' }).click()
  await page.keyboard.type('arr')
  await expect(page.getByRole('option', { name: /Arroz/ }).first()).toBeVisible()
  await expectAccessible(page, 'choices of products', LIST)
  await page.keyboard.press('Escape')
  await visit(page, 'Acciones de la línea 1', 'menu of a line', 'menu')

  await page.goto('/#/nota')
  const factura = page.getByRole('combobox', { name: 'Factura que se modifica' })
  await expect(factura).toBeFocused()
  await expect(page.getByRole('listbox'), 'nothing typed, nothing offered').toBeHidden()
  await page.keyboard.type('001')
  await expect(page.getByRole('option').filter({ visible: true }).first()).toBeVisible()
  await expectAccessible(page, 'choices of facturas', LIST)
  await page.goto('/#/retencion/compra')
  await page.getByText('Más del proveedor, período y fecha de pago').click()
  await visit(page, 'Abrir calendario: Período fiscal', 'months')
  await page.getByRole('button', { name: 'Abrir calendario: Período fiscal' }).click()
  await page.getByRole('button', { name: /^marzo de 20/ }).click()
  await expect(page.getByLabel('Período fiscal', { exact: true })).toHaveValue(/^03\/20\d\d$/)
})

test('ui §8 no barrier on a phone with the filters of a list, the menu and the company open', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAt(page, '/#/comprobante', CONTADORA)
  await expect(page.locator('[aria-busy="false"] tbody').getByRole('row').first()).toBeVisible()
  await visit(page, /^Filtros/, 'filters')
  await visit(page, 'Empresa y RUC', 'company')
  await visit(page, 'Abrir menú', 'menu')
})
