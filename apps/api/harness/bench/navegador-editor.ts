import type { Page } from '@playwright/test'

import { arm, fromClickTo, untilTrue } from './navegador-sonda.ts'

const TECLA_MS = 120
const PAUSA_MS = 400

export interface Articulo {
  readonly code: string
  readonly name: string
}

/** Products of the scripted counter, cheap enough for consumidor final. */
export const ARTICULOS: readonly Articulo[] = [
  { code: 'CUA-100', name: 'Cuaderno universitario 100 hojas' },
  { code: 'ESF-AZ', name: 'Esferográfico azul' },
  { code: 'RES-A4', name: 'Resma de papel bond A4' },
]

export const cliente = (page: Page) => page.getByRole('combobox', { name: 'Cliente' })
export const celda = (page: Page, name: string, line: number) => page.getByLabel(`${name}, línea ${line}`, { exact: true })
const confirmar = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Emitir', exact: true })
const nueva = (page: Page) => page.getByRole('complementary', { name: 'Acciones' }).getByRole('link', { name: 'Nueva factura' })

/** Opens an empty invoice with the focus on the client, even if another was left unfinished. */
export async function openEditor(page: Page): Promise<void> {
  await page.goto(`/?${Date.now()}#/documento`)
  const discard = page.getByRole('button', { name: 'Descartar' })
  await discard.or(cliente(page)).first().waitFor()
  if (await discard.isVisible()) await discard.click()
  await untilFocused(page, 'Cliente')
}

const untilFocused = (page: Page, label: string) =>
  untilTrue(
    page,
    `(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.labels?.[0]?.textContent ?? '').startsWith(${JSON.stringify(label)})`,
  )

/** Fills in consumidor final and one scanned product, up to the question whether to issue. */
export async function fillQuickly(page: Page): Promise<void> {
  await untilFocused(page, 'Cliente')
  await page.locator('[role=option]').first().waitFor()
  await page.keyboard.press('Enter')
  await untilFocused(page, 'Producto, línea 1')
  await page.keyboard.type(ARTICULOS[0]!.code)
  await page.keyboard.press('Enter')
  await untilTrue(page, `document.querySelector('[aria-label="Cantidad, línea 1"]')?.value === '1'`)
  await page.keyboard.press('Control+Enter')
  await confirmar(page).waitFor()
}

/** Clicks «Emitir» and answers the milliseconds until «Autorizado» is painted; leaves a new invoice open. */
export async function emitByMouse(page: Page): Promise<number> {
  await arm(page)
  const chip = fromClickTo(page, 'main header', 'Autorizado')
  await confirmar(page).click()
  const ms = await chip
  await nueva(page).click()
  return ms
}

export interface Dictado {
  /** Seconds from the first key to «Autorizado» on screen. */
  readonly total: number
  /** Seconds of the person's pauses in `total`. */
  readonly pausas: number
}

/** Types a client and three lines with quantities as a person does, issues, and waits for the authorisation. */
export async function dictate(page: Page, identificacion: string): Promise<Dictado> {
  let pausas = 0
  const pause = async (ms: number) => {
    pausas += ms
    await page.waitForTimeout(ms)
  }
  const type = async (text: string) => {
    pausas += text.length * TECLA_MS
    await page.keyboard.type(text, { delay: TECLA_MS })
  }
  const press = async (key: string) => {
    await page.keyboard.press(key)
    await pause(PAUSA_MS)
  }
  const chosen = async (text: string) => {
    await type(text)
    // A person looks at an offered option before choosing it.
    await page.locator('[role=option][aria-selected=true]').waitFor()
    await pause(PAUSA_MS)
    await press('Enter')
  }
  await untilFocused(page, 'Cliente')
  const began = performance.now()
  await chosen(identificacion)
  for (const [at, { name }] of ARTICULOS.entries()) {
    await untilFocused(page, `Producto, línea ${at + 1}`)
    await chosen(name.slice(0, 6))
    await untilFocused(page, `Cantidad, línea ${at + 1}`)
    await type(String(at + 2))
    // Quantity, price, discount: Enter in the last begins the next line.
    for (let field = 0; field < 3; field += 1) await press('Enter')
  }
  await press('Control+Enter')
  await untilTrue(page, `document.activeElement?.textContent === 'Emitir'`)
  await arm(page)
  await press('Enter')
  await fromClickTo(page, 'main header', 'Autorizado')
  const total = performance.now() - began
  await nueva(page).click()
  return { total: total / 1000, pausas: pausas / 1000 }
}
