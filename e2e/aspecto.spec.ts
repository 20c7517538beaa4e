import type { Page } from '@playwright/test'

import { signIn } from './support/sign-in.ts'
import { expect, rememberTheme, settle, test, THEMES, WIDTHS } from './support/test.ts'

// Pictures of parts, not of pages. The tolerance is for letter edges between two pixels: another primary colour changes 348 pixels of the
// bar, a missing column thousands of the list.
test.skip(process.platform !== 'linux', 'the pictures were drawn with the typefaces of Linux')
const TOLERANCE = { maxDiffPixels: 100, threshold: 0.06, animations: 'disabled', caret: 'hide' } as const

const ROW = {
  id: '',
  tipo: '01',
  numero: '',
  clave: '2011202601179000000100110010010000001230000000012',
  fecha_emision: '2026-11-20',
  estado: 'AUTORIZADO',
  estado_generacion: 1,
  estado_tributario: 1,
  ambiente: 'SIMULADOR',
  receptor_identificacion: '1790012345001',
  receptor_nombre: 'FERRETERÍA EL TORNILLO',
  total: 115_000_000,
  vendedor: 'Víctor Vega',
  codigo_sri: null,
  correo_estado: 'ENVIADO',
  creado_en: '2026-11-20T15:00:00Z',
  autorizado_en: '2026-11-20T15:00:01Z',
}
const STATES = [
  { estado: 'AUTORIZADO', estado_tributario: 1 },
  { estado: 'RECHAZADO', estado_tributario: 4 },
  { estado: 'ANULADO', estado_tributario: 6 },
]

/** The server's own answers with fixed values for data that changes daily. */
async function fixData(page: Page) {
  const content = STATES.map((state, at) => ({
    ...ROW,
    ...state,
    id: `00000000-0000-4000-8000-00000000000${at}`,
    numero: `001-001-00000012${at}`,
  }))
  await page.route('**/v1/comprobante/search*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: object }
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, content, totalElements: 3 } } })
  })
  await page.route('**/v1/documento/contexto', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: { hoy: string; puntos: { siguiente: number }[] } }
    Object.assign(body.data, { hoy: '2026-11-20', puntos: body.data.puntos.map((punto) => ({ ...punto, siguiente: 124 })) })
    await route.fulfill({ response: answer, json: body })
  })
}

test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

for (const viewport of WIDTHS)
  for (const theme of THEMES)
    test(`looks as it did in ${theme}, ${viewport.width} px wide: shell, list, editor`, async ({ page }) => {
      const isWide = viewport.width > 1024
      const look = async (part: string, what: ReturnType<Page['locator']>) => {
        await page.mouse.move(0, 0)
        await settle(page)
        await expect(what).toHaveScreenshot(`${part}-${theme}-${viewport.width}.png`, TOLERANCE)
      }
      await page.setViewportSize(viewport)
      await rememberTheme(page, theme)
      await fixData(page)
      await signIn(page)

      await page.goto('/#/comprobante')
      await expect(page.getByText('001-001-000000122').filter({ visible: true })).toBeVisible()
      await look('barra', page.getByRole('banner'))
      if (isWide) await look('menu', page.getByRole('navigation', { name: 'Menú principal' }).locator('..'))
      await look('lista', page.locator('table'))
      await look(
        'estado',
        page.locator('tbody').getByRole('row').first().getByText('Autorizado', { exact: true }).filter({ visible: true }),
      )

      await page.goto('/#/documento')
      const discard = page.getByRole('button', { name: 'Descartar' })
      const cliente = page.getByRole('combobox', { name: 'Cliente' })
      await expect(discard.or(cliente).first()).toBeVisible()
      if (await discard.isVisible()) await discard.click()
      await expect(page.getByRole('option').filter({ visible: true }).first()).toBeVisible()
      if (!isWide) {
        await page.keyboard.press('Escape')
        await look('totales', page.getByRole('region', { name: 'Resumen' }))
        return
      }
      await page.keyboard.press('Enter')
      await expect(page.getByLabel('Producto, línea 1', { exact: true })).toBeFocused()
      await page.keyboard.type('CUA-100')
      await page.keyboard.press('Enter')
      await expect(page.getByLabel('Cantidad, línea 1', { exact: true })).toHaveValue('1')
      await look('lineas', page.getByRole('table'))
      await look('totales', page.getByRole('complementary', { name: 'Totales de la factura' }))
    })
