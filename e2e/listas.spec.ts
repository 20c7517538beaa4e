import type { Page } from '@playwright/test'

import { leave } from './support/persona-nueva.ts'
import { CONTADORA, EMPRESA, signIn, signInAt, SOPORTE } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

interface Envelope {
  data: { content?: Record<string, unknown>[] } & Record<string, unknown>[]
}

const goTo = (page: Page, hash: string) => page.evaluate((target) => void (window.location.hash = target), hash)

/** Changes the server's answer to this call. */
const edit = (page: Page, call: string, change: (rows: Record<string, unknown>[]) => Record<string, unknown>[]) =>
  page.route(call, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as Envelope
    const { data } = body
    const json = Array.isArray(data)
      ? { ...body, data: change(data) }
      : {
          ...body,
          data: {
            ...(data as object),
            content: change((data as { content: Record<string, unknown>[] }).content),
            totalElements: 0,
            totalPages: 1,
          },
        }
    await route.fulfill({ response: answer, json })
  })

const EMPTY = 'No se encontraron registros'

/** Lists with a state of their rows, and the field that holds it. */
const WITH_STATE = [
  ['/persona', 'Personas', '**/v1/persona/search*', 'activo'],
  ['/producto', 'Productos', '**/productos/search*', 'status'],
  ['/configuracion/usuario_rol/registro', 'Usuarios y Roles', '**/business/employee/all*', 'activo'],
] as const
const OTHERS = [
  ['/comprobante', 'Comprobantes', '**/v1/comprobante/search*'],
  ['/comprobante/correos', 'Correos', '**/v1/correo/search*'],
  ['/configuracion/auditoria', 'Auditoría', '**/v1/auditoria/search*'],
] as const
const OF_SUPPORT = [
  ['empresas', 'empresa'],
  ['notificaciones', 'notificacion'],
] as const

/** The first row is active, the others are not. */
const mixed = (campo: string) => (rows: Record<string, unknown>[]) =>
  [0, 1].map((at) => ({
    ...rows[0],
    id: `33333333-3333-4333-8333-33333333333${at}`,
    [campo]: campo === 'status' ? ['ACTIVO', 'INACTIVO'][at] : at === 0,
  }))

async function showsStates(page: Page, path: string, name: string, call: string, campo: string) {
  await edit(page, call, mixed(campo))
  await goTo(page, path)
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(`^${name}`) })).toBeVisible()
  const rows = page.locator('[aria-busy="false"] tbody').getByRole('row')
  await expect(rows).toHaveCount(2)
  for (const [at, label] of ['Activo', 'Inactivo'].entries())
    await expect(rows.nth(at).getByText(label, { exact: true }), name).toBeVisible()
  await page.unroute(call)
}

async function showsEmpty(page: Page, path: string, call: string) {
  await edit(page, call, () => [])
  await goTo(page, '/')
  await expect(page.getByRole('heading', { level: 1, name: 'Inicio' })).toBeVisible()
  await goTo(page, path)
  await expect(page.getByRole('main').getByText(EMPTY, { exact: true }), path).toBeVisible()
  await page.unroute(call)
}

