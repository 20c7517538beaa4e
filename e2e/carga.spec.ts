import type { Page } from '@playwright/test'

import { pickEntry } from './support/screen.ts'
import { CONTADORA, signIn, signInAt } from './support/sign-in.ts'
import { expect, expectAccessible, expectAccessibleAtWidths, PHONE, test } from './support/test.ts'

const HEAD = 'Código;Nombre;Precio sin IVA;IVA'
const sheet = (rows: readonly string[], name = 'productos.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${[HEAD, ...rows].join('\n')}\n`),
})

async function openImport(page: Page) {
  await page.getByRole('button', { name: 'Más acciones' }).press('Enter')
  await pickEntry(page, 'Importar')
}

test('R-7.4.11 R-7.4.12 O-70 a sheet with errors changes nothing; the corrected one is checked, applied, and shows how it goes', async ({
  page,
}) => {
  await signIn(page, CONTADORA)
  const mark = `CARGA${Date.now()}`
  await page.goto('/#/producto')
  await openImport(page)
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
  // Delayed, so that the progress can be seen.
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

const csv = (name: string, lines: readonly string[]) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(`${lines.join('\n')}\n`) })

test('O-70 a shop begins: its products, what there is of them and its people come from three sheets', async ({ page }) => {
  await signIn(page, CONTADORA)
  const mark = `INI${Date.now()}`
  const picker = page.locator('input[type=file]')
  const send = async (file: ReturnType<typeof csv>) => {
    await picker.setInputFiles(file)
    await page.getByRole('button', { name: 'Subir' }).press('Enter')
  }
  await page.goto('/#/productos/carga')
  await send(csv('productos.csv', [`${HEAD};Lleva inventario`, `${mark};Cemento ${mark};8.25;15%;Sí`]))
  await page.getByRole('button', { name: 'Registrar 1 producto' }).press('Enter')
  await expect(page.getByText('Se registró 1 producto.')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Subir otro archivo' }).press('Enter')
  await page.getByLabel('Registrar el inventario inicial').check()
  // The format of a spreadsheet's «Texto Unicode».
  const unicode = Buffer.from(`\uFEFFCódigo\tCantidad\tCosto unitario\r\n${mark}\t40,5\t6.10\r\n`, 'utf16le')
  await expect(picker).toHaveAttribute('accept', /\.txt/)
  await send({ name: 'stock.txt', mimeType: 'text/plain', buffer: unicode })
  await expect(page.getByText('Entrará hoy el stock de 1 producto. Aún no se cambió nada.')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Registrar el stock de 1 producto' }).press('Enter')
  await expect(page.getByText('Se registró el stock de 1 producto.')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('link', { name: 'Ver existencias' }).press('Enter')
  await page.getByRole('searchbox', { name: 'Buscar' }).fill(mark)
  await expect(page.getByRole('row', { name: new RegExp(`${mark}.* 40\\.5 `) })).toBeVisible()

  await page.goto('/#/persona')
  await openImport(page)
  await expect(page.getByRole('heading', { name: 'Importar personas' })).toBeVisible()
  await send(csv('personas.csv', ['Identificación;Tipo de identificación;Nombre;Rol', `${mark};Pasaporte;Viajera ${mark};Proveedora`]))
  await expect(page.getByText('Escriba Cliente, Proveedor, Transportista o Empleado.')).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page, 'a person that is refused')
  await page.getByRole('button', { name: 'Subir otro archivo' }).press('Enter')
  await send(csv('personas.csv', ['Identificación;Tipo de identificación;Nombre;Rol', `${mark};Pasaporte;Viajera ${mark};Proveedor`]))
  await page.getByRole('button', { name: 'Registrar 1 persona' }).press('Enter')
  await expect(page.getByText('Se registró 1 persona.')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('link', { name: 'Ver personas' }).press('Enter')
  await page.getByRole('searchbox', { name: 'Buscar' }).fill(mark)
  await expect(page.getByText(`Viajera ${mark}`)).toBeVisible()
})

test('R-2.10.15 no barrier: choosing a sheet', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await signInAt(page, '/#/productos/carga', CONTADORA)
  await expect(page.getByRole('heading', { name: 'Importar productos' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'choosing')
  await page.getByLabel('Actualizar precios').check()
  await page.locator('input[type=file]').setInputFiles({ name: 'foto.csv', mimeType: 'text/csv', buffer: Buffer.from([1, 0, 2]) })
  await page.getByRole('button', { name: 'Subir' }).click()
  await expect(page.getByText('El archivo no es una hoja: guárdelo como .xlsx o .csv.')).toBeVisible()
  await expectAccessibleAtWidths(page, 'refused')
})
