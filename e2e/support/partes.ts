import type { Page } from '@playwright/test'

/** Opens one of the special panels of a factura; whether their section is open is kept from the factura before. */
export async function addParte(page: Page, entry: string) {
  const section = page.locator('details', { hasText: 'Información adicional y datos especiales' })
  if (!(await section.evaluate((element) => (element as HTMLDetailsElement).open))) await section.locator('summary').click()
  await page.getByRole('button', { name: 'Añadir datos especiales' }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
  return page.getByRole('dialog', { name: entry })
}
