import type { Locator, Page } from '@playwright/test'

import { CONTADORA, EMPRESA, signInAt } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// The failure that shows a toast over a dialog.
test.use({ expectedComplaints: /^Failed to load resource: the server responded with a status of 500/ })

const toast = (page: Page) => page.locator('.mantine-Notification-root')

/** Whether nothing covers the middle of the element. */
const isOnTop = (locator: Locator) =>
  locator.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + Math.min(height / 2, innerHeight - top - 1)))
  })

test('ui §14.7 R-2.10.30 R-9.34 the calendar and the choices of a dialog are above it, and a toast above all of them', async ({ page }) => {
  await signInAt(page, '/#/empresa_perfil?seccion=condiciones', CONTADORA, EMPRESA.ajustable)
  await page.getByRole('button', { name: 'Añadir: Contribuyente especial' }).click()
  const dialog = page.getByRole('dialog', { name: 'Añadir: Contribuyente especial', exact: true })
  await dialog.getByLabel('Número de resolución').fill('RES123')
  await dialog.getByLabel('Desde', { exact: true }).fill('01/02/2024')
  await page.route('**/save_empresa_perfil_info', (route) => route.fulfill({ status: 500, json: { status: '500', msg: null, data: null } }))
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(toast(page)).toBeVisible()
  await toast(page).hover()
  expect(await isOnTop(toast(page)), 'the toast over the dialog').toBe(true)
  const box = await toast(page).boundingBox()
  expect(1280 - (box?.x ?? 0) - (box?.width ?? 0), 'at the right edge').toBeLessThan(32)
  expect(box?.y, 'at the top').toBeLessThan(32)

  await dialog.getByRole('button', { name: 'Abrir calendario: Hasta' }).press('Enter')
  await expect(page.getByRole('grid')).toBeVisible()
  expect(await isOnTop(page.getByRole('grid')), 'the calendar over the dialog').toBe(true)
  expect(await isOnTop(toast(page)), 'the toast over the calendar').toBe(true)
})

test('ui §14.7 the clients that the quick product and client dialogs stand over stay below them', async ({ page }) => {
  await signInAt(page, '/#/documento', CONTADORA)
  const discard = page.getByRole('button', { name: 'Descartar' })
  const cliente = page.getByRole('combobox', { name: 'Cliente' })
  await expect(discard.or(cliente).first()).toBeVisible()
  if (await discard.isVisible()) await discard.click()
  await cliente.fill('Nadie de ese nombre')
  await page.getByRole('option', { name: /^Crear/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Nuevo cliente' })
  await expect(dialog).toBeVisible()
  expect(await isOnTop(dialog.getByLabel('Tipo de identificación'))).toBe(true)
  await expect(page.getByRole('listbox')).toBeHidden()
})
