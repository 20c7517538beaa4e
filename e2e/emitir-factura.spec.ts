import type { Page, Request } from '@playwright/test'

import { judgeReceptor } from './support/autoridad.ts'
import { call, freshCliente, openNew, savePersona } from './support/emit.ts'
import { CONTADORA, PASSWORD, sendCredentials, signIn, signInAt, signInByForm, VENDEDOR } from './support/sign-in.ts'
import { expect, expectAccessible, expectAccessibleAtWidths, PHONE, test } from './support/test.ts'

const clienteOf = (page: Page) => page.getByRole('combobox', { name: 'Cliente' })
const celda = (page: Page, name: string, line: number) => page.getByLabel(`${name}, línea ${line}`, { exact: true })
const saved = (page: Page) => expect(page.getByText(/^Borrador guardado \d\d:\d\d$/)).toBeVisible()
const totalOf = (page: Page) => page.getByRole('region', { name: 'Resumen' }).getByRole('definition').last()
const emits = (requests: readonly Request[]) =>
  requests.filter((request) => request.method() === 'POST' && request.url().includes('/v1/documento/emitir/'))

/** Types a code as a scanner does, and waits until the line shows it. */
async function scan(page: Page, code: string, line: number, quantity: string) {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await expect(celda(page, 'Cantidad', line)).toHaveValue(quantity)
}

/** A sale to consumidor final, by keyboard: Enter takes the first choice. */
async function begin(page: Page) {
  await openNew(page)
  await page.keyboard.press('Enter')
  await expect(celda(page, 'Producto', 1)).toBeFocused()
}

async function issue(page: Page) {
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Emitir', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
}

