import type { Locator, Page } from '@playwright/test'

import { emitFactura, freshCliente, openNew, savePersona } from './support/emit.ts'
import { openAsReceiver, xmlOf } from './support/legible.ts'
import { addParte } from './support/partes.ts'
import { CONTADORA, signIn } from './support/sign-in.ts'
import { expect, expectAccessible, expectAccessibleAtWidths, test } from './support/test.ts'

const totalOf = (page: Page) => page.getByRole('region', { name: 'Resumen' }).getByRole('definition').last()
const celda = (page: Page, name: string, line: number) => page.getByLabel(`${name}, línea ${line}`, { exact: true })

async function choose(page: Page, field: Locator, { identificacion, razon_social }: { identificacion: string; razon_social: string }) {
  await field.fill(identificacion)
  await page.getByRole('option', { name: new RegExp(razon_social) }).click()
}

async function done(dialog: Locator) {
  await dialog.getByRole('button', { name: 'Listo' }).click()
  await expect(dialog).toBeHidden()
}

/** Presses «Emitir» twice at once and waits for the SRI; returns the number of sendings. */
async function issueOnce(page: Page): Promise<number> {
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/v1/documento/emitir/')) sent += 1
  })
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Emitir', exact: true }).dblclick()
  await expect(page.getByRole('heading', { name: /^Factura \d{3}-\d{3}-\d{9}$/ })).toBeVisible()
  await expect(page.locator('header').getByText('Autorizado', { exact: true })).toBeVisible({ timeout: 30_000 })
  return sent
}

async function fillSustitutiva(page: Page, transportista: { identificacion: string; razon_social: string }) {
  const dialog = await addParte(page, 'Sustitutiva de guía de remisión')
  await dialog.getByRole('button', { name: 'Listo' }).click()
  await expect(dialog.getByText('Elija el transportista.')).toBeVisible()
  await choose(page, dialog.getByRole('combobox', { name: 'Transportista' }), transportista)
  await dialog.getByLabel('Placa', { exact: true }).fill('PBA1234')
  await dialog.getByLabel('Dirección de partida').fill('Panamericana Norte km 4')
  await dialog.getByLabel('Dirección del destinatario').fill('Av. Loja 2-11')
  await dialog.getByLabel('Ruta').fill('Cuenca - Loja')
  await dialog.getByRole('button', { name: 'Listo' }).click()
  await expect(dialog.getByText('Ingrese una placa válida.')).toBeVisible()
  await dialog.getByLabel('Placa', { exact: true }).fill('PBA-1234')
  await dialog.getByRole('button', { name: 'Añadir destino' }).click()
  await dialog.getByRole('group', { name: 'Destino 2' }).getByLabel('Motivo del traslado').fill('Consignación')
  await dialog.getByRole('group', { name: 'Destino 2' }).getByLabel('Establecimiento de destino').fill('12')
  await dialog.getByRole('button', { name: 'Listo' }).click()
  await expect(dialog.getByText('Son tres números.')).toBeVisible()
  await dialog.getByRole('group', { name: 'Destino 2' }).getByLabel('Establecimiento de destino').fill('012')
  await expectAccessible(page, 'sustitutiva de guía')
  await done(dialog)
}

async function fillRubros(page: Page) {
  const dialog = await addParte(page, 'Rubros de terceros')
  await dialog.getByLabel('Concepto 1').fill('Tasa de bomberos')
  await dialog.getByLabel('Valor 1').fill('0')
  await dialog.getByRole('button', { name: 'Listo' }).click()
  await expect(dialog.getByText('El valor debe ser mayor que cero.')).toBeVisible()
  await dialog.getByLabel('Valor 1').fill('2,35')
  await dialog.getByRole('button', { name: 'Añadir rubro' }).click()
  await dialog.getByLabel('Concepto 2').fill('Recolección de basura')
  await dialog.getByLabel('Valor 2').fill('0.10')
  await expectAccessible(page, 'rubros de terceros')
  await done(dialog)
}

