import type { Locator, Page } from '@playwright/test'

import { openNew } from './support/emit.ts'
import { boxOf, headingOf } from './support/screen.ts'
import { CONTADORA, signIn, signInAt } from './support/sign-in.ts'
import { expect, settle, test } from './support/test.ts'

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1280, height: 800 }
const TOUCH = 44

/** Labels wider than their button. */
const cutLabels = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.mantine-Button-label')]
      .filter(
        (label) =>
          label.scrollWidth > label.clientWidth ||
          label.getBoundingClientRect().right > (label.closest('.mantine-Button-root')?.getBoundingClientRect().right ?? 0),
      )
      .map((label) => label.textContent),
  )

/** Small targets: half of 44 px above or below the middle, another element receives the touch. */
const smallTargets = (page: Page) =>
  page.evaluate((height) => {
    const isSeen = (element: Element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible'
    return [...document.querySelectorAll('header :is(a, button), main :is(a, button, summary, input, select)')]
      .filter(isSeen)
      .flatMap((element) => {
        element.scrollIntoView({ block: 'center' })
        const { left, top, width, height: own } = element.getBoundingClientRect()
        const answers = (dy: number) => {
          const hit = document.elementFromPoint(left + Math.min(width / 2, 40), top + own / 2 + dy)
          return hit !== null && (element.contains(hit) || (hit.contains(element) && hit.tagName === 'LABEL'))
        }
        const half = height / 2 - 1
        return own >= height || (answers(-half) && answers(half)) ? [] : [element.getAttribute('aria-label') ?? element.textContent]
      })
  }, TOUCH)

/** The shortest side of the touch targets. */
const shortestOf = (targets: Locator) =>
  targets.evaluateAll((all) =>
    Math.min(...all.map((target) => target.getBoundingClientRect()).flatMap(({ width, height }) => [width, height])),
  )

const linesOf = (page: Page) => page.getByRole('table', { name: 'Líneas' })
const expectHeight = (rows: Locator, height: number) =>
  expect
    .poll(() => rows.evaluateAll((all) => [...new Set(all.map((row) => Math.round(row.getBoundingClientRect().height)))]))
    .toEqual([height])

const savedPreferencia = (page: Page, lista: string) =>
  page.waitForResponse((answer) => answer.url().endsWith(`/preferencia/${lista}`) && answer.request().method() === 'PUT')

test('on a phone no label is cut, the client is one folded row from the products, and every target is large enough', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await signIn(page, CONTADORA)
  await expect(page.getByRole('heading', { name: 'Últimos comprobantes' })).toBeVisible()
  await settle(page)
  expect(await smallTargets(page), 'home').toEqual([])
  const mark = page.getByText('SIMULADOR', { exact: true }).locator('..')
  expect((await boxOf(mark)).height, 'the mark of the environment').toBeLessThan(32)

  await openNew(page)
  const fold = page.locator('summary').filter({ hasText: /\d\d\/\d\d\/\d{4} · \d{3}-\d{3}-\d{9}/ })
  await expect(fold).toBeVisible()
  await page.keyboard.press('Escape')
  const [client, row, products] = [
    await boxOf(page.getByRole('combobox', { name: 'Cliente' })),
    await boxOf(fold),
    await boxOf(page.getByRole('combobox', { name: 'Agregar producto' })),
  ]
  expect([row.height, products.y - client.y < 160, row.y > client.y]).toEqual([TOUCH, true, true])
  expect(await fold.locator('strong').evaluate((words) => words.scrollWidth <= words.clientWidth), 'date and number whole').toBe(true)
  await expect(page.getByLabel('Forma de pago', { exact: true })).toBeHidden()
  expect(await smallTargets(page), 'editor').toEqual([])
  await fold.press('Enter')
  await page.getByLabel('Forma de pago', { exact: true }).selectOption({ label: 'Tarjeta de crédito' })
  await expect(fold).toContainText('Tarjeta de crédito')
  expect(await smallTargets(page), 'editor, open').toEqual([])

  await page.goto('/#/nota')
  await expect(headingOf(page, 'Nota de Crédito nueva')).toBeVisible()
  await expect(page.locator('summary').filter({ hasText: /\d\d\/\d\d\/\d{4}.*\d{3}-\d{3}-\d{9}/ })).toBeVisible()
  await expect(page.getByLabel('Fecha', { exact: true })).toBeHidden()
  expect(await smallTargets(page), 'credit note').toEqual([])

  await page.goto('/#/comprobante')
  await expect(page.locator('[aria-busy="false"] tbody').getByRole('row').first()).toBeVisible()
  await settle(page)
  expect(await smallTargets(page), 'documents').toEqual([])

  await page.goto('/#/perfil')
  await expect(page.getByRole('list', { name: 'Sesiones abiertas' }).getByText('Esta sesión')).toBeVisible()
  expect(await cutLabels(page), 'sessions').toEqual([])
  const secrets = page.locator('input[type="password"]')
  await expect(secrets).toHaveCount(3)
  expect(await shortestOf(secrets), 'passwords').toBeGreaterThanOrEqual(TOUCH)
  expect(await shortestOf(page.getByRole('button', { name: 'Mostrar contraseña' })), 'their eyes').toBeGreaterThanOrEqual(TOUCH)

  await page.goto('/#/empresa_perfil')
  const tabs = page.getByRole('navigation', { name: 'Secciones de la empresa' }).getByRole('link')
  await expect(tabs.first()).toBeVisible()
  expect(await shortestOf(tabs), 'tabs').toBeGreaterThanOrEqual(TOUCH)
})

