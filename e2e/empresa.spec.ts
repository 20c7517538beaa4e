import type { Page } from '@playwright/test'

import { buildP12, PASSWORD_P12 } from './support/certificado.ts'
import { pickEntry } from './support/screen.ts'
import { CONTADORA, EMPRESA, signIn } from './support/sign-in.ts'
import { expect, expectAccessibleAtWidths, PHONE, test } from './support/test.ts'

/** The second company of the demonstration: no other journey issues with it. */
const RUC = '1759999988001'
const SECTIONS = ['Condiciones tributarias', 'Establecimientos', 'Series', 'Ambiente', 'Firma electrónica'] as const

// A picture of one pixel.
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

async function enter(page: Page) {
  await signIn(page, CONTADORA, EMPRESA.ajustable)
  await page.getByRole('button', { name: 'Perfil', exact: true }).click()
  await pickEntry(page, 'Empresa')
  await expect(page.getByRole('form', { name: 'Datos generales' })).toBeVisible()
}
const sections = (page: Page) => page.getByRole('navigation', { name: 'Secciones de la empresa' })
const goTo = (page: Page, section: string) => sections(page).getByRole('link', { name: section }).click()
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const toast = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible()

test('R-1.8 R-8.16 sets up a company: data, logo, condition, point with its user, series, environment', async ({ page }) => {
  await enter(page)
  await page.getByLabel('Teléfono').fill('072999999')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await toast(page, 'Perfil de empresa editado exitosamente')

  await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PNG })
  await expect(page.getByRole('img', { name: 'Vista previa de logo.png' })).toBeVisible()
  await page.getByRole('button', { name: 'Subir' }).click()
  await expect(page.getByRole('img', { name: 'Logo de la empresa' })).toBeVisible()
  await page.getByRole('button', { name: 'Quitar logo' }).click()
  await dialogOf(page, 'Quitar el logo').getByRole('button', { name: 'Quitar logo' }).click()
  await expect(page.getByText('Sus comprobantes se imprimen sin logo.')).toBeVisible()

  await goTo(page, 'Condiciones tributarias')
  await page.getByRole('button', { name: 'Añadir: Contribuyente especial' }).click()
  const condition = dialogOf(page, 'Añadir: Contribuyente especial')
  await condition.getByLabel('Número de resolución').fill('RES123')
  await condition.getByLabel('Desde', { exact: true }).fill('01/02/2024')
  await condition.getByRole('button', { name: 'Guardar' }).click()
  const special = page.getByRole('region', { name: 'Contribuyente especial' })
  await expect(special.getByText('Desde el 01/02/2024')).toBeVisible()
  await special.getByRole('button', { name: /^Eliminar/ }).click()
  await dialogOf(page, 'Eliminar: Contribuyente especial').getByRole('button', { name: 'Eliminar condición' }).click()
  await expect(special.getByText('Desde el 01/02/2024')).toBeHidden()

  await goTo(page, 'Establecimientos')
  const codigo = String(100 + (Date.now() % 800))
  await page.getByRole('button', { name: 'Nuevo punto de emisión en 001' }).click()
  const point = dialogOf(page, 'Nuevo punto de emisión en 001')
  await point.getByLabel('Código').fill(codigo)
  await point.getByLabel('Descripción').fill('Caja de prueba')
  await point.getByLabel(/soporte/).check()
  await point.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: `001-${codigo} · Caja de prueba` })).toContainText('Usuarios: soporte')

  await goTo(page, 'Series')
  await page.getByLabel('Punto de emisión', { exact: true }).selectOption(`001-${codigo}`)
  await expect(page).toHaveURL(new RegExp(`seccion=series&punto=001-${codigo}`))
  await page.getByRole('button', { name: 'Cambiar el siguiente número de Factura' }).click()
  const series = dialogOf(page, `Factura 001-${codigo}`)
  await series.getByRole('textbox', { name: 'Siguiente número' }).fill('501')
  await expect(series.getByText(`El próximo comprobante será el 001-${codigo}-000000501.`)).toBeVisible()
  await series.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText(`Siguiente: 001-${codigo}-000000501`)).toBeVisible()

  await goTo(page, 'Ambiente')
  for (const [from, to] of [
    ['Simulador', 'Pruebas'],
    ['Pruebas', 'Simulador'],
  ] as const) {
    await page.getByRole('button', { name: `Cambiar a ${to}` }).click()
    await dialogOf(page, `Cambiar de ${from} a ${to}`)
      .getByRole('button', { name: `Cambiar a ${to}` })
      .click()
    await expect(page.getByRole('region', { name: to }).getByText('Ambiente actual')).toBeVisible()
  }
})

