import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

import { CONTADORA, signIn, signInAt } from './support/sign-in.ts'
import { expect, expectAccessible, test, WIDTHS } from './support/test.ts'

test.describe.configure({ timeout: 180_000 })

const rows = (page: Page) => page.locator('[aria-busy="false"] tbody').getByRole('row')
const choose = (page: Page, name: string) => page.getByRole('checkbox', { name }).check()

const LINE_PX = 28
/** Figures that leave their cell, or break to a second line. */
const cutFigures = (page: Page) =>
  page
    .locator('td[data-fit="whole"]')
    .evaluateAll(
      (cells, line) =>
        cells
          .filter((cell) => cell.scrollWidth > cell.clientWidth + 1 || (cell.firstElementChild?.getBoundingClientRect().height ?? 0) > line)
          .map((cell) => cell.textContent),
      LINE_PX,
    )

test('a list survives a name of 120 letters, a mail of 60 and nine digits, at 1280 and 390 px', async ({ page }) => {
  await signIn(page, CONTADORA)
  for (const size of WIDTHS) {
    await page.setViewportSize(size)
    await page.goto(`/?${size.width}#/persona?q=comercializadora`)
    await expect(rows(page)).toHaveCount(1)
    expect(await cutFigures(page)).toEqual([])
    const name = page.getByText(/^COMERCIALIZADORA IMPORTADORA/).first()
    expect((await name.boundingBox())?.height).toBeLessThan(50)
    await expectAccessible(page, `personas ${size.width}`)
    await page.goto(`/?c${size.width}#/comprobante?desde=&q=comercializadora`)
    await expect(rows(page).first()).toBeVisible()
    await expect(page.getByText('$123,456,789.01').first()).toBeVisible()
    expect(await cutFigures(page)).toEqual([])
    await expect(page.getByRole('button', { name: /^Acciones de/ }).first()).toBeInViewport({ ratio: 1 })
  }
})

test('the list of documents is for working: days by name, sums, all results chosen, files, views and drafts', async ({ page }) => {
  await signInAt(page, '/#/comprobante', CONTADORA)
  await page.getByLabel('Período').selectOption('Todas las fechas')
  await expect(page.getByText('Suma de los resultados')).toBeVisible()
  await expectAccessible(page, 'comprobantes')

  await page.getByRole('button', { name: 'Exportar' }).click()
  await expectAccessible(page, 'comprobantes, exportar')
  const [csv] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV (.csv)' }).click()])
  const text = await readFile(await csv.path(), 'utf8')
  expect(text.split('\r\n')[0]).toBe('\ufeffNúmero,Fecha,Cliente,Tipo,Estado,Total')
  await page.getByRole('button', { name: 'Exportar' }).click()
  const [xlsx] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Excel (.xlsx)' }).click()])
  expect(xlsx.suggestedFilename()).toMatch(/^comprobantes-\d{4}-\d\d-\d\d\.xlsx$/)

  await page.getByRole('button', { name: 'Vistas' }).click()
  await page.getByLabel('Nombre de la vista').fill('a'.repeat(41))
  await page.getByRole('button', { name: 'Guardar vista' }).click()
  await expect(page.getByText('40 caracteres máximos.')).toBeVisible()
  await page.getByLabel('Nombre de la vista').fill('Todo')
  await page.getByRole('button', { name: 'Guardar vista' }).click()
  await expect(page.getByRole('list', { name: 'Vistas guardadas' }).getByRole('link', { name: 'Todo' })).toBeVisible()
  await expectAccessible(page, 'comprobantes, vistas')
  await page.getByRole('button', { name: 'Eliminar la vista Todo' }).click()
  await page.keyboard.press('Escape')

  await choose(page, 'Seleccionar todo')
  await page.getByRole('button', { name: /^Seleccionar los \d+ resultados$/ }).click()
  await expect(page.getByRole('status').filter({ hasText: /^[1-9]\d+ seleccionados$/ })).toBeVisible()
  await expectAccessible(page, 'comprobantes, selección')
  await page.getByRole('button', { name: 'Quitar selección' }).click()
  await rows(page).first().getByRole('checkbox').check()
  const [zip] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Descargar RIDE y XML' }).click()])
  expect((await readFile(await zip.path())).subarray(0, 2).toString()).toBe('PK')
  await expectAccessible(page, 'RIDE y XML')
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).last().click()

  await page.goto('/#/comprobante')
  await page.getByRole('link', { name: /^Borradores/ }).click()
  await expect(page.getByRole('heading', { name: /^Borradores/ })).toBeVisible()
  await expectAccessible(page, 'borradores')
})
