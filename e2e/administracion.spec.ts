import type { Page } from '@playwright/test'

import { savePersona } from './support/emit.ts'
import { acceptInvitacion, createEmpresaNueva, leave, rucNuevo } from './support/persona-nueva.ts'
import { CONTADORA, EMPRESA, PASSWORD, sendCredentials, signIn, signInAt, SOPORTE } from './support/sign-in.ts'
import { anotherPerson, expect, expectAccessible, expectAccessibleAtWidths, PHONE, test } from './support/test.ts'

const AVISO = `El SRI estará en mantenimiento el sábado`
const home = (page: Page) => page.getByRole('heading', { name: 'Inicio' })
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const told = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible()

async function act(page: Page, text: string, action: string) {
  await row(page, text)
    .getByRole('button', { name: /^Acciones de/ })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('O-14 R-1.12 R-2.1.9 R-2.7.2 R-2.7.4 R-4.15 a company is created, given a plan, suspended and taken back; somebody works there in a user’s name', async ({
  page,
  browser,
}) => {
  // Three people work, one after the other.
  test.slow()
  const [ruc, mail] = [rucNuevo(), `dueño${Date.now()}@ejemplo.ec`.replace('ñ', 'n')]
  const nombre = `TIENDA ${ruc}`
  await signInAt(page, '/#/administracion/empresas', SOPORTE)
  await page.getByRole('button', { name: 'Nueva empresa' }).click()
  const form = dialogOf(page, 'Nueva empresa')
  await form.getByLabel('RUC').fill(ruc)
  await form.getByLabel('Razón social').fill(nombre)
  await form.getByLabel('Dirección de la matriz').fill('Loja')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form.getByText('Indique el correo a invitar o un usuario que ya existe, uno de los dos.')).toBeVisible()
  await form.getByLabel('Correo del primer administrador').fill(mail)
  await form.getByRole('button', { name: 'Guardar' }).click()
  const lost = await dialogOf(page, 'Empresa registrada').getByLabel('Enlace').inputValue()
  await dialogOf(page, 'Empresa registrada').getByRole('button', { name: 'Cerrar' }).last().click()

  await page.getByRole('searchbox', { name: 'Buscar' }).fill(ruc)
  await act(page, nombre, 'Invitar administrador')
  const invitar = dialogOf(page, `Invitar administrador a ${nombre}`)
  await expect(invitar.getByLabel('Correo del administrador')).toHaveValue(mail)
  await expectAccessible(page, 'invite again')
  await invitar.getByRole('button', { name: 'Enviar invitación' }).click()
  const enlace = await dialogOf(page, 'Administrador invitado').getByLabel('Enlace').inputValue()
  expect(enlace).not.toBe(lost)
  await dialogOf(page, 'Administrador invitado').getByRole('button', { name: 'Cerrar' }).last().click()
  const password = await acceptInvitacion(page, enlace)
  await act(page, nombre, 'Plan')
  await page.getByLabel('Documentos por mes').fill('7')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(row(page, nombre).getByText('0 de 7')).toBeVisible()

  const owner = await anotherPerson(browser)
  await sendCredentials(owner, mail, password)
  await expect(home(owner)).toBeVisible()
  await act(page, nombre, 'Suspender')
  await page.getByLabel('Motivo').fill('Prueba de suspensión')
  await page.getByRole('button', { name: 'Suspender empresa' }).click()
  await expect(row(page, nombre).getByText('Suspendida')).toBeVisible()
  await owner.reload()
  await expect(home(owner)).toBeHidden()
  await act(page, nombre, 'Reactivar')
  await expect(dialogOf(page, `Reactivar ${nombre}`)).toContainText('Está suspendida por: Prueba de suspensión')
  await page.getByLabel('Motivo').fill('Se arregló')
  await page.getByRole('button', { name: 'Reactivar empresa' }).click()
  await expect(row(page, nombre).getByText('Activa')).toBeVisible()

  await page.goto(`/#/administracion/usuarios?q=${encodeURIComponent(mail)}`)
  await act(page, mail, 'Trabajar como este usuario')
  await page.getByRole('button', { name: 'Pedir acceso' }).click()
  await expect(page.getByText('Este campo es requerido.')).toBeVisible()
  await page.getByLabel('Motivo').fill('No encuentra su factura')
  await page.getByRole('button', { name: 'Pedir acceso' }).click()
  const link = await page.getByRole('dialog').getByLabel('Enlace').inputValue()
  const support = await anotherPerson(browser, `/${new URL(link).hash}`)
  await expect(home(support)).toBeVisible()
  await told(support, 'Estás en modo impersonate para mejorar la experiencia del usuario.')
  const { impersonate, username } = await support.evaluate(
    () => JSON.parse(localStorage.getItem('auth') ?? '{}') as { impersonate: boolean; username: string },
  )
  expect([new URL(support.url()).hash, impersonate, username.length > 0 && username !== SOPORTE]).toEqual(['#/', true, true])
  await support.goto('/#/configuracion/auditoria')
  await expect(row(support, 'Sofía Soporte (soporte), en nombre de Ana Cuenta').first()).toBeVisible()
  const again = await anotherPerson(browser, `/${new URL(link).hash}`)
  await told(again, 'No se pudo iniciar sesión, por favor intente nuevamente')
  for (const one of [owner, support, again]) await one.context().close()

  await page.goto('/#/administracion/salud')
  await expect(page.getByRole('region', { name: 'Procesos' }).getByText('Vivo').first()).toBeVisible()
})

