import type { Page } from '@playwright/test'

/** Users of the demonstration (decision O-93). */
export const CONTADORA = 'contadora'
export const VENDEDOR = 'vendedor'
export const PASSWORD = 'Yupana2026'

export const identifierOf = (page: Page) => page.getByLabel('Usuario/Identificación o Correo')
export const passwordOf = (page: Page) => page.getByLabel('Contraseña', { exact: true })
export const pickerOf = (page: Page) => page.getByRole('dialog', { name: 'Seleccionar Empresa' })

export async function sendCredentials(page: Page, user: string, password = PASSWORD) {
  await identifierOf(page).fill(user)
  await passwordOf(page).fill(password)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
}

/** Signs in a user of one company and waits for home. */
export async function signIn(page: Page, user = VENDEDOR) {
  await page.goto('/')
  await sendCredentials(page, user)
  await page.getByRole('heading', { name: 'Inicio' }).waitFor()
}

/**
 * Changes the stored session as time or somebody else would: at the next load, before the page looks at it. Done under a page that is
 * open, its own answer from the server could write the session back.
 */
export const editSession = (page: Page, changes: Record<string, unknown>) =>
  page.addInitScript((fields) => {
    const done = `cambiada ${JSON.stringify(fields)}`
    const stored = localStorage.getItem('auth')
    if (stored === null || sessionStorage.getItem(done)) return
    sessionStorage.setItem(done, 'si')
    localStorage.setItem('auth', JSON.stringify({ ...(JSON.parse(stored) as Record<string, unknown>), ...fields }))
  }, changes)
