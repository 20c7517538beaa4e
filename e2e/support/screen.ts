import type { Locator, Page } from '@playwright/test'

import { expect } from './expect.ts'

/** The heading of a screen: an address alone may belong to a screen that redirects. */
export const headingOf = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true })

/** Follows a link of the product: the page stays loaded. */
export const goTo = (page: Page, hash: string) => page.evaluate((target) => void (window.location.hash = target), hash)

/** The mark after the text of a label, and its colour. */
export const asteriskOf = (label: Locator) =>
  label.evaluate((element) => {
    const { content, color } = getComputedStyle(element, '::after')
    return [/^"\s*([^"]*)"/.exec(content)?.[1], color]
  })
export const ASTERISCO_ROJO = ['*', 'rgb(180, 35, 24)']

/** Grey lines of loading content: those of lists have a name, the others a text. */
export const skeletonsOf = (page: Page) =>
  page.getByRole('status', { name: /^Cargando/ }).or(page.getByRole('status').filter({ hasText: /^Cargando/ }))

/** Place and size on the page: left, top, width and height. */
export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not drawn')
  return box
}

/** Picks an entry of the opened menu by keyboard, once the menu has focused its first one. */
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