test('what support announces reaches whoever is signed in: a notification of the product, and the maintenance of the SRI', async ({
  page,
  browser,
}) => {
  const message = `Novedad ${Date.now()}`
  await signInAt(page, '/#/administracion/notificaciones', SOPORTE)
  await page.getByRole('button', { name: 'Nueva notificación' }).click()
  await page.getByLabel('Mensaje').fill(message)
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(row(page, message).getByText('Visible')).toBeVisible()
  await page.goto('/#/administracion/sistema')
  const aviso = page.getByLabel('Avisar a los usuarios')
  const save = async (option: string, text: string) => {
    await aviso.selectOption({ label: option })
    await page.getByLabel('Mensaje').fill(text)
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
    const button = page.getByRole('button', { name: 'Guardar' })
    await button.click()
    await saved
    await expect(button).toBeEnabled()
    await told(page, 'Configuración del sistema editada exitosamente')
  }
  await save('Ahora, con el mensaje de abajo', AVISO)

  const reader = await anotherPerson(browser)
  await sendCredentials(reader, 'vendedor', PASSWORD)
  await told(reader, message)
  await told(reader, AVISO)
  await reader.context().close()

  await save('Cuando el SRI no responde', '')
  await page.goto('/#/administracion/notificaciones')
  await act(page, message, 'Retirar')
  await expect(row(page, message).getByText('Retirada')).toBeVisible()
})

