import type { Page } from '@playwright/test'

import { emitFactura, freshCliente } from './support/emit.ts'
import { signIn } from './support/sign-in.ts'
import { DESKTOP, expect, expectAccessible, expectAccessibleAtWidths, expectNotSideways, PHONE, test } from './support/test.ts'

const SEARCH = '/v1/comprobante/search'
// Rows of a list with loaded data: home has tables too, and stays until the code of the next screen is loaded.
const rows = (page: Page) => page.locator('[aria-busy="false"] tbody').getByRole('row')
const sorting = (page: Page, name: string) => page.getByRole('columnheader', { name })

/** Signs in and issues this number of facturas to a new client, all authorised. */
async function enterWith(page: Page, count: number, name: string) {
  await signIn(page)
  const cliente = freshCliente(name)
  const ids: string[] = []
  for (let at = 0; at < count; at += 1) ids.push(await emitFactura(page, cliente))
  return { name: cliente.razon_social, id: ids[0] }
}

// Seven facturas through the whole pipeline, or axe over many states, take longer than one screen.
test.describe.configure({ timeout: 180_000 })

test('ui §14.5 R-4.22 R-4.23 R-4.24 R-9.4 the list: sort, page, sizes and filters, the query that is sent, and Back and reload bring it back', async ({
  page,
}) => {
  const { name } = await enterWith(page, 7, 'LISTA')
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.endsWith(SEARCH)) sent.push(decodeURIComponent(search))
  })
  const q = `&q=${name.replace(' ', '+')}`

  await page.goto('/#/comprobante')
  await page.getByRole('searchbox', { name: 'Buscar' }).fill(name)
  await expect(page.getByText('Mostrando 1 a 5 de 7', { exact: true })).toBeVisible()
  await expect.poll(() => sent.at(-1)).toBe(`?page=0&size=5${q}`)
  await page.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(page.getByText('Mostrando 6 a 7 de 7', { exact: true })).toBeVisible()
  await expect.poll(() => sent.at(-1)).toBe(`?page=1&size=5${q}`)

  await page.getByRole('button', { name: 'Página anterior' }).click()
  await expect(page.getByText('Mostrando 1 a 5 de 7', { exact: true })).toBeVisible()
  const latest = (await rows(page).first().getByRole('link').textContent()) ?? ''
  await sorting(page, 'Número').getByRole('button').click()
  await expect(sorting(page, 'Número')).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByText('Mostrando 1 a 5 de 7', { exact: true })).toBeVisible()
  await expect.poll(() => sent.at(-1)).toBe(`?page=0&size=5&sort=numero,ASC${q}`)
  await expect(rows(page).first().getByRole('link')).not.toHaveText(latest)
  await sorting(page, 'Número').getByRole('button').click()
  await expect(sorting(page, 'Número')).toHaveAttribute('aria-sort', 'descending')
  await expect(rows(page).first().getByRole('link')).toHaveText(latest)
  await expect.poll(() => sent.at(-1)).toBe(`?page=0&size=5&sort=numero,DESC${q}`)
  await sorting(page, 'Número').getByRole('button').click()
  await expect(sorting(page, 'Número')).toHaveAttribute('aria-sort', 'none')

  for (const size of ['10', '20', '50', '5']) {
    await page.getByLabel('Filas').selectOption(size)
    await expect(rows(page)).toHaveCount(size === '5' ? 5 : 7)
  }
  expect(sent).toContain(`?page=0&size=50${q}`)

  await page
    .getByRole('navigation', { name: 'Estado' })
    .getByRole('link', { name: /^Autorizados/ })
    .click()
  await page.getByRole('textbox', { name: 'Desde' }).fill('01/01/2026')
  await expect(page.getByRole('button', { name: 'Quitar filtro: Desde 01/01/2026' })).toBeVisible()
  await page.getByLabel('Filas').selectOption('10')
  await expect(rows(page)).toHaveCount(7)
  const filtered = `?page=0&size=10${q}&tributario=1&desde=2026-01-01`
  await expect.poll(() => sent.at(-1)).toBe(filtered)
  const address = page.url()
  await rows(page).first().getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Línea de tiempo' })).toBeVisible()
  await page.goBack()
  await expect(rows(page)).toHaveCount(7)
  expect(page.url()).toBe(address)
  await page.reload()
  await expect(rows(page)).toHaveCount(7)
  await expect(page.getByRole('searchbox', { name: 'Buscar' })).toHaveValue(name)
  await expect(page.getByRole('textbox', { name: 'Desde' })).toHaveValue('01/01/2026')
  await expect.poll(() => sent.at(-1)).toBe(filtered)

  await page.getByRole('button', { name: 'Quitar filtro: Desde 01/01/2026' }).click()
  await expect(page.getByRole('textbox', { name: 'Desde' })).toHaveValue('')
  await page.getByRole('button', { name: 'Limpiar filtros' }).click()
  await expect(page.getByRole('searchbox', { name: 'Buscar' })).toHaveValue('')
  await expect(page.getByText('Mostrando 1 a 5 de', { exact: false })).toBeVisible()
  await expect(page.getByLabel('Filas')).toHaveValue('5')
  // Rows per page are remembered, so they are reset for the next test.
  await page.goto('/#/')
  await page.goto('/#/comprobante')
  await expect(page.getByLabel('Filas')).toHaveValue('10')
  await page.getByLabel('Filas').selectOption('5')
  await expect(page.getByText('Mostrando 1 a 5 de', { exact: false })).toBeVisible()
})

