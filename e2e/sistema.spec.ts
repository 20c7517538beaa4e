import { signInAt, SOPORTE } from './support/sign-in.ts'
import { expect, expectAccessibleAtWidths, PHONE, test } from './support/test.ts'

test('no barrier: notifications and configuration of the installation', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await signInAt(page, '/#/administracion/notificaciones', SOPORTE)
  await page.getByRole('button', { name: 'Nueva notificación' }).click()
  await expect(page.getByRole('dialog', { name: 'Nueva notificación' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'new notification')
  await page.screenshot({ path: test.info().outputPath('dialogo.png') })
  await page.keyboard.press('Escape')
  await expectAccessibleAtWidths(page, 'notifications')
  await page.goto('/#/administracion/sistema')
  await expect(page.getByLabel('Nombre del sistema')).toBeVisible()
  await expectAccessibleAtWidths(page, 'configuration')
  await page.screenshot({ path: test.info().outputPath('sistema.png'), fullPage: true })
})