test('beside the open menu at 1280 px the actions of a list share a line and what an empty cell asks for stays in its cell', async ({
  page,
}) => {
  await page.setViewportSize(DESK)
  await signInAt(page, '/#/comprobante', CONTADORA)
  const title = headingOf(page, 'Comprobantes')
  await expect(title).toBeVisible()
  await expect(page.locator('[aria-busy="false"] tbody').getByRole('row').first()).toBeVisible()
  const middleOf = ({ y, height }: { y: number; height: number }) => Math.round(y + height / 2)
  const line = middleOf(await boxOf(title))
  for (const action of await page.locator('header:has(h1)').locator('button, a').all())
    expect(Math.abs(middleOf(await boxOf(action)) - line), await action.innerText()).toBeLessThanOrEqual(4)
  expect(await cutLabels(page)).toEqual([])

  await openNew(page)
  const cell = linesOf(page).getByRole('combobox', { name: 'Producto, línea 1' })
  await expect(cell).toBeVisible()
  await page.keyboard.press('Escape')
  const edge = await cell.evaluate((input: HTMLInputElement) => {
    const words = document.createElement('span')
    words.style.cssText = `font: ${getComputedStyle(input).font}; position: absolute; white-space: nowrap`
    words.textContent = input.placeholder
    document.body.append(words)
    const { width } = words.getBoundingClientRect()
    words.remove()
    const row = input.closest('tr')
    // The first visible border to the right of the text's beginning.
    const begin = input.getBoundingClientRect().left + parseFloat(getComputedStyle(input).paddingLeft)
    const edges = [...(row?.cells ?? [])]
      .filter(
        (one) => parseFloat(getComputedStyle(one).borderLeftWidth) > 0 && !/, 0\)$|transparent/.test(getComputedStyle(one).borderLeftColor),
      )
      .map((one) => one.getBoundingClientRect().left)
      .filter((left) => left > begin)
    return { end: begin + width, next: Math.min(...edges) }
  })
  expect(edge.end).toBeLessThan(edge.next)
})

