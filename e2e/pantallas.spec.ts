import type { Page } from '@playwright/test'

import { emitFactura, freshCliente } from './support/emit.ts'
import { expectSpanish } from './support/espanol.ts'
import { ASTERISCO_ROJO, asteriskOf, goTo, headingOf, skeletonsOf } from './support/screen.ts'
import { CONTADORA, EMPRESA, signIn, signInAt } from './support/sign-in.ts'
import { expect, expectNotSideways, rememberTheme, test } from './support/test.ts'

// Addresses are typed over forms here, for which a link would ask whether to leave.
test.use({ expectedComplaints: /^You are trying to use a blocker on a POP navigation/ })

const ABSENT = '00000000-0000-4000-8000-000000000000'

/** Finished screens: address, list with the record, and heading. */
const SCREENS = [
  ['R-2.3.1', '/', 'Inicio'],
  ['R-2.3.5', '/perfil', 'Perfil Usuario'],
  ['R-2.3.6', '/empresa_perfil', 'Empresa'],
  ['R-2.3.7', '/configuracion/usuario_rol/:empleado', 'Víctor Vega'],
  ['R-2.3.8', '/cotizacion', 'Cotizaciones'],
  ['R-2.3.9', '/cotizacion/registro', 'Cotización nueva'],
  ['R-2.3.10', '/documento', 'Factura nueva'],
  ['R-2.3.11', '/documento/:comprobante', /^Factura \d{3}-\d{3}-\d{9}$/],
  ['R-2.3.12', '/documento/compra', 'Factura de compra'],
  ['R-2.3.13', '/documento/compra/registro', 'Factura de compra'],
  ['R-2.3.16', '/retencion', 'Retención recibida'],
  ['R-2.3.17', '/retencion/registro', 'Retención recibida'],
  ['R-2.3.25', '/comprobante/recibido', 'Comprobantes recibidos'],
  ['R-2.3.26', '/retencion_iva', 'Retenciones de IVA'],
  ['R-2.3.27', '/retencion_renta', 'Retenciones de renta'],
  ['R-2.3.14', '/nota', 'Nota de Crédito nueva'],
  ['R-2.3.18', '/retencion/compra', 'Retención de compra nueva'],
  ['R-2.3.20', '/guia_remision', 'Guía de Remisión nueva'],
  ['R-2.3.22', '/liquidacion_compra', 'Liquidación de Compra nueva'],
  ['R-2.3.24', '/comprobante', 'Comprobantes'],
  ['R-2.3.28', '/gastos_personales', 'Gastos personales'],
  ['R-2.3.29', '/gastos_personales/configuracion', 'Configuración de gastos personales'],
  ['R-2.3.30', '/persona', 'Personas'],
  ['R-2.3.31', '/persona/:persona', 'ACME DEMO LLC'],
  ['R-2.3.32', '/producto', 'Productos'],
  ['R-2.3.33', '/producto/:producto', 'Arroz quintal'],
  ['R-2.3.34', '/productos/actualizacion-masiva', 'Actualización masiva'],
  ['R-2.3.38', '/categoria', 'Categorías'],
  ['R-2.3.35', '/bodega', 'Bodegas'],
  ['R-2.3.36', '/movimiento', 'Movimientos'],
  ['R-2.3.37', '/movimiento/registro', 'Nuevo movimiento'],
  ['R-2.3.4', '/reportes', 'Reportes'],
  ['R-2.3.41', '/declaraciones', 'Declaraciones Realizadas'],
  ['R-2.3.41', '/declaraciones/obligaciones', 'Obligaciones'],
  ['R-2.3.41', '/declaraciones/paquete', 'Paquete mensual'],
  ['R-2.3.1', '/empresas', 'Mis empresas'],
  ['R-2.3.39', '/unidad', 'Unidades'],
  ['R-2.3.42', '/firmas_electronicas', 'Firmas Compradas'],
  ['R-2.3.43', '/tienda', 'Tienda'],
  ['R-2.3.44', '/historial_compras', 'Historial de Compras'],
  ['R-2.3.40', '/marca', 'Marcas'],
] as const

/** Other journeys show these screens; here only that they need a session. */
const DE_OTROS = [
  ['R-2.3.2', '/dashboard'],
  ['R-2.3.3', '/top_productos'],
  ['R-2.3.15', '/nota/:nota'],
  ['R-2.3.19', '/retencion/compra/:retencion'],
  ['R-2.3.21', '/guia_remision/:guia'],
  ['R-2.3.23', '/liquidacion_compra/:liquidacion'],
] as const

