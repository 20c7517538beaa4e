import { CONTADORA, signIn } from './support/sign-in.ts'
import { DESKTOP, expect, expectAccessibleAtWidths, PHONE, test } from './support/test.ts'

// Units and brands share list and form: the journey uses one of them, the visits both.

const LARGA = 'Caja corrugada de doble pared con separadores internos para veinticuatro botellas de vidrio retornable'

test('R-1.6 by keyboard alone: register a unit, find it, edit it, and delete it with another one; and a brand', async ({ page }) => {
  await signIn(page, CONTADORA)
  const mark = `T${Date.now()}`
  await page.goto('/#/unidad')
  const dialog = page.getByRole('dialog')
  // A double click never closes the dialog that it opens.
  await page.getByRole('button', { name: 'Nueva unidad' }).first().dblclick()
  await expect(dialog.getByLabel('Nombre')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  for (const name of [`Docena ${mark}`, `Gruesa ${mark}`]) {
    await page.getByRole('button', { name: 'Nueva unidad' }).first().press('Enter')
    await expect(dialog.getByLabel('Nombre')).toBeFocused()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
  }
  await expect(page.getByText('Unidad registrada exitosamente').first()).toBeVisible()
  // The name is taken, ignoring capitals and accents: the typed text stays.
  await page.getByRole('button', { name: 'Nueva unidad' }).press('Enter')
  await expect(dialog.getByLabel('Nombre')).toBeFocused()
  await page.keyboard.type(`DÓCENA ${mark}`)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(`Ya existe una unidad con el nombre DÓCENA ${mark}.`)).toBeVisible()
  await expect(dialog.getByLabel('Nombre')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Descartar cambios' }).click()

  await page.getByRole('searchbox', { name: 'Buscar' }).focus()
  await page.keyboard.type(mark)
  // Half of the text finds the same two rows, but the search for all of it would clear a selection made before.
  await expect(page).toHaveURL(new RegExp(mark))
  await expect(page.getByText('Mostrando 1 a 2 de 2')).toBeVisible()
  const menu = page.getByRole('button', { name: `Acciones de Docena ${mark}` })
  await menu.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Editar' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Nombre')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Doce piezas')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Inactivo')
  for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByText('Unidad editada exitosamente')).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(`Docena ${mark}.*Doce piezas.*Inactivo`) })).toBeVisible()
  await expect(menu).toBeFocused()

  await page.getByLabel('Seleccionar todo').focus()
  await page.keyboard.press('Space')
  await page.getByRole('group', { name: 'Acciones con lo seleccionado' }).getByRole('button', { name: 'Eliminar' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Unidades eliminadas exitosamente')).toBeVisible()
  await expect(page.getByText('No se encontraron registros')).toBeVisible()

  await page.goto('/#/marca')
  await page.getByRole('button', { name: 'Nueva marca' }).first().press('Enter')
  await expect(dialog.getByLabel('Nombre')).toBeFocused()
  await page.keyboard.type(`Cóndor ${mark}`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Marca registrada exitosamente')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Buscar' }).fill(mark)
  await expect(page.getByRole('row', { name: new RegExp(`Cóndor ${mark}.*Activo`) })).toBeVisible()
})

test('R-2.10.15 no barrier: units and brands, with form, menu and question open', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await signIn(page, CONTADORA)
  for (const [path, una] of [
    ['/unidad', 'unidad'],
    ['/marca', 'marca'],
  ] as const) {
    await page.goto(`/#${path}`)
    await page
      .getByRole('button', { name: `Nueva ${una}` })
      .first()
      .click()
    const form = page.getByRole('dialog', { name: `Nueva ${una}` })
    await form.getByRole('button', { name: 'Guardar' }).click()
    await expect(form.getByText('Este campo es requerido.')).toBeVisible()
    await expectAccessibleAtWidths(page, `${una}: form with an error`)
    for (const [{ width, height }, share] of [
      [DESKTOP, 0.5],
      [PHONE, 0.9],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect.poll(async () => (await form.boundingBox())!.width / width, 'the width of the form').toBeCloseTo(share, 1)
    }
    await form.getByLabel('Nombre').fill(LARGA.slice(-100))
    await form.getByLabel('Descripción').fill('Para el transporte de bebidas. '.repeat(9).trim())
    await form.getByRole('button', { name: 'Guardar' }).click()
    await expect(form).toBeHidden()
    const menu = page.getByRole('button', { name: /^Acciones de/ }).first()
    await menu.click()
    await expect(page.getByRole('menuitem', { name: 'Eliminar' })).toBeVisible()
    await expectAccessibleAtWidths(page, `${una}: menu of a row`)
    await page.getByRole('menuitem', { name: 'Eliminar' }).click()
    const question = page.getByRole('dialog', { name: /^Eliminar/ })
    await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused()
    await expectAccessibleAtWidths(page, `${una}: question`)
    await question.getByRole('button', { name: `Eliminar ${una}` }).click()
    await expect(question).toBeHidden()
  }
})