test('O-52 a series that was used only moves forwards, and says what is skipped', async ({ page }) => {
  await enter(page)
  await goTo(page, 'Series')
  await page.getByRole('button', { name: 'Cambiar el siguiente número de Factura' }).click()
  const series = dialogOf(page, 'Factura 001-001')
  const number = series.getByRole('textbox', { name: 'Siguiente número' })
  const present = Number(await number.inputValue())
  await number.fill(String(present - 1))
  await series.getByRole('button', { name: 'Guardar' }).click()
  await expect(series.getByText(`La serie ya se usó y solo avanza: tiene que ser como mínimo ${present}.`)).toBeVisible()
  await expect(number).toBeFocused()
  await number.fill(String(present + 2))
  await expect(series.getByText(`Los números ${present} a ${present + 1} quedarán sin usar.`)).toBeVisible()
  await series.getByLabel('Motivo del salto').fill('Emitidos con otro sistema')
  await series.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText(`Siguiente: 001-001-${String(present + 2).padStart(9, '0')}`)).toBeVisible()
})

test('O-67 R-8.17 the signature: each refusal with its reason, then one that is taken and warns in time', async ({ page }) => {
  await enter(page)
  await goTo(page, 'Firma electrónica')
  const form = page.getByRole('form', { name: 'Firma electrónica' })
  const send = async (buffer: Buffer, password = PASSWORD_P12) => {
    await form.locator('input[type=file]').setInputFiles({ name: 'firma.p12', mimeType: 'application/x-pkcs12', buffer })
    await form.getByLabel('Contraseña de la firma').fill(password)
    await form.getByRole('button', { name: 'Subir' }).click()
  }
  const good = buildP12({ ruc: RUC, days: 12 })
  const refusals: [Buffer, string, RegExp][] = [
    [good, 'equivocada', /contraseña/i],
    [buildP12({ ruc: RUC, days: -2 }), PASSWORD_P12, /caducado/],
    [buildP12({ ruc: '1799999907001' }), PASSWORD_P12, /otro RUC/],
    [good.subarray(0, 700), PASSWORD_P12, /archivo/i],
    [Buffer.from('esto no es una firma'), PASSWORD_P12, /archivo/i],
  ]
  for (const [buffer, password, reason] of refusals) {
    await send(buffer, password)
    await expect(form.locator('[aria-invalid="true"]')).toBeFocused()
    const help = await form.locator('[aria-invalid="true"]').first().getAttribute('aria-describedby')
    const told = await page.evaluate(
      (ids) =>
        ids
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent)
          .join(' '),
      help ?? '',
    )
    expect(told).toMatch(reason)
  }
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'enorme.p12', mimeType: 'application/x-pkcs12', buffer: Buffer.alloc(70_000) })
  await toast(page, 'enorme.p12: tamaño de archivo inválido, el tamaño máximo de carga es 65.54 KB.')

  await send(good)
  await toast(page, 'Guardado exitosamente')
  await expect(page.getByRole('region', { name: 'Firma en uso' })).toContainText('PRUEBA DEMO')
  await expect(form.getByLabel('Contraseña de la firma')).toHaveValue('')
  await expect(page.getByText(/^Su firma electrónica caduca en 1[12] días/)).toBeVisible()

  await send(buildP12({}))
  await form.getByLabel('Confirmo que esta firma pertenece a esta empresa').check()
  await form.getByRole('button', { name: 'Subir' }).click()
  await expect(page.getByText('No consta; se confirmó al cargarla que es de esta empresa')).toBeVisible()

  await send(buildP12({ ruc: RUC }))
  await expect(page.getByText(`Coincide: ${RUC}`)).toBeVisible()
  await expect(page.getByText(/^Su firma electrónica caduca/)).toBeHidden()
})