test('O-50 by keyboard alone: three lines, one scanned twice, issued and authorised, and the next customer', async ({ page }) => {
  await signInAt(page, '/#/documento')
  await begin(page)
  await scan(page, 'CUA-100', 1, '1')
  await scan(page, 'LEC-LT', 2, '1')
  await scan(page, 'CUA-100', 1, '2')
  await scan(page, 'QUI-500', 3, '1')
  await page.keyboard.press('Control+Enter')
  const confirm = page.getByRole('dialog', { name: /^Emitir la factura \d{3}-\d{3}-\d{9}$/ })
  await expect(confirm.getByText('$7.59')).toBeVisible()
  await expect(confirm.getByRole('button', { name: 'Emitir', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Factura \d{3}-\d{3}-\d{9}$/ })).toBeVisible()
  await expect(page.locator('header').getByText('Autorizado', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(page).toHaveURL(/#\/comprobante\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('complementary', { name: 'Acciones' }).getByRole('link', { name: 'Nueva factura' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(clienteOf(page)).toBeFocused()
  await expect(celda(page, 'Producto', 1)).toHaveValue('')
})

test('by keyboard: another price list is chosen while selling, and the lines follow it', async ({ page }) => {
  await signIn(page, CONTADORA)
  const code = `LP-${Date.now()}`
  const body = { code, name: `Con listas ${code}`, type_product: 'PRODUCTO', iva: 6, price: 10_000_000, price_list: [9_000_000, 8_000_000] }
  await call(page, 'productos/create', body)
  await begin(page)
  await scan(page, code, 1, '1')
  await expect(celda(page, 'Precio unitario', 1)).toHaveValue('10.00')
  await page.keyboard.press('Alt+KeyT')
  const lista = page.getByRole('combobox', { name: 'Lista de precios' })
  await expect(lista).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(lista).toHaveValue('2')
  await expect(celda(page, 'Precio unitario', 1)).toHaveValue('8.00')
  await expect(totalOf(page)).toHaveText('$9.20')
})

test('O-18 O-60 the totals of mixed rates are those of the server, to the cent', async ({ page }) => {
  await signInAt(page, '/#/documento', CONTADORA)
  await openNew(page)
  await page.keyboard.type('0159999960')
  await page.getByRole('option', { name: /ÍÑIGUEZ/ }).waitFor()
  await page.keyboard.press('Enter')
  await expect(celda(page, 'Producto', 1)).toBeFocused()
  for (const [at, code] of ['ESF-AZ', 'CEM-50', 'LEC-LT', 'SRV-TRA'].entries()) await scan(page, code, at + 1, '1')
  await celda(page, 'Material de construcción', 2).selectOption({ index: 1 })
  // Half a cent is rounded up: 0.125 and 2.675.
  await celda(page, 'Precio unitario', 1).fill('0.125')
  await celda(page, 'Precio unitario', 3).fill('2.675')
  await celda(page, 'Cantidad', 4).fill('3')
  await celda(page, 'Descuento en porcentaje', 2).fill('10')
  await page.keyboard.press('Tab')
  // 0.13 × 15 % = 0.02 · 7.68 − 0.77 = 6.91 × 5 % = 0.35 · 2.68 · 36.00
  await expect(totalOf(page)).toHaveText('$46.09')
  const emitted = page.waitForResponse((answer) => answer.url().includes('/v1/documento/emitir/'))
  await issue(page)
  const { data } = (await (await emitted).json()) as { data: { total: number } }
  expect(data.total).toBe(46_090_000)
})

test('O-19 O-104 12,5 is 12.5; a reload offers the draft and an ended session keeps it', async ({ page }) => {
  await signInAt(page, '/#/documento')
  await begin(page)
  await scan(page, 'CUA-100', 1, '1')
  await celda(page, 'Cantidad', 1).fill('12.5')
  await page.keyboard.press('Tab')
  await expect(totalOf(page)).toHaveText('$28.04')
  await celda(page, 'Cantidad', 1).fill('12,5')
  await page.keyboard.press('Tab')
  await expect(celda(page, 'Cantidad', 1)).toHaveValue('12.5')
  await expect(totalOf(page)).toHaveText('$28.04')
  await saved(page)

  await page.reload()
  await expect(page.getByRole('dialog', { name: /^Tiene un borrador del \d\d\/\d\d a las \d\d:\d\d\.$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(celda(page, 'Cantidad', 1)).toHaveValue('12.5')

  // The last keys do not reach the server: the session has ended by then.
  await page.route('**/v1/documento/create', (route) =>
    route.fulfill({ status: 401, json: { status: '401', msg: 'Su sesión ha expirado', data: null } }),
  )
  await celda(page, 'Cantidad', 1).fill('13')
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
  await page.unroute('**/v1/documento/create')
  await sendCredentials(page, VENDEDOR, PASSWORD)
  // Returns to the screen of the text.
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(celda(page, 'Cantidad', 1)).toHaveValue('13')
})

test('O-104 «Cerrar Sesión» leaves nothing of what was typed in this browser', async ({ page }) => {
  await signInByForm(page)
  await page.route('**/v1/documento/create', (route) =>
    route.fulfill({ status: 429, json: { status: '429', msg: 'Espere un momento', data: null } }),
  )
  await begin(page)
  await scan(page, 'CUA-100', 1, '1')
  await expect(page.getByText('Guardado solo en este equipo')).toBeVisible()
  await page.getByRole('button', { name: 'Perfil' }).click()
  await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
  const left = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          const opening = indexedDB.open('yupana', 1)
          opening.onerror = () => reject(opening.error ?? new Error('IndexedDB'))
          opening.onsuccess = () => {
            const keys = opening.result.transaction('borrador').objectStore('borrador').getAllKeys()
            keys.onsuccess = () => resolve(keys.result.filter((key) => !String(key).startsWith('cierre/')).length)
            opening.result.close()
          }
        }),
    )
  await expect.poll(left).toBe(0)
})

test('O-49 O-50 after six seconds without an answer the state is asked, and nothing is sent again', async ({ page }) => {
  await signInAt(page, '/#/documento')
  await begin(page)
  await scan(page, 'CUA-100', 1, '1')
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  // The server issues it and the answer is lost: the page gives up after five seconds.
  await page.route('**/v1/documento/emitir/*', async (route) => {
    await route.fetch()
  })
  await issue(page)
  await expect(page.getByRole('heading', { name: /^Factura \d{3}-\d{3}-\d{9}$/ })).toBeVisible({ timeout: 20_000 })
  expect(emits(requests).length).toBe(1)
  expect(requests.some((request) => request.method() === 'GET' && /\/v1\/documento\/[0-9a-f-]{36}$/.test(request.url()))).toBe(true)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('O-50 a double click sends one', async ({ page }) => {
  await signInAt(page, '/#/documento')
  await begin(page)
  await scan(page, 'CUA-100', 1, '1')
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await page.getByRole('complementary', { name: 'Totales de la factura' }).getByRole('button', { name: 'Emitir' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Emitir', exact: true }).dblclick()
  await expect(page.getByRole('heading', { name: /^Factura \d{3}-\d{3}-\d{9}$/ })).toBeVisible()
  expect(emits(requests).length).toBe(1)
})

test('O-97 ui §14.7 rejected: the words of the SRI above and at the client, mended there, authorised with the same number', async ({
  page,
}) => {
  await signIn(page)
  const cliente = freshCliente('RECHAZO')
  await savePersona(page, cliente)
  await judgeReceptor(cliente.identificacion, '69')
  await openNew(page)
  await clienteOf(page).fill(cliente.razon_social)
  await page.getByRole('option', { name: new RegExp(cliente.identificacion) }).click()
  await expect(celda(page, 'Producto', 1)).toBeFocused()
  await scan(page, 'CUA-100', 1, '1')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Emitir', exact: true }).click()
  const issued = page.getByRole('heading', { name: /^Factura \d{3}-\d{3}-\d{9}$/ })
  const words = page.getByRole('alert').filter({ hasText: 'SRI 69' })
  const motivo = page.getByRole('region', { name: 'El SRI no autorizó este comprobante' })
  await expect(motivo).toContainText('La identificación del receptor no existe', { timeout: 30_000 })
  const correct = page.getByRole('link', { name: 'Corregir y reenviar' })
  await expect(correct).toBeFocused()
  const numero = (await issued.textContent())?.replace('Factura ', '') ?? ''
  await correct.press('Enter')

  await expect(page.getByRole('heading', { name: `Corregir factura ${numero}` })).toBeVisible()
  await expect(words).toContainText('Corrija la identificación del comprador')
  await expect(clienteOf(page)).toBeFocused()
  await expect(clienteOf(page)).toHaveAccessibleDescription(/SRI 69/)
  await expectAccessible(page, 'a correction')
  await page.keyboard.press('Escape')
  await clienteOf(page).fill('0159999960')
  await page.getByRole('option', { name: /ÍÑIGUEZ/ }).click()
  await expect(clienteOf(page)).not.toHaveAccessibleDescription(/SRI 69/)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Corregir y reenviar', exact: true }).click()
  await expect(page.getByRole('heading', { name: `Factura ${numero}` })).toBeVisible()
  await expect(page.locator('header').getByText('Autorizado', { exact: true })).toBeVisible({ timeout: 30_000 })
})

/** Restores this user's preferences after `run`: other journeys share the user. */
async function keepingPreferences(page: Page, run: () => Promise<void>) {
  const call = (method: string, body?: string) =>
    page.evaluate(
      async (init) => {
        const { token } = JSON.parse(localStorage.getItem('auth') ?? '{}') as { token: string }
        const answer = await fetch('/app/v1/preferencia/documento', {
          ...init,
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        })
        return JSON.stringify(((await answer.json()) as { data: object }).data)
      },
      { method, ...(body !== undefined && { body }) },
    )
  const before = await call('GET')
  try {
    await run()
  } finally {
    await call('PUT', before)
  }
}

test('O-98 «Emitir e imprimir» prints the ticket once, before the authorisation; A4 again from what was issued', async ({ page }) => {
  // The browser's own print dialog would stop the test: it is only counted.
  await page.addInitScript(() => {
    const top = window.top as unknown as { printed?: string[] }
    window.print = () => void (top.printed ??= []).push(location.href)
  })
  const printed = () => page.evaluate(() => (window as unknown as { printed?: string[] }).printed ?? [])
  await signIn(page)
  await keepingPreferences(page, async () => {
    await begin(page)
    await scan(page, 'CUA-100', 1, '1')
    const formats: string[] = []
    page.on('request', (request) => {
      const [, formato] = /\/download\/.*[?&]formato=(\w+)/.exec(request.url()) ?? []
      if (formato !== undefined) formats.push(formato)
    })
    await page.keyboard.press('Control+Enter')
    await page.getByRole('dialog').getByLabel('Imprimir en').selectOption('TICKET')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('heading', { name: /^Factura \d{3}-\d{3}-\d{9}$/ })).toBeVisible()
    await expect.poll(async () => (await printed()).length).toBe(1)
    await page.getByRole('button', { name: 'Imprimir', exact: true }).click()
    await expect.poll(async () => (await printed()).length).toBe(2)
    expect(formats).toEqual(['TICKET', 'A4'])
    expect((await printed()).every((address) => address.startsWith('blob:'))).toBe(true)
  })
})

test('no barrier: the editor, its dialogs and its errors', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await signInAt(page, '/#/documento')
  await openNew(page)
  await expectAccessibleAtWidths(page, 'a new invoice with the choices of clients')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Emitir' }).filter({ visible: true }).click()
  await expect(page.getByRole('heading', { name: /^Falta corregir/ })).toBeVisible()
  await expectAccessibleAtWidths(page, 'errors')
  // A phone has no keyboard: its toolbar is one row without the shortcuts.
  await page.keyboard.press('?')
  await expectAccessibleAtWidths(page, 'keys')
  await page.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await page.getByRole('button', { name: 'Borradores', exact: true }).click()
  await expectAccessibleAtWidths(page, 'drafts')
  await page.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await page.getByRole('button', { name: 'Vista previa' }).click()
  await expectAccessibleAtWidths(page, 'preview')
  await page.getByRole('button', { name: 'Cerrar', exact: true }).click()
})