test('O-108 a factura is followed in the list from «En espera» to «Autorizado» without asking', async ({ page }) => {
  await signIn(page)
  const cliente = freshCliente('EN VIVO')
  await emitFactura(page, cliente, { waits: false })
  await page.goto(`/#/comprobante?q=${encodeURIComponent(cliente.razon_social)}`)
  await expect(rows(page).first().getByText('Autorizado', { exact: true })).toBeVisible()
})

test('O-95 O-98 the detail gives RIDE and XML as files, and a mail that is sent again stands in the outbox', async ({ page }) => {
  const { id } = await enterWith(page, 1, 'DETALLE')
  await page.goto(`/#/comprobante/${id}`)
  const title = page.getByRole('heading', { name: /^Factura \d{3}-\d{3}-\d{9}$/ })
  await expect(title).toBeFocused()
  const numero = (await title.textContent())?.replace('Factura ', '') ?? ''
  await expect(page.getByRole('list', { name: 'Línea de tiempo' }).getByRole('listitem')).toHaveCount(5)

  const [xml] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Descargar XML' }).click()])
  expect(xml.suggestedFilename()).toMatch(/^\d{49}\.xml$/)
  await page.getByRole('button', { name: 'Ver RIDE' }).click()
  const ride = page.getByRole('dialog', { name: `RIDE ${numero}` })
  const [pdf] = await Promise.all([page.waitForEvent('download'), ride.getByRole('button', { name: 'Descargar' }).click()])
  expect(pdf.suggestedFilename()).toBe(xml.suggestedFilename().replace('.xml', '.pdf'))
  await ride.getByRole('button', { name: 'Cerrar' }).click()

  const anotacion = page.getByRole('region', { name: 'Nota interna y adjuntos' })
  await anotacion.getByRole('button', { name: 'Escribir una nota' }).press('Enter')
  await page.getByRole('textbox', { name: 'Nota' }).fill('Pide plazo hasta el lunes')
  await page.getByRole('button', { name: 'Guardar' }).press('Enter')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    anotacion.getByRole('button', { name: 'Adjuntar un archivo' }).click(),
  ])
  await chooser.setFiles({ name: 'contrato.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.5\n<< /Type /Page >>\n%%EOF') })
  await anotacion.getByRole('button', { name: 'Subir' }).press('Enter')
  await expect(anotacion.getByRole('button', { name: 'contrato.pdf', exact: true })).toBeVisible()
  await page.reload()
  await expect(anotacion.getByText('Pide plazo hasta el lunes')).toBeVisible()
  const [adjunto] = await Promise.all([
    page.waitForEvent('download'),
    anotacion.getByRole('button', { name: 'contrato.pdf', exact: true }).click(),
  ])
  expect(adjunto.suggestedFilename()).toBe('contrato.pdf')

  const address = `reenvio-${Date.now()}@ejemplo.ec`
  await page.getByRole('button', { name: 'Reenviar correo' }).click()
  await page.getByRole('textbox', { name: 'Correo 1' }).fill(address)
  await page.getByRole('textbox', { name: 'Mensaje al cliente' }).fill('Pague hasta el viernes')
  await page.getByRole('button', { name: 'Enviar correo', exact: true }).click()
  await expect(page.getByText(address)).toBeVisible()
  await page.getByRole('button', { name: 'Volver a la lista' }).click()
  await page.getByRole('button', { name: 'Más listas' }).click()
  await page.getByRole('menuitem', { name: 'Bandeja de correos' }).click()
  const mail = rows(page).filter({ hasText: address })
  await expect(mail.getByText('En la bandeja')).toBeVisible()
  await mail.getByRole('button', { name: `Acciones de ${numero}` }).click()
  await page.getByRole('menuitem', { name: 'Ver correo' }).click()
  const letter = page.getByRole('dialog', { name: new RegExp(numero) })
  await expect(letter.getByText(address)).toBeVisible()
  await expect(letter.getByText('Pague hasta el viernes')).toBeVisible()
  await expect(letter.getByRole('list', { name: 'Adjuntos' }).getByRole('listitem')).toHaveText([
    pdf.suggestedFilename(),
    xml.suggestedFilename(),
  ])
})