test('O-65 O-83 the mails to clients: sender, texts with their places, what results, a trial to oneself, by keyboard', async ({ page }) => {
  await enter(page)
  await goTo(page, 'Correo')
  const mail = page.getByRole('group', { name: 'Vista previa del correo' })
  await expect(mail.getByText('Enviado con Yupana · Factura en línea, desde cualquier lugar')).toBeVisible()
  const result = page.getByRole('region', { name: 'Así lo recibirá su cliente' })
  const [sender, subject, text] = [
    page.getByLabel('Nombre del remitente'),
    page.getByLabel('Asunto', { exact: true }),
    page.getByLabel('Texto', { exact: true }),
  ]

  await sender.fill('Ventas, Tablero')
  await text.fill('Gracias {receptr}')
  await page.getByRole('button', { name: 'Guardar' }).press('Enter')
  await expect(text).toBeFocused()
  await expect(page.getByText(/^\{receptr\} no es un campo\. Puede usar \{receptor\}, \{empresa\}/)).toBeVisible()
  await expect(result.getByRole('button', { name: 'Enviarme una prueba' })).toBeDisabled()

  await text.fill('Gracias por su compra')
  await subject.focus()
  await page.keyboard.type('Compra ')
  for (const press of ['Tab', 'Tab', 'Tab', 'Tab', 'Tab']) await page.keyboard.press(press)
  await expect(page.getByRole('button', { name: 'Insertar Número: {numero}' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(subject).toBeFocused()
  await expect(subject).toHaveValue('Compra {numero}')
  await expect(result.getByText(/^\[SIMULADOR\] Compra 001-\d{3}-\d{9}$/)).toBeVisible()
  await expect(result.getByText(/^Ventas, Tablero · vía Yupana </)).toBeVisible()
  await expect(mail.getByText('Gracias por su compra')).toHaveCSS('overflow-wrap', 'anywhere')
  await result.getByLabel('Solo texto').check()
  await expect(result.getByText('SIN VALIDEZ TRIBUTARIA')).toBeVisible()
  await result.getByRole('button', { name: 'Enviarme una prueba' }).press('Enter')
  await toast(page, 'queda en la bandeja de salida: esta instalación de ensayo no envía correos.')

  await page.getByRole('button', { name: 'Guardar' }).press('Enter')
  await toast(page, 'Perfil de empresa editado exitosamente')
  await goTo(page, 'Historial')
  await expect(page.getByText('Cambió los correos a los clientes').first()).toBeVisible()
  await goTo(page, 'Correo')
  await expect(subject).toHaveValue('Compra {numero}')
  await sender.fill('')
  await page.getByRole('button', { name: 'Volver al texto estándar' }).click()
  await page.getByRole('button', { name: 'Volver al estándar' }).click()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await toast(page, 'Perfil de empresa editado exitosamente')
})

test('R-9.9 R-9.20 R-9.22 the calendar: Monday first, Hoy, Limpiar, 31/12/2014 refused, typed or picked', async ({ page }) => {
  await enter(page)
  await goTo(page, 'Condiciones tributarias')
  await page.getByRole('button', { name: 'Añadir: Sujeto pasivo de IRBPNR' }).click()
  const dialog = dialogOf(page, 'Añadir: Sujeto pasivo de IRBPNR')
  const since = dialog.getByLabel('Desde', { exact: true })
  const opener = dialog.getByRole('button', { name: 'Abrir calendario: Desde' })
  await opener.press('Enter')
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('columnheader').first()).toHaveText('Lu')
  await expect(grid.locator('[aria-current="date"]')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(grid).toBeHidden()
  await expect(dialog).toBeVisible()
  await expect(opener).toBeFocused()

  await opener.click()
  await page.getByRole('button', { name: 'Hoy' }).click()
  await expect(since).toHaveValue(/^\d{2}\/\d{2}\/20\d{2}$/)
  await opener.click()
  await page.getByRole('button', { name: 'Limpiar' }).click()
  await expect(since).toHaveValue('')

  await since.fill('31/12/2014')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog.getByText('La fecha mínima es 01/01/2015.')).toBeVisible()
  const sent = page.waitForRequest((request) => request.url().endsWith('/save_empresa_perfil_info'))
  await since.fill('5/1/24')
  await since.press('Enter')
  expect((await sent).postDataJSON()).toMatchObject({
    condiciones: expect.arrayContaining([expect.objectContaining({ tipo: 'IRBPNR', desde: '2024-01-05', hasta: null })]),
  })
  const region = page.getByRole('region', { name: 'Sujeto pasivo de IRBPNR' })
  await region.getByRole('button', { name: /^Eliminar/ }).click()
  await dialogOf(page, 'Eliminar: Sujeto pasivo de IRBPNR').getByRole('button', { name: 'Eliminar condición' }).click()
  await expect(region.getByText('Desde el 05/01/2024')).toBeHidden()
})

test('no barrier: the company and its dialogs', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await enter(page)
  await expectAccessibleAtWidths(page, 'Datos generales')
  for (const section of SECTIONS) {
    await goTo(page, section)
    await expect(page.getByRole('region', { name: section }).getByRole('heading').first()).toBeVisible()
    await expectAccessibleAtWidths(page, section)
  }
  await page.getByRole('button', { name: 'Subir' }).click()
  await expect(page.getByText('Este campo es requerido.').first()).toBeVisible()
  await expectAccessibleAtWidths(page, 'refused signature')

  await goTo(page, 'Condiciones tributarias')
  await page.getByRole('button', { name: 'Añadir: Régimen' }).click()
  await page.getByRole('button', { name: 'Abrir calendario: Hasta' }).click()
  await expect(page.getByRole('grid')).toBeVisible()
  await expectAccessibleAtWidths(page, 'calendar over a dialog')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')

  await goTo(page, 'Series')
  await page.getByRole('button', { name: 'Cambiar el siguiente número de Factura' }).click()
  await page.getByRole('textbox', { name: 'Siguiente número' }).fill('999999')
  await expect(page.getByLabel('Motivo del salto')).toBeVisible()
  await expectAccessibleAtWidths(page, 'series with its warning')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: '¿Descartar los cambios?' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'discard')
})

test('no barrier: the mails to clients', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await enter(page)
  await goTo(page, 'Correo')
  await expect(page.getByRole('group', { name: 'Vista previa del correo' }).getByText('Consérvelos siete años.')).toBeVisible()
  await expectAccessibleAtWidths(page, 'mails')
  await page.getByLabel('Solo texto').check()
  await page.getByLabel('Asunto', { exact: true }).fill('{nada}')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText(/^\{nada\} no es un campo/)).toBeVisible()
  await expectAccessibleAtWidths(page, 'refused text')
})
