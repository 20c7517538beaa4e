import type { Locator, Page } from '@playwright/test'

import { beginNew, call, emitFactura, freshCliente, savePersona } from './support/emit.ts'
import { openAsReceiver, xmlOf } from './support/legible.ts'
import { goTo, headingOf } from './support/screen.ts'
import { CONTADORA, signIn } from './support/sign-in.ts'
import { expect, expectAccessible, expectAccessibleAtWidths, PHONE, test } from './support/test.ts'

const EMITIDA = /^Guía de Remisión \d{3}-\d{3}-\d{9}$/

test('R-2.3.20 R-2.3.21 R-5.1.5 O-63 by keyboard alone: carrier, plate, a factura that brings its goods, authorised, and opened again by its address', async ({
  page,
}) => {
  await signIn(page, CONTADORA)
  const cliente = freshCliente('OBRA')
  const transportista = freshCliente('CARGA')
  await savePersona(page, transportista)
  await emitFactura(page, cliente)
  await goTo(page, '/guia_remision')
  await expect(headingOf(page, 'Guía de Remisión nueva')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Transportista' })).toBeFocused()
  await page.keyboard.type(transportista.identificacion)
  await expect(page.getByRole('option', { name: new RegExp(transportista.razon_social) })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Placa', { exact: true })).toBeFocused()
  await page.keyboard.type('PBA')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('alert', { name: /Falta corregir/ }).getByText('Ingrese una placa válida.')).toBeVisible()
  await page.getByLabel('Placa', { exact: true }).focus()
  await page.keyboard.press('End')
  await page.keyboard.type('-1234')
  await page.getByRole('combobox', { name: 'Traer de una factura emitida' }).focus()
  await page.keyboard.type(cliente.identificacion)
  await expect(page.getByRole('option', { name: new RegExp(cliente.razon_social) })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Dirección de destino')).toBeFocused()
  await page.keyboard.type('Av. Loja y Remigio Crespo, Cuenca')
  await expect(page.getByLabel('Cantidad 1')).toHaveValue('1')
  await page.keyboard.press('Control+Enter')
  const confirm = page.getByRole('dialog', { name: /^Emitir la guía de remisión \d{3}-\d{3}-\d{9}$/ })
  await expect(confirm.getByText(cliente.razon_social)).toBeVisible()
  await expect(confirm.getByRole('button', { name: 'Emitir', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: EMITIDA })).toBeVisible()
  await expect(page.locator('header').getByText('Autorizado', { exact: true })).toBeVisible({ timeout: 30_000 })
  expect(page.url()).toMatch(/#\/comprobante\/[0-9a-f-]{36}$/)
  await page.reload()
  await expect(page.getByRole('heading', { name: EMITIDA })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Mercadería' })).toBeVisible()
})

test('from the page of a factura in one click; the editor is accessible in both themes and widths, and its preview is the document', async ({
  page,
}) => {
  await signIn(page, CONTADORA)
  const cliente = freshCliente('TALLER')
  const id = await emitFactura(page, cliente)
  await goTo(page, `/comprobante/${id}`)
  await page.getByRole('link', { name: 'Guía de Remisión' }).click()
  await expect(headingOf(page, 'Guía de Remisión nueva')).toBeVisible()
  await expect(page.getByLabel('Cantidad 1')).toHaveValue('1')
  await expectAccessibleAtWidths(page, 'guía de remisión')
  const varias = {
    ...freshCliente('OBRAS'),
    direccion: 'Quito',
    direcciones: [{ nombre: 'Bodega norte', direccion: 'Av. del Maestro 12' }],
  }
  await savePersona(page, varias)
  await page.getByRole('combobox', { name: 'Quien recibe' }).fill(varias.identificacion)
  await page.getByRole('option', { name: new RegExp(varias.razon_social) }).click()
  const destino = page.getByRole('combobox', { name: 'Dirección de destino' })
  await expect(destino).toBeFocused()
  await expect(destino).toHaveValue('Quito')
  await expect(page.getByRole('option', { name: 'Principal Quito' })).toBeVisible()
  await expectAccessible(page, 'guía de remisión, addresses of whoever receives')
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect(destino).toHaveValue('Av. del Maestro 12')
  await page.goto(`/#/guia_remision/registro?de=${id}&v=vista`)
  await expect(page.getByLabel('Cantidad 1')).toHaveValue('1')
  await page.getByRole('button', { name: 'Vista previa' }).click()
  const preview = page.getByRole('region', { name: 'Vista previa' })
  for (const words of ['GUÍA DE REMISIÓN', `Destinatario: ${cliente.razon_social}`]) await expect(preview.getByText(words)).toBeVisible()
  await expectAccessible(page, 'guía de remisión, preview')
})

/** Presses «Emitir» twice at once and waits for the SRI; returns the number of sendings. */
async function issueOnce(page: Page): Promise<number> {
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/v1/guia_remision/emitir/')) sent += 1
  })
  await page.getByRole('button', { name: 'Emitir', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Emitir', exact: true }).dblclick()
  await expect(page.getByRole('heading', { name: EMITIDA })).toBeVisible()
  await expect(page.locator('header').getByText('Autorizado', { exact: true })).toBeVisible({ timeout: 30_000 })
  return sent
}

test('R-2.3.20 on a telephone: a guía for two destinatarios, one with his factura and one with goods typed, issued once', async ({
  page,
}) => {
  await signIn(page, CONTADORA)
  const [compra, recibe, transportista] = [freshCliente('COMPRA'), freshCliente('RECIBE'), freshCliente('FLETES')]
  for (const persona of [recibe, transportista]) await savePersona(page, persona)
  await emitFactura(page, compra)
  await page.setViewportSize(PHONE)
  await beginNew(page, '/guia_remision', page.getByRole('combobox', { name: 'Transportista' }))
  const choose = async (field: Locator, { identificacion, razon_social }: typeof compra) => {
    await field.fill(identificacion)
    await page.getByRole('option', { name: new RegExp(razon_social) }).click()
  }
  await choose(page.getByRole('combobox', { name: 'Transportista' }), transportista)
  await page.getByLabel('Placa', { exact: true }).fill('PBA-1234')
  await choose(page.getByRole('combobox', { name: 'Traer de una factura emitida' }), compra)
  await expect(page.getByLabel('Cantidad 1')).toHaveValue('1')
  await page.getByLabel('Dirección de destino').fill('Av. Loja, Cuenca')
  const add = page.getByRole('button', { name: 'Añadir destinatario' })
  await add.click()
  const otro = page.getByRole('region', { name: 'Destinatario 2' })
  await expect(otro.getByRole('combobox', { name: 'Quien recibe' })).toBeFocused()
  await add.click()
  await page.getByRole('button', { name: 'Quitar el destinatario 3' }).click()
  await expect(page.getByRole('region', { name: /^Destinatario/ })).toHaveCount(2)

  await page.getByRole('button', { name: 'Emitir', exact: true }).click()
  const faltan = page.getByRole('alert', { name: /Falta corregir/ })
  await expect(faltan.getByText('Elija el destinatario.')).toBeVisible()
  await choose(otro.getByRole('combobox', { name: 'Quien recibe' }), recibe)
  await otro.getByLabel('Dirección de destino').fill('Calle Larga 7-11, Azogues')
  await otro.getByLabel('Motivo del traslado').selectOption({ label: 'Otro motivo' })
  await otro.getByLabel('Cuál motivo').fill('Muestras sin valor comercial')
  await otro.getByRole('button', { name: 'Sin producto' }).click()
  await otro.getByLabel('Descripción 1').fill('Caja de muestras')
  await otro.getByLabel('Cantidad 1').fill('dos')
  await page.getByRole('button', { name: 'Emitir', exact: true }).click()
  await expect(otro.getByText('Ingrese un número válido.')).toBeVisible()
  await otro.getByLabel('Cantidad 1').fill('2,5')
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(page, 'guía for two, 390 px')
  expect(await issueOnce(page)).toBe(1)
  const xml = await xmlOf(page)
  expect(xml.match(/<destinatario>/g)).toHaveLength(2)
  expect(xml).toMatch(
    new RegExp(
      `<identificacionDestinatario>${recibe.identificacion}</identificacionDestinatario>.*<motivoTraslado>Muestras sin valor comercial</motivoTraslado>.*<descripcion>Caja de muestras</descripcion><cantidad>2.5`,
    ),
  )
  await expect(page.getByText('Caja de muestras', { exact: true }).first()).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(page, 'guía for two, issued, 390 px')
  await openAsReceiver(page)
  await expect(page.getByRole('row', { name: 'Caja de muestras 2.5' })).toBeVisible()
})

test('O-63 a guía from a transfer of stock: what left, to the warehouse that waits for it', async ({ page }) => {
  await signIn(page, CONTADORA)
  const transportista = freshCliente('TRASPASO')
  await savePersona(page, transportista)
  const mark = Date.now()
  const producto = {
    code: `TR${mark}`,
    name: `Silla plegable ${mark}`,
    type_product: 'PRODUCTO',
    iva: 6,
    price: 5_000_000,
    manage_inventory: true,
  }
  const { data } = await call(page, 'productos/create', producto)
  const { data: bodegas } = await call<{ id: string; predeterminada: boolean }[]>(page, 'v1/bodega/all')
  const bodega_id = bodegas.find(({ predeterminada }) => predeterminada)?.id
  const { data: destino } = await call(page, 'v1/bodega/create', { name: `Feria ${mark}` })
  const linea = { producto_id: data.id, cantidad: 10_000_000 }
  await call(page, 'v1/movimiento/create', { tipo: 'INGRESO', bodega_id, lineas: [{ ...linea, costo_unitario: 2_000_000 }] })
  const traslado = { tipo: 'TRANSFERENCIA', bodega_id, bodega_destino_id: destino.id, lineas: [{ ...linea, cantidad: 4_000_000 }] }
  const { data: movimiento } = await call(page, 'v1/movimiento/create', traslado)
  await goTo(page, `/movimiento/${movimiento.id}`)
  await page.getByRole('link', { name: 'Guía de Remisión' }).last().click()
  await expect(headingOf(page, 'Guía de Remisión nueva')).toBeVisible()
  await expect(page.getByLabel('Cantidad 1')).toHaveValue('4')
  await expect(page.getByLabel('Descripción 1')).toHaveValue(producto.name)
  await page.getByRole('combobox', { name: 'Transportista' }).fill(transportista.identificacion)
  await page.getByRole('option', { name: new RegExp(transportista.razon_social) }).click()
  await page.getByLabel('Placa', { exact: true }).fill('PBA-1234')
  await page.getByLabel('Dirección de destino').fill('')
  await page.getByRole('button', { name: 'Emitir', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Destinatario' }).getByText('Escriba la dirección de destino.')).toBeVisible()
  await page.getByLabel('Dirección de destino').fill('Recinto ferial, Durán')
  await expectAccessible(page, 'guía from a transfer')
  expect(await issueOnce(page)).toBe(1)
  const xml = await xmlOf(page)
  for (const part of [
    '<motivoTraslado>Traslado entre establecimientos de la misma empresa</motivoTraslado>',
    `<codigoInterno>${producto.code}</codigoInterno>`,
    `<descripcion>${producto.name}</descripcion><cantidad>4`,
  ])
    expect(xml).toContain(part)
  await openAsReceiver(page)
  await expect(page.getByRole('row', { name: `${producto.name} 4` })).toBeVisible()
})