test('a factura with subsidio, rubros de terceros, transporte comercial, the guía it stands for and its negotiable title is issued once, to the cent', async ({
  page,
}) => {
  await signIn(page, CONTADORA)
  const cliente = { ...freshCliente('DISTRIBUIDORA'), direccion: 'Av. 12 de Abril 4-55' }
  const transportista = freshCliente('TRANSPORTES')
  for (const persona of [cliente, transportista]) await savePersona(page, persona)
  await openNew(page)
  await choose(page, page.getByRole('combobox', { name: 'Cliente' }), cliente)
  await celda(page, 'Descripción', 1).fill('Gas licuado de petróleo')
  await celda(page, 'Cantidad', 1).fill('3')
  await celda(page, 'Precio unitario', 1).fill('1.605')
  await page.getByRole('button', { name: 'Acciones de la línea 1' }).click()
  await page.getByRole('menuitem', { name: 'Más datos de la línea' }).click()
  const linea = page.getByRole('dialog', { name: 'Línea 1' })
  const sinSubsidio = linea.getByLabel('Precio sin subsidio, sin IVA')
  await sinSubsidio.fill('5,2S')
  await done(linea)
  await fillSustitutiva(page, transportista)
  await fillRubros(page)
  const negociable = await addParte(page, 'Factura comercial negociable')
  await negociable.getByLabel('Correo para la notificación masiva').fill('factoring')
  await negociable.getByRole('button', { name: 'Listo' }).click()
  await expect(negociable.getByText('Ingrese un correo válido.')).toBeVisible()
  await negociable.getByLabel('Correo para la notificación masiva').fill('factoring@ejemplo.ec')
  await expectAccessible(page, 'factura comercial negociable')
  await done(negociable)
  const transporte = await addParte(page, 'Transporte comercial')
  await transporte.getByLabel('Placa').fill('PBA12')
  await transporte.getByRole('button', { name: 'Listo' }).click()
  await expect(transporte.getByText('Escriba la placa como ABC1234.')).toBeVisible()
  await transporte.getByLabel('Placa').fill('pba-0123')
  await expectAccessible(page, 'transporte comercial')
  await done(transporte)
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessibleAtWidths(page, 'factura with special parts')
  // 3 × 1.605 = 4.815, up to 4.82; IVA 0.72; 2.35 and 0.10 for others.
  await expect(totalOf(page)).toHaveText('$7.99')

  const faltan = page.getByRole('alert', { name: /Falta corregir/ })
  await page.keyboard.press('Control+Enter')
  await faltan.getByText('Ingrese un número válido.').click()
  await expect(linea.getByText('Ingrese un número válido.')).toBeVisible()
  await sinSubsidio.fill('1,50')
  await done(linea)
  // The rest is checked by the server: prices without IVA, and the terms of a título de crédito.
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Emitir', exact: true }).click()
  await expect(faltan.getByRole('listitem')).toHaveText([
    'Una factura comercial negociable lleva el plazo de cada pago.',
    'Línea 1: El precio sin subsidio no puede ser menor que el precio.',
  ])
  await expectAccessible(page, 'what the server refuses')
  await page.getByLabel('Plazo').fill('30')
  await faltan.getByText('El precio sin subsidio no puede ser menor que el precio.').click()
  await sinSubsidio.fill('5.25')
  await done(linea)
  expect(await issueOnce(page)).toBe(1)

  const xml = await xmlOf(page)
  for (const part of [
    '<totalSubsidio>10.94</totalSubsidio>',
    '<importeTotal>7.99</importeTotal>',
    '<placa>PBA0123</placa><pagos><pago><formaPago>01</formaPago><total>7.99</total><plazo>30</plazo>',
    '<codigoAuxiliar>H492001</codigoAuxiliar>',
    '<precioSinSubsidio>5.25</precioSinSubsidio>',
    `<rucTransportista>${transportista.identificacion}</rucTransportista><placa>PBA-1234</placa>`,
    '<destino><motivoTraslado>Consignación</motivoTraslado><codEstabDestino>012</codEstabDestino></destino>',
    '<rubro><concepto>Tasa de bomberos</concepto><total>2.35</total></rubro>',
    '<tipoNegociable><correo>factoring@ejemplo.ec</correo></tipoNegociable>',
  ])
    expect(xml).toContain(part)
  await openAsReceiver(page)
  const totales = page.getByRole('table', { name: 'Totales' })
  for (const row of [
    'OTROS RUBROS DE TERCEROS $2.45',
    'VALOR TOTAL $7.99',
    'VALOR TOTAL SIN SUBSIDIO $20.57',
    /AHORRO POR SUBSIDIO .* \$12.58/,
  ])
    await expect(totales.getByRole('row', { name: row, exact: true })).toBeVisible()
  // Until then the page reads it anew by itself.
  await expect(page.getByText('el SRI lo confirmó')).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page, 'what its receiver sees')
})

