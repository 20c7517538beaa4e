import type { Page } from '@playwright/test'

import { product } from './product.ts'

/** Users of the demonstration (decision O-93). */
export const CONTADORA = 'contadora'
export const VENDEDOR = 'vendedor'
export const SOPORTE = 'soporte'
export const PASSWORD = 'Yupana2026'
/** The companies of the accountant: journeys issue from the first; those that change a company use the second. */
export const EMPRESA = { emisora: /ANDINA/, ajustable: /TABLERO|PAREDES/ } as const

export const identifierOf = (page: Page) => page.getByLabel('Usuario/Identificación o Correo')
export const passwordOf = (page: Page) => page.getByLabel('Contraseña', { exact: true })
export const pickerOf = (page: Page) => page.getByRole('dialog', { name: 'Seleccionar Empresa' })
const home = (page: Page) => page.getByRole('heading', { name: 'Inicio' })

export async function sendCredentials(page: Page, user: string, password = PASSWORD) {
  await identifierOf(page).fill(user)
  await passwordOf(page).fill(password)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
}

/** Signs in through the form, for journeys that end or change their session. */
export async function signInByForm(page: Page, user = VENDEDOR, empresa: RegExp = EMPRESA.emisora) {
  await page.goto('/')
  await sendCredentials(page, user)
  await home(page).or(pickerOf(page)).first().waitFor()
  if (await pickerOf(page).isVisible()) await pickerOf(page).getByRole('button', { name: empresa }).click()
  await home(page).waitFor()
}

/**
 * Puts this session in the place of the page's own at each load until disposed of, before the page reads it. Playwright's `setStorageState`
 * does so by a load of its own, in a process of its own: 1.3 s of processor time.
 */
const writeSession = (page: Page, session: string) =>
  page.addInitScript(
    ([value, origin]) => {
      // The frame of a PDF has no storage.
      if (window.top !== window || location.origin !== origin) return
      // The company of this tab, if the page had one (O-118).
      sessionStorage.removeItem('auth')
      localStorage.setItem('auth', value)
    },
    [session, new URL(product().url).origin] as const,
  )

/** Opens this address anew: a change of the hash alone would keep the screen of the earlier user. */
async function load(page: Page, address: string) {
  if (!page.url().startsWith(product().url)) {
    await page.goto(address)
    return
  }
  await page.evaluate((to) => {
    localStorage.clear()
    history.replaceState(null, '', to)
  }, address)
  await page.reload()
}

/** Browser storage of each signed-in user: the first test of a user signs in by the form, the others begin from here. */
const stored = new Map<string, string>()

/** Signs in and opens this address without home, which costs 0.8 s of processor time. The session is shared: do not end it. */
export async function signInAt(page: Page, address: string, user = VENDEDOR, empresa: RegExp = EMPRESA.emisora) {
  const key = `${user} ${empresa.source}`
  let session = stored.get(key)
  if (session === undefined) {
    await signInByForm(page, user, empresa)
    session = await page.evaluate(() => localStorage.getItem('auth') ?? '')
    stored.set(key, session)
    // The form ends at home: a second load would make its calls again.
    if (address === '/') return
  }
  const written = await writeSession(page, session)
  try {
    await load(page, address)
  } finally {
    await written.dispose()
  }
}

/** Signs in and waits for home. The session is shared with other tests: do not end it. */
export async function signIn(page: Page, user = VENDEDOR, empresa: RegExp = EMPRESA.emisora) {
  await signInAt(page, '/', user, empresa)
  await home(page).waitFor()
}

/**
 * Changes the stored session, as time or another client would, at the next load before the page reads it. An open page could write its own
 * session back after an answer of the server.
 */
export const editSession = (page: Page, changes: Record<string, unknown>) =>
  page.addInitScript((fields) => {
    const done = `cambiada ${JSON.stringify(fields)}`
    const stored = localStorage.getItem('auth')
    if (stored === null || sessionStorage.getItem(done)) return
    sessionStorage.setItem(done, 'si')
    // A tab with a session of its own would keep it (O-118).
    sessionStorage.removeItem('auth')
    localStorage.setItem('auth', JSON.stringify({ ...(JSON.parse(stored) as Record<string, unknown>), ...fields }))
  }, changes)

/**
 * The page does not hear that kept data has changed (O-116), for tests that count its calls: another test may save the configuration of the
 * installation, which every session is told. Call it before the page is opened.
 */
export const hearNoNews = (page: Page) =>
  page.addInitScript(() => {
    const read = Headers.prototype.get
    Headers.prototype.get = function (name) {
      return name === 'x-aviso' ? null : read.call(this, name)
    }
  })
