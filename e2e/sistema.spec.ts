import { signInAt, SOPORTE } from './support/sign-in.ts'
import { expect, expectAccessible, test, WIDTHS } from './support/test.ts'

for (const viewport of WIDTHS)
  test(`no barrier, ${viewport.width} px wide: notifications and configuration of the installation`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await signInAt(page, '/#/administracion/notificaciones', SOPORTE)
    await page.getByRole('button', { name: 'Nueva notificación' }).click()
    await expect(page.getByRole('dialog', { name: 'Nueva notificación' })).toBeVisible()
    await expectAccessible(page, 'new notification')
    await page.screenshot({ path: test.info().outputPath('dialogo.png') })
    await page.keyboard.press('Escape')
    await expectAccessible(page, 'notifications')
    await page.goto('/#/administracion/sistema')
    await expect(page.getByLabel('Nombre del sistema')).toBeVisible()
    await expectAccessible(page, 'configuration')
    await page.screenshot({ path: test.info().outputPath('sistema.png'), fullPage: true })
  })
