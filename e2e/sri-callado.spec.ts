import type { Page } from '@playwright/test'

import { setCaido } from './support/autoridad.ts'
import { emitFactura, freshCliente } from './support/emit.ts'
import { signIn } from './support/sign-in.ts'
import { expect, expectAccessible, test } from './support/test.ts'

const DOCUMENTOS = 3

test.afterEach(() => setCaido(false))

/** Row and tab name and count a document without an answer in the same way. */
async function expectOneWord(page: Page, { identificacion, razon_social: nombre }: ReturnType<typeof freshCliente>) {
  await page.goto(`/#/comprobante?size=10&q=${identificacion}&desde=`)
  const rows = page.getByRole('row').filter({ hasText: nombre })
  await expect(rows).toHaveCount(DOCUMENTOS)
  const tabs = page.getByRole('navigation', { name: 'Estado', exact: true })
  const words = async () => {
    const texts = await rows.allInnerTexts()
    return ['En espera de autorización', 'Autorización en proceso'].map((word) => texts.filter((text) => text.includes(word)).length)
  }
  const counts = async () =>
    (await tabs.getByRole('link', { name: /^En (espera|proceso)/ }).allInnerTexts()).map((text) => Number(/\d+/.exec(text)))
  await expect(async () => expect(await words()).toEqual(await counts())).toPass()
  expect((await counts()).reduce((sum, count) => sum + count)).toBe(DOCUMENTOS)
}

test('R-7.1.3 the SRI goes away: the bar says since when, the document that it will be sent by itself; it comes back, and so it is', async ({
  page,
}) => {
  test.slow()
  await signIn(page)
  await setCaido(true)
  const cliente = freshCliente('CALLADO')
  const espera = page.getByText(/^En espera: el SRI no responde\. Se enviará sola\./)
  let id = await emitFactura(page, cliente, { waits: false })
  const open = async () => {
    await page.goto(`/#/comprobante/${id}`)
    await expect(page.getByRole('heading', { name: /^Factura \d{3}-/ })).toBeVisible()
  }
  await open()
  // The first unanswered document shows it, and the bar soon after: a shop may have no other document.
  await expect(espera).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('El SRI no responde', { exact: true })).toBeVisible()
  const bar = page.getByText(/^El SRI no responde desde las \d\d:\d\d\. Sus documentos se enviarán solos en cuanto vuelva\.$/)
  // Long before the bar's own next check, a minute later.
  await expect(bar).toBeVisible({ timeout: 30_000 })
  await expect(espera).toBeVisible()
  await expectAccessible(page, 'the SRI does not answer')
  for (let at = 1; at < DOCUMENTOS; at++) id = await emitFactura(page, cliente, { waits: false })
  await expectOneWord(page, cliente)
  await open()
  await expect(bar).toBeVisible()
  await expect(espera).toBeVisible()

  await setCaido(false)
  await page.getByRole('button', { name: 'Consultar estado' }).click()
  // A document that may or may not have arrived is sent again a minute later.
  await expect(page.locator('header').getByText('Autorizado', { exact: true })).toBeVisible({ timeout: 100_000 })
  await expect(bar).toBeHidden({ timeout: 10_000 })
})
