import type { Page, Route } from '@playwright/test'

import { emitFactura, freshCliente } from './support/emit.ts'
import { CONTADORA, signIn, signInAt } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Chromium's own messages for the failures that this test causes.
test.use({ expectedComplaints: /^Failed to load resource: (the server responded with a status of 500|net::ERR_FAILED)/ })

const EXPIRED = 'La solicitud ha expirado, por favor intente nuevamente'
const refused =
  (status: number, body: object = {}) =>
  (route: Route) =>
    route.fulfill({ status, json: { status: String(status), msg: null, data: null, ...body } })

type Row = readonly [id: string, answer: (route: Route) => Promise<void>, ...told: (readonly [title: string, detail: string])[]]

/** The catalogue of specification §8, for the second client (`/v1/…`). */
const CATALOGUE: readonly Row[] = [
  ['R-8.1', (route) => route.abort('failed'), ['Sistema', EXPIRED]],
  ['R-8.2', refused(400, { msg: 'no se muestra' }), ['Sistema', 'Error en la solicitud']],
  ['R-8.4', refused(404), ['Sistema', 'El recurso solicitado no existe o ha sido eliminado']],
  ['R-8.6', refused(408), ['Sistema', 'La solicitud ha expirado']],
  [
    'R-8.7',
    refused(422, { msg: 'Revise', data: [{ message: 'El primero' }, { message: 'El segundo' }] }),
    ['Revise', 'El primero'],
    ['Revise', 'El segundo'],
  ],
  ['R-8.8', refused(422, { msg: 'Título', data: { message: 'Un solo problema' } }), ['Título', 'Un solo problema']],
  ['R-8.9', refused(422, { msg: 'Sin detalle' }), ['Sin detalle', 'Error en la solicitud']],
  ['R-8.10', refused(500, { msg: 'no se muestra' }), ['Sistema', 'Error interno del servicio. Por favor contáctese con su proveedor']],
  ['R-8.11', refused(409, { msg: 'Otro mensaje', data: [{ message: 'Lo cambió otra persona' }] }), ['Error', 'Lo cambió otra persona']],
  ['R-8.11', refused(429, { msg: 'Espere un momento' }), ['Error', 'Espere un momento']],
]

const toasts = (page: Page) => page.locator('.mantine-Notification-root')

/** Expects exactly these toasts, then closes those that stay. */
async function expectTold(page: Page, told: readonly (readonly [string, string])[], what: string) {
  const shown = () => toasts(page).allInnerTexts()
  await expect.poll(shown, what).toEqual(told.map((lines) => lines.join('\n')))
  await page.evaluate(() =>
    document.querySelectorAll<HTMLElement>('[aria-label="Cerrar notificación"]').forEach((button) => button.click()),
  )
  await expect(toasts(page), `${what}, closed`).toHaveCount(0)
}

test('ui §14.11 every row of the error catalogue is told in its words, and the last one ends the session', async ({ page }) => {
  await signInAt(page, '/#/persona', CONTADORA)
  // The rows of this screen: home has tables too, and stays until the code of this screen is loaded.
  await expect(
    page.getByRole('region', { name: 'Personas' }).and(page.locator('[aria-busy="false"]')).getByRole('row').nth(1),
  ).toBeVisible()
  for (const [at, [id, answer, ...told]] of CATALOGUE.entries()) {
    await page.route('**/v1/persona/search*', answer)
    await page.getByRole('searchbox', { name: 'Buscar' }).fill(`caso ${at}`)
    await expectTold(page, told, id)
    await page.unroute('**/v1/persona/search*')
  }

  await page.route('**/productos/search*', refused(408))
  await page.goto('/#/producto')
  await expectTold(page, [['Sistema', EXPIRED]], 'R-8.5')

  await page.route('**/v1/persona/search*', refused(401))
  await page.goto('/#/persona')
  await expect(page.getByText('Su sesión ha expirado', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/#\/login/)
  expect(await page.evaluate(() => localStorage.getItem('auth'))).toBeNull()
})

test('R-8.12 a file that is refused tells the words of the server, not its bytes', async ({ page }) => {
  await signIn(page)
  const id = await emitFactura(page, freshCliente('ARCHIVO'), { waits: false })
  await page.goto(`/#/comprobante/${id}`)
  await page.route(/\/xml\//, refused(422, { msg: 'Archivo', data: { message: 'El archivo no está disponible.' } }))
  await page.getByRole('button', { name: 'Descargar XML' }).click()
  await expectTold(page, [['Archivo', 'El archivo no está disponible.']], 'R-8.12')
})
