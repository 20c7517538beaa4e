import type { Page } from '@playwright/test'

import { freshCliente, savePersona } from './support/emit.ts'
import { xmlOf } from './support/legible.ts'
import { addParte } from './support/partes.ts'
import { goTo, headingOf } from './support/screen.ts'
import { CONTADORA, signIn } from './support/sign-in.ts'
import { expect, expectAccessible, test } from './support/test.ts'

const HOY = new Date().toLocaleDateString('sv', { timeZone: 'America/Guayaquil' })

/** A new factura, whatever an earlier test left half done. */
async function openNew(page: Page) {
  await goTo(page, '/')
  await expect(headingOf(page, 'Inicio')).toBeVisible()
  await goTo(page, '/documento')
  const discard = page.getByRole('button', { name: 'Descartar' })
  const cliente = page.getByRole('combobox', { name: 'Cliente' })
  await expect(discard.or(cliente)).toBeVisible()
  if (await discard.isVisible()) await discard.click()
  await expect(cliente).toHaveValue('')
}

/** What customs and carrier told days later, typed on the page of the factura where the ATS of its month misses it. */
async function tellAts(page: Page) {
  await goTo(page, `/declaraciones?formulario=ATS&periodo=${HOY.slice(0, 7)}`)
  const defectos = page.getByRole('region', { name: 'Antes de declarar' })
  await defectos.getByRole('listitem').filter({ hasText: 'el ATS sale sin ella' }).getByRole('link', { name: 'Ver' }).click()
  const seccion = page.getByRole('region', { name: 'Datos de exportación para el ATS' })
  await expect(seccion).toContainText('Faltan')
  await seccion.getByRole('button', { name: 'Escribir los datos' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Datos de exportación para el ATS' })
  await dialog.getByLabel('Refrendo').fill('028-2026-40-01234567')
  await dialog.getByLabel('Documento de transporte').fill('BL20261120A')
  await dialog.getByRole('textbox', { name: 'Fecha de embarque' }).fill(HOY.split('-').reverse().join('/'))
  await expectAccessible(page, 'datos de exportación')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog).toBeHidden()
  await expect(seccion).toContainText('028-2026-40-01234567')
  await expectAccessible(page, 'factura con datos de exportación')
}

test('an export is typed whole, discounted over all its lines, counted, authorised, and told of to the ATS', async ({ page }) => {
  await signIn(page, CONTADORA)
  const cliente = freshCliente('IMPORTADORA')
  await savePersona(page, cliente)
  await openNew(page)
  await page.getByRole('combobox', { name: 'Cliente' }).fill(cliente.identificacion)
  await page.getByRole('option', { name: new RegExp(cliente.razon_social) }).click()
  await page.getByLabel('Descripción, línea 1', { exact: true }).fill('Cacao en grano')
  await page.getByLabel('Cantidad, línea 1', { exact: true }).fill('10')
  await page.getByLabel('Precio unitario, línea 1', { exact: true }).fill('100')
  await page.getByLabel('IVA, línea 1', { exact: true }).selectOption({ label: '0%' })
  await page.getByRole('button', { name: 'Descuento global' }).click()
  const descuento = page.getByRole('dialog', { name: 'Descuento global' })
  await descuento.getByLabel('Descuento', { exact: true }).fill('5')
  await descuento.getByRole('button', { name: 'Aplicar' }).click()
  await expect(descuento).toBeHidden()
  const dialog = await addParte(page, 'Exportación')
  for (const [label, text] of [
    ['Lugar del incoterm', 'Guayaquil'],
    ['Puerto de embarque', 'Guayaquil'],
    ['Puerto de destino', 'Rotterdam'],
    ['Flete internacional', '50'],
  ] as const)
    await dialog.getByLabel(label).fill(text)
  await dialog.getByLabel('País de destino').selectOption({ index: 5 })
  await expectAccessible(page, 'exportación, 1280 px')
  await dialog.getByRole('button', { name: 'Listo' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Incluye: datos de exportación')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Resumen' }).getByRole('definition').last()).toHaveText('$1,000.00')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Emitir', exact: true }).click()
  await expect(page.getByRole('heading', { name: /^Factura \d{3}-\d{3}-\d{9}$/ })).toBeVisible()
  await expect(page.locator('header').getByText('Autorizado', { exact: true })).toBeVisible({ timeout: 30_000 })
  const xml = await xmlOf(page)
  for (const part of [
    '<puertoDestino>Rotterdam</puertoDestino>',
    '<descuento>50.00</descuento>',
    '<fleteInternacional>50.00</fleteInternacional>',
  ])
    expect(xml).toContain(part)
  await tellAts(page)
})

test('O-101 O-104 what was issued on paper is registered from the editor, and two drafts are issued at once from their list', async ({
  page,
}) => {
  await signIn(page, CONTADORA)
  const cliente = freshCliente('TALONARIO')
  await savePersona(page, cliente)
  const fill = async () => {
    await page.getByRole('combobox', { name: 'Cliente' }).fill(cliente.identificacion)
    await page.getByRole('option', { name: new RegExp(cliente.razon_social) }).click()
    await page.getByLabel('Descripción, línea 1', { exact: true }).fill('Mano de obra')
    await page.getByLabel('Cantidad, línea 1', { exact: true }).fill('1')
    await page.getByLabel('Precio unitario, línea 1', { exact: true }).fill('10')
  }
  await openNew(page)
  await fill()
  await page.getByRole('button', { name: 'Ya se emitió fuera' }).click()
  const registro = page.getByRole('dialog', { name: 'Registrar factura emitida fuera' })
  await registro.getByLabel('Número').fill(`001-001-${String(Date.now()).slice(-9)}`)
  await registro.getByLabel('Autorización').fill('1234567890')
  await expectAccessible(page, 'registrar una emitida fuera')
  await registro.getByRole('button', { name: 'Registrar' }).click()
  await expect(page).toHaveURL(/#\/comprobante\/[0-9a-f-]{36}$/)
  await expect(page.getByText('Autorizado', { exact: true }).first()).toBeVisible()

  for (let times = 0; times < 2; times += 1) {
    await openNew(page)
    await fill()
    await page.keyboard.press('Control+KeyS')
    // The notice of the first one may still be there: the second has an address once it is saved.
    await expect(page).toHaveURL(/#\/documento\/[0-9a-f-]{36}$/)
    await expect(page.getByText('Borrador guardado exitosamente').first()).toBeVisible()
  }
  await goTo(page, '/comprobante/borradores')
  const filas = page.getByRole('row', { name: new RegExp(cliente.razon_social) })
  await expect(filas).toHaveCount(2)
  for (const fila of await filas.all()) await fila.getByRole('checkbox').check()
  await page.getByRole('group', { name: 'Acciones con lo seleccionado' }).getByRole('button', { name: 'Emitir' }).click()
  const lote = page.getByRole('dialog', { name: 'Emitir borradores' })
  await lote.getByRole('button', { name: 'Emitir 2 borradores' }).click()
  await expect(lote.getByText(/\d{3}-\d{3}-\d{9}/)).toHaveCount(2)
  await expectAccessible(page, 'emitir borradores')
  await lote.getByRole('button', { name: 'Cerrar' }).last().click()
  await expect(filas).toHaveCount(0)
})