test('R-3.2.9 R-3.2.10 R-3.2.11 R-2.10.28 R-9.5 R-9.10 every list: Activo and Inactivo, Sí and No, what it says when empty; documents from four days back, by type in its order, in pages of 5, 10, 20 or 50', async ({
  page,
}) => {
  await signIn(page, CONTADORA)
  for (const [path, name, call, campo] of WITH_STATE) {
    await showsStates(page, path, name, call, campo)
    await showsEmpty(page, path, call)
  }
  for (const [path, , call] of OTHERS) await showsEmpty(page, path, call)

  // The list with its initial filter: another journey of this user may have removed it, which is remembered.
  const preferencia = '**/v1/preferencia/comprobante'
  await page.route(preferencia, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), data: { ocultas: [], densidad: 'NORMAL' } } })
  })
  await page.goto('/?tipos#/comprobante')
  await expect(page.getByLabel('Tipo').getByRole('option')).toHaveText([
    'Todo',
    'Factura',
    'Notas de Crédito',
    'Notas de Débito',
    'Liquidación de Compra',
  ])
  await expect(page.getByLabel('Filas').getByRole('option')).toHaveText(['5', '10', '20', '50'])
  // The browser's time zone is that of Ecuador.
  const back = await page.evaluate(() => new Date(Date.now() - 4 * 86_400_000).toLocaleDateString('en-GB'))
  await expect(page.getByRole('textbox', { name: 'Desde' })).toHaveValue(back)
  await page.unroute(preferencia)

  await leave(page)
  await signIn(page, SOPORTE)
  const usuarios = '**/v1/administracion/usuario/search*'
  await edit(page, usuarios, (rows) =>
    [true, false].map((is, at) => ({ ...rows[0], id: `33333333-3333-4333-8333-33333333333${at}`, activo: is, segundo_factor: is })),
  )
  await goTo(page, '/administracion/usuarios')
  const rows = page.locator('[aria-busy="false"] tbody').getByRole('row')
  await expect(rows).toHaveCount(2)
  for (const [at, labels] of [
    ['Sí', 'Activo'],
    ['No', 'Inactivo'],
  ].entries())
    for (const label of labels) await expect(rows.nth(at).getByText(label, { exact: true })).toBeVisible()
  await page.unroute(usuarios)
  for (const [path, call] of OF_SUPPORT) await showsEmpty(page, `/administracion/${path}`, `**/v1/administracion/${call}/search*`)
})

test('R-9.6 R-9.9 R-9.20 R-9.21 R-9.22 R-9.32 R-9.34 the calendar in Spanish from Monday and from 2015; dialogs in 150 ms and drawers in 300; the layers, with a hint over its dialog', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await signInAt(page, '/#/empresa_perfil?seccion=condiciones', CONTADORA, EMPRESA.ajustable)
  await page.getByRole('button', { name: 'Añadir: Sujeto pasivo de IRBPNR' }).click()
  const dialog = page.getByRole('dialog', { name: 'Añadir: Sujeto pasivo de IRBPNR', exact: true })
  const layer = (of: string) =>
    page
      .locator(of)
      .first()
      .evaluate((element) => getComputedStyle(element).zIndex)
  const duration = (of: string) =>
    page
      .locator(of)
      .first()
      .evaluate((element) => getComputedStyle(element).transitionDuration)
  await expect(dialog).toBeVisible()
  expect([await layer('.mantine-Modal-inner'), await duration('.mantine-Modal-content')]).toEqual(['1100', '0.15s'])

  const since = dialog.getByLabel('Desde', { exact: true })
  await since.fill('20/11/2025')
  const opener = dialog.getByRole('button', { name: 'Abrir calendario: Desde' })
  await opener.hover()
  const hint = page.getByRole('tooltip')
  await expect(hint).toHaveText('Abrir calendario: Desde')
  expect(
    await hint.evaluate((element) => [
      getComputedStyle(element).zIndex,
      element.contains(document.elementFromPoint(element.getBoundingClientRect().x + 12, element.getBoundingClientRect().y + 10)),
    ]),
  ).toEqual(['1100', true])
  await hint.hover()
  await expect(hint).toBeVisible()
  await page.keyboard.press('Shift')
  await expect(hint).toHaveCount(0)

  await opener.click()
  const grid = page.getByRole('grid', { name: 'Noviembre 2025' })
  await expect(grid.getByRole('columnheader')).toHaveText(['Lu', 'Ma', 'Mi', 'Ju', 'Vi', 'Sá', 'Do'])
  await expect(grid.getByRole('button').first()).toHaveAttribute('aria-label', 'lunes 27 de octubre de 2025')
  await expect(page.getByLabel('Mes', { exact: true }).getByRole('option')).toHaveText([
    'Enero',
    'Febrero',
    'Marzo',
    'Abril',
    'Mayo',
    'Junio',
    'Julio',
    'Agosto',
    'Septiembre',
    'Octubre',
    'Noviembre',
    'Diciembre',
  ])
  await expect(page.getByLabel('Año', { exact: true }).getByRole('option').first()).toHaveText('2015')
  await page.getByLabel('Año', { exact: true }).selectOption('2015')
  await page.getByLabel('Mes', { exact: true }).selectOption('Enero')
  await expect(page.getByRole('button', { name: 'miércoles 31 de diciembre de 2014' })).toBeDisabled()
  await page.getByRole('button', { name: 'jueves 1 de enero de 2015' }).click()
  await expect(since).toHaveValue('01/01/2015')
  for (const [name, value] of [
    ['Hoy', await page.evaluate(() => new Date().toLocaleDateString('en-GB'))],
    ['Limpiar', ''],
  ] as const) {
    await opener.click()
    await page.getByRole('button', { name, exact: true }).click()
    await expect(since).toHaveValue(value)
  }
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 1024, height: 700 })
  await page.goto('/?menu#/perfil')
  await page.getByRole('button', { name: 'Abrir menú' }).click()
  await expect(page.getByRole('dialog', { name: 'Menú' })).toBeVisible()
  expect([await layer('.mantine-Drawer-inner'), await duration('.mantine-Drawer-content')]).toEqual(['1000', '0.3s'])
  await page.keyboard.press('Escape')
  await page.route('**/api/user/profile/edit', (route) =>
    route.fulfill({ status: 422, json: { status: '422', msg: 'Perfil', data: [{ message: 'No se guardó.' }] } }),
  )
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.locator('.mantine-Notification-root')).toBeVisible()
  expect(await layer('.mantine-Notifications-root')).toBe('1200')
})

