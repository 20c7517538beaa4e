import type { Page } from '@playwright/test'

import { fillDatos, fotoOf, pdf, upload } from './support/firma.ts'
import { CONTADORA, signIn, SOPORTE } from './support/sign-in.ts'
import { DESKTOP, expect, expectAccessible, expectAccessibleAtWidths, PHONE, test } from './support/test.ts'

const UN_CUADRO = Buffer.concat([
  Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878102428581021853806701', 'hex'),
  Buffer.alloc(900),
])

/** Another user signs in on this page. */
async function become(page: Page, user: string) {
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await signIn(page, user)
}

test('R-1.9 R-1.10 R-2.3.42 R-9.26 R-5.5.13 R-5.5.14 R-5.5.15 R-5.5.22 O-80 a person over 65 asks for a signature, corrects what was observed, and it is issued', async ({
  page,
}) => {
  test.slow()
  test.slow()
  await signIn(page, CONTADORA)
  const nombre = `ANA ${Date.now()}`
  await page.goto('/#/firmas_electronicas')
  await page.getByRole('link', { name: 'Solicitar firma' }).first().click()
  await expect(page.getByLabel('Persona natural')).toBeChecked()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByRole('form', { name: 'Datos' })).toBeVisible()
  await fillDatos(page, nombre)
  await expect(page.getByText('65 años o más: el video es obligatorio, sin excepción.')).toBeVisible()
  await page.getByRole('button', { name: 'Guardar borrador' }).click()
  await expect(page.getByText('Borrador guardado.')).toBeVisible()
  // Another device continues where this one stopped.
  await page.reload()
  await expect(page.getByLabel('Nombres')).toHaveValue(nombre)
  await page.getByRole('button', { name: 'Continuar' }).click()

  const texto = page.getByRole('region', { name: 'Texto del video' })
  await expect(texto).toContainText(/Hoy, \d{2}\/\d{2}\/\d{4}, yo, /)
  await expect(texto).toContainText(`${nombre} PAZ, con número de identificación 1712345675`)
  await expect(texto).toContainText(
    'autorizo a la entidad de certificación a emitir mi firma electrónica, que tiene la misma validez legal',
  )
  await expect(texto).toContainText('ana@ejemplo.ec')
  await expect(texto).toContainText(
    'sin que se lo dicten palabra por palabra ni por audífonos. Puede leerlo de un dispositivo o de un papel',
  )
  const blurred = await upload(page, 'Selfie con la cédula', await fotoOf(page, false))
  await expect(blurred.getByText('La foto está borrosa.')).toBeVisible()
  const sharp = await fotoOf(page, true)
  for (const label of ['Cédula, lado frontal', 'Cédula, lado posterior', 'Selfie con la cédula']) {
    const card = await upload(page, label, sharp)
    await expect(card.getByText('Subido')).toBeVisible()
  }
  await expect((await upload(page, 'Certificado del RUC', pdf)).getByText('Subido')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continuar' })).toBeDisabled()
  const telefono = page.getByRole('dialog', { name: 'Seguir en el teléfono' })
  await page.getByRole('button', { name: 'Seguir en el teléfono' }).click()
  await expect(telefono.getByRole('img', { name: 'Código QR de esta solicitud' })).toBeVisible()
  await telefono.getByRole('button', { name: 'Ya subí los archivos' }).click()
  const video = page.getByRole('region', { name: 'Video del titular', exact: true })
  // The header of a video, with hardly more than one frame.
  await video.locator('input[type=file]').setInputFiles({ name: 'video.webm', mimeType: 'video/webm', buffer: UN_CUADRO })
  await video.getByRole('button', { name: 'Subir' }).click()
  await expect(video.getByText('El archivo no es un video MP4, MOV o WebM que se pueda ver, o es demasiado corto.')).toBeVisible()
  await expect(video.getByText('Subido')).toBeHidden()
  await page.getByRole('button', { name: 'Grabar con la cámara' }).click()
  const grabar = page.getByRole('dialog', { name: 'Grabar el video' })
  // The text to read aloud is beside the camera.
  await expect(grabar.getByText(`yo, ${nombre} PAZ`)).toBeVisible()
  await expect(grabar.getByRole('button', { name: 'Empezar a grabar' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'recording')
  await grabar.getByRole('button', { name: 'Empezar a grabar' }).click()
  await grabar.getByRole('button', { name: /^Terminar/ }).click()
  await grabar.getByRole('button', { name: 'Usar este video' }).click()
  await expect(video.getByText('Subido')).toBeVisible()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await expect(page.getByText('Recibimos su solicitud. Pronto alguien la revisará.')).toBeVisible()
  const address = page.url()

  const openDesk = async () => {
    await become(page, SOPORTE)
    await page.goto('/#/administracion/firmas?size=50')
    await page.getByRole('link', { name: new RegExp(nombre) }).click()
    await expect(page.getByRole('heading', { name: 'Revisar solicitud' })).toBeVisible()
  }
  await openDesk()
  await page.getByRole('button', { name: 'Tomar para revisar' }).click()
  const [grabado] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar: Video del titular' }).click(),
  ])
  expect(grabado.suggestedFilename()).toBe('video-del-titular.webm')
  await page.getByRole('button', { name: 'Ver: Cédula, lado posterior' }).click()
  await expect(page.getByRole('img', { name: 'Cédula, lado posterior' })).toBeVisible()
  await page.getByRole('button', { name: 'Girar' }).click()
  const foto = page.getByRole('img', { name: 'Cédula, lado posterior' })
  await foto.scrollIntoViewIfNeeded()
  await expect(foto).toBeInViewport({ ratio: 0.5 })
  await page.getByRole('button', { name: 'Comparar documentos' }).click()
  const comparar = page.getByRole('dialog', { name: 'Comparar documentos' })
  await expect(comparar.getByRole('img', { name: 'Cédula, lado frontal' })).toBeVisible()
  await expect(comparar.getByRole('img', { name: 'Selfie con la cédula' })).toBeVisible()
  await expectAccessible(page, 'side by side')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Observar: La cara posterior está borrosa' }).click()
  const desk = page.url()
  // On a telephone from here on.
  await page.setViewportSize(PHONE)
  await expectAccessibleAtWidths(page, 'desk')
  await page.getByRole('button', { name: 'Devolver con observaciones' }).click()
  await expect(page.getByText('Observado: La cara posterior está borrosa')).toBeVisible()

  await become(page, CONTADORA)
  await page.goto(address)
  await expect(page.getByText('Cédula, lado posterior: La cara posterior está borrosa')).toBeVisible()
  await page
    .getByRole('button', { name: '3. Documentos' })
    .or(page.getByRole('heading', { name: 'Texto del video' }))
    .first()
    .click()
  await expect(page.getByRole('region', { name: 'Selfie con la cédula', exact: true }).locator('input[type=file]')).toHaveCount(0)
  await upload(page, 'Cédula, lado posterior', sharp)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await expect(page.getByText('Recibimos su solicitud.')).toBeVisible()

  await become(page, SOPORTE)
  await page.goto(desk)
  await page.getByRole('button', { name: 'Tomar para revisar' }).click()
  await expect(page.getByRole('button', { name: 'Aprobar' })).toBeDisabled()
  for (const punto of await page.getByRole('checkbox').all()) await punto.check()
  await page.getByRole('button', { name: 'Aprobar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Aprobar sin pago' }).click()
  await page.getByRole('button', { name: 'Registrar emisión' }).click()
  await page.getByLabel('Entidad de certificación').fill('Security Data')
  await page.getByRole('dialog').getByRole('button', { name: 'Registrar' }).click()
  await expect(page.getByRole('banner').or(page.locator('main')).getByText('Emitida').first()).toBeVisible()

  await become(page, CONTADORA)
  await page.goto(address)
  await expect(page.getByRole('link', { name: 'Cargar en mi empresa' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Historia' }).getByRole('listitem')).toHaveCount(7)
  // The renewal begins with the known data.
  await page.goto('/#/firmas_electronicas?solicitud=renovar')
  await expect(page.getByLabel('Nombres')).toHaveValue(nombre)
})

/** Requirements, each one from the specification. */
const REQUISITOS = {
  'Persona natural': [
    /RUC activo y actualizado, en PDF/,
    /Foto a color de ambos lados de la cédula vigente/,
    /Selfie nítida sosteniendo la cédula, sin gorras, gafas ni accesorios que dificulten verificar la identidad/,
    /Correo electrónico al que se enviará el archivo de la firma/,
    /Número de celular/,
  ],
  'Persona jurídica': [
    /RUC activo de la empresa, en PDF/,
    /Correo electrónico/,
    /Número de celular/,
    /Constitución de la compañía: legible y completa, en PDF/,
    /Nombramiento del representante legal: vigente, legible y completo, en PDF/,
    /Carta de aceptación del representante legal/,
    /Foto a color de ambos lados de la cédula vigente del representante legal/,
  ],
  'Personas de 65 años o más': [
    /El video es obligatorio, sin excepción/,
    /todo el texto dado, sin que se lo dicten palabra por palabra ni por audífonos/,
    /leerlo de un dispositivo o de un papel/,
    /correo que se dice en el video debe ser el mismo que se ingresa en la solicitud/,
    /la fecha, los nombres completos, el número de cédula, la autorización para que la entidad.* misma validez legal que la firma manuscrita, y el correo electrónico/,
  ],
} as const
const NATURAL = ['Certificado del RUC', 'Cédula, lado frontal', 'Cédula, lado posterior', 'Selfie con la cédula']
const JURIDICA = [
  'Certificado del RUC',
  'Constitución de la compañía',
  'Nombramiento del representante legal',
  'Carta de aceptación del representante legal',
  'Cédula, lado frontal',
  'Cédula, lado posterior',
]

async function expectRequisitos(page: Page) {
  await page.getByRole('button', { name: 'Requisitos' }).click()
  const dialog = page.getByRole('dialog', { name: 'Requisitos de la Firma Electrónica' })
  for (const [title, words] of Object.entries(REQUISITOS))
    await expect(dialog.getByRole('region', { name: title, exact: true }).getByRole('listitem')).toHaveText(words)
  return dialog
}

/** Expects exactly these documents in the wizard. */
async function expectDocumentos(page: Page, tipo: string, labels: readonly string[]) {
  await page.goto('/#/firmas_electronicas?solicitud=nueva')
  await page.getByLabel(tipo).check()
  await page.getByRole('button', { name: 'Continuar' }).click()
  for (const field of ['Correo', 'Celular']) await expect(page.getByRole('textbox', { name: field })).toBeVisible()
  await expect(page.getByLabel('Razón social')).toHaveCount(tipo === 'Persona jurídica' ? 1 : 0)
  await expectAccessible(page, `data of ${tipo}`)
  await page.getByRole('button', { name: '3. Documentos' }).click()
  const cards = page.getByRole('region', { name: 'Documentos' }).getByRole('region')
  await expect(cards).toHaveCount(labels.length)
  for (const label of labels) await expect(page.getByRole('region', { name: label, exact: true })).toBeVisible()
  await expectAccessible(page, `documents of ${tipo}`)
}

const ITEMS =
  'R-5.5.1 R-5.5.2 R-5.5.3 R-5.5.4 R-5.5.5 R-5.5.6 R-5.5.7 R-5.5.8 R-5.5.9 R-5.5.10 R-5.5.11 R-5.5.12 ' +
  'R-5.5.16 R-5.5.17 R-5.5.18 R-5.5.19 R-5.5.20 R-5.5.21'
test(`R-2.10.13 R-2.10.14 ${ITEMS} what has to be at hand, 800 px wide, is what the wizard of each kind asks for`, async ({ page }) => {
  await signIn(page, CONTADORA)
  await page.setViewportSize(DESKTOP)
  await page.goto('/#/firmas_electronicas')
  await expect(page.getByRole('heading', { name: 'Firmas Compradas', level: 1 })).toBeVisible()
  await expectAccessibleAtWidths(page, 'list')
  const dialog = await expectRequisitos(page)
  expect((await dialog.boundingBox())?.width).toBe(800)
  await expectAccessibleAtWidths(page, 'requirements')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expectDocumentos(page, 'Persona natural', NATURAL)
  await page.setViewportSize(PHONE)
  await page.goto('/#/firmas_electronicas')
  await expectRequisitos(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expectDocumentos(page, 'Persona jurídica', JURIDICA)
})

test('R-1.10 R-5.5.6 O-80 a legal entity asks for a signature, photographs on the telephone that the code leads to, and it is issued', async ({
  page,
}) => {
  test.slow()
  test.slow()
  await signIn(page, CONTADORA)
  const empresa = `COMERCIAL ${Date.now()} S.A.`
  await page.goto('/#/firmas_electronicas?solicitud=nueva')
  await page.getByLabel('Persona jurídica').check()
  await expectAccessibleAtWidths(page, 'kind')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByRole('form', { name: 'Datos' })).toBeVisible()
  await fillDatos(page, 'EVA', {
    nacimiento: '31/05/1990',
    'Razón social': empresa,
    RUC: '1790011674001',
    Cargo: 'GERENTE GENERAL',
  })
  await page.getByRole('button', { name: 'Continuar' }).click()
  for (const label of JURIDICA.slice(0, 4)) {
    const card = await upload(page, label, pdf)
    await expect(card.getByText('Subido')).toBeVisible()
  }
  await expect(page.getByRole('region', { name: 'Video del titular', exact: true })).toHaveCount(0)

  // The phone opens the address of the QR code, signed in as the same user; this page then shows the phone's uploads.
  await page.getByRole('button', { name: 'Seguir en el teléfono' }).click()
  const dialog = page.getByRole('dialog', { name: 'Seguir en el teléfono' })
  const direccion = (await dialog.getByText(/^http.*paso=Documentos$/).textContent()) ?? ''
  await expectAccessible(page, 'telephone')
  const telefono = await page.context().newPage()
  await telefono.setViewportSize({ width: 390, height: 844 })
  await telefono.goto(direccion)
  const sharp = await fotoOf(telefono, true)
  for (const label of JURIDICA.slice(4)) {
    const card = await upload(telefono, label, sharp)
    await expect(card.getByText('Subido')).toBeVisible()
  }
  await expectAccessible(telefono, 'documents on the telephone')
  await telefono.close()
  await dialog.getByRole('button', { name: 'Ya subí los archivos' }).click()
  for (const label of JURIDICA) await expect(page.getByRole('region', { name: label, exact: true }).getByText('Subido')).toBeVisible()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByRole('button', { name: 'Enviar solicitud' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'review')
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await expect(page.getByText('Recibimos su solicitud. Pronto alguien la revisará.')).toBeVisible()
  const address = page.url()
  await page.reload()
  await expect(page.getByRole('list', { name: 'Historia' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'sent')

  await become(page, SOPORTE)
  await page.goto('/#/administracion/firmas?size=50')
  await expect(page.getByRole('link', { name: new RegExp(empresa) })).toBeVisible()
  await expectAccessibleAtWidths(page, 'queue')
  await page.getByRole('link', { name: new RegExp(empresa) }).click()
  await page.getByRole('button', { name: 'Tomar para revisar' }).click()
  await expect(page.getByRole('button', { name: 'Aprobar' })).toBeDisabled()
  for (const punto of await page.getByRole('checkbox').all()) await punto.check()
  await page.getByRole('button', { name: 'Aprobar' }).click()
  await expectAccessible(page, 'approved without payment')
  await page.getByRole('dialog').getByRole('button', { name: 'Aprobar sin pago' }).click()
  await expect(page.getByRole('button', { name: 'Registrar emisión' })).toBeVisible()
  const [paquete] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar para la entidad' }).click(),
  ])
  expect(paquete.suggestedFilename()).toBe('firma-1712345675.zip')
  await page.getByRole('button', { name: 'Registrar emisión' }).click()
  await expectAccessible(page, 'issue')
  await page.getByLabel('Entidad de certificación').fill('Security Data')
  await page.getByRole('dialog').getByRole('button', { name: 'Registrar' }).click()
  await expect(page.getByRole('banner').or(page.locator('main')).getByText('Emitida').first()).toBeVisible()

  await become(page, CONTADORA)
  await page.goto(address)
  await expect(page.getByRole('link', { name: 'Cargar en mi empresa' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'issued')
})