test('whoever has the link of a factura reads it without the application, and says that it is not his', async ({ page, browser }) => {
  const { name, id } = await enterWith(page, 1, 'ENLACE')
  await page.goto(`/#/comprobante/${id}`)
  await page.getByRole('button', { name: 'Compartir enlace' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Enlace de / })
  await expect(dialog.getByRole('button', { name: 'Copiar enlace' })).toBeFocused()
  await expect(dialog.getByText('Todavía nadie lo abrió.')).toBeVisible()
  const { pathname } = new URL(await dialog.getByLabel('Enlace', { exact: true }).inputValue())
  await expectAccessible(page, 'the link of a document')
  await page.keyboard.press('Escape')

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const reader = await context.newPage()
  const files: string[] = []
  reader.on('request', (request) => files.push(new URL(request.url()).pathname))
  await reader.goto(new URL(pathname, page.url()).href)
  await expect(reader.getByText(`Para ${name}`)).toBeVisible()
  await expect(reader.getByRole('region', { name: 'Detalle' }).getByRole('row')).toHaveCount(2)
  await expect(reader.getByRole('table', { name: 'Totales' }).getByRole('row').last()).toContainText('VALOR TOTAL')
  // The SRI is asked while the page is open.
  await expect(reader.getByRole('status')).toContainText('el SRI lo confirmó el')
  for (const colorScheme of ['light', 'dark'] as const) {
    await reader.emulateMedia({ colorScheme })
    await expectAccessible(reader, `the page of a document, ${colorScheme}`)
  }
  await expectNotSideways(reader, 'the page of a document')
  const [xml] = await Promise.all([reader.waitForEvent('download'), reader.getByRole('link', { name: 'Descargar XML' }).press('Enter')])
  expect(xml.suggestedFilename()).toMatch(/^\d{49}\.xml$/)
  await reader.getByLabel(/^Comentario/).fill('No compré nada')
  await reader.getByRole('button', { name: 'No me corresponde' }).press('Enter')
  await expect(reader.getByText(/se avisó al emisor que no le corresponde/)).toBeVisible()
  expect(new Set(files.filter((path) => path !== '/favicon.ico'))).toEqual(new Set([pathname, `${pathname}/xml`]))
  await context.close()

  await page.reload()
  await expect(page.getByText(/«No compré nada»/)).toBeVisible()
  await page.getByRole('button', { name: 'Compartir enlace' }).press('Enter')
  await expect(dialog.getByText(/^.*Se abrió (una vez|\d veces), la última el/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Retirar el enlace' }).press('Enter')
  await expect(dialog).toBeHidden()
  const gone = await page.request.get(pathname)
  expect([gone.status(), (await gone.text()).includes('ya no sirve')]).toEqual([404, true])
})

test('no barrier: documents, detail and outbox, with menus and dialogs open', async ({ page }) => {
  await page.setViewportSize(PHONE)
  const { id, name } = await enterWith(page, 1, 'BARRERAS')
  await page.goto(`/#/comprobante?q=${encodeURIComponent(name)}&desde=2026-01-01`)
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: /^Acciones de/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Ver' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'documents with the menu of a row')
  await page.getByRole('menuitem', { name: 'Reenviar correo' }).click()
  await expect(page.getByRole('textbox', { name: 'Correo 1' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Correo 1' }).fill('no es correo')
  await page.getByRole('button', { name: 'Enviar correo' }).click()
  await expect(page.getByText('Ingrese un correo válido.')).toBeVisible()
  await expectAccessibleAtWidths(page, 'mail again, with an error')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Descartar cambios' }).click()
  await page.getByRole('button', { name: /^Filtros/ }).click()
  await page.getByRole('button', { name: 'Abrir calendario: Desde' }).click()
  // The sheet of a phone partly covers targets below it while open; the list itself was checked above.
  await expectAccessible(page, 'calendar of the filter on a phone', "[role='dialog']")
  await page.setViewportSize(DESKTOP)
  await page.reload()
  await page.getByRole('button', { name: 'Abrir calendario: Desde' }).click()
  await expectAccessible(page, 'calendar of the filter')
  await page.setViewportSize(PHONE)
  await page.goto(`/#/comprobante/${id}`)
  await expect(page.getByRole('heading', { name: 'Línea de tiempo' })).toBeVisible()
  await page.getByText(/^Historia completa/).click()
  await expectAccessibleAtWidths(page, 'detail')
  await page.getByRole('button', { name: 'Ver RIDE' }).click()
  await expect(page.getByTitle(/^RIDE/)).toBeVisible()
  await expectAccessibleAtWidths(page, 'RIDE')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Ver RIDE' })).toBeFocused()
  await page.getByRole('button', { name: 'Ver correo' }).click()
  await expect(page.getByRole('list', { name: 'Adjuntos' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'mail as it is received')
  await page.goto('/#/comprobante/correos')
  await expect(page.getByRole('heading', { name: 'Bandeja de correos' })).toBeVisible()
  await expect(rows(page).first()).toBeVisible()
  await expectAccessibleAtWidths(page, 'outbox')
})
