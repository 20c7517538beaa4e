import type { Page } from '@playwright/test'

import { beginNew, call, emitFactura, freshCliente, savePersona } from './support/emit.ts'
import { openAsReceiver, xmlOf } from './support/legible.ts'
import { goTo, headingOf } from './support/screen.ts'
import { CONTADORA, signIn } from './support/sign-in.ts'
import { DESKTOP, expect, expectAccessible, expectAccessibleAtWidths, PHONE, test } from './support/test.ts'

const HOY = new Date().toLocaleDateString('sv', { timeZone: 'America/Guayaquil' })
const EMITIDA = /^Nota de Crédito \d{3}-\d{3}-\d{9}$/
const claseOf = (page: Page) => page.getByRole('combobox', { name: 'Clase de nota' })
const totalOf = (page: Page) => page.getByRole('region', { name: 'Resumen' }).getByRole('definition').last()

test('O-27 O-57 R-1.5 by keyboard alone: half a unit comes back by its quantity, then the rest is annulled from the page of the factura, which takes no third note', async ({
  page,
}) => {
  await signIn(page, CONTADORA)
  const cliente = freshCliente('DEVOLUCIÓN')
  const id = await emitFactura(page, cliente)
  await goTo(page, '/nota')
  await expect(headingOf(page, 'Nota de Crédito nueva')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Factura que se modifica' })).toBeFocused()
  await page.keyboard.type(cliente.identificacion)
  await expect(page.getByRole('option', { name: new RegExp(cliente.razon_social) })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(claseOf(page)).toBeFocused()
  await expect(totalOf(page)).not.toHaveText('$0.00')
  const whole = (await totalOf(page).textContent()) ?? ''
  await page.keyboard.press('ArrowDown')
  await expect(claseOf(page)).toHaveValue('DEVOLUCION')
  await page.getByLabel('Cantidad', { exact: true }).focus()
  await page.getByLabel('Cantidad', { exact: true }).press('Control+A')
  await page.keyboard.type('0,5')
  // Neither the earlier total nor 0, the value of «0,».
  await expect.poll(async () => [whole, '$0.00'].includes((await totalOf(page).textContent()) ?? '')).toBe(false)
  const half = await totalOf(page).textContent()
  await page.keyboard.press('Control+Enter')
  const confirm = page.getByRole('dialog', { name: /^Emitir la nota de crédito \d{3}-\d{3}-\d{9}$/ })
  await expect(confirm.getByText(half ?? '', { exact: true })).toBeVisible()
  await expect(confirm.getByRole('button', { name: 'Emitir', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: EMITIDA })).toBeVisible()
  await expect(page.locator('header').getByText('Autorizado', { exact: true })).toBeVisible({ timeout: 30_000 })
  expect(page.url()).toMatch(/#\/comprobante\/[0-9a-f-]{36}$/)
  await page.reload()
  await expect(page.getByRole('heading', { name: EMITIDA })).toBeVisible()

  await goTo(page, `/comprobante/${id}`)
  await page.getByRole('link', { name: 'Nota de Crédito' }).click()
  await expect(page.getByText(/^Quedan 0.5 · /)).toBeVisible()
  await page.setViewportSize(PHONE)
  await expectAccessibleAtWidths(page, 'nota de crédito')
  // One row for title and state, one for the tools.
  const tools = page.locator('header').filter({ has: page.getByRole('button', { name: 'Vista previa' }) })
  expect((await tools.boundingBox())?.height).toBeLessThan(110)
  await page.setViewportSize(DESKTOP)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Emitir', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('header').getByText('Autorizado', { exact: true })).toBeVisible({ timeout: 30_000 })

  await goTo(page, `/comprobante/${id}`)
  await page.getByRole('link', { name: 'Nota de Crédito' }).click()
  await expect(page.getByText('La factura ya está acreditada por completo.').first()).toBeVisible()
})

test('O-28 R-1.5 a factura that was issued elsewhere is typed by its data and annulled once; what may not be credited says why', async ({
  page,
}) => {
  await signIn(page, CONTADORA)
  const cliente = freshCliente('DE OTRO SISTEMA')
  await savePersona(page, cliente)
  const final = { ...cliente, tipo_identificacion: '07', identificacion: '9999999999999', razon_social: 'CONSUMIDOR FINAL' }
  const { numero: suya } = (await call<{ numero: string }>(page, `v1/documento/${await emitFactura(page, final)}`)).data
  const numero = `077-001-${String(Date.now()).slice(-9)}`
  const alert = page.getByRole('alert', { name: /Falta corregir/ })
  const numeroAjeno = page.getByLabel('Número de la factura')
  const propia = page.getByRole('combobox', { name: 'Factura que se modifica' })
  await beginNew(page, '/nota', propia)
  await propia.fill(suya)
  await page.getByRole('option', { name: new RegExp(suya) }).click()
  await expect(page.getByText('Una factura a consumidor final no admite notas.')).toBeVisible()
  await expectAccessible(page, 'a factura that takes no note')

  await page.getByRole('button', { name: 'Se emitió fuera del sistema' }).click()
  await expect(numeroAjeno).toBeFocused()
  await page.keyboard.type('123')
  await page.keyboard.press('Control+Enter')
  for (const words of [
    'Escriba la factura como 001-001-000000123.',
    'Indique la fecha de la factura.',
    'Elija el cliente de la factura.',
    'Agregue al menos una línea.',
  ])
    await expect(alert.getByText(words)).toBeVisible()
  // The field that was left for the list keeps its words.
  await expect(numeroAjeno).toHaveAttribute('aria-invalid', 'true')
  await numeroAjeno.fill('001-001-999999999')
  await page.getByRole('textbox', { name: 'Fecha de la factura' }).fill(HOY.split('-').reverse().join('/'))
  await page.getByRole('combobox', { name: 'Cliente' }).fill(cliente.identificacion)
  await page.getByRole('option', { name: new RegExp(cliente.razon_social) }).click()
  await page.getByLabel('Descripción, línea 1', { exact: true }).fill('Asesoría de octubre')
  await page.getByLabel('Cantidad, línea 1', { exact: true }).fill('2')
  await page.getByLabel('Precio unitario, línea 1', { exact: true }).fill('12.345')
  // 24.69 plus 3.70 of IVA.
  await expect(totalOf(page)).toHaveText('$28.39')
  const emitir = page.getByRole('dialog').getByRole('button', { name: 'Emitir', exact: true })
  await page.keyboard.press('Control+Enter')
  await emitir.click()
  await expect(alert.getByText(/^En 001-001 no hay una factura con ese número\./)).toBeVisible()
  await numeroAjeno.fill(numero)
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessibleAtWidths(page, 'nota over a factura of elsewhere')
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/v1/nota/emitir/')) sent += 1
  })
  const issueOnce = async () => {
    sent = 0
    await page.keyboard.press('Control+Enter')
    await emitir.dblclick()
    await expect(page.getByRole('heading', { name: EMITIDA })).toBeVisible()
    await expect(page.locator('header').getByText('Autorizado', { exact: true })).toBeVisible({ timeout: 30_000 })
    expect(sent).toBe(1)
  }
  await issueOnce()
  const emitida = /\d{3}-\d{3}-\d{9}/.exec((await page.getByRole('heading', { name: EMITIDA }).textContent()) ?? '')?.[0] ?? ''
  const xml = await xmlOf(page)
  for (const part of [
    `<numDocModificado>${numero}</numDocModificado><fechaEmisionDocSustento>${HOY.split('-').reverse().join('/')}</fechaEmisionDocSustento>`,
    '<valorModificacion>28.39</valorModificacion>',
    '<descripcion>Asesoría de octubre</descripcion><cantidad>2.00</cantidad><precioUnitario>12.345</precioUnitario>',
  ])
    expect(xml).toContain(part)
  const issued = new URL(page.url()).hash.slice(1)
  await openAsReceiver(page)
  await expect(page.getByRole('row', { name: 'Asesoría de octubre 2 $24.69' })).toBeVisible()

  // The same again for the annulled factura, then for another one.
  await page.goto(`/#${issued}`)
  await expect(page.getByRole('heading', { name: EMITIDA })).toBeVisible()
  await page.getByRole('link', { name: 'Duplicar' }).click()
  await expect(numeroAjeno).toHaveValue(numero)
  await page.keyboard.press('Control+Enter')
  await emitir.click()
  await expect(alert.getByText(`La nota ${emitida} ya anuló esa factura.`)).toBeVisible()
  await numeroAjeno.fill(numero.replace('077', '078'))
  await issueOnce()
})
