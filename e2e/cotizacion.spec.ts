import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

import { call, freshCliente, savePersona } from './support/emit.ts'
import { goTo, headingOf } from './support/screen.ts'
import { CONTADORA, signIn } from './support/sign-in.ts'
import { DESKTOP, expect, expectAccessible, expectAccessibleAtWidths, expectNotSideways, PHONE, test } from './support/test.ts'

const GUARDADA = /^Cotización \d{3}-\d{3}-\d{9}$/
const titulo = (page: Page) => page.getByRole('heading', { name: GUARDADA })
const lista = (page: Page) => page.getByRole('heading', { name: /^Cotizaciones/, level: 1 })
const chip = (page: Page, estado: string) => page.locator('header').getByText(estado, { exact: true })

/** A quote of two lines at 15 %, typed without the mouse. */
async function quoteByKeyboard(page: Page) {
  const cliente = freshCliente('COTIZADO')
  await savePersona(page, cliente)
  await goTo(page, '/cotizacion')
  await expect(lista(page)).toBeVisible()
  await page.getByRole('link', { name: 'Nueva cotización' }).first().press('Enter')
  await expect(page.getByRole('combobox', { name: 'Cliente' })).toBeFocused()
  await page.keyboard.type(cliente.identificacion)
  await expect(page.getByRole('option', { name: new RegExp(cliente.razon_social) })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Producto, línea 1')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Instalación de cámaras')
  await page.keyboard.press('Enter')
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await page.keyboard.type('120.40')
  await expect(page.getByRole('region', { name: 'Resumen' }).getByRole('definition').last()).toHaveText('$276.92')
  await page.keyboard.press('Control+s')
  await expect(titulo(page)).toBeVisible()
  await expect(page.getByText('Cotización registrada exitosamente')).toBeVisible()
  return cliente
}

