import { pickEntry } from './support/screen.ts'
import { CONTADORA, signIn, signInAt } from './support/sign-in.ts'
import { expect, expectAccessibleAtWidths, PHONE, test } from './support/test.ts'

test('R-1.6 R-2.3.38 by keyboard alone: register a category and one inside it, move it, and delete both', async ({ page }) => {
  await signIn(page, CONTADORA)
  const mark = `T${Date.now()}`
  const [bebidas, colas] = [`Bebidas ${mark}`, `Colas ${mark}`]
  await page.goto('/#/categoria')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Nueva categoría' }).first().press('Enter')
  await expect(dialog.getByLabel('Nombre')).toBeFocused()
  await page.keyboard.type(bebidas)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Categoría registrada exitosamente').first()).toBeVisible()

  await page.getByRole('button', { name: 'Nueva categoría' }).first().press('Enter')
  await expect(dialog.getByLabel('Nombre')).toBeFocused()
  await page.keyboard.type(colas)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(dialog.getByLabel('Dentro de')).toBeFocused()
  await page.keyboard.type(bebidas)
  await expect(page.getByRole('option', { name: bebidas }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Dentro de')).toHaveValue(bebidas)
  await dialog.getByRole('button', { name: 'Guardar' }).press('Enter')
  await expect(dialog).toBeHidden()

  await page.getByRole('searchbox', { name: 'Buscar' }).fill(mark)
  const row = page.getByRole('row', { name: new RegExp(`^${colas}`) })
  await expect(row).toHaveAttribute('aria-level', '2')
  await page.getByRole('row', { name: new RegExp(`^${bebidas}`) }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(row).toBeFocused()
  // Moved to the top by its own menu.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: `Acciones de ${colas}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Editar' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Mover a…' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Dentro de')).toBeFocused()
  await expect(dialog.getByLabel('Dentro de')).toHaveValue(bebidas)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: 'Ninguna: primer nivel' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Dentro de')).toHaveValue('')
  await dialog.getByRole('button', { name: 'Mover' }).press('Enter')
  await expect(page.getByText('Categoría editada exitosamente').first()).toBeVisible()
  await expect(row).toHaveAttribute('aria-level', '1')

  for (const name of [bebidas, colas]) {
    await page.getByRole('button', { name: `Acciones de ${name}` }).press('Enter')
    await pickEntry(page, 'Eliminar')
    await page.getByRole('button', { name: 'Eliminar categoría' }).press('Enter')
    await expect(page.getByRole('row', { name: new RegExp(`^${name}`) })).toHaveCount(0)
  }
  await expect(page.getByText('No se encontraron registros')).toBeVisible()
})

test('R-2.10.15 no barrier: the tree, with form, choice, menu and question open', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await signInAt(page, '/#/categoria', CONTADORA)
  const mark = `A${Date.now()}`
  const dialog = page.getByRole('dialog')
  const create = async (name: string, under?: string) => {
    await page.getByRole('button', { name: 'Nueva categoría' }).first().click()
    await dialog.getByLabel('Nombre').fill(name)
    if (under !== undefined) {
      await dialog.getByLabel('Dentro de').click()
      await dialog.getByLabel('Dentro de').fill(under)
      await page.getByRole('option', { name: under }).first().click()
    }
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(dialog).toBeHidden()
  }
  await create(`Bebidas ${mark}`)
  await create(`Gaseosas de sabores tropicales en botella retornable ${mark}`, `Bebidas ${mark}`)
  await page.getByRole('searchbox', { name: 'Buscar' }).fill(mark)
  await expect(page.getByRole('row', { name: /^Gaseosas/ })).toBeVisible()
  await expectAccessibleAtWidths(page, 'the tree')
  await page.getByRole('button', { name: `Acciones de Bebidas ${mark}` }).click()
  await expect(page.getByRole('menuitem', { name: 'Eliminar' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'the menu of a row')
  await page.getByRole('menuitem', { name: 'Mover a…' }).click()
  await dialog.getByLabel('Dentro de').click()
  await expect(page.getByRole('option', { name: 'Ninguna: primer nivel' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'the choice of a place')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  for (const name of [`Gaseosas de sabores tropicales en botella retornable ${mark}`, `Bebidas ${mark}`]) {
    await page.getByRole('button', { name: `Acciones de ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Eliminar' }).click()
    await expectAccessibleAtWidths(page, 'the question')
    await page.getByRole('button', { name: 'Eliminar categoría' }).click()
    await expect(dialog).toBeHidden()
  }
})
