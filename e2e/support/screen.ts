import { expect, type Locator, type Page } from '@playwright/test'

/** The heading of a screen: who waits for the address alone may see one that only passes. */
export const headingOf = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true })

/** As a link of the product does it: the page stays loaded. */
export const goTo = (page: Page, hash: string) => page.evaluate((target) => void (window.location.hash = target), hash)

/** What follows the words of a label, and its colour. */
export const asteriskOf = (label: Locator) =>
  label.evaluate((element) => {
    const { content, color } = getComputedStyle(element, '::after')
    return [/^"\s*([^"]*)"/.exec(content)?.[1], color]
  })
export const ASTERISCO_ROJO = ['*', 'rgb(180, 35, 24)']

/** Grey lines where content is on its way: those of lists are named, the others say it. */
export const skeletonsOf = (page: Page) =>
  page.getByRole('status', { name: /^Cargando/ }).or(page.getByRole('status').filter({ hasText: /^Cargando/ }))

/** Where it stands on the page: left, top, width and height. */
export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not drawn')
  return box
}

/** An entry of the menu that was just opened, by keyboard: once the menu no longer gives the focus to its first one. */
export async function pickEntry(page: Page, name: string) {
  await expect(page.getByRole('menu').locator(':focus')).toBeVisible()
  const entry = page.getByRole('menuitem', { name })
  await expect(async () => {
    await entry.focus()
    await page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done))))
    await expect(entry).toBeFocused({ timeout: 1 })
  }).toPass()
  await page.keyboard.press('Enter')
}
