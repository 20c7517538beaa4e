import { CONTADORA, signIn } from './support/sign-in.ts'
import { expect, expectAccessible, test, WIDTHS } from './support/test.ts'

const HEAD = 'Código;Nombre;Precio sin IVA;IVA'
const sheet = (rows: readonly string[], name = 'productos.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${[HEAD, ...rows].join('\n')}\n`),
})

test('R-7.4.11 R-7.4.12 O-70 a sheet with errors changes nothing; the corrected one is checked, applied, and shows how it goes', async ({
  page,
}) => {
  await signIn(page, CONTADORA)
  const mark = `CARGA${Date.now()}`
  await page.goto('/#/producto')
  await page.getByRole('link', { name: 'Importar' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Importar productos' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Plantilla .xlsx' }).press('Enter')
  expect((await download).suggestedFilename()).toBe('plantilla-productos.xlsx')
  const picker = page.locator('input[type=file]')
  await picker.setInputFiles(sheet([`${mark}-1;Uno;caro;15%`, `${mark}-2;;2;12%`]))
  await page.getByRole('button', { name: 'Subir' }).press('Enter')
  await expect(page.getByText('productos.csv: 2 filas con errores, de 2. No se cambió nada.')).toBeVisible()
  await expect(page.getByRole('row', { name: /2 C2 Precio sin IVA Ingrese un número válido\./ })).toBeVisible()
  await expectAccessible(page, 'errors by row and cell')
  await page.getByRole('button', { name: 'Subir otro archivo' }).press('Enter')
  // Held on its way, so that how it goes can be seen.
  await page.route('**/productos/upload**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700))
    await route.continue()
  })
  const rows = Array.from({ length: 400 }, (_, n) => `${mark}-${n};Tornillo ${mark} número ${n};${n + 1}.25;15%`)
  await picker.setInputFiles(sheet(rows))
  await page.getByRole('button', { name: 'Subir' }).press('Enter')
  await expect(page.getByRole('progressbar', { name: 'Subiendo productos.csv' })).toBeVisible()
  await page.getByRole('button', { name: 'Registrar 400 productos' }).press('Enter')
  await expect(page.getByText('Se registraron 400 productos.')).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page, 'applied')
  await page.getByRole('link', { name: 'Ver productos' }).press('Enter')
  await page.getByRole('searchbox', { name: 'Buscar' }).fill(`${mark} tornillo`)
  await expect(page.getByText('Mostrando 1 a 5 de 400')).toBeVisible()
})

for (const viewport of WIDTHS)
  test(`R-2.10.15 no barrier, ${viewport.width} px wide: choosing a sheet`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await signIn(page, CONTADORA)
    await page.goto('/#/productos/carga')
    await expect(page.getByRole('heading', { name: 'Importar productos' })).toBeVisible()
    await expectAccessible(page, 'choosing')
    await page.getByLabel('Actualizar precios').check()
    await page.locator('input[type=file]').setInputFiles({ name: 'foto.csv', mimeType: 'text/csv', buffer: Buffer.from([1, 0, 2]) })
    await page.getByRole('button', { name: 'Subir' }).click()
    await expect(page.getByText('El archivo no es una hoja: guárdelo como .xlsx o .csv.')).toBeVisible()
    await expectAccessible(page, 'refused')
    if (process.env['FOTOS']) await page.screenshot({ path: `${process.env['FOTOS']}/carga-${viewport.width}.png` })
  })
