import type { Page } from '@playwright/test'

import { leave } from './support/persona-nueva.ts'
import { CONTADORA, identifierOf, passwordOf, signInAt, SOPORTE } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const REQUIRED = 'Este campo es requerido.'
const INCOMPLETE = 'Complete todos los campos requeridos'
const WRONG_MAIL = 'Ingrese un correo válido.'
const NO_SPACES = 'No se permiten espacios en blanco.'

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const toast = (page: Page, text: string) => page.locator('.mantine-Notification-root').filter({ hasText: text })
/** Expects the text this number of times, outside toasts. */
const expectTold = (page: Page, text: string, times = 1) =>
  expect(page.locator('#root').getByText(text, { exact: true }), text).toHaveCount(times)

/** Answers this call instead of the server, and records its body. */
async function answer(page: Page, call: string, data: unknown = null): Promise<Record<string, unknown>[]> {
  const sent: Record<string, unknown>[] = []
  await page.route(call, (route) => {
    sent.push((route.request().postDataJSON() ?? {}) as Record<string, unknown>)
    return route.fulfill({ json: { status: '200', msg: 'OK', data } })
  })
  return sent
}

test('R-5.1.1 R-5.1.4 R-5.3.1 R-5.3.2 R-5.3.3 R-5.3.8 R-5.3.9 R-5.3.10 R-5.3.11 R-5.3.12 R-4.14 signed out: what sign-in, recovery and a new password refuse, and what they send', async ({
  page,
}) => {
  const [entered, recovered] = [await answer(page, '**/api/auth/business'), await answer(page, '**/api/forgot_pass/recover_pass')]
  await page.goto('/')
  await press(page, 'Iniciar Sesión')
  await expectTold(page, REQUIRED, 2)
  await expect(toast(page, INCOMPLETE)).toHaveCount(1)
  for (const [name, password] of [
    ['con tadora', 'Yupana2026'],
    ['contadora', 'Yupana 2026'],
  ] as const) {
    await identifierOf(page).fill(name)
    await passwordOf(page).fill(password)
    await press(page, 'Iniciar Sesión')
    await expectTold(page, NO_SPACES)
  }
  expect(entered).toEqual([])

  await press(page, 'Olvidé mi contraseña')
  for (const [typed, told] of [
    ['', REQUIRED],
    ['ana@ejemplo', WRONG_MAIL],
  ] as const) {
    await field(page, 'Correo').fill(typed)
    await press(page, 'Enviar correo')
    await expectTold(page, told)
  }
  expect(recovered).toEqual([])
  await field(page, 'Correo').fill('  ana@ejemplo.ec ')
  await press(page, 'Enviar correo')
  await expect.poll(() => recovered).toEqual([{ email: 'ana@ejemplo.ec' }])

  const [, reset] = [await answer(page, '**/validate_reset_code/**'), await answer(page, '**/api/forgot_pass/reset_pass')]
  await page.goto('/?nueva#/restablecer/abc')
  await expect(field(page, 'Nueva contraseña')).toBeVisible()
  await press(page, 'Enviar')
  await expectTold(page, REQUIRED, 2)
  for (const [one, two, told, times] of [
    ['NuevaClave1', 'NuevaClave2', 'Las contraseñas deben ser iguales.', 1],
    ['Nueva Clave1', 'Nueva Clave1', NO_SPACES, 2],
  ] as const) {
    await field(page, 'Nueva contraseña').fill(one)
    await field(page, 'Confirmar nueva contraseña').fill(two)
    await press(page, 'Enviar')
    await expectTold(page, told, times)
  }
  expect(reset).toEqual([])
  for (const name of ['Nueva contraseña', 'Confirmar nueva contraseña']) await field(page, name).fill('Cangilones-De-Barro-7')
  await press(page, 'Enviar')
  await expect(page.getByText('Se ha restablecido su contraseña.')).toBeVisible()
  expect(reset).toMatchObject([{ reset_code: 'abc' }])
})

test('R-4.25 R-4.26 R-4.27 R-4.28 R-4.29 R-9.25 the meter of a new password: no bar, a third, two thirds, the whole; its panel comes in 120 ms and goes in 100; seen and hidden', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await answer(page, '**/validate_reset_code/**')
  await page.goto('/#/restablecer/abc')
  const password = field(page, 'Nueva contraseña')
  const panel = page.getByRole('list', { name: 'Requisitos de la contraseña' }).locator('..')
  const duration = () => panel.evaluate((element) => getComputedStyle(element).transitionDuration)
  await password.focus()
  await expect(page.getByText('Ingrese una contraseña', { exact: true })).toBeVisible()
  await expect.poll(duration).toBe('0.12s')
  const bar = page.getByTestId('fuerza')
  await expect(bar).toHaveCount(0)
  const colours = new Set<string>()
  for (const [typed, share, word] of [
    ['abcdef', 33.33, 'Débil'],
    ['abcdef1', 66.66, 'Media'],
    ['Abcdef1', 66.66, 'Media'],
    ['Abcdefg1', 100, 'Fuerte'],
  ] as const) {
    await password.fill(typed)
    await expect(page.getByText(`Seguridad: ${word}`)).toBeVisible()
    const width = () =>
      bar.evaluate((element) => (100 * element.getBoundingClientRect().width) / (element.parentElement?.getBoundingClientRect().width ?? 1))
    await expect.poll(width, typed).toBeCloseTo(share, 0)
    colours.add(await bar.evaluate((element) => getComputedStyle(element).backgroundColor))
  }
  expect(colours.size).toBe(3)

  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Mostrar contraseña' }).first().click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Ocultar contraseña' }).click()
  await expect(password).toHaveAttribute('type', 'password')

  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await password.focus()
  await field(page, 'Confirmar nueva contraseña').focus()
  await expect(async () => {
    await page.clock.runFor(5)
    expect(await duration()).toBe('0.1s')
  }).toPass()
  await page.clock.runFor(150)
  await expect(panel).toHaveCount(0)
})