/** Without a record, their address begins a document. */
const EDITORES = new Set<string>(['/documento', '/nota', '/guia_remision', '/liquidacion_compra', '/retencion/compra'])

const NARROW = [
  { what: '320 px', width: 320, height: 640 },
  { what: '1280 px at 200 %', width: 640, height: 512 },
] as const

/** Discards the offered draft, if there is one. */
async function dropDraft(page: Page) {
  const discard = page.getByRole('button', { name: 'Descartar' })
  await expect(discard.or(page.getByRole('button', { name: 'Guardar borrador' }))).toBeVisible()
  if (await discard.isVisible()) await discard.click()
}

/** Id of the first row in the search of each list. */
const recordsOf = (page: Page) =>
  page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('auth') ?? '{}') as { token: string }
    const searches = {
      comprobante: 'v1/comprobante/search?page=0&size=10&tipo=01',
      persona: 'v1/persona/search?page=0&size=10&q=ACME',
      producto: 'productos/search?page=0&size=10&q=Arroz%20quintal',
      empleado: 'business/employee/all',
    }
    const found = await Promise.all(
      Object.entries(searches).map(async ([list, path]) => {
        const { data } = (await (await fetch(`/app/${path}`, { headers: { Authorization: `Bearer ${token}` } })).json()) as {
          data: { content: { id: string }[] } | { id: string; username: string }[]
        }
        const row = Array.isArray(data) ? data.find(({ username }) => username === 'vendedor') : data.content[0]
        return [list, row?.id ?? '']
      }),
    )
    return Object.fromEntries(found) as Record<string, string>
  })

test(`R-1.1 R-2.1.1 ${[...SCREENS, ...DE_OTROS].map(([id]) => id).join(' ')} R-2.3.45 each screen opens by its address inside the layout, in Spanish, and leads to the sign-in without a session`, async ({
  page,
}) => {
  await page.goto('/#/notfound')
  const open = async (path: string) => {
    await goTo(page, '/notfound')
    await expect(headingOf(page, 'NO ENCONTRADO')).toBeVisible()
    await goTo(page, path)
  }
  for (const [id, path] of [...SCREENS, ...DE_OTROS]) {
    await open(path.replace(/:\w+/, ABSENT))
    await expect(headingOf(page, '¡Bienvenido de nuevo!'), id).toBeVisible()
    expect(new URL(page.url()).hash, id).toBe(path === '/comprobante' ? '#/login?redirectTo=/comprobante' : '#/login')
  }
  await signIn(page, CONTADORA)
  const records = await recordsOf(page)
  const shell = [page.getByRole('banner'), page.getByRole('navigation', { name: 'Menú principal' })]
  for (const [id, path, name] of SCREENS) {
    const address = path.replace(/:(\w+)/, (_, list: string) => records[list] ?? '')
    await open(address)
    // A draft left by another test would be offered first.
    if (EDITORES.has(path)) await dropDraft(page)
    await expect(page.locator('main#contenido').getByRole('heading', { level: 1, name, exact: true }), id).toBeVisible()
    for (const part of shell) await expect(part, id).toBeVisible()
    const { pathname, hash } = new URL(page.url())
    // An issued document has one page, whatever address opens it.
    const shown = path === '/documento/:comprobante' ? address.replace('/documento/', '/comprobante/') : address
    expect([pathname, hash], id).toEqual(['/', `#${shown}`])
    await expectSpanish(page, path)
  }
  for (const path of ['/producto/otro', `/persona/${ABSENT.replace('4000', '7000')}`, '/documento/1', '/configuracion/usuario_rol/otro']) {
    await goTo(page, '/')
    await expect(headingOf(page, 'Inicio')).toBeVisible()
    await goTo(page, path)
    await expect(headingOf(page, 'NO ENCONTRADO'), path).toBeVisible()
    expect(new URL(page.url()).hash, path).toBe('#/notfound')
  }
  await open('/producto/registro')
  await expect(headingOf(page, 'Nuevo producto')).toBeVisible()
})

