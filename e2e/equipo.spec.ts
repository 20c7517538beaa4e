import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'

import { CONTADORA, EMPRESA, identifierOf, passwordOf, signInAt } from './support/sign-in.ts'
import { anotherPerson, expect, expectAccessibleAtWidths, PHONE, test } from './support/test.ts'

const LISTA = '/#/configuracion/usuario_rol/registro'
const PASSWORD = 'Cangilon-Verde-88'
const isInviteChunk = (url: string) => /\/invite-page-[\w-]+\.js$/.test(url)

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const act = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Acciones de ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('R-1.8 R-2.1.7 R-2.1.8 R-4.16 R-6.11 R-6.14 R-8.13 R-8.14 R-8.15 R-8.19 R-8.20 a person is invited, comes in, is given menus, is shut out and leaves', async ({
  page,
  browser,
}) => {
  // Two people work, one after the other.
  test.slow()
  const mail = `eva.${Date.now()}@ejemplo.ec`
  await signInAt(page, LISTA, CONTADORA, EMPRESA.ajustable)
  await page.getByRole('button', { name: 'Invitar' }).click()
  const form = page.getByRole('dialog', { name: 'Invitar a la empresa' })
  await form.getByLabel('Correo').fill(mail)
  await form.getByLabel('Rol').selectOption('Empleado')
  await form.getByRole('button', { name: 'Enviar invitación' }).click()
  await expect(page.getByText('Invitación enviada exitosamente')).toBeVisible()
  const enlace = await page.getByRole('dialog', { name: 'Entregue este enlace' }).getByLabel('Enlace').inputValue()
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).last().click()

  const eva = await anotherPerson(browser)
  const chunks: string[] = []
  eva.on('request', (request) => isInviteChunk(request.url()) && chunks.push(request.url()))
  await eva.goto('/')
  await identifierOf(eva).waitFor()
  expect(chunks).toEqual([])
  await eva.goto(`/${new URL(enlace).hash}`)
  await eva.getByText(mail).waitFor()
  expect(chunks).toHaveLength(1)
  expect(eva.url()).not.toContain(enlace.split('/').at(-1))
  await eva.getByLabel('Nombre').fill('Eva')
  await eva.getByLabel('Apellido').fill('Paz')
  await passwordOf(eva).fill(PASSWORD)
  await eva.getByLabel('Confirmar contraseña').fill(PASSWORD)
  await eva.getByRole('button', { name: 'Crear mi cuenta y aceptar' }).click()
  await eva.getByRole('heading', { name: 'Inicio' }).waitFor()
  await eva.goto('/#/persona')
  await eva.getByRole('heading', { name: 'NO ENCONTRADO' }).waitFor()

  await page.goto(`${LISTA}?q=${mail}`)
  await page.reload()
  await page.getByRole('link', { name: 'Eva Paz' }).click()
  await page.getByRole('treeitem', { name: 'Personas', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Así lo verá' }).getByText('Personas')).toBeVisible()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Menu actualizado exitosamente')).toBeVisible()
  await eva.reload()
  await eva.goto('/#/persona')
  await eva.getByRole('heading', { name: 'Personas' }).waitFor()
  await expect(eva.getByRole('link', { name: 'Nueva persona' })).toHaveCount(0)

  await act(page, 'Eva Paz', 'Desactivar')
  await page.getByRole('button', { name: 'Desactivar empleado' }).click()
  await expect(page.getByText('Estado actualizado exitosamente')).toBeVisible()
  await expect(row(page, 'Eva Paz').getByText('Inactivo')).toBeVisible()
  await eva.reload()
  await identifierOf(eva).waitFor()
  await eva.context().close()

  await act(page, 'Eva Paz', 'Eliminar')
  await page.getByRole('button', { name: 'Eliminar empleado' }).click()
  await expect(page.getByText('Empleado eliminado exitosamente')).toBeVisible()
  await expect(row(page, 'Eva Paz')).toHaveCount(0)

  await page.getByRole('button', { name: 'Invitar' }).click()
  await form.getByLabel('Correo').fill(`luis.${mail}`)
  await form.getByRole('button', { name: 'Enviar invitación' }).click()
  await page.getByRole('dialog', { name: 'Entregue este enlace' }).getByRole('button', { name: 'Cerrar' }).last().click()
  await page.getByRole('link', { name: 'Invitaciones' }).click()
  await act(page, `luis.${mail}`, 'Eliminar')
  await page.getByRole('button', { name: 'Eliminar invitación' }).click()
  await expect(page.getByText('Invitación eliminada exitosamente')).toBeVisible()
})

test('R-2.1.8 the invitation screen is a file of its own that the page does not name', () => {
  const assets = path.resolve(import.meta.dirname, '../apps/web/dist/actual/assets')
  const holding = readdirSync(assets).filter(
    (file) => file.endsWith('.js') && readFileSync(path.join(assets, file), 'utf8').includes('Aceptar invitación'),
  )
  expect(holding).toHaveLength(1)
  expect(isInviteChunk(`/${holding[0]}`)).toBe(true)
  expect(readFileSync(path.resolve(assets, '../index.html'), 'utf8')).not.toContain(holding[0])
})

test('people, menus, rights and invitations are accessible', async ({ page }) => {
  test.slow()
  await page.setViewportSize(PHONE)
  await signInAt(page, LISTA, CONTADORA)
  await page.getByRole('link', { name: 'Víctor Vega' }).waitFor()
  await expectAccessibleAtWidths(page, 'list')
  await page.getByRole('button', { name: 'Acciones de Víctor Vega' }).click()
  await page.getByRole('menuitem', { name: 'Desactivar' }).waitFor()
  await expectAccessibleAtWidths(page, 'actions')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Invitar' }).click()
  await page.getByRole('dialog', { name: 'Invitar a la empresa' }).waitFor()
  await expectAccessibleAtWidths(page, 'inviting')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Víctor Vega' }).click()
  await page.getByRole('tree', { name: 'Menús' }).waitFor()
  await page.getByRole('treeitem', { name: 'Productos', exact: true }).click()
  // Scrolled to its end, the bar of the form covers nothing.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expectAccessibleAtWidths(page, 'menus')
  await page.getByRole('link', { name: 'Rol y permisos' }).click()
  await page.getByRole('button', { name: 'Descartar cambios' }).click()
  await page.getByLabel('Rol en la empresa').selectOption('Empleado')
  await page.getByText(/puede emitir en todos|Solo puede emitir en estos/).waitFor()
  // Scrolled to its end, the sticky footer covers nothing.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expectAccessibleAtWidths(page, 'rights')
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Descartar cambios' }).click()
  await page.getByRole('link', { name: 'Invitaciones' }).click()
  await page.getByRole('table', { name: 'Invitaciones' }).waitFor()
  await expectAccessibleAtWidths(page, 'invitations')
  await page.goto('/#/invite/no-existe')
  await page.getByRole('alert').waitFor()
  await expectAccessibleAtWidths(page, 'invitation')
})