test('O-104 rows of 40 px, of 32 where somebody likes them closer: in lists and lines, from 1280 px on, and still after a reload', async ({
  page,
}) => {
  await page.setViewportSize(DESK)
  await signIn(page, CONTADORA)
  /** Sets the density, whatever an earlier test left. */
  const setDense = async (isDense: boolean) => {
    await page.getByRole('button', { name: 'Columnas' }).click()
    const box = page.getByRole('checkbox', { name: 'Filas compactas' })
    if ((await box.isChecked()) !== isDense) {
      const saved = savedPreferencia(page, 'producto')
      await box.click()
      await saved
    }
    await page.keyboard.press('Escape')
  }
  const closer = page.getByRole('button', { name: 'Filas compactas' })
  const setCloser = async (isDense: boolean) => {
    if ((await closer.getAttribute('aria-pressed')) === String(isDense)) return
    const saved = savedPreferencia(page, 'documento')
    await closer.click()
    await saved
    await expect(closer).toHaveAttribute('aria-pressed', String(isDense))
  }
  const rows = page.locator('tbody').getByRole('row')
  const lines = linesOf(page).locator('tbody').getByRole('row')

  await page.goto('/#/producto')
  await expect(rows).toHaveCount(5)
  await setDense(false)
  await expectHeight(rows, 40)
  await setDense(true)
  await expectHeight(rows, 32)
  await page.reload()
  await expect(rows).toHaveCount(5)
  await expectHeight(rows, 32)
  await setDense(false)

  await openNew(page)
  await expect(lines).toHaveCount(1)
  await setCloser(false)
  await expectHeight(lines, 40)
  await setCloser(true)
  await expectHeight(lines, 32)
  await page.reload()
  await expect(lines).toHaveCount(1)
  await expectHeight(lines, 32)
  await page.setViewportSize({ width: 1279, height: 800 })
  await expect(closer).toBeHidden()
  await expectHeight(lines, 40)
  await page.setViewportSize(DESK)
  await setCloser(false)
})

/** Measures the first line: width of its code, cut parts of code and figures, the smallest letters, and whether its menu is visible. */
const measureLine = (page: Page) =>
  linesOf(page).evaluate((table) => {
    const row = table.querySelector('tbody tr')!
    const inputs = [...row.querySelectorAll<HTMLInputElement>('input')]
    const code = inputs.find(({ ariaLabel }) => ariaLabel === 'Producto, línea 1')!
    const words = [...table.querySelectorAll('th, tbody tr > td, tbody :is(input, select)')]
    const frame = table.parentElement!
    return {
      room: frame.clientWidth,
      code: code.closest('td')!.getBoundingClientRect().width,
      cut: [...inputs.filter((input) => input === code || input.inputMode === 'decimal'), ...row.querySelectorAll('td')]
        .filter((box) => box.scrollWidth > box.clientWidth)
        .map((box) => box.getAttribute('aria-label') ?? box.textContent),
      letters: Math.min(...words.map((one) => parseFloat(getComputedStyle(one).fontSize))),
      sideways: frame.scrollWidth - frame.clientWidth,
    }
  })

test('O-104 long figures of a line take their room from the description: code and figures stay whole, no letters below 12 px', async ({
  page,
}) => {
  const cell = (name: string) => page.getByRole('textbox', { name: `${name}, línea 1`, exact: true })
  await page.setViewportSize(DESK)
  await signInAt(page, '/#/documento', CONTADORA)
  await openNew(page)
  await page.getByRole('combobox', { name: 'Producto, línea 1' }).fill('CUA-100')
  await page.keyboard.press('Enter')
  await expect(cell('Cantidad')).toHaveValue('1')
  const expectWhole = async (figures: string) => {
    await page.keyboard.press('Tab')
    for (const width of [768, 900, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      // Cut text is detected once the cells have their width.
      await expect(async () => {
        const line = await measureLine(page)
        const state = `${figures} at ${width} px, ${line.room} px of room`
        expect(line.cut, state).toEqual([])
        expect(line.letters, state).toBeGreaterThanOrEqual(12)
        expect(line.code, state).toBeGreaterThanOrEqual(line.room >= 800 ? 132 : 68)
        expect(line.sideways, state).toBe(0)
      }).toPass({ timeout: 5_000 })
    }
    await page.setViewportSize(DESK)
  }
  await cell('Cantidad').fill('12345678.123456')
  await expectWhole('the longest quantity')
  await cell('Cantidad').fill('1250.123456')
  await expectWhole('a long quantity')
  await cell('Precio unitario').fill('98765.123456')
  await expectWhole('and a long price')
  await cell('Descuento en porcentaje').fill('12.123456')
  await expectWhole('and a long discount')
})
