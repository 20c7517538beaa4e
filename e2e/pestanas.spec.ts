import type { Page } from '@playwright/test'

import { emitFactura, freshCliente } from './support/emit.ts'
import { CONTADORA, EMPRESA, pickerOf, signInByForm } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Chromium logs the answer to a document of the other company.
test.use({ expectedComplaints: /^Failed to load resource: the server responded with a status of (404|401)/ })

const company = (page: Page) => page.getByRole('banner').getByRole('button', { name: /RUC/ })

test('O-118 a company for each tab: one changes and the other stays, after a reload too; a document says where it is; one end', async ({
  page,
  context,
}) => {
  await signInByForm(page, CONTADORA, EMPRESA.emisora)
  await expect(pickerOf(page)).toHaveCount(0)
  const andina = (await company(page).textContent()) ?? ''
  const id = await emitFactura(page, freshCliente('DE ESTA PESTAÑA'), { waits: false })
  const document = `/#/comprobante/${id}`
  await page.goto(document)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/\d{3}-\d{3}-\d{9}/)

  const other = await context.newPage()
  await other.goto('/')
  await expect(company(other)).toHaveText(andina)
  await company(other).click()
  await other.getByRole('button', { name: EMPRESA.ajustable }).first().click()
  await expect(company(other)).not.toHaveText(andina)
  const tablero = (await company(other).textContent()) ?? ''
  await other.reload()
  await expect(company(other)).toHaveText(tablero)
  await page.reload()
  await expect(company(page)).toHaveText(andina)

  await other.goto(document)
  await expect(other.getByText(/^Este documento es de /)).toBeVisible()
  await other.getByRole('button', { name: /^Abrir en / }).click()
  await expect(company(other)).toHaveText(andina)
  await expect(other.getByRole('heading', { level: 1 })).toContainText(/\d{3}-\d{3}-\d{9}/)

  await other.getByRole('button', { name: 'Perfil', exact: true }).click()
  await other.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
  await expect(page).toHaveURL(/#\/login/)
  await expect(other).toHaveURL(/#\/login/)
})
