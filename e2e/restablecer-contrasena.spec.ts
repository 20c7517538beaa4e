import { headingOf } from './support/screen.ts'
import { createPersonaNueva, leave } from './support/persona-nueva.ts'
import { sendCredentials, signInAt, SOPORTE } from './support/sign-in.ts'
import { expect, expectAccessible, expectAccessibleAtWidths, PHONE, test } from './support/test.ts'

const NUEVA = 'Restablecida2026'

test('R-2.5.6 R-2.1.6 R-2.6.1 R-2.6.2 R-2.6.3 R-2.6.4 R-2.6.5 R-2.6.6 R-2.6.7 R-2.6.8 R-2.6.9 R-4.14 a forgotten password is set anew by the link of the letter, once; the form comes after the code was checked', async ({
  page,
}) => {
  const { mail, password } = await createPersonaNueva(page)

  await page.getByRole('button', { name: 'Olvidé mi contraseña' }).click()
  await expect(page).toHaveURL(/#\/forgot-password$/)
  await expectAccessible(page, 'Recuperar cuenta')
  await page.getByLabel('Correo').fill(` ${mail} `)
  await page.getByRole('button', { name: 'Enviar correo' }).click()
  await expect(
    page.getByText('Se envió el link de restauración a su correo. Tiene 15 minutos antes que expire la solicitud.'),
  ).toBeVisible()
  await expectAccessible(page, 'enlace enviado')

  await signInAt(page, '/?correos#/administracion/correos', SOPORTE)
  await page.getByRole('button', { name: `Ver correo: Restablecer su contraseña, para ${mail}` }).click()
  const letter = page.getByRole('dialog', { name: 'Restablecer su contraseña' })
  await expectAccessible(page, 'carta')
  const link = /#\/restablecer\/[\w-]+/.exec(await letter.innerText())?.[0] ?? ''
  await leave(page)

  let check: () => void = () => undefined
  const held = new Promise<void>((resolve) => (check = resolve))
  await page.route('**/validate_reset_code/**', (route) => held.then(() => route.continue()))
  const asked = page.waitForRequest('**/validate_reset_code/**')
  await page.goto(`/?enlace${link}`)
  expect(new URL((await asked).url()).pathname.split('/').at(-1)).toBe(link.split('/').at(-1))
  await expect(headingOf(page, 'Restablecer contraseña')).toBeVisible()
  await expect(page.getByText('Ingrese una nueva contraseña para recuperar su cuenta.', { exact: true })).toBeVisible()
  const labels = page.locator('main label')
  await expect(page.getByRole('status').filter({ hasText: 'Comprobando el enlace' })).toBeVisible()
  await expect(labels).toHaveCount(0)
  check()
  const fresh = page.getByLabel('Nueva contraseña', { exact: true })
  await expect(fresh).toBeVisible()
  expect(await labels.allInnerTexts()).toEqual(['Nueva contraseña', 'Confirmar nueva contraseña'])
  // The code is no longer visible in the address.
  expect(new URL(page.url()).hash).toBe('#/restablecer/')
  await fresh.fill('abcdef1')
  await expect(page.getByText('Seguridad: Media')).toBeVisible()
  await expectAccessible(page, 'panel de la contraseña')
  await fresh.fill(NUEVA)
  await page.getByLabel('Confirmar nueva contraseña').fill(NUEVA)
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  const outcome = page.locator('main').locator('[role="status"], [role="alert"]')
  await expect(outcome).toHaveText('ExitosoSe ha restablecido su contraseña.')
  await expect(outcome.getByText('Exitoso', { exact: true })).toBeVisible()
  await expect(labels).toHaveCount(0)

  await page.goto(`/?otra${link}`)
  await expect(outcome).toHaveText('ErrorCódigo de restauración inválido.')
  await expect(outcome.getByText('Error', { exact: true })).toBeVisible()
  await expectAccessible(page, 'código inválido')
  await page.getByRole('button', { name: 'Regresar', exact: true }).click()
  await expect(headingOf(page, '¡Bienvenido de nuevo!')).toBeVisible()
  await expect(page).toHaveURL(/#\/login$/)
  await sendCredentials(page, mail, password)
  await expect(page.getByText('Usuario o contraseña incorrectos')).toBeVisible()
  await sendCredentials(page, mail, NUEVA)
  await expect(page.getByRole('heading', { name: 'Inicio' })).toBeVisible()
})

test('R-3.1.16 R-5.3.6 the profile is edited, its picture and password changed, and the other sessions closed', async ({ page }) => {
  const { mail, password } = await createPersonaNueva(page)
  await sendCredentials(page, mail, password)
  await expect(page.getByRole('heading', { name: 'Inicio' })).toBeVisible()
  await leave(page)
  await sendCredentials(page, mail, password)
  await page.getByRole('button', { name: 'Perfil' }).click()
  await page.getByRole('menuitem', { name: 'Perfil Usuario' }).click()

  await page.getByLabel('Nombre', { exact: true }).fill(' Ana María ')
  await page.getByLabel('Fecha Cumpleaño', { exact: true }).fill('17/05/1990')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Perfil editado exitosamente')).toBeVisible()
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('Ana María')

  const picture = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 400
    canvas.height = 300
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  await page
    .getByRole('group', { name: 'Nuevo avatar' })
    .locator('input[type="file"]')
    .setInputFiles({ name: 'yo.png', mimeType: 'image/png', buffer: Buffer.from(picture, 'base64') })
  await page.getByRole('button', { name: 'Subir' }).click()
  await expect(page.getByAltText('Su avatar')).toBeVisible()

  await page.getByLabel('Contraseña actual').fill(password)
  await page.getByLabel('Nueva contraseña', { exact: true }).fill(NUEVA)
  await expect(page.getByText('Seguridad: Fuerte')).toBeVisible()
  await page.getByLabel('Confirmar nueva contraseña').fill(NUEVA)
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(page.getByText('Contraseña actualizada exitosamente')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Sesiones abiertas' }).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByText('Esta sesión', { exact: true })).toBeVisible()

  await page.setViewportSize(PHONE)
  await page.goto('/?recargada#/perfil')
  await expect(page.getByAltText('Su avatar')).toBeVisible()
  await expectAccessibleAtWidths(page, 'perfil')
})
