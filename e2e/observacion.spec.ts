import type { Page } from '@playwright/test'

import { product } from './support/product.ts'
import { goTo, headingOf } from './support/screen.ts'
import { identifierOf, signInByForm, signIn, VENDEDOR } from './support/sign-in.ts'
import { expect, expectAccessible, test } from './support/test.ts'

// A screen that fails while rendering, and a part outside the layout that cannot be loaded.
test.use({
  expectedComplaints:
    /^Failed to load resource: net::ERR_FAILED|Failed to fetch dynamically imported module|React Router caught|Error handled by React Router|roto/,
})

interface Sent {
  type: 'view' | 'event'
  body: string
}

/** The page of an installation with error reports and page views, both to addresses of this test. */
async function observed(page: Page): Promise<Sent[]> {
  const { origin, host } = new URL(product().url)
  const sent: Sent[] = []
  await page.route(`${origin}/`, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text())
      .replace('"sentryDsn":null', `"sentryDsn":"http://clave@${host}/1"`)
      .replace('"analiticaUrl":null', `"analiticaUrl":"${origin}/visitas"`)
    await route.fulfill({ response: answer, body })
  })
  const take =
    (type: Sent['type']) => (route: { request: () => { postData: () => string | null }; fulfill: (answer: object) => Promise<void> }) => {
      sent.push({ type, body: route.request().postData() ?? '' })
      return route.fulfill({ status: 200, json: {} })
    }
  await page.route(`${origin}/visitas`, take('view'))
  await page.route(/\/api\/1\/envelope\//, take('event'))
  return sent
}

/** Replaces a screen of ours by one that fails. */
const breakScreen = (page: Page, file: string, name: string) =>
  page.route(new RegExp(`/assets/${file}-.*\\.js`), (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `export const ${name} = () => { throw new Error('roto') }` }),
  )

const viewsOf = (sent: readonly Sent[]) =>
  sent.filter(({ type }) => type === 'view').map(({ body }) => new URL((JSON.parse(body) as { url: string }).url).pathname)
const eventsOf = (sent: readonly Sent[]) => sent.filter(({ type }) => type === 'event').map(({ body }) => body)

test('R-1.14 R-1.15 R-1.16 R-1.17 R-2.10.6 R-2.10.7 R-2.10.8 R-2.10.9 R-2.10.10 R-2.10.11 R-2.10.12 O-17 every route is one view; a page that fails is reported with the three answers, and «Recargar» begins at the root', async ({
  page,
}) => {
  const sent = await observed(page)
  await signInByForm(page)
  const seen = ['/login', '/']
  await expect.poll(() => viewsOf(sent)).toEqual(seen)
  for (const [path, name] of [
    ['/producto', 'Productos'],
    ['/producto/registro', 'Nuevo producto'],
    ['/comprobante', 'Comprobantes'],
  ] as const) {
    await goTo(page, path)
    await expect(headingOf(page, name)).toBeVisible()
    seen.push(path)
    await expect.poll(() => viewsOf(sent)).toEqual(seen)
  }
  await breakScreen(page, 'persona-list-page', 'PersonaListPage')
  await page.evaluate(() => void (window.location.hash = '#/persona'))
  await expect(headingOf(page, 'Parece que ha ocurrido un error inesperado')).toBeVisible()
  await expect(page.getByText('Por favor, intenta de nuevo recargando la página', { exact: true })).toBeVisible()
  await expect(page.locator('main').getByText('Yupana', { exact: true }).locator('svg')).toBeVisible()
  await expect.poll(() => eventsOf(sent)).toHaveLength(1)
  expect(eventsOf(sent)[0]).toContain(`"username":"${VENDEDOR}"`)
  await page.getByLabel('¿Es la primera vez que ocurre?').selectOption('Sí')
  await page.getByLabel('¿Qué estaba haciendo antes del error?').fill('Abría las personas')
  await page.getByLabel('Información adicional').fill('Recién llegada')
  await page.getByRole('button', { name: 'Enviar reporte' }).click()
  await expect(page.getByText('Gracias. Su reporte fue enviado.')).toBeVisible()
  expect(eventsOf(sent)[1]).toContain('"primera_vez":"Sí","que_hacia":"Abría las personas","informacion":"Recién llegada"')

  await page.evaluate(() => Object.assign(window, { before: true }))
  await page.getByRole('button', { name: 'Recargar' }).click()
  await expect(page.getByRole('heading', { name: 'Inicio' })).toBeVisible()
  const { pathname, hash } = new URL(page.url())
  expect([pathname, hash.replace('#/', ''), await page.evaluate(() => 'before' in window)]).toEqual(['/', '', false])

  await page.getByRole('button', { name: 'Perfil', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
  await expect(identifierOf(page)).toBeVisible()
  await page.route(/\/assets\/forgot-password-page-.*\.js/, (route) => route.abort('failed'))
  await page.getByRole('button', { name: 'Olvidé mi contraseña' }).click()
  await expect(headingOf(page, 'Parece que ha ocurrido un error inesperado')).toBeVisible()
  await expect.poll(() => eventsOf(sent)).toHaveLength(3)
  expect(eventsOf(sent)[2]).not.toContain(VENDEDOR)
})

test('the questions of the error screen have no barrier', async ({ page }) => {
  await observed(page)
  await signIn(page)
  await breakScreen(page, 'producto-list-page', 'ProductoListPage')
  await page.evaluate(() => void (window.location.hash = '#/producto'))
  await expect(page.getByRole('form', { name: 'Reportar el error' })).toBeVisible()
  await expectAccessible(page, 'error report')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'error report, narrow')
})

test('O-17 where nobody asked for them, neither the services nor their code are there', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect(identifierOf(page)).toBeVisible()
  expect(asked.filter((path) => /observe|error-service|page-views|error-report|visitas|\/envelope\//.test(path))).toEqual([])
})
