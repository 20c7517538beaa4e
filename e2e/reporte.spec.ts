import { readFile } from 'node:fs/promises'

import { CONTADORA, EMPRESA, signInAt } from './support/sign-in.ts'
import { expect, expectAccessible, expectAccessibleAtWidths, PHONE, test } from './support/test.ts'

test('R-2.3.4 no barrier: a report of a period is read, changed and taken as a file', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await signInAt(page, '/#/reportes', CONTADORA)
  await expect(page.getByLabel('Totales')).toContainText('$')
  await expectAccessibleAtWidths(page, 'reportes')
  await page.goto('/#/reportes?reporte=ventas_cliente')
  await expect(page.getByLabel('Totales')).toContainText('Documentos')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar' }).click()
  await page.getByRole('button', { name: /CSV/ }).click()
  expect((await download).suggestedFilename()).toMatch(/^reporte-ventas_cliente-\d{4}-\d\d-01-.*\.csv$/)
})

test('R-2.3.4 XML and RIDE of a period leave in one ZIP', async ({ page }) => {
  await signInAt(page, '/#/reportes?desde=2026-01-01&hasta=2026-01-02', CONTADORA, EMPRESA.ajustable)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'XML y RIDE' }).press('Enter')
  expect((await download).suggestedFilename()).toBe('comprobantes-2026-01-01-2026-01-02.zip')
  await expect(page.getByRole('button', { name: 'XML y RIDE' })).toBeEnabled()
})

test('a large ZIP is made by a worker: cancelled, asked for again, there after a reload, and taken', async ({ page }) => {
  await signInAt(page, '/#/reportes?desde=2026-01-01&hasta=2026-12-31', CONTADORA)
  const panel = page.getByRole('region', { name: 'Trabajos en curso' })
  await expect(page.getByLabel('Totales')).toContainText('$')
  const ask = page.getByRole('button', { name: 'XML y RIDE', exact: true })
  await ask.press('Enter')
  await expect(ask).toBeFocused()
  await panel.getByRole('button', { name: /^Cancelar: XML y RIDE/ }).press('Enter')
  await expect(panel.getByRole('status')).toHaveText('Cancelado.')
  const again = panel.getByRole('button', { name: /^Volver a intentar: XML y RIDE, del 01\/01\/2026 al 31\/12\/2026/ })
  await expect(again).toBeFocused()
  await expectAccessible(page, 'reportes con un trabajo')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('listitem')).toHaveCount(2)
  await page.reload()
  const take = panel.getByRole('button', { name: /^Descargar: XML y RIDE/ })
  await expect(take).toBeVisible({ timeout: 60_000 })
  const download = page.waitForEvent('download')
  await take.press('Enter')
  const file = await download
  expect(file.suggestedFilename()).toBe('comprobantes-2026-01-01-2026-12-31.zip')
  const zip = await readFile(await file.path())
  // Number of files, from the last record of the ZIP.
  expect(zip.readUInt16LE(zip.lastIndexOf('PK\x05\x06', undefined, 'latin1') + 10)).toBeGreaterThan(40)
})
