import { CONTADORA, signIn, signInAt } from './support/sign-in.ts'
import { expect, expectAccessibleAtWidths, PHONE, test } from './support/test.ts'

test('R-2.3.1 O-30 O-39 what is due is on home and in its list, goes into a calendar, and the board opens another company at its place', async ({
  page,
  request,
}) => {
  await signIn(page, CONTADORA)
  const card = page.getByRole('region', { name: 'Obligaciones' })
  await expect(card.getByRole('link', { name: /^IVA \(formulario 104\) de/ }).first()).toBeVisible()
  await card.getByRole('link', { name: 'Ver todas' }).click()
  await expect(page.getByRole('heading', { name: 'Obligaciones' })).toBeVisible()
  await page.getByLabel('Hasta cuándo').selectOption('365')
  await expect(page.getByRole('link', { name: /^Impuesto a la renta de 2026/ })).toBeVisible()

  await page.getByRole('button', { name: 'Llevar a mi calendario' }).click()
  const dialog = page.getByRole('dialog', { name: 'Calendario de obligaciones' })
  const address = await dialog.getByLabel('Enlace').inputValue()
  const { pathname } = new URL(address)
  expect(await (await request.get(pathname)).text()).toContain('BEGIN:VEVENT')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Retirar la dirección' }).click()
  // Until then its button shows «Retirando…».
  await expect(page.getByText('Dirección retirada exitosamente')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retirar la dirección' })).toBeHidden()
  expect((await request.get(pathname)).status()).toBe(404)

  await page.getByLabel('Avisarme por correo').selectOption('3 días antes')
  await expect(page.getByText('Avisos por correo guardados')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Avisarme por correo')).toHaveValue('3')

  await page.goto('/#/')
  await card.getByRole('link', { name: 'Mis empresas' }).click()
  await expect(page.getByRole('heading', { name: 'Mis empresas' })).toBeVisible()
  const other = page.getByRole('listitem').filter({ hasNotText: 'Empresa actual' }).filter({ hasText: 'RUC' })
  const name = await other.getByRole('heading').innerText()
  await other.getByRole('button', { name: /^En espera: / }).click()
  await expect(page.getByRole('heading', { name: 'Comprobantes' })).toBeVisible()
  await expect(page.getByRole('banner')).toContainText(name)
})

test('R-2.3.1 R-2.3.41 no barrier: what is due, and the board', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await signInAt(page, '/#/declaraciones/obligaciones', CONTADORA)
  await expect(page.getByRole('region', { name: 'Lo que vence' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'obligaciones')
  await page.goto('/#/empresas')
  await expect(page.getByText('Empresa actual')).toBeVisible()
  await expectAccessibleAtWidths(page, 'empresas')
})