test('R-2.10.23 R-2.10.24 R-2.10.25 R-2.10.26 R-2.10.27 R-2.10.28 R-2.10.29 what is required, what may be loaded and how large, and what an empty list and an empty choice say', async ({
  page,
}) => {
  await signIn(page, CONTADORA)
  await goTo(page, '/persona/registro')
  await expect(headingOf(page, 'Nueva persona')).toBeVisible()
  await expect(page.getByText('Campos Obligatorios')).toBeVisible()
  expect(await asteriskOf(page.locator('label').filter({ hasText: 'Razón social o nombres' }))).toEqual(ASTERISCO_ROJO)
  for (const [path, group, hint, most] of [
    ['/perfil', 'Nuevo avatar', 'Arrastre y suelte la imagen aquí', '2.00 MB'],
    ['/empresa_perfil', 'Nuevo logo', 'Arrastre y suelte la imagen aquí', '2.00 MB'],
    ['/empresa_perfil?seccion=firma', 'Archivo de la firma', 'Presione para cargar un archivo', '65.54 KB'],
  ] as const) {
    await goTo(page, path)
    const upload = page.getByRole('group', { name: group })
    await expect(upload.getByText(hint, { exact: true }), path).toBeVisible()
    await expect(upload.getByText(`Tamaño máximo: ${most}.`), path).toBeVisible()
  }
  await goTo(page, '/persona?q=zzzz')
  await expect(page.getByText('No se encontraron registros', { exact: true })).toBeVisible()
  await goTo(page, '/documento')
  const discard = page.getByRole('button', { name: 'Descartar' })
  const choose = page.getByRole('combobox', { name: 'Cliente' })
  await expect(discard.or(choose).first()).toBeVisible()
  if (await discard.isVisible()) await discard.click()
  for (const field of [choose, page.getByLabel('Producto, línea 1', { exact: true })]) {
    await field.fill('zzzz')
    await expect(page.getByText('No hay opciones a elegir', { exact: true })).toHaveCount(1)
    await expect(page.getByText('No hay opciones a elegir', { exact: true })).toBeVisible()
    await field.fill('')
  }
})

test('ui §14.10 at 320 px, and at 200 %, no screen scrolls sideways', async ({ page }) => {
  await signIn(page, CONTADORA)
  for (const path of [
    '/',
    '/comprobante',
    '/comprobante/correos',
    '/documento',
    '/persona',
    '/persona/registro',
    '/producto',
    '/producto/registro',
    '/unidad',
    '/categoria',
    '/empresa_perfil',
  ]) {
    await page.setViewportSize(NARROW[0])
    await page.goto(`/#${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // The heading appears before the parts of a form are loaded.
    if (path.endsWith('/registro')) await expect(page.getByRole('button', { name: 'Guardar', exact: true })).toBeVisible()
    for (const { what, ...size } of NARROW) {
      await page.setViewportSize(size)
      await expect(skeletonsOf(page)).toHaveCount(0)
      await expectNotSideways(page, `${path} at ${what}`)
    }
  }
})

test('ui §14.10 on paper: A4, black on white, without the shell, toasts and buttons', async ({ page }) => {
  await rememberTheme(page, 'dark')
  await signIn(page)
  const id = await emitFactura(page, freshCliente('PAPEL'), { waits: false })
  await page.goto(`/#/comprobante/${id}`)
  await expect(page.getByRole('heading', { name: 'Línea de tiempo' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Menú principal' })).toBeHidden()
  await expect(page.locator('main').getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  // 210 × 297 mm in points.
  expect(pdf).toMatch(/\/MediaBox \[0 0 59[45](\.\d+)? 84[12](\.\d+)?\]/)
})

test('R-2.10.15 R-2.10.16 R-2.10.17 R-2.10.18 R-2.10.19 R-2.10.23 R-2.10.24 the dialog of a form', async ({ page }) => {
  await signInAt(page, '/#/empresa_perfil?seccion=condiciones', CONTADORA, EMPRESA.ajustable)
  await page.getByRole('button', { name: 'Añadir: Contribuyente especial' }).click()
  const dialog = page.getByRole('dialog', { name: 'Añadir: Contribuyente especial', exact: true })
  await expect(dialog.getByText('Campos Obligatorios')).toBeVisible()
  for (const name of ['Cancelar', 'Guardar']) await expect(dialog.getByRole('button', { name })).toBeVisible()
  expect(await asteriskOf(dialog.locator('label').filter({ hasText: 'Número de resolución' }))).toEqual(ASTERISCO_ROJO)

  for (const [width, share] of [
    [1920, 0.5],
    [960, 0.5],
    [959, 0.75],
    [640, 0.75],
    [639, 0.9],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(async () => (await dialog.boundingBox())?.width, `at ${width} px`).toBeCloseTo(width * share, 0)
  }
  await page.mouse.click(5, 400)
  await expect(dialog).toBeHidden()
})

test('R-5.2.10 a field complains once it was touched, not before', async ({ page }) => {
  await signInAt(page, '/#/persona/registro', CONTADORA)
  await page.getByLabel('Razón social o nombres').focus()
  await expect(page.getByText('Este campo es requerido.')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(page.getByText('Este campo es requerido.')).toHaveCount(1)
})
