import { emitFactura, freshCliente } from './support/emit.ts'
import { CONTADORA, EMPRESA, signIn } from './support/sign-in.ts'
import { expect, expectNotSideways, rememberTheme, test } from './support/test.ts'

// Addresses are typed by hand here, over forms that would have asked a link whether to leave.
test.use({ expectedComplaints: /^You are trying to use a blocker on a POP navigation/ })

const ABSENT = '00000000-0000-4000-8000-000000000000'

/** Screens that are built, with an address of their own. */
const SCREENS = [
  ['R-2.3.6', '/empresa_perfil'], ['R-2.3.10', '/documento'], ['R-2.3.11', `/documento/${ABSENT}`], ['R-2.3.24', '/comprobante'], ['R-2.3.30', '/persona'],
  ['R-2.3.31', `/persona/${ABSENT}`], ['R-2.3.32', '/producto'], ['R-2.3.33', `/producto/${ABSENT}`],
] as const

const NARROW = [{ what: '320 px', width: 320, height: 640 }, { what: '1280 px at 200 %', width: 640, height: 512 }] as const

test('R-2.1.1 each screen opens by its address inside the layout, and leads to the sign-in without a session', async ({ page }) => {
  await page.goto('/')
  for (const [id, path] of SCREENS) {
    await page.goto(`/#${path}`)
    await expect(page, id).toHaveURL(/#\/login/)
    await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
  }
  await signIn(page, CONTADORA)
  for (const [id, path] of SCREENS) {
    await page.goto(`/#${path}`)
    await expect(page.getByRole('heading', { level: 1 }), id).toBeVisible()
    await expect(page.getByRole('heading', { name: /En construcción|NO ENCONTRADO/ }), id).toHaveCount(0)
    await expect(page.getByRole('banner'), id).toBeVisible()
    expect(new URL(page.url()).pathname, id).toBe('/')
  }
})

test('ui §14.10 at 320 px, and at 200 %, no screen scrolls sideways', async ({ page }) => {
  await signIn(page, CONTADORA)
  for (const { what, width, height } of NARROW) {
    await page.setViewportSize({ width, height })
    for (const path of ['/', '/comprobante', '/comprobante/correos', '/documento', '/persona', '/persona/registro', '/producto', '/producto/registro', '/empresa_perfil']) {
      await page.goto(`/#${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('status', { name: /^Cargando/ })).toHaveCount(0)
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
  await signIn(page, CONTADORA, EMPRESA.ajustable)
  await page.goto('/#/empresa_perfil?seccion=condiciones')
  await page.getByRole('button', { name: 'Añadir: Contribuyente especial' }).click()
  const dialog = page.getByRole('dialog', { name: 'Añadir: Contribuyente especial', exact: true })
  await expect(dialog.getByText('Campos Obligatorios')).toBeVisible()
  for (const name of ['Cancelar', 'Guardar']) await expect(dialog.getByRole('button', { name })).toBeVisible()
  const asterisk = dialog.locator('label').filter({ hasText: 'Número de resolución' }).evaluate((label) => [getComputedStyle(label, '::after').content, getComputedStyle(label, '::after').color])
  expect((await asterisk)[0]).toContain('*')
  expect((await asterisk)[1]).toBe('rgb(180, 35, 24)')

  for (const [width, share] of [[1280, 0.5], [900, 0.75], [600, 0.9]] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(async () => (await dialog.boundingBox())?.width, `at ${width} px`).toBeCloseTo(width * share, 0)
  }
  await page.mouse.click(5, 400)
  await expect(dialog).toBeHidden()
})

test('R-5.2.10 a field complains once it was touched, not before', async ({ page }) => {
  await signIn(page, CONTADORA)
  await page.goto('/#/persona/registro')
  await page.getByLabel('Razón social o nombres').focus()
  await expect(page.getByText('Este campo es requerido.')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(page.getByText('Este campo es requerido.')).toHaveCount(1)
})
