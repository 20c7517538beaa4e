import type { Page } from '@playwright/test'

import { goTo, headingOf } from './support/screen.ts'
import { CONTADORA, PASSWORD, passwordOf, signInAt } from './support/sign-in.ts'
import { expect, expectAccessible, expectAccessibleAtWidths, test } from './support/test.ts'

const lockOf = (page: Page) => page.getByRole('dialog', { name: 'Su sesión está en pausa' })
const celda = (page: Page, name: string, line: number) => page.getByLabel(`${name}, línea ${line}`, { exact: true })
const clienteOf = (page: Page) => page.getByRole('combobox', { name: 'Cliente' })

const MSG = 'Su sesión se detuvo por inactividad. Ingrese su contraseña para continuar.'

/**
 * Acts as the server after hours without use (shown by the tests of the API): it answers nothing until the password is right. The real
 * server judges the password.
 */
async function leaveAlone(page: Page) {
  let isStopped = true
  await page.route('**/app/**', async (route) => {
    const path = new URL(route.request().url()).pathname
    if (path.endsWith('/v1/auth/reanudar')) {
      const response = await route.fetch()
      isStopped &&= !response.ok()
      return route.fulfill({ response })
    }
    if (!isStopped || path.endsWith('/v1/auth/cerrar')) return route.fallback()
    return route.fulfill({ status: 401, json: { status: '401', msg: MSG, data: [{ message: MSG, codigo: 'SESION_INACTIVA' }] } })
  })
}

async function givePassword(page: Page, password: string) {
  await passwordOf(page).fill(password)
  await page.keyboard.press('Enter')
}

test('O-123 a factura with its lines waits under the lock, a wrong password leaves it, the right one goes on and issues it', async ({
  page,
}) => {
  await signInAt(page, '/#/documento', CONTADORA)
  const discard = page.getByRole('button', { name: 'Descartar' })
  await expect(discard.or(clienteOf(page))).toBeVisible()
  if (await discard.isVisible()) await discard.click()
  await expect(clienteOf(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(celda(page, 'Producto', 1)).toBeFocused()
  for (const [at, code] of ['CUA-100', 'LEC-LT'].entries()) {
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
    await expect(celda(page, 'Cantidad', at + 1)).toHaveValue('1')
  }
  await leaveAlone(page)
  await celda(page, 'Cantidad', 2).fill('3')
  await expect(lockOf(page)).toBeVisible()
  await expect(passwordOf(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Enter')
  await expect(lockOf(page)).toBeVisible()
  await expectAccessibleAtWidths(page, 'the lock')
  // Signing out, which would lose the text, asks over the lock, and is cancelled there.
  await lockOf(page).getByRole('button', { name: 'Cerrar sesión' }).click()
  const question = page.getByRole('dialog', { name: '¿Cerrar la sesión?' })
  await expect(question.getByRole('button', { name: 'Volver' })).toBeFocused()
  await expectAccessible(page, 'the question over the lock')
  await question.getByRole('button', { name: 'Volver' }).click()
  await expect(question).toBeHidden()

  await givePassword(page, 'incorrecta')
  await expect(lockOf(page).getByText('La contraseña actual no es correcta.')).toBeVisible()
  await givePassword(page, PASSWORD)
  await expect(lockOf(page)).toBeHidden()
  await expect(celda(page, 'Cantidad', 1)).toHaveValue('1')
  await expect(celda(page, 'Cantidad', 2)).toHaveValue('3')
  await celda(page, 'Cantidad', 2).press('Control+Enter')
  const confirm = page.getByRole('dialog', { name: /^Emitir la factura/ })
  await confirm.getByRole('button', { name: 'Emitir', exact: true }).click()
  await expect(page.getByRole('heading', { name: /^Factura \d{3}-\d{3}-\d{9}$/ })).toBeVisible()
})

test('O-123 a form in a dialog stays under the lock, and says that it is to be sent again', async ({ page }) => {
  await signInAt(page, '/#/empresa_perfil?seccion=puntos', CONTADORA)
  await page.getByRole('button', { name: 'Nuevo establecimiento' }).click()
  const form = page.getByRole('dialog', { name: 'Nuevo establecimiento' })
  await form.getByLabel('Código').fill('077')
  await form.getByLabel('Dirección').fill('Av. de los Shyris y Naciones Unidas')
  await leaveAlone(page)
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(lockOf(page)).toBeVisible()
  await expect(passwordOf(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(lockOf(page)).toBeVisible()
  await givePassword(page, PASSWORD)
  await expect(lockOf(page)).toBeHidden()
  await expect(form.getByText('No se envió porque su sesión se detuvo por inactividad. Vuelva a intentarlo.')).toBeVisible()
  await expect(form.getByLabel('Código')).toHaveValue('077')
  await expect(form.getByLabel('Dirección')).toHaveValue('Av. de los Shyris y Naciones Unidas')
  await form.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('dialog', { name: '¿Descartar los cambios?' }).getByRole('button', { name: 'Descartar cambios' }).click()
  await expect(form).toBeHidden()
})

test.describe('without the network for its code', () => {
  test.use({ expectedComplaints: /ERR_FAILED/ })

  test('O-13 O-123 a screen says so inside the layout and comes again with the network, and the lock stands over what was typed', async ({
    page,
  }) => {
    await signInAt(page, '/#/nota?tipo=05', CONTADORA)
    const reason = page.getByLabel('Razón 1', { exact: true })
    await expect(reason).toBeVisible()
    await page.route('**/assets/**', (route) => route.abort())

    await page.getByRole('button', { name: 'Buscar o ir a…' }).click()
    await expect(page.getByText('La solicitud ha expirado, por favor intente nuevamente')).toBeVisible()
    await leaveAlone(page)
    await reason.fill('Interés por mora')
    await expect(lockOf(page)).toBeVisible()
    await givePassword(page, PASSWORD)
    await expect(lockOf(page)).toBeHidden()
    await expect(reason).toHaveValue('Interés por mora')

    await goTo(page, '/producto')
    await expect(headingOf(page, 'Sin conexión')).toBeVisible()
    await expect(page.getByRole('banner')).toBeVisible()
    await page.unroute('**/assets/**')
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(headingOf(page, 'Productos')).toBeVisible()
    await page.route('**/assets/**', (route) => route.abort())
    await goTo(page, '/categoria')
    await expect(headingOf(page, 'Sin conexión')).toBeVisible()
    await page.unroute('**/assets/**')
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(headingOf(page, 'Categorías')).toBeVisible()
    await goTo(page, '/nota?tipo=05')
    await page.getByRole('button', { name: 'Descartar' }).click()
    await expect(reason).toHaveValue('')
  })
})
