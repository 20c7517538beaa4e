import { CONTADORA, EMPRESA, signIn } from './support/sign-in.ts'
import { expect, expectAccessible, test } from './support/test.ts'

for (const width of [1280, 390])
  test(`R-2.3.4 no barrier, ${width} px wide: a report of a period is read, changed and taken as a file`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await signIn(page, CONTADORA)
    await page.goto('/#/reportes')
    await expect(page.getByLabel('Totales')).toContainText('$')
    await expectAccessible(page, 'reportes')
    await page.goto('/#/reportes?reporte=ventas_cliente')
    await expect(page.getByLabel('Totales')).toContainText('Documentos')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exportar' }).click()
    await page.getByRole('button', { name: /CSV/ }).click()
    expect((await download).suggestedFilename()).toMatch(/^reporte-ventas_cliente-\d{4}-\d\d-01-.*\.csv$/)
  })

test('R-2.3.4 XML and RIDE of a period leave in one ZIP', async ({ page }) => {
  await signIn(page, CONTADORA, EMPRESA.ajustable)
  await page.goto('/#/reportes?desde=2026-01-01&hasta=2026-01-02')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'XML y RIDE' }).press('Enter')
  expect((await download).suggestedFilename()).toBe('comprobantes-2026-01-01-2026-01-02.zip')
  await expect(page.getByRole('button', { name: 'XML y RIDE' })).toBeEnabled()
})
