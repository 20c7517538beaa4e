import type { Page } from '@playwright/test'

import { expectSpanish } from './support/espanol.ts'
import { CONTADORA, signIn, SOPORTE } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Addresses are typed over forms here, for which a link would ask whether to leave.
test.use({ expectedComplaints: /^You are trying to use a blocker on a POP navigation/ })

const ABSENT = '00000000-0000-4000-8000-000000000000'
/** Screens of a company besides those of pantallas.spec.ts, which are judged there. */
const COMPANY = [
  '/comprobante/correos',
  '/comprobante/brechas',
  '/persona?q=zzzz',
  '/persona/registro',
  '/producto/registro',
  '/movimiento/kardex',
  '/declaraciones?formulario=104&periodo=2026-10',
  '/comprobante/compras',
  '/comprobante/compras/articulos',
  '/comprobante/cobrar',
  '/comprobante/cobrar/personas',
  '/comprobante/pagos',
  '/comprobante/caja',
  `/producto/${ABSENT}`,
  '/configuracion/auditoria',
  '/configuracion/usuario_rol/registro',
  '/configuracion/usuario_rol/invitaciones',
  '/firmas_electronicas?solicitud=nueva',
  `/documento/${ABSENT}`,
  `/persona/${ABSENT}`,
]
const SECTIONS = ['correo', 'buzon', 'condiciones', 'firma', 'establecimientos', 'logo', 'ambiente']
const SUPPORT = ['empresas', 'usuarios', 'salud', 'notificaciones', 'parametros', 'correos', 'sistema', 'firmas', 'tienda'].map(
  (name) => `/administracion/${name}`,
)

async function visit(page: Page, paths: readonly string[]) {
  for (const path of paths) {
    await page.goto(`/#${path}`)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expectSpanish(page, path)
  }
}

test('R-1.1 no English on public screens, nor on those of a company that pantallas.spec.ts does not visit, nor in their pop-overs', async ({
  page,
}) => {
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