test('R-3.1.10 R-3.1.11 R-3.1.12 R-3.1.13 R-3.1.14 R-3.1.15 R-3.1.16 R-5.3.4 R-5.3.5 R-5.3.6 R-5.3.7 R-9.6 R-9.8 the profile: its labels, what it refuses, and what it sends', async ({
  page,
}) => {
  await signInAt(page, '/#/perfil', CONTADORA)
  const form = page.locator('form').filter({ has: field(page, 'Fecha Cumpleaño') })
  await expect(field(page, 'Usuario')).toHaveValue(CONTADORA)
  expect((await form.locator('label').allInnerTexts()).sort()).toEqual([
    'Apellido',
    'Correo',
    'Fecha Cumpleaño',
    'Identificación',
    'Nombre',
    'Teléfono',
    'Usuario',
  ])
  const before = await page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('auth') ?? '{}') as { token: string }
    return (
      (await (await fetch('/app/api/user/profile', { headers: { Authorization: `Bearer ${token}` } })).json()) as {
        data: Record<string, string>
      }
    ).data
  })
  const sent = await answer(page, '**/api/user/profile/edit', before)
  for (const [name, typed, told] of [
    ['Usuario', '   ', REQUIRED],
    ['Correo', 'maria@', WRONG_MAIL],
    ['Fecha Cumpleaño', '31/02/1990', 'Ingrese una fecha válida: dd/mm/aaaa.'],
  ] as const) {
    const present = await field(page, name).inputValue()
    await field(page, name).fill(typed)
    await press(page, 'Guardar')
    await expectTold(page, told)
    await field(page, name).fill(present)
  }
  expect(sent).toEqual([])
  for (const [name, typed] of [
    ['Nombre', ' Ana '],
    ['Apellido', ' Paz '],
    ['Usuario', ` ${CONTADORA} `],
    ['Correo', ` ${before['mail']} `],
    ['Teléfono', ' 022 '],
    ['Fecha Cumpleaño', '5/1/1991'],
  ] as const)
    await field(page, name).fill(typed)
  await field(page, 'Nombre').focus()
  await expect(field(page, 'Fecha Cumpleaño')).toHaveValue('05/01/1991')
  await press(page, 'Guardar')
  await expect(toast(page, 'Perfil editado exitosamente')).toBeVisible()
  expect(sent).toMatchObject([
    { name: 'Ana', surname: 'Paz', username: CONTADORA, mail: before['mail'], phone: '022', birthDate: '1991-01-05' },
  ])
})

test('R-5.1.1 R-5.1.2 R-5.1.3 R-5.1.7 R-5.1.8 R-5.1.9 R-5.1.10 R-5.2.6 R-5.3.13 R-9.23 the words of the catalogue of messages, each at its field', async ({
  page,
}) => {
  await signInAt(page, '/#/persona/registro', CONTADORA)
  await press(page, 'Guardar')
  await expectTold(page, REQUIRED, 2)
  await expect(toast(page, INCOMPLETE)).toHaveCount(1)
  await field(page, 'Correo 1').fill('no-es-correo')
  const days = field(page, 'Días de crédito')
  await days.fill('')
  await days.pressSequentially('4x.0-0e0')
  await expect(days).toHaveValue('4000')
  await press(page, 'Guardar')
  await expectTold(page, WRONG_MAIL)
  await expectTold(page, 'Tiene que ser como máximo 3650.')

  await page.goto('/?precio#/producto/registro')
  await field(page, 'Código').fill('x'.repeat(26))
  await field(page, 'Precio sin IVA').fill('-1')
  await press(page, 'Guardar')
  await expectTold(page, '25 caracteres máximos.')
  await expectTold(page, 'Tiene que ser como mínimo 0.')

  await page.goto('/?firma#/empresa_perfil?seccion=firma')
  await expect(page.getByRole('button', { name: /^Elegir/ })).toHaveText('Elegir')
  for (const name of ['Cancelar', 'Subir']) await expect(page.getByRole('button', { name, exact: true }).first(), name).toBeVisible()
  await page.clock.install()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'enorme.p12', mimeType: 'application/x-pkcs12', buffer: Buffer.alloc(70_000) })
  const told = toast(page, 'enorme.p12: tamaño de archivo inválido, el tamaño máximo de carga es 65.54 KB.')
  await expect(told).toBeVisible()
  await page.clock.runFor(60_000)
  await expect(told).toBeVisible()

  await leave(page)
  await signInAt(page, '/?motivo#/administracion/usuarios', SOPORTE)
  await page.getByRole('button', { name: `Acciones de ${CONTADORA}` }).click()
  await page.getByRole('menuitem', { name: 'Trabajar como este usuario' }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/^Motivo/)
    .fill('Ayuda')
  await press(page, 'Pedir acceso')
  await expect(page.getByRole('dialog').getByText('10 caracteres mínimos.', { exact: true })).toBeVisible()
})
