import type { Page } from '@playwright/test'

/** Opens a special panel of a factura; its section may still be open from an earlier factura. */
export async function addParte(page: Page, entry: string) {
  const section = page.locator('details', { hasText: 'Información adicional y datos especiales' })
  if (!(await section.evaluate((element) => (element as HTMLDetailsElement).open))) await section.locator('summary').click()
  await page.getByRole('button', { name: 'Añadir datos especiales' }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
  return page.getByRole('dialog', { name: entry })
}