test('R-3.1.5 R-3.1.6 R-3.1.7 notifications of the product: each type in its words and colour, staying until somebody closes it', async ({
  page,
}) => {
  const all = [
    ['NOVEDAD', 'Novedad'],
    ['MEJORA', 'Mejora'],
    ['ADVERTENCIA', 'Advertencia'],
    ['INCIDENTE', 'Incidente'],
  ] as const
  const row = ([type]: readonly [string, string], at: number) => ({
    id: `33333333-3333-4333-8333-33333333333${at}`,
    type,
    message: `Aviso ${at}`,
  })
  await page.clock.install()
  const closed: string[] = []
  await page.route('**/notificacion/descartar', (route) => {
    closed.push(route.request().url())
    return route.fulfill({ json: { status: '200', msg: 'OK', data: null } })
  })
  const toasts = page.locator('.mantine-Notification-root')
  const colours = new Set<string>()
  for (const shown of [all.slice(0, 2), all.slice(2)]) {
    await page.route('**/notificacion/available', (route) =>
      route.fulfill({ json: { status: '200', msg: 'OK', data: shown.map((one, at) => row(one, at)) } }),
    )
    await signIn(page, CONTADORA)
    await page.reload()
    await expect(toasts).toHaveCount(2)
    await page.clock.runFor(60_000)
    expect((await toasts.allInnerTexts()).sort()).toEqual(shown.map(([, title], at) => `${title}\nAviso ${at}`).sort())
    for (const one of await toasts.all())
      colours.add(await one.locator('.mantine-Notification-icon').evaluate((element) => getComputedStyle(element).backgroundColor))
  }
  expect(colours.size).toBe(4)
  await page.evaluate(() =>
    document.querySelectorAll<HTMLElement>('[aria-label="Cerrar notificación"]').forEach((button) => button.click()),
  )
  await page.clock.runFor(1_000)
  await expect(toasts).toHaveCount(0)
  await expect.poll(() => closed.length).toBe(2)
})

test('the actions over a list stay where they are when its rows come, or a press meets nothing', async ({ page }) => {
  await signIn(page, CONTADORA)
  for (const [path, name, call] of [
    ['/producto', 'Productos', '**/productos/search*'],
    ['/persona', 'Personas', '**/v1/persona/search*'],
    ['/comprobante', 'Comprobantes', '**/v1/comprobante/search*'],
  ] as const) {
    let answered = () => {}
    const held = new Promise<void>((resolve) => (answered = resolve))
    await page.route(call, async (route) => {
      await held
      await route.continue()
    })
    const asked = page.waitForRequest(call)
    await goTo(page, path)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await asked
    const columns = page.getByRole('button', { name: 'Columnas' })
    const before = await columns.boundingBox()
    answered()
    await expect(page.getByText(/^Mostrando 1 a /)).toBeVisible()
    expect(await columns.boundingBox(), path).toEqual(before)
    await page.unroute(call)
  }
})
