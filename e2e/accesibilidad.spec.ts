import { CONTADORA, editSession, identifierOf, pickerOf, sendCredentials } from './support/sign-in.ts'
import { expect, expectAccessible, expectAccessibleAtWidths, PHONE, test } from './support/test.ts'

test('no barrier: sign-in, its errors, picker, home, notices', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/')
  await expect(identifierOf(page)).toBeVisible()
  await expectAccessibleAtWidths(page, 'sign-in')

  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(page.getByText('Complete todos los campos requeridos')).toBeVisible()
  await expectAccessibleAtWidths(page, 'required fields and toast')

  await sendCredentials(page, `nadie-${Date.now()}`, 'Equivocada1')
  await expect(page.getByText('Usuario o contraseña incorrectos')).toBeVisible()
  await expectAccessibleAtWidths(page, 'refusal')

  await sendCredentials(page, CONTADORA)
  await expect(pickerOf(page)).toBeVisible()
  await expectAccessibleAtWidths(page, 'company picker')

  await pickerOf(page).getByRole('button').first().click()
  await expect(page.getByRole('heading', { name: 'Inicio' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'home')

  await page.goto('/#/nomina')
  await expect(page.getByRole('heading', { name: 'En construcción' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'under construction')

  await page.goto('/#/no-existe')
  await expect(page.getByRole('heading', { name: 'NO ENCONTRADO' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'not found')

  await editSession(page, { expiration_date: '2020-01-01T00:00:00Z' })
  await page.goto('/?antes#/')
  await expect(page.getByRole('dialog', { name: 'Sesión expirada' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'expired session')
})

test('320 px wide nothing scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/')
  await expect(identifierOf(page)).toBeVisible()
  await sendCredentials(page, CONTADORA)
  await expect(pickerOf(page)).toBeVisible()
  await expectAccessible(page, 'company picker at 320 px')
  await pickerOf(page).getByRole('button').first().click()
  await expect(page.getByRole('heading', { name: 'Inicio' })).toBeVisible()
  await expectAccessible(page, 'home at 320 px')
})