test('a reembolso is charged beside the lines of the last factura of this client, as no objeto de IVA', async ({ page }) => {
  await signIn(page, CONTADORA)
  const cliente = freshCliente('MANDANTE')
  await savePersona(page, cliente)
  await emitFactura(page, cliente, { cantidad: 2 })
  await openNew(page)
  await choose(page, page.getByRole('combobox', { name: 'Cliente' }), cliente)
  await page.getByRole('button', { name: 'Líneas de su última factura' }).click()
  await expect(celda(page, 'Cantidad', 1)).toHaveValue('2')
  await expect(page.getByRole('button', { name: 'Líneas de su última factura' })).toBeHidden()
  await celda(page, 'Descripción', 2).fill('Trámites pagados por su cuenta')
  await celda(page, 'Cantidad', 2).fill('1')
  await celda(page, 'Precio unitario', 2).fill('100')
  await celda(page, 'IVA', 2).selectOption({ label: 'No objeto de IVA' })
  const dialog = await addParte(page, 'Reembolsos de gastos')
  await dialog.getByLabel('Número de identificación').fill('1790016919001')
  await dialog.getByLabel('Número', { exact: true }).fill('5')
  await dialog.getByLabel('Autorización').fill('123')
  await dialog.getByRole('button', { name: 'Listo' }).click()
  for (const words of [
    'Escriba el número como 001-001-000000123.',
    'La autorización tiene 10, 37 o 49 dígitos.',
    'Indique la base del comprobante.',
  ])
    await expect(dialog.getByText(words)).toBeVisible()
  await dialog.getByLabel('Número', { exact: true }).fill('001-001-000000005')
  await dialog.getByLabel('Autorización').fill('1234567890')
  await dialog.getByLabel('Base con IVA').fill('100')
  await dialog.getByRole('button', { name: 'Añadir comprobante' }).click()
  const otro = dialog.getByRole('group', { name: 'Comprobante 2' })
  await otro.getByLabel('Número de identificación').fill('1790016919001')
  await otro.getByLabel('Número', { exact: true }).fill('001-001-000000006')
  await otro.getByLabel('Autorización').fill('1234567890')
  await otro.getByLabel('Base 0%').fill('12,50')
  await expectAccessible(page, 'reembolsos')
  await done(dialog)

  // 115 and 12.50 were paid for the client: the charge cannot be less.
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Emitir', exact: true }).click()
  const faltan = page.getByRole('alert', { name: /Falta corregir/ })
  await expect(faltan.getByText('Los reembolsos suman $127.50 y la factura cobra $100.00 como no objeto de IVA.')).toBeVisible()
  await celda(page, 'Precio unitario', 2).fill('127.50')
  expect(await issueOnce(page)).toBe(1)
  const xml = await xmlOf(page)
  for (const part of [
    '<codDocReembolso>41</codDocReembolso><totalComprobantesReembolso>127.50</totalComprobantesReembolso>',
    '<estabDocReembolso>001</estabDocReembolso><ptoEmiDocReembolso>001</ptoEmiDocReembolso><secuencialDocReembolso>000000006</secuencialDocReembolso>',
  ])
    expect(xml).toContain(part)
  await openAsReceiver(page)
  await expect(page.getByRole('row', { name: 'Trámites pagados por su cuenta 1 $127.50' })).toBeVisible()
})
