import type { Page } from '@playwright/test'

import { skeletonsOf } from './support/screen.ts'
import { CONTADORA, signIn, SOPORTE } from './support/sign-in.ts'
import { expect, settle, test } from './support/test.ts'

// Addresses are typed over forms here, for which a link would ask whether to leave.
test.use({ expectedComplaints: /^You are trying to use a blocker on a POP navigation/ })

const ABSENT = '00000000-0000-4000-8000-000000000000'
const COMPANY = [
  '/',
  '/perfil',
  '/empresa_perfil',
  '/comprobante',
  '/comprobante/correos',
  '/comprobante/brechas',
  '/documento',
  '/persona',
  '/persona?q=zzzz',
  '/persona/registro',
  '/producto',
  '/producto/registro',
  '/unidad',
  '/categoria',
  '/marca',
  '/bodega',
  '/movimiento',
  '/movimiento/registro',
  '/movimiento/kardex',
  '/reportes',
  '/declaraciones',
  '/declaraciones?formulario=104&periodo=2026-10',
  '/declaraciones/paquete',
  '/documento/compra',
  '/retencion',
  '/comprobante/recibido',
  '/comprobante/compras',
  '/comprobante/compras/articulos',
  '/comprobante/cobrar',
  '/comprobante/cobrar/personas',
  '/comprobante/pagos',
  '/comprobante/caja',
  '/retencion_iva',
  `/producto/${ABSENT}`,
  '/configuracion/auditoria',
  '/configuracion/usuario_rol/registro',
  '/configuracion/usuario_rol/invitaciones',
  '/cotizacion',
  '/gastos_personales',
  '/gastos_personales/configuracion',
  '/tienda',
  '/firmas_electronicas',
  '/historial_compras',
  '/firmas_electronicas?solicitud=nueva',
  `/documento/${ABSENT}`,
  `/persona/${ABSENT}`,
]
const SECTIONS = ['correo', 'buzon', 'condiciones', 'firma', 'establecimientos', 'logo', 'ambiente']
const SUPPORT = ['empresas', 'usuarios', 'salud', 'notificaciones', 'parametros', 'correos', 'sistema', 'firmas', 'tienda'].map(
  (name) => `/administracion/${name}`,
)

/** Words of a library in English. */
const ENGLISH = new RegExp(
  `\\b(the|and|with|your|this|that|for|not|was|were|have|is|are|could|try|again|records?|wrong|save|cancel|close|delete|remove|edit|add|search|find|filter|clear|select|selected|choose|browse|upload|drag|drop|file|files|loading|please|required|invalid|results?|` +
    `options?|empty|previous|next|first|last|page|pages|rows|items?|today|month|year|week|day|january|february|march|april|june|july|august|september|october|november|december|monday|tuesday|` +
    `wednesday|thursday|friday|saturday|sunday|sort|sorted|ascending|descending|open|toggle|show|hide|password|user|name|submit|back|yes|settings|notifications?|dismiss|copy|download|print)\\b`,
  'gi',
)

/** All texts of a page, visible or for screen readers. */
const saidBy = (page: Page) =>
  page.evaluate(() => {
    const attributes = ['aria-label', 'aria-description', 'aria-roledescription', 'title', 'placeholder', 'alt'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ''),
    )
    return [document.title, document.body.innerText, ...attributes].join('\n')
  })

async function expectSpanish(page: Page, state: string) {
  await expect(skeletonsOf(page), state).toHaveCount(0)
  await settle(page)
  // Addresses and file names are left out.
  const said = (await saidBy(page)).replace(/\S*[@/\\.]\S+/g, ' ')
  expect(
    [...said.matchAll(ENGLISH)].map(([word]) => word),
    state,
  ).toEqual([])
}

async function visit(page: Page, paths: readonly string[]) {
  for (const path of paths) {
    await page.goto(`/#${path}`)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expectSpanish(page, path)
  }
}

test('R-1.1 no English on any screen: public ones, those of a company with their pop-overs, those of support', async ({ page }) => {
  await expect(page.goto('/#/login').then(() => page.locator('html').getAttribute('lang'))).resolves.toMatch(/^es/)
  await visit(page, [
    '/login',
    '/forgot-password',
    `/restablecer/${ABSENT}`,
    `/invite/${ABSENT}`,
    `/impersonate/${ABSENT}`,
    `/verificar-correo/${ABSENT}`,
    '/notfound',
  ])
  await signIn(page, CONTADORA)
  await visit(page, [...COMPANY, ...SECTIONS.map((name) => `/empresa_perfil?seccion=${name}`)])
  for (const name of ['Perfil', 'Contactos', /^Notificaciones/, /RUC/, 'Apariencia']) {
    await page.getByRole('banner').getByRole('button', { name }).first().click()
    await expectSpanish(page, String(name))
    await page.keyboard.press('Escape')
  }
  // An empty form: its messages, and the toast.
  await page.goto('/#/persona/registro')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Complete todos los campos requeridos')).toBeVisible()
  await expectSpanish(page, 'a toast')
  await page.goto('/#/configuracion/auditoria')
  await page.getByRole('button', { name: 'Abrir calendario: Desde' }).click()
  await expectSpanish(page, 'a calendar')
})

test('R-1.1 no English on the screens of support', async ({ page }) => {
  await signIn(page, SOPORTE)
  await visit(page, SUPPORT)
})
