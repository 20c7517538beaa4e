import type { Page } from '@playwright/test'

import { CONTADORA, signIn, signInAt } from './support/sign-in.ts'
import { expect, expectAccessible, expectAccessibleAtWidths, PHONE, test } from './support/test.ts'

// Products of its own, because other tests sell the others meanwhile.

/** Three products whose names begin with a word of their own. */
async function createProductos(page: Page): Promise<string> {
  const mark = `MASIVA${Date.now()}`
  const statuses = await page.evaluate(async (name) => {
    const { token } = JSON.parse(localStorage.getItem('auth') ?? '{}') as { token: string }
    const create = async (n: number) => {
      const form = {
        code: `${name}-${n}`,
        name: `${name} caja de ${n} piezas`,
        type_product: 'PRODUCTO',
        iva: 6,
        price: 3_500_000 * n,
        cost: 2_000_000,
      }
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': `${name}-${n}` }
      return (await fetch('/app/productos/create', { method: 'POST', headers, body: JSON.stringify(form) })).status
    }
    return [await create(1), await create(2), await create(3)]
  }, mark)
  expect(statuses).toEqual([200, 200, 200])
  return mark
}

async function open(page: Page, mark: string) {
  await page.goto('/#/productos/actualizacion-masiva')
  await expect(page.getByRole('heading', { name: 'Actualización masiva' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Buscar' }).fill(mark)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid', { name: 'Productos' }).getByRole('row')).toHaveCount(4)
}

const priceOf = (page: Page, n: number) => page.locator(`#celda-${n - 1}-2`)

test('R-2.3.34 R-8.23 by keyboard alone: paste, fill down, a percentage, see the difference, save, and undo as one', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, CONTADORA)
  const mark = await createProductos(page)
  await open(page, mark)
  const grid = page.getByRole('grid', { name: 'Productos' })
  await grid.focus()
  // Into the price column; pastes a copied pair of cells, then edits the second one below.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.evaluate(() => navigator.clipboard.writeText('4,25\n8.10'))
  await page.keyboard.press('Control+V')
  await expect(priceOf(page, 1)).toHaveText('4,25')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+D')
  await expect(priceOf(page, 3)).toHaveText('8.10')
  // A list price typed by hand, and a whole column raised by 10 % with prices ending in .99.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Control+Space')
  await expect(page.getByText('3 celdas elegidas')).toBeVisible()
  await page.getByLabel('Porcentaje').focus()
  await page.keyboard.type('10')
  await page.getByLabel('Redondeo').focus()
  await page.keyboard.type('Ter')
  await page.getByRole('button', { name: 'Aplicar a 3 valores' }).press('Enter')
  for (const [n, price] of [
    [1, '4.99'],
    [2, '8.99'],
    [3, '8.99'],
  ] as const)
    await expect(priceOf(page, n)).toHaveText(price)
  await page.getByRole('button', { name: 'Revisar y guardar' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Revisar 3 productos' })
  await expect(dialog.getByRole('row', { name: `${mark}-1` })).toContainText('+42.6 %')
  await expectAccessible(page, 'the difference before saving')
  await dialog.getByRole('button', { name: 'Guardar 3 productos' }).press('Enter')
  await expect(page.getByText('Productos actualizados exitosamente')).toBeVisible()
  await expect(page.getByText('Se actualizaron 3 productos.')).toBeVisible()
  await expect(page.getByText('Sin cambios por guardar.')).toBeVisible()
  await page.reload()
  await open(page, mark)
  for (const [n, price] of [
    [1, '4.99'],
    [2, '8.99'],
    [3, '8.99'],
  ] as const)
    await expect(priceOf(page, n)).toHaveText(price)
  await page.getByRole('button', { name: 'Últimas actualizaciones' }).press('Enter')
  const list = page.getByRole('dialog', { name: 'Últimas actualizaciones' })
  await expect(list.getByText('3 productos: precio, otras listas').first()).toBeVisible()
  await expectAccessible(page, 'the last updates')
  await list.getByRole('button', { name: 'Deshacer' }).first().press('Enter')
  await expect(page.getByText('Actualización deshecha')).toBeVisible()
  await expect(list.getByText('Deshecha', { exact: true }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  for (const [n, price] of [
    [1, '3.50'],
    [2, '7.00'],
    [3, '10.50'],
  ] as const)
    await expect(priceOf(page, n)).toHaveText(price)
})

test('all or nothing: a product that somebody else changed is named in its row, and what was typed stays', async ({ page }) => {
  await signIn(page, CONTADORA)
  const mark = await createProductos(page)
  await open(page, mark)
  await page.evaluate(async (name) => {
    const { token } = JSON.parse(localStorage.getItem('auth') ?? '{}') as { token: string }
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': `${name}-otra` }
    const found = (await (await fetch(`/app/v1/producto/hoja?q=${name}-2`, { headers })).json()) as { data: { filas: { id: string }[] } }
    const body = JSON.stringify([{ id: found.data.filas[0]?.id, price: 9_000_000 }])
    await fetch('/app/productos/update/all', { method: 'PUT', headers, body })
  }, mark)
  await priceOf(page, 1).click()
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await page.keyboard.type('6')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Revisar y guardar' }).click()
  await page.getByRole('button', { name: 'Guardar 2 productos' }).click()
  const problem = `${mark}-2: Otra persona lo cambió desde que usted lo leyó.`
  await expect(page.getByRole('dialog').getByText(problem)).toBeVisible()
  await page.getByRole('button', { name: 'Seguir editando' }).click()
  await expect(page.locator('#celda-1-0')).toHaveAttribute('title', problem)
  await expect(priceOf(page, 2)).toHaveText('6')
  await expectAccessible(page, 'a refused row')
  await page.getByRole('button', { name: 'Descartar', exact: true }).click()
  await page.getByRole('button', { name: 'Descartar cambios' }).click()
  await expect(page.getByText('Sin cambios por guardar.')).toBeVisible()
})

test('R-2.10.15 no barrier: the grid, a cell being typed in and a problem', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await signInAt(page, '/#/productos/actualizacion-masiva', CONTADORA)
  await expect(page.getByRole('grid', { name: 'Productos' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'the grid')
  await priceOf(page, 1).click()
  await page.keyboard.type('caro')
  await expect(page.getByRole('textbox', { name: /^Precio de/ })).toBeFocused()
  await expectAccessibleAtWidths(page, 'a cell being typed in')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('1 producto con cambios; corrija 1 celda con problema.')).toBeVisible()
  await expectAccessibleAtWidths(page, 'a problem')
  await page.getByRole('grid', { name: 'Productos' }).focus()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Sin cambios por guardar.')).toBeVisible()
})