/** Sends another version: the client's earlier version stays, and both can be viewed. */
async function sendOtherVersion(page: Page, numero: string) {
  await page.getByLabel('Días de validez').fill('20')
  await page.keyboard.press('Control+s')
  await expect(chip(page, 'Borrador')).toBeVisible()
  await pick(page, 'Marcar como enviada')
  await expect(page.getByText('Su cliente tiene la versión 2')).toBeVisible()
  await page.getByRole('link', { name: 'Versiones', exact: true }).click()
  const versiones = page.getByRole('region', { name: 'Versiones enviadas' }).getByRole('listitem')
  await expect(versiones).toHaveCount(2)
  await expect(versiones.first()).toContainText('Cambió: validez.')
  await page.getByRole('button', { name: 'Ver la versión 1' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Cotización ${numero}, versión 1` })
  await expect(dialog.getByRole('cell', { name: 'Instalación de cámaras' })).toBeVisible()
  await expectAccessible(page, 'a version of a quote')
  const [pdf] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Descargar PDF' }).click()])
  expect(pdf.suggestedFilename()).toBe(`cotizacion-${numero}-version-1.pdf`)
  await page.keyboard.press('Escape')
  await expectAccessible(page, 'the versions of a quote')
  await page.getByRole('link', { name: 'Datos', exact: true }).click()
}

async function pick(page: Page, accion: string) {
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: accion }).click()
}

test('R-2.3.8 R-2.3.9 O-74 by keyboard: a quote is saved, sent, accepted with a note, invoiced in two parts and kept', async ({ page }) => {
  await signIn(page, CONTADORA)
  const cliente = await quoteByKeyboard(page)
  const numero = (await titulo(page).textContent())?.replace('Cotización ', '') ?? ''
  expect(page.url()).toMatch(/#\/cotizacion\/[0-9a-f-]{36}$/)
  const address = page.url()
  await expect(chip(page, 'Borrador')).toBeVisible()
  await page.getByLabel('Descuento en dólares, línea 1').fill('10')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Cotización editada exitosamente')).toBeVisible()
  await pick(page, 'Marcar como enviada')
  await expect(chip(page, 'Enviada')).toBeVisible()
  await sendOtherVersion(page, numero)
  await pick(page, 'Marcar como aceptada')
  const dialog = page.getByRole('dialog', { name: `Anotar que se aceptó la cotización ${numero}` })
  await dialog.getByRole('textbox', { name: 'Nota' }).fill('Por teléfono')
  await dialog.getByRole('button', { name: 'Marcar como aceptada' }).click()
  await expect(chip(page, 'Aceptada')).toBeVisible()
  await expect(page.getByText('«Por teléfono»')).toBeVisible()
  // An accepted version cannot be changed.
  await expect(page.getByRole('button', { name: 'Guardar' })).toBeHidden()
  await expect(page.getByLabel('Días de validez')).toBeDisabled()

  await page.getByRole('button', { name: 'Facturar' }).click()
  await expect(headingOf(page, 'Factura nueva')).toBeVisible()
  await expect(page.getByLabel('Descripción, línea 1')).toHaveValue('Instalación de cámaras')
  const parte = async () => {
    await expect(page.getByLabel('Cantidad, línea 1')).toHaveValue('1')
    // Half of the discount, for one of two quoted units.
    await expect(page.getByLabel('Descuento en dólares, línea 1')).toHaveValue('5.00')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('dialog', { name: /^Emitir la factura/ }).getByText(cliente.razon_social)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: /^Factura \d{3}-\d{3}-\d{9}$/ })).toBeVisible()
    await page.goto(address)
  }
  await page.getByLabel('Cantidad, línea 1').fill('1')
  await parte()
  await expect(chip(page, 'Facturada en parte')).toBeVisible()
  await expect(page.getByText('1 de 2 Instalación de cámaras')).toBeVisible()
  // Closes the rest, and opens it again.
  await page.getByRole('button', { name: 'Dar por cumplida' }).press('Enter')
  const cierre = page.getByRole('dialog', { name: `Dar por cumplida la cotización ${numero}` })
  await expect(cierre.getByRole('textbox', { name: 'Nota' })).toBeFocused()
  await page.keyboard.type('Llevó otro modelo')
  await expectAccessible(page, 'giving up the rest of a quote')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Se dio por cumplida el .+: «Llevó otro modelo»\.$/)).toBeVisible()
  await expect(chip(page, 'Facturada')).toBeVisible()
  await page.getByRole('button', { name: 'Volver a abrir lo que queda' }).press('Enter')
  await expect(chip(page, 'Facturada en parte')).toBeVisible()
  await page.getByRole('button', { name: 'Facturar lo que queda' }).click()
  await parte()
  await expect(chip(page, 'Facturada')).toBeVisible()
  await page
    .getByRole('link', { name: /^\d{3}-\d{3}-\d{9}$/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: /^Factura \d{3}-\d{3}-\d{9}$/ })).toBeVisible()
})

test('R-7.3.8 R-7.3.6 the saved file opens as a PDF; the list finds, duplicates and deletes', async ({ page }) => {
  await signIn(page, CONTADORA)
  const cliente = await quoteByKeyboard(page)
  const numero = (await titulo(page).textContent())?.replace('Cotización ', '') ?? ''
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Descargar PDF' }).click()])
  expect(download.suggestedFilename()).toBe(`cotizacion-${numero}.pdf`)
  expect(
    readFileSync(await download.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')

  await goTo(page, '/cotizacion')
  await page.getByRole('searchbox', { name: 'Buscar' }).fill(cliente.razon_social)
  await expect(page.getByText('Mostrando 1 a 1 de 1')).toBeVisible()
  await page.getByRole('link', { name: 'Borradores' }).click()
  await expect(page.getByRole('link', { name: numero })).toBeVisible()
  await page.getByRole('button', { name: `Acciones de ${numero}` }).click()
  await page.getByRole('menuitem', { name: 'Duplicar' }).click()
  await expect(headingOf(page, 'Cotización nueva')).toBeVisible()
  await expect(page.getByLabel('Descripción, línea 1')).toHaveValue('Instalación de cámaras')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(titulo(page)).toBeVisible()
  await pick(page, 'Eliminar')
  await page.getByRole('button', { name: 'Eliminar cotización' }).click()
  await expect(page.getByText('Cotización eliminada exitosamente')).toBeVisible()
  await expect(lista(page)).toBeVisible()
})

test('O-74 the client opens the link without the application, accepts with a note, and the company sees it', async ({ page, browser }) => {
  await signIn(page, CONTADORA)
  const cliente = await quoteByKeyboard(page)
  await pick(page, 'Enviar por correo')
  const correo = page.getByRole('dialog', { name: /^Enviar la cotización/ })
  await expect(correo.getByRole('textbox', { name: 'Mensaje al cliente' })).toBeVisible()
  await expectAccessible(page, 'the mail of a quote')
  await correo.getByRole('textbox', { name: 'Correo 1' }).fill('cliente@ejemplo.ec')
  await correo.getByRole('button', { name: 'Enviar correo' }).press('Enter')
  await expect(page.getByText('Cotización enviada por correo')).toBeVisible()
  await expect(chip(page, 'Enviada')).toBeVisible()
  await pick(page, 'Enlace para el cliente')
  const dialog = page.getByRole('dialog', { name: /^Enlace de la cotización/ })
  const { pathname } = new URL(await dialog.getByLabel('Enlace', { exact: true }).inputValue())
  await expectAccessible(page, 'the link')
  await dialog.getByRole('button', { name: 'Cerrar' }).first().click()
  await expect(chip(page, 'Enviada')).toBeVisible()

  const context = await browser.newContext({ javaScriptEnabled: true, viewport: { width: 390, height: 844 } })
  const client = await context.newPage()
  const files: string[] = []
  client.on('request', (request) => files.push(new URL(request.url()).pathname))
  await client.goto(new URL(pathname, page.url()).href)
  await expect(client.getByRole('heading', { name: GUARDADA })).toBeVisible()
  await expect(client.getByText(`Para ${cliente.razon_social}`)).toBeVisible()
  await expect(client.getByRole('cell', { name: '$276.92' })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await client.emulateMedia({ colorScheme })
    await expectAccessible(client, `the page of the client, ${colorScheme}`)
  }
  await expectNotSideways(client, 'the page of the client')
  await client.getByLabel(/^Comentario/).fill('De acuerdo')
  await client.getByRole('button', { name: 'Aceptar cotización' }).click()
  await expect(client.getByRole('status')).toContainText('fue aceptada')
  expect(new Set(files.filter((path) => path !== '/favicon.ico'))).toEqual(new Set([pathname]))
  await context.close()

  await page.reload()
  await expect(chip(page, 'Aceptada')).toBeVisible()
  await expect(page.getByText('«De acuerdo»')).toBeVisible()
})

test('what is missing is told at its place, and nothing typed is lost without asking', async ({ page }) => {
  await signIn(page, CONTADORA)
  await goTo(page, '/cotizacion/registro')
  await page.getByLabel('Días de validez').fill('999')
  await page.getByRole('button', { name: 'Guardar' }).click()
  const alert = page.getByRole('alert', { name: 'Falta corregir 3 datos para guardar' })
  await expect(alert).toBeFocused()
  await alert.getByRole('button', { name: 'Indique de 1 a 365 días.' }).click()
  await expect(page.getByLabel('Días de validez')).toBeFocused()
  await goTo(page, '/persona')
  await page.getByRole('dialog', { name: '¿Descartar los cambios?' }).getByRole('button', { name: 'Seguir editando' }).click()
  await expect(page.getByLabel('Días de validez')).toHaveValue('999')
})

test('a quote whose product was deleted says so in its factura before that is issued', async ({ page }) => {
  await signIn(page, CONTADORA)
  const code = `VA-${Date.now()}`
  const product = { code, name: `Se va ${code}`, type_product: 'PRODUCTO', iva: 6, price: 10_000_000 }
  const { id } = (await call(page, 'productos/create', product)).data
  const linea = { producto_id: id, codigo: code, descripcion: product.name, cantidad: 1_000_000, precio_unitario: 10_000_000, iva: 6 }
  const quote = { establecimiento: '001', punto: '001', validez_dias: 15, comprador: freshCliente('SIN PRODUCTO'), lineas: [linea] }
  const { data } = await call(page, 'cotizacion/create', quote)
  await call(page, `productos/delete/${id}`, undefined, 'DELETE')
  await page.setViewportSize(PHONE)
  await page.goto(`/#/documento/registro?de=${data.id}`)
  await expect(page.getByRole('heading', { name: 'Revise una línea de la cotización antes de emitir' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'factura of a quote without its product')
  await page.keyboard.press('Control+Enter')
  const question = page.getByRole('dialog', { name: /^Emitir la factura/ })
  const gone = question.getByText(`El producto «${product.name}» de la cotización ya no existe`)
  await expect(gone).toBeVisible()
  await page.setViewportSize(DESKTOP)
  await expect(gone).toBeVisible()
})

test('quotes are accessible in both themes and widths, and never scroll sideways', async ({ page }) => {
  await signIn(page, CONTADORA)
  await quoteByKeyboard(page)
  const address = page.url()
  await page.setViewportSize(PHONE)
  await page.goto('/#/cotizacion')
  await expect(lista(page)).toBeVisible()
  await expect(page.getByText(/^Mostrando/)).toBeVisible()
  await expectAccessibleAtWidths(page, 'list')
  await page.goto(address)
  await expect(titulo(page)).toBeVisible()
  await expectAccessibleAtWidths(page, 'quote')
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await expect(page.getByRole('menuitem', { name: 'Duplicar' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'quote with its menu')
  await page.keyboard.press('Escape')
  await page.goto(`/#/cotizacion/registro`)
  await expect(page.getByRole('combobox', { name: 'Cliente' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'new quote')
})