test('a legal fact of its own: registered, given another validity, ended, and every change taken back', async ({ page }) => {
  test.slow()
  const codigo = `9${String(Date.now()).slice(-3)}`
  const nombre = `Concepto ${Date.now()}`
  const list = async () => {
    await page.goto(`/?${Date.now()}#/administracion/parametros?q=${encodeURIComponent(nombre)}&fecha=todas`)
    await expect(page.getByRole('table')).toBeVisible()
  }
  const save = async (title: string, fields: Record<string, string>, said: string) => {
    const form = dialogOf(page, title)
    for (const [label, value] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(value)
    await form.getByLabel('Motivo del cambio').fill('Prueba')
    await form.getByRole('button', { name: 'Guardar' }).click()
    await told(page, said)
    await expect(form).toBeHidden()
  }
  await signIn(page, SOPORTE)
  await list()
  await page.getByRole('button', { name: 'Nuevo código' }).click()
  await dialogOf(page, 'Nuevo código').getByRole('combobox', { name: 'Tema' }).selectOption({ label: 'Retención de renta' })
  await save(
    'Nuevo código',
    { Código: codigo, Nombre: nombre, Valor: '2%', Desde: '01/01/2097', Fuente: 'Ley de prueba' },
    'Vigencia registrada exitosamente',
  )
  await act(page, '2%', 'Añadir vigencia')
  await save(`Nueva vigencia: ${nombre}`, { Valor: '3%', Desde: '01/01/2098', Fuente: 'Ley de prueba' }, 'Vigencia registrada exitosamente')
  await expect(row(page, '2%')).toContainText('31/12/2097')
  await act(page, '3%', 'Editar esta vigencia')
  await save(`Editar vigencia: ${nombre}`, { Hasta: '31/12/2099' }, 'Vigencia editada exitosamente')
  await expect(row(page, '3%')).toContainText('31/12/2099')

  for (let left = 3; left > 0; left--) {
    await list()
    await page
      .getByRole('button', { name: /^Acciones de/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Ver historia' }).click()
    const changes = page.getByRole('button', { name: /^Retirar el cambio/ })
    await expect(changes).toHaveCount(left)
    await changes.first().click()
    const ask = dialogOf(page, 'Retirar el cambio')
    await ask.getByLabel('Motivo').fill('Era una prueba')
    await ask.getByRole('button', { name: 'Retirar' }).click()
    await told(page, 'Cambio retirado exitosamente')
  }
  await list()
  await expect(page.getByText('No se encontraron registros')).toBeVisible()
})

test('what was done stands in the audit of the company, narrowed by kind and person, in a file, and in the record', async ({ page }) => {
  const mark = `E${Date.now()}`
  await signIn(page, CONTADORA, EMPRESA.ajustable)
  await savePersona(page, {
    tipo_identificacion: '06',
    identificacion: mark,
    razon_social: `AUDITADA ${mark}`,
    correos: ['ana@ejemplo.ec'],
  })
  await page.goto('/#/configuracion/auditoria')
  await page.getByLabel('Qué', { exact: true }).selectOption({ label: 'Personas' })
  await page.getByLabel('Quién', { exact: true }).selectOption({ label: 'Carmen Contreras' })
  await expect(page).toHaveURL(/que=persona/)
  const done = row(page, `AUDITADA ${mark}`)
  await expect(done).toContainText('Registró una persona')
  await expect(done).toContainText('Carmen Contreras')
  await page.getByRole('button', { name: 'Exportar' }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV (.csv)' }).click()])
  expect(file.suggestedFilename()).toMatch(/^auditoria-\d{4}-\d{2}-\d{2}\.csv$/)
  await done.getByRole('link', { name: `AUDITADA ${mark}` }).click()
  await page.getByRole('link', { name: 'Historial' }).click()
  await expect(page.getByRole('main').getByText('Registró una persona')).toBeVisible()
})

test('O-15 R-8.18 the password of the signature: a link by mail, the own password again, shown once', async ({ page }) => {
  await signInAt(page, '/#/empresa_perfil?seccion=firma', CONTADORA)
  await page.getByRole('button', { name: 'Recibir la contraseña por correo' }).click()
  await told(page, 'Se ha enviado un correo con la información solicitada')
  await leave(page)
  await signInAt(page, '/?correos#/administracion/correos', SOPORTE)
  await page
    .getByRole('button', { name: /^Ver correo: Contraseña de su firma electrónica/ })
    .first()
    .click()
  const link = /#\/empresa_perfil\?seccion=firma&clave=[\w-]+/.exec(await page.getByRole('dialog').innerText())?.[0] ?? ''

  await leave(page)
  await signInAt(page, `/?clave${link}`, CONTADORA)
  const dialog = dialogOf(page, 'Contraseña de la firma electrónica')
  await expect(dialog).toBeVisible()
  expect(page.url()).not.toContain('clave=')
  await dialog.getByLabel('Contraseña de su cuenta').fill('Equivocada1')
  await dialog.getByRole('button', { name: 'Ver contraseña' }).click()
  await expect(dialog.getByText('La contraseña actual no es correcta.')).toBeVisible()
  await dialog.getByLabel('Contraseña de su cuenta').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Ver contraseña' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Contraseña de la firma', exact: true })).not.toHaveValue('')
  await dialog.getByRole('button', { name: 'Listo' }).click()

  await page.goto(`/?otra${link}`)
  await dialog.getByLabel('Contraseña de su cuenta').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Ver contraseña' }).click()
  await told(page, 'Este enlace ya se usó o venció. Pida otro en Firma electrónica.')
})

test('O-99 O-102 a negocio popular confirms what it is and sells without IVA, in the editor and in its preview', async ({ page }) => {
  const { mail, password } = await createEmpresaNueva(page)
  await sendCredentials(page, mail, password)
  await expect(home(page)).toBeVisible()
  await page.goto('/#/empresa_perfil?seccion=condiciones')
  await page.getByRole('button', { name: 'Añadir: Régimen' }).click()
  const form = dialogOf(page, 'Añadir: Régimen')
  await form.getByRole('combobox', { name: 'Régimen' }).selectOption({ label: 'RIMPE negocio popular' })
  await expect(form.getByText(/Negocio Popular/i).last()).toBeVisible()
  await form.getByLabel('Desde', { exact: true }).fill('01/01/2024')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form).toBeHidden()

  await page.goto('/#/documento')
  await page.getByRole('link', { name: 'Confirmar en Condiciones tributarias' }).click()
  const confirmar = page.getByRole('region', { name: 'Confirmar antes de emitir' })
  await expect(confirmar.getByRole('combobox', { name: 'Régimen de hoy' }).locator('option:checked')).toHaveText('RIMPE negocio popular')
  await confirmar.getByRole('combobox', { name: 'Obligado a llevar contabilidad' }).selectOption({ label: 'No está obligada' })
  await confirmar.getByRole('button', { name: 'Confirmar' }).click()
  await expect(confirmar).toBeHidden()

  await page.goto('/#/documento')
  await expect(page.getByRole('combobox', { name: 'Cliente' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Confirmar en Condiciones tributarias' })).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Producto, línea 1', { exact: true })).toBeFocused()
  await expect(page.getByRole('columnheader', { name: 'IVA' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Resumen' }).getByText(/IVA/)).toHaveCount(0)
  await expect(page.getByLabel('Propina')).toHaveCount(0)
  await page.getByRole('button', { name: 'Vista previa' }).click()
  await expect(dialogOf(page, 'Vista previa').getByText(/Negocio Popular/i)).toBeVisible()
  await leave(page)
})

const menuOfRow = (page: Page) =>
  page
    .getByRole('button', { name: /^Acciones de/ })
    .first()
    .click()

/** A state of a screen: its path, and how to open it. */
const STATES: readonly [path: string, state: string, open?: (page: Page) => Promise<void>][] = [
  ['empresas', 'the menu of a company', menuOfRow],
  [
    'empresas',
    'a new company, refused',
    async (page) => {
      await page.getByRole('button', { name: 'Nueva empresa' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
      await expect(page.getByText('Este campo es requerido.').first()).toBeVisible()
    },
  ],
  [
    'empresas',
    'suspending',
    async (page) => {
      await menuOfRow(page)
      await page.getByRole('menuitem', { name: 'Suspender' }).click()
      await expect(page.getByLabel('Motivo')).toBeVisible()
    },
  ],
  ['usuarios', 'the menu of a user', menuOfRow],
  [
    'usuarios',
    'asking to work as somebody',
    async (page) => {
      await menuOfRow(page)
      await page.getByRole('menuitem', { name: 'Trabajar como este usuario' }).click()
      await expect(page.getByLabel('Motivo')).toBeVisible()
    },
  ],
  ['salud', 'health', (page) => expect(page.getByRole('region', { name: 'Procesos' })).toBeVisible()],
  ['parametros', 'the menu of a legal fact', menuOfRow],
  [
    'parametros',
    'its history',
    async (page) => {
      await menuOfRow(page)
      await page.getByRole('menuitem', { name: 'Ver historia' }).click()
      await expect(page.getByRole('region', { name: 'Vigencias' })).toBeVisible()
    },
  ],
  [
    'parametros',
    'a new code with its calendar',
    async (page) => {
      await page.getByRole('button', { name: 'Nuevo código' }).click()
      await page.getByRole('button', { name: 'Abrir calendario: Desde' }).click()
      await expect(page.getByRole('grid')).toBeVisible()
    },
  ],
  ['correos', 'letters of accounts'],
]

test('no barrier: companies, users, health, legal facts, audit, with what opens there', async ({ page }) => {
  test.slow()
  await page.setViewportSize(PHONE)
  await signIn(page, SOPORTE)
  for (const [at, [path, state, open]] of STATES.entries()) {
    // A new load for each, so that nothing of the earlier one is open.
    await page.goto(`/?${at}#/administracion/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await open?.(page)
    await expectAccessibleAtWidths(page, state)
  }
  await page.goto('/#/configuracion/auditoria')
  await page.getByRole('button', { name: 'Abrir calendario: Desde' }).click()
  await expect(page.getByRole('grid')).toBeVisible()
  await expectAccessibleAtWidths(page, 'audit with its calendar')
})
