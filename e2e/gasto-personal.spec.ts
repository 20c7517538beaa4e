import { readFileSync } from 'node:fs'

import { CONTADORA, signIn } from './support/sign-in.ts'
import { expect, expectAccessibleAtWidths, PHONE, test } from './support/test.ts'

const CEDULA = '1710034065'
const xml = readFileSync(new URL('../packages/sri/ejemplos/factura-1.1.0-consumidor-final.xml', import.meta.url), 'utf8')
  .replace(/<identificacionComprador>[^<]+/, `<identificacionComprador>${CEDULA}`)
  .replace(/<fechaEmision>[^<]+/, '<fechaEmision>10/03/2026')

const OTRA = '1003202601179001234500110090090000000091234567812'
/** Another document of the same supplier. */
const otro = xml.replace(/<claveAcceso>[^<]+/, `<claveAcceso>${OTRA}`).replace(/<secuencial>[^<]+/, '<secuencial>000000009')

test('R-2.3.28 R-2.3.29 R-1.7 a person’s expenses: family, a split document, an XML, undo, and what they take off the tax', async ({
  page,
}) => {
  test.slow()
  await signIn(page, CONTADORA)
  const mark = `${Date.now()}`.slice(-9)

  await page.goto('/#/gastos_personales/configuracion?anio=2026')
  await expect(page.getByText('Techo de 2026: $5,752.60 de gastos, $1,035.47 de rebaja.')).toBeVisible()
  await page.getByLabel('Cargas familiares').fill('2')
  await expect(page.getByText('Techo de 2026: $9,039.80 de gastos, $1,627.16 de rebaja.')).toBeVisible()
  await page.getByRole('button', { name: 'Agregar familiar' }).press('Enter')
  await page.getByLabel('Nombre 1').fill('Ana Lucía Paredes')
  await page.getByLabel('Cédula 1').fill(CEDULA)
  await page.getByLabel('Ingresos del año').fill('24000')
  await page.getByRole('button', { name: 'Guardar' }).press('Enter')
  await expect(page.getByText('Configuración guardada')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Gastos personales', level: 1 })).toBeVisible()

  const dialog = page.getByRole('dialog')
  await expect(page.getByRole('heading', { name: 'Rubros frente al techo de 2026' })).toBeVisible()
  await page.getByRole('button', { name: 'Nuevo gasto' }).first().press('Enter')
  await dialog.getByLabel('RUC del proveedor').fill('1790012345001')
  await dialog.getByLabel('Proveedor', { exact: true }).fill(`Clínica ${mark}`)
  await dialog.getByLabel('Número').fill(`001-001-${mark}`)
  await dialog.getByLabel('A nombre de').selectOption({ label: `Ana Lucía Paredes (${CEDULA})` })
  await dialog.getByLabel('Rubro 1', { exact: true }).selectOption({ label: 'Salud' })
  await dialog.getByLabel('Valor 1').fill('1000')
  await dialog.getByRole('button', { name: 'Repartir en otro rubro' }).press('Enter')
  await dialog.getByLabel('Rubro 2', { exact: true }).selectOption({ label: 'Alimentación' })
  await dialog.getByLabel('Valor 2').fill('250,50')
  await dialog.getByRole('button', { name: 'Guardar' }).press('Enter')
  await expect(page.getByText('Gasto registrado')).toBeVisible()
  const fila = page.getByRole('row', { name: new RegExp(`Clínica ${mark}`) })
  await expect(fila).toContainText('Salud $1,000.00 · Alimentación $250.50')
  const cuenta = page.getByRole('region', { name: 'Gastado que cuenta' })
  await expect(cuenta).toContainText('$1,250.50')
  await expect(page.getByRole('region', { name: 'Rebaja hasta hoy' })).toContainText('$225.09')
  await expect(page.getByRole('region', { name: 'Impuesto a la renta estimado de 2026' })).toContainText('$863.35')

  await fila.getByRole('button', { name: /^Acciones de/ }).click()
  await page.getByRole('menuitem', { name: 'Eliminar' }).click()
  await expect(fila).toBeHidden()
  await expect(cuenta).toContainText('$0.00')
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(fila).toBeVisible()
  await expect(cuenta).toContainText('$1,250.50')

  // The received document waits for its category: it is still there after closing, and after being put aside and back.
  await page.getByRole('button', { name: 'Traer comprobantes' }).press('Enter')
  await dialog.locator('input[type=file]').setInputFiles({ name: 'factura.xml', mimeType: 'text/xml', buffer: Buffer.from(xml) })
  await dialog.getByRole('button', { name: 'Subir' }).click()
  await expect(dialog.getByText('no trae la autorización del SRI')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const pendientes = page.getByRole('region', { name: 'Por clasificar (1)' })
  await pendientes.getByRole('button', { name: /^Descartar:/ }).press('Enter')
  await expect(pendientes).toBeHidden()
  await page.getByRole('button', { name: 'Deshacer' }).last().click()
  await pendientes.getByRole('button', { name: /^Clasificar:/ }).press('Enter')
  await dialog.getByLabel('Rubro 1', { exact: true }).selectOption({ label: 'Vestimenta' })
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog).toBeHidden()
  await expect(pendientes).toBeHidden()
  await expect(page.getByText('(2)', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Vestimenta', exact: true }).press('Enter')
  await expect(page.getByText('(1)', { exact: true })).toBeVisible()
  await page.goto('/#/gastos_personales')

  // The next document of the same supplier gets the same proposal.
  await page.getByRole('button', { name: 'Traer comprobantes' }).click()
  await dialog.locator('input[type=file]').setInputFiles({ name: 'otra.xml', mimeType: 'text/xml', buffer: Buffer.from(otro) })
  await dialog.getByRole('button', { name: 'Subir' }).click()
  await expect(dialog.getByText('Propuesto. Vestimenta: así lo clasificó la última vez')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(pendientes.getByText('Propuesto. Vestimenta: así lo clasificó la última vez')).toBeVisible()

  await page.getByRole('button', { name: 'Nuevo gasto' }).first().click()
  await dialog.getByLabel('RUC del proveedor').fill('1790012345001')
  await expect(dialog.getByText('Propuesto. Salud: fue el rubro mayor la última vez')).toBeVisible()
  await expect(dialog.getByLabel('Rubro 1', { exact: true }).locator('option:checked')).toHaveText('Salud')
  await page.setViewportSize(PHONE)
  await expectAccessibleAtWidths(page, 'form')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Descartar cambios' }).click()
  for (const path of ['/gastos_personales', '/gastos_personales/configuracion']) {
    await page.goto(`/#${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(/^Techo de 2026|Rubros frente al techo/).first()).toBeVisible()
    await expectAccessibleAtWidths(page, path)
  }
})
