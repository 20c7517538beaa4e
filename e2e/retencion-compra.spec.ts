import type { Page } from '@playwright/test'

import { setAgente } from './support/agente.ts'
import { freshCliente, savePersona } from './support/emit.ts'
import { goTo, headingOf, pickEntry } from './support/screen.ts'
import { CONTADORA, EMPRESA, signIn } from './support/sign-in.ts'
import { DESKTOP, expect, expectAccessible, expectAccessibleAtWidths, PHONE, test } from './support/test.ts'

const EMITIDA = /^Comprobante de Retención \d{3}-\d{3}-\d{9}$/
const proveedorOf = (page: Page) => page.getByRole('combobox', { name: 'Proveedor', exact: true })
const totalOf = (page: Page) => page.getByRole('region', { name: 'Resumen' }).getByRole('definition').last()

/** Discards a draft of an earlier run, if there is one. */
async function dropDraft(page: Page) {
  const discard = page.getByRole('button', { name: 'Descartar' })
  await expect(discard.or(proveedorOf(page)).first()).toBeVisible()
  if (await discard.isVisible()) await discard.click()
}

async function typePurchase(page: Page, proveedor: ReturnType<typeof freshCliente>) {
  await expect(proveedorOf(page)).toBeFocused()
  await page.keyboard.type(proveedor.identificacion)
  await expect(page.getByRole('option', { name: new RegExp(proveedor.razon_social) })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Número', { exact: true }).last()).toBeFocused()
}

test('R-2.3.18 R-2.3.19 O-99 a typed purchase is proposed its withholding with the reason, authorised, and opened again by its address', async ({
  page,
}) => {
  await signIn(page, CONTADORA)
  const proveedor = freshCliente('AGRICULTORA')
  await savePersona(page, proveedor)
  await goTo(page, '/retencion/compra')
  await expect(headingOf(page, 'Retención de compra nueva')).toBeVisible()
  await typePurchase(page, proveedor)
  await page.keyboard.type('001-001-000000777')
  await page
    .getByLabel('Comprobante', { exact: true })
    .selectOption({ label: '03 · Liquidación de compra de bienes o prestación de servicios' })
  await page.getByLabel('Base sin impuestos').fill('310.99')
  // 15 % of 310.99 is 46.65, withheld in full; no renta is withheld, because the company is no agent.
  await expect(page.getByText('IVA: 3 · 100% · $46.65')).toBeVisible()
  await expect(page.getByText('Liquidación de compra: se retiene todo el IVA.')).toBeVisible()
  await expect(page.getByText('Renta: no se retiene')).toBeVisible()
  await expect(totalOf(page)).toHaveText('$46.65')
  await page.keyboard.press('Control+Enter')
  const confirm = page.getByRole('dialog', { name: /^Emitir la retención \d{3}-\d{3}-\d{9}$/ })
  await expect(confirm.getByText(proveedor.razon_social)).toBeVisible()
  await expect(confirm.getByRole('button', { name: 'Emitir', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: EMITIDA })).toBeVisible()
  await expect(page.locator('header').getByText('Autorizado', { exact: true })).toBeVisible({ timeout: 30_000 })
  expect(page.url()).toMatch(/#\/comprobante\/[0-9a-f-]{36}$/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Retenciones' })).toBeVisible()
  await expect(page.getByText('001-001-000000777')).toBeVisible()
})

test('O-99 a liquidación de compra that is issued alone offers its withholding as the next step, filled in', async ({ page }) => {
  await signIn(page, CONTADORA)
  const proveedor = freshCliente('ARTESANA')
  await savePersona(page, proveedor)
  await goTo(page, '/liquidacion_compra')
  await expect(proveedorOf(page)).toBeFocused()
  await page.keyboard.type(proveedor.identificacion)
  await expect(page.getByRole('option', { name: new RegExp(proveedor.razon_social) })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Producto, línea 1')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Tejido')
  await page.keyboard.press('Enter')
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await page.keyboard.type('200')
  // The retención is removed from this step, and left for later.
  await page.getByRole('button', { name: 'Cambiar', exact: true }).click()
  await page.getByRole('button', { name: 'Quitar la retención 1' }).click()
  await expect(page.getByText('Se emite solo la liquidación.')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Emitir', exact: true }).click()
  const next = page.getByRole('link', { name: 'Emitir la retención' })
  await expect(next).toBeVisible({ timeout: 30_000 })
  await next.click()
  await expect(headingOf(page, 'Retención de compra nueva')).toBeVisible()
  await expect(proveedorOf(page)).toHaveValue(new RegExp(proveedor.razon_social))
  await expect(page.getByLabel('Base sin impuestos')).toHaveValue('200.00')
  await expect(totalOf(page)).toHaveText('$30.00')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Emitir', exact: true }).click()
  await expect(page.getByRole('heading', { name: EMITIDA })).toBeVisible()
  await expect(page.locator('header').getByText('Autorizado', { exact: true })).toBeVisible({ timeout: 30_000 })
})

test('the editor of a retención is accessible in both themes and widths, and its preview is the document', async ({ page }) => {
  await signIn(page, CONTADORA)
  await page.setViewportSize(PHONE)
  await page.goto('/#/retencion/compra/registro')
  await dropDraft(page)
  await page.getByLabel('Base sin impuestos').fill('100')
  await page.getByRole('button', { name: 'Añadir retención' }).click()
  await expect(page.getByRole('group', { name: 'Retención 1' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'retención')
  await page.setViewportSize(DESKTOP)
  await page.getByRole('button', { name: 'Vista previa' }).click()
  await expect(page.getByRole('region', { name: 'Vista previa' }).getByText('COMPROBANTE DE RETENCIÓN')).toBeVisible()
  await expectAccessible(page, 'retención, preview')
})

/** Returns the API's answer to a change by the signed-in user. */
const sent = <T>(page: Page, address: string, body: object) =>
  page.evaluate(
    async ([path, content]) => {
      const { token } = JSON.parse(localStorage.getItem('auth') ?? '{}') as { token: string }
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() }
      return (await (await fetch(`/app/${path}`, { method: 'POST', headers, body: JSON.stringify(content) })).json()) as { data: unknown }
    },
    [address, body] as const,
  ) as Promise<{ data: T }>

test('R-2.3.17 R-2.3.25 many purchases are withheld from at once, each once and with its number', async ({ page }) => {
  await signIn(page, CONTADORA, EMPRESA.ajustable)
  await setAgente(page, true)
  try {
    const mark = String(Date.now()).slice(-7)
    const proveedor = {
      tipo_identificacion: '04',
      identificacion: `179${mark}001`,
      razon_social: `RETENIDA ${mark} IMPORTADORA Y DISTRIBUIDORA S.A.`,
    }
    const iva = { codigo: '2', codigo_porcentaje: '4', tarifa: 15_000_000, base: 100_000_000, valor: 15_000_000 }
    for (const numero of ['001-001-000000101', '001-001-000000102', '001-001-000000103'])
      await sent(page, 'v1/compra/create', {
        tipo: '01',
        proveedor,
        numero,
        autorizacion: '1234567890',
        fecha_emision: new Date().toLocaleDateString('sv', { timeZone: 'America/Guayaquil' }),
        sustento: '01',
        impuestos: [iva],
        total: 115_000_000,
      })
    await goTo(page, `/comprobante/compras?q=${mark}`)
    await expect(headingOf(page, 'Compras registradas')).toBeVisible()
    await expect(page.getByRole('row', { name: /000000102/ })).toBeVisible()
    const frame = page.getByRole('table', { name: 'Compras' }).locator('xpath=..')
    expect(await frame.evaluate((box) => box.scrollWidth - box.clientWidth), 'the menu of a row is in sight').toBe(0)
    const chosen = async () => {
      for (const numero of ['101', '102'])
        await page
          .getByRole('row', { name: new RegExp(`000000${numero}`) })
          .getByRole('checkbox')
          .check()
      await page.getByRole('button', { name: 'Emitir retenciones' }).press('Enter')
    }
    await chosen()
    const dialog = page.getByRole('dialog', { name: 'Emitir retenciones' })
    await expect(dialog.getByText('Total retenido: $13.00')).toBeVisible()
    await expect(dialog.getByText('Proveedor: Sociedad, régimen general')).toHaveCount(2)
    await dialog.getByLabel(/^Qué se compró: 001-001-000000102/).selectOption({ label: 'Otros servicios' })
    await expect(dialog.getByText('Total retenido: $20.00')).toBeVisible()
    await expectAccessible(page, 'many withholdings')
    await dialog.getByRole('button', { name: 'Emitir 2 retenciones' }).press('Enter')
    await expect(dialog.getByText('Retenciones emitidas: 2 de 2')).toBeVisible()
    await expect(dialog.getByRole('listitem').filter({ hasText: /\d{3}-\d{3}-\d{9}$/ })).toHaveCount(2)
    await dialog.getByRole('button', { name: 'Cerrar' }).first().press('Enter')
    await chosen()
    await expect(dialog.getByText(/^Ya tiene la retención \d{3}-\d{3}-\d{9}\.$/)).toHaveCount(2)
    await expect(dialog.getByRole('button', { name: 'Emitir 0 retenciones' })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Cerrar' }).first().press('Enter')

    await page
      .getByRole('row', { name: /000000103/ })
      .getByRole('button', { name: /^Acciones/ })
      .press('Enter')
    await pickEntry(page, 'Ver')
    await page.getByRole('button', { name: 'Retener', exact: true }).press('Enter')
    const una = page.getByRole('dialog', { name: 'Emitir la retención' })
    await una.getByRole('button', { name: 'Emitir 1 retención' }).press('Enter')
    await expect(una.getByText('Retenciones emitidas: 1 de 1')).toBeVisible()
    await una.getByRole('button', { name: 'Cerrar' }).first().press('Enter')
    await expect(page.getByText(/^Retención \d{3}-\d{3}-\d{9} por \$13\.50$/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Retener', exact: true })).toHaveCount(0)
  } finally {
    await setAgente(page, false)
  }
})

test('a purchase is withheld from as its supplier was on its day: the change of a person, corrected and taken away', async ({ page }) => {
  await signIn(page, CONTADORA, EMPRESA.ajustable)
  await setAgente(page, true)
  try {
    const mark = String(Date.now()).slice(-7)
    const proveedor = { tipo_identificacion: '04', identificacion: `179${mark}001`, razon_social: `EMPRENDEDORA ${mark} S.A.` }
    const { data: persona } = await sent<{ id: string }>(page, 'v1/persona/create', { ...proveedor, roles: ['proveedor'] })
    // The middle of the previous month.
    const hoy = new Date().toLocaleDateString('sv', { timeZone: 'America/Guayaquil' })
    const mes = new Date(Date.parse(`${hoy.slice(0, 8)}01`) - 1).toISOString().slice(0, 7)
    const dia = (n: number) => `${n}/${mes.slice(5)}/${mes.slice(0, 4)}`

    await goTo(page, `/persona/${persona.id}?seccion=regimen`)
    const historia = page.getByRole('region', { name: 'Régimen y tipo de contribuyente' })
    await expect(historia.getByText('Sin anotar: se toma de su identificación y de su última compra.')).toBeVisible()
    const anotar = async (desde: string, regimen: string) => {
      await historia.getByRole('button', { name: 'Anotar un cambio' }).press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Anotar un cambio' })
      await dialog.getByLabel('Desde', { exact: true }).fill(desde)
      await dialog.getByLabel('Régimen', { exact: true }).selectOption({ label: regimen })
      return dialog
    }
    const rimpe = await anotar(dia(20), 'RIMPE emprendedor')
    await rimpe.getByLabel('Agente de retención').check()
    await expectAccessible(page, 'a change of régimen')
    await rimpe.getByRole('button', { name: 'Guardar' }).press('Enter')
    await expect(page.getByText('Cambio anotado')).toBeVisible()
    await expect(historia.getByText('Hoy: RIMPE emprendedor · Agente de retención')).toBeVisible()
    const otra = await anotar(dia(20), 'General')
    await otra.getByRole('button', { name: 'Guardar' }).press('Enter')
    await expect(otra.getByText(`Ya hay un cambio desde el ${dia(20)}: corríjalo, o escriba otra fecha.`)).toBeVisible()
    await otra.getByLabel('Desde', { exact: true }).fill('')
    await otra.getByRole('button', { name: 'Guardar' }).press('Enter')
    await expect(historia.getByText('Desde siempre: General', { exact: true })).toBeVisible()
    await historia.getByRole('button', { name: `Corregir: Desde el ${dia(20)}` }).press('Enter')
    const corrige = page.getByRole('dialog', { name: 'Corregir el cambio' })
    await corrige.getByLabel('Desde', { exact: true }).fill(dia(15))
    await corrige.getByRole('button', { name: 'Guardar' }).press('Enter')
    await expect(historia.getByText(`Desde el ${dia(15)}: RIMPE emprendedor · Agente de retención`)).toBeVisible()
    await historia.getByRole('button', { name: 'Quitar: Desde siempre' }).press('Enter')
    const quita = page.getByRole('dialog', { name: 'Quitar el cambio' }).getByRole('button', { name: 'Quitar', exact: true })
    await quita.press('Enter')
    await expect(historia.getByRole('listitem')).toHaveCount(1)
    // Only a qualification ends: the form begins with the condition of its day.
    const fin = await anotar(dia(18), 'Sin especificar')
    await fin.getByRole('checkbox', { name: 'Agente de retención' }).uncheck()
    await fin.getByRole('button', { name: 'Guardar' }).press('Enter')
    await expect(historia.getByText(`Desde el ${dia(18)}: Sin calificaciones`)).toBeVisible()
    await historia.getByRole('button', { name: `Quitar: Desde el ${dia(18)}` }).press('Enter')
    await quita.press('Enter')
    await expect(historia.getByRole('listitem')).toHaveCount(1)
    await expectAccessibleAtWidths(page, 'the history of a régimen')

    for (const [n, regimen, total] of [
      [14, 'régimen general', '$6.50'],
      [15, 'RIMPE emprendedor', '$5.50'],
      [16, 'RIMPE emprendedor', '$5.50'],
    ] as const) {
      await goTo(page, '/documento/compra')
      // The page of the purchase before has a field of this name too.
      await expect(headingOf(page, 'Factura de compra')).toBeVisible()
      await page.getByRole('combobox', { name: 'Proveedor', exact: true }).click()
      await page.keyboard.type(proveedor.identificacion)
      await expect(page.getByRole('option', { name: new RegExp(proveedor.razon_social) })).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(page.getByLabel('Número', { exact: true })).toBeFocused()
      await page.keyboard.type(`001-001-0000009${n}`)
      const elegido = page.getByLabel('Régimen del proveedor').locator('option:checked')
      await expect(elegido).toHaveText('RIMPE emprendedor')
      await page.getByLabel('Fecha de emisión', { exact: true }).fill(dia(n))
      await expect(elegido).toHaveText(n < 15 ? 'General' : 'RIMPE emprendedor')
      await page.getByLabel('Autorización o clave de acceso').fill('1234567890')
      await page.getByLabel('Base sin IVA', { exact: true }).fill('100')
      await page.getByRole('button', { name: 'Guardar y retener' }).click()
      const retener = page.getByRole('dialog', { name: 'Emitir la retención' })
      await expect(retener.getByText(`Proveedor: Sociedad, ${regimen}`, { exact: true })).toBeVisible()
      await expect(retener.getByText(`Total retenido: ${total}`)).toBeVisible()
      await retener.getByRole('button', { name: 'Cerrar' }).first().press('Enter')
    }
  } finally {
    await setAgente(page, false)
  }
})
