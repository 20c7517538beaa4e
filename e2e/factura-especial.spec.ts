import type { Page } from '@playwright/test'

import { freshCliente, savePersona } from './support/emit.ts'
import { rucOf } from './support/fetched.ts'
import { xmlOf } from './support/legible.ts'
import { addParte } from './support/partes.ts'
import { goTo, headingOf } from './support/screen.ts'
import { CONTADORA, signIn } from './support/sign-in.ts'
import { expect, expectAccessible, test } from './support/test.ts'

const HOY = new Date().toLocaleDateString('sv', { timeZone: 'America/Guayaquil' })

/** A clave with the check digit of its 48 digits: weights 2 to 7 from the right, modulo 11. */
function withDigit(digits: string) {
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (2 + (at % 6)), 0)
  const digit = 11 - (sum % 11)
  return `${digits}${digit === 11 ? 0 : digit === 10 ? 1 : digit}`
}

/** Opens a new factura, without the draft of an earlier test. */
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

/** Export data of customs and carrier, typed days later on the page of the factura that the ATS of its month marks. */
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

test('O-101 O-104 what was issued on paper or in the portal is registered from the editor, and two drafts are issued at once from their list', async ({
  page,
}) => {
  await signIn(page, CONTADORA)
  const cliente = freshCliente('TALONARIO')
  await savePersona(page, cliente)
  const ruc = await rucOf(page)
  const fill = async () => {
    await page.getByRole('combobox', { name: 'Cliente' }).fill(cliente.identificacion)
    await page.getByRole('option', { name: new RegExp(cliente.razon_social) }).click()
    await page.getByLabel('Descripción, línea 1', { exact: true }).fill('Mano de obra')
    await page.getByLabel('Cantidad, línea 1', { exact: true }).fill('1')
    await page.getByLabel('Precio unitario, línea 1', { exact: true }).fill('10')
  }
  const registro = page.getByRole('dialog', { name: 'Registrar factura emitida fuera' })
  const secuencial = Number(String(Date.now()).slice(-9))
  /** Number of the printed form, and the next one, given by the portal. */
  const [preimpreso, delPortal] = [secuencial, secuencial + 1].map((n) => `001-001-${String(n).padStart(9, '0')}`)
  const register = async (numero = '', autorizacion = '') => {
    await registro.getByLabel('Número').fill(numero)
    await registro.getByLabel('Autorización').fill(autorizacion)
    await registro.getByRole('button', { name: 'Registrar' }).click()
  }
  const expectRegistered = async (numero = '') => {
    await expect(page).toHaveURL(/#\/comprobante\/[0-9a-f-]{36}$/)
    await expect(page.getByRole('heading', { name: new RegExp(numero) })).toBeVisible()
    await expect(page.getByText('Autorizado', { exact: true }).first()).toBeVisible()
  }
  await openNew(page)
  await fill()
  await page.getByRole('button', { name: 'Ya se emitió fuera' }).click()
  await expectAccessible(page, 'registrar una emitida fuera')
  await register(preimpreso, '1234567890')
  await expectRegistered(preimpreso)

  await openNew(page)
  await fill()
  await page.getByRole('button', { name: 'Ya se emitió fuera' }).click()
  await registro.getByRole('combobox', { name: 'Cómo se emitió' }).selectOption({ label: 'En el portal del SRI' })
  await register(delPortal, '1234567890')
  await expect(registro.getByText('La autorización de un comprobante del portal es su clave de acceso, de 49 dígitos.')).toBeVisible()
  const claveOf = (n: number) => withDigit(`${HOY.split('-').reverse().join('')}01${ruc}1001001${String(n).padStart(9, '0')}123456781`)
  await register(delPortal, claveOf(secuencial))
  await expect(
    registro.getByText('La clave de acceso no es la de este comprobante: revise tipo, RUC, ambiente, número y fecha.'),
  ).toBeVisible()
  await register(delPortal, claveOf(secuencial + 1))
  await expectRegistered(delPortal)

  for (let times = 0; times < 2; times += 1) {
    await openNew(page)
    await fill()
    await page.keyboard.press('Control+KeyS')
    // The toast of the first save may still be visible: the second draft has an address once it is saved.
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
