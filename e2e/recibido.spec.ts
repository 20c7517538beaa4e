import type { Page } from '@playwright/test'

// oxlint-disable-next-line yupana/boundaries -- the tests have one mail server, and it stands with those of the API
import { startImap } from '../apps/api/src/testing/imap.ts'
import { setAgente } from './support/agente.ts'
import { call, emitFactura, freshCliente } from './support/emit.ts'
import { fetched, rucOf } from './support/fetched.ts'
import { facturasDeProveedor } from './support/proveedor.ts'
import { goTo, headingOf } from './support/screen.ts'
import { CONTADORA, EMPRESA, signIn } from './support/sign-in.ts'
import { anotherPerson, expect, expectAccessible, test } from './support/test.ts'
import { zipOf } from './support/zip.ts'

test('R-2.3.25 R-2.3.19 one key books what came in and withholds from it in the series that is named, until the SRI authorises it', async ({
  page,
  browser,
}) => {
  await signIn(page, CONTADORA)
  await setAgente(page, true)
  try {
    const [{ xml, numero }] = await facturasDeProveedor(page, browser, EMPRESA.ajustable, { cantidad: 200 })
    await goTo(page, '/comprobante/recibido?estado=NUEVO')
    await expect(headingOf(page, 'Comprobantes recibidos')).toBeVisible()
    await page.locator('input[type=file]').setInputFiles({ name: 'factura.xml', mimeType: 'text/xml', buffer: Buffer.from(xml) })
    await page.getByRole('button', { name: 'Subir' }).press('Enter')
    const row = page.getByRole('row', { name: new RegExp(`Factura ${numero}`) })
    await expect(row.getByText('La retención se emite en la serie 001-001 · Oficina.')).toBeVisible()
    await row.getByRole('button', { name: /^Ver y corregir lo propuesto: / }).press('Enter')
    const propuesta = page.getByRole('dialog', { name: `Factura ${numero}` })
    await propuesta.getByLabel('Serie de la retención').selectOption({ label: '001-002 · Caja' })
    await expectAccessible(page, 'what one keystroke would book and withhold, and where')
    await page.keyboard.press('Escape')
    await expect(propuesta).toBeHidden()
    await expect(row.getByText('La retención se emite en la serie 001-002 · Caja.')).toBeVisible()
    await row.getByRole('button', { name: /^Registrar con sustento 01 y retener \$[\d,.]+: Factura / }).press('Enter')
    const emitida = page.getByText(/^Retención 001-002-\d{9} emitida$/)
    await expect(emitida).toBeVisible()
    const retencion = /\d{3}-\d{3}-\d{9}/.exec(await emitida.innerText())?.[0] ?? ''
    await expect(row).toHaveCount(0)
    await goTo(page, `/comprobante?tipo=07&q=${retencion}`)
    await expect(page.getByRole('row', { name: new RegExp(retencion) }).getByText('Autorizado', { exact: true })).toBeVisible({
      timeout: 30_000,
    })
    await goTo(page, `/comprobante/compras?q=${numero}`)
    await page
      .getByRole('link', { name: new RegExp(numero) })
      .first()
      .click()
    await expect(headingOf(page, `Factura ${numero}`)).toBeVisible()
    await expect(page.getByText(new RegExp(`^Retención ${retencion} por \\$`))).toBeVisible()
  } finally {
    await setAgente(page, false)
  }
})

test('R-2.3.25 a ZIP, the list of the SRI and pasted claves come in, what did not says why, and all of them are registered at once', async ({
  page,
  browser,
}) => {
  await signIn(page, CONTADORA, EMPRESA.ajustable)
  const facturas = await facturasDeProveedor(page, browser, EMPRESA.emisora, { count: 4 })
  const xmls = facturas.map(({ xml }) => xml)
  const [a = '', b = '', c = '', d = ''] = facturas.map(({ clave }) => clave)
  // Only the rows of this journey.
  const rows = facturas.map(({ numero }) => page.getByRole('row', { name: new RegExp(`Factura ${numero}`) }))
  await goTo(page, '/comprobante/recibido?estado=NUEVO')
  await expect(headingOf(page, 'Comprobantes recibidos')).toBeVisible()
  const subir = async (name: string, mimeType: string, buffer: Buffer) => {
    await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
    await page.getByRole('button', { name: 'Subir' }).press('Enter')
  }
  const traer = page.getByRole('region', { name: 'Traer comprobantes' })

  const cambiado = (xmls[2] ?? '').replace('<descripcion>', '<descripcion>Otra: ')
  const zip = zipOf({ 'a.xml': xmls[0] ?? '', 'julio/b.xml': xmls[1] ?? '', 'cambiado.xml': cambiado })
  await subir('recibidos.zip', 'application/zip', zip)
  await expect(traer.getByText('2 nuevos, 1 rechazado')).toBeVisible()
  await expect(traer.getByRole('listitem').filter({ hasText: 'cambiado.xml' })).toContainText('La firma NO es válida')
  await page.reload()
  await page.getByText(/no entr(ó|aron) en los últimos 30 días$/).press('Enter')
  const noEntro = page.getByRole('list', { name: 'Lo que no entró' })
  await expect(noEntro.getByText('cambiado.xml')).toBeVisible()
  await expectAccessible(page, 'what did not come in')
  for (const row of rows.slice(0, 2)) await expect(row).toBeVisible()

  const columnas = 'RUC_EMISOR\tRAZON_SOCIAL_EMISOR\tTIPO_COMPROBANTE\tSERIE_COMPROBANTE\tCLAVE_ACCESO'
  const lista = [columnas, ...[a, c].map((clave) => `17\tQUIEN VENDE\tFactura\t001\t${clave}`)].join('\r\n')
  await subir('172_Recibidos.txt', 'text/plain', Buffer.from(lista))
  await expect(traer.getByText('1 clave pedida al SRI, 1 repetido')).toBeVisible()
  await expect(rows[2]!).toBeVisible({ timeout: 30_000 })

  const pedir = page.getByRole('region', { name: 'Pedir por clave de acceso' })
  await pedir.getByLabel('Claves de acceso').fill('123')
  await page.keyboard.press('Control+Enter')
  await expect(pedir.getByText('No hay ninguna clave de acceso de 49 dígitos.')).toBeVisible()
  await pedir.getByLabel('Claves de acceso').fill(`${d}\n${b}`)
  await page.keyboard.press('Control+Enter')
  await expect(pedir.getByText('1 clave pedida al SRI, 1 repetido')).toBeVisible()
  await expect(rows[3]!).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page, 'the inbox after all three ways')

  for (const row of rows) await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Registrar como se propone' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Registrar como se propone' })
  await dialog.getByRole('button', { name: 'Registrar 4' }).press('Enter')
  await expect(dialog.getByText('Registrados: 4 de 4')).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Registrado con sustento' })).toHaveCount(4)
  await dialog.getByRole('button', { name: 'Cerrar' }).first().press('Enter')
  for (const row of rows) await expect(row).toHaveCount(0)
})

/** A camera, allowed or not, and the page's code reader, which sees these codes in order; '' is no code. */
const camara = (page: Page, codigos: readonly string[], allowed: boolean) =>
  page.addInitScript(
    ([seen, isAllowed]) => {
      let at = 0
      Object.assign(window, {
        BarcodeDetector: class {
          detect = () =>
            Promise.resolve(
              seen
                .slice(at, ++at)
                .filter((code) => code !== '')
                .map((rawValue) => ({ rawValue })),
            )
        },
      })
      const picture = document.createElement('canvas')
      const drawn = picture.getContext('2d')
      // The picture changes constantly, because the page may get no frames of a still picture.
      setInterval(() => drawn?.fillRect(0, 0, 1, 1), 100)
      const getUserMedia = () =>
        isAllowed ? Promise.resolve(picture.captureStream()) : Promise.reject(new DOMException('Permission denied', 'NotAllowedError'))
      Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
    },
    [codigos, allowed] as const,
  )

test('R-2.3.25 claves come in by a hand scanner, which types each and Enter, and by the camera where the browser reads codes', async ({
  page,
  browser,
}) => {
  await signIn(page, CONTADORA, EMPRESA.ajustable)
  const vende = await anotherPerson(browser)
  await signIn(vende, CONTADORA)
  const cliente = { ...freshCliente('QUIEN COMPRA'), tipo_identificacion: '04', identificacion: await rucOf(page) }
  const ids = await Promise.all([0, 1, 2].map(() => emitFactura(vende, cliente)))
  const xmls = await Promise.all(ids.map((id) => fetched(vende, `v1/documento/xml/${id}`)))
  await vende.context().close()
  const [a = '', b = '', c = ''] = xmls.map((xml) => /<claveAcceso>(\d{49})</.exec(xml)?.[1] ?? '')
  const numeroOf = (clave: string) => `${clave.slice(24, 27)}-${clave.slice(27, 30)}-${clave.slice(30, 39)}`
  const rowOf = (clave: string) => page.getByRole('row', { name: new RegExp(`Factura ${numeroOf(clave)}`) })

  await goTo(page, '/comprobante/recibido?estado=NUEVO')
  const pedir = page.getByRole('region', { name: 'Pedir por clave de acceso' })
  const campo = pedir.getByLabel('Claves de acceso')
  await campo.focus()
  for (const clave of [a, b, a]) {
    await page.keyboard.type(clave)
    await page.keyboard.press('Enter')
  }
  await expect(campo).toHaveValue(`${a}\n${b}\n${a}\n`)
  await expect(pedir.getByRole('button', { name: 'Pedir 2 al SRI' })).toBeVisible()
  await expect(pedir.getByRole('button', { name: 'Leer con la cámara' })).toHaveCount(0)
  await page.keyboard.press('Control+Enter')
  await expect(pedir.getByText('2 claves pedidas al SRI', { exact: true })).toBeVisible()
  await expect(campo).toHaveValue('')
  await expect(campo).toBeFocused()
  for (const clave of [a, b]) await expect(rowOf(clave)).toBeVisible({ timeout: 30_000 })

  await camara(page, ['7861234567890', c, '', c], true)
  await page.reload()
  await pedir.getByRole('button', { name: 'Leer con la cámara' }).press('Enter')
  const lector = page.getByRole('dialog', { name: 'Leer claves de acceso' })
  await expect(lector.getByText(`Factura ${numeroOf(c)}: leída. Una clave.`)).toBeVisible()
  await expectAccessible(page, 'claves read by the camera')
  await lector.getByRole('button', { name: 'Listo' }).press('Enter')
  await expect(campo).toHaveValue(`${c}\n`)
  await pedir.getByRole('button', { name: 'Pedir al SRI' }).press('Enter')
  await expect(pedir.getByText('1 clave pedida al SRI', { exact: true })).toBeVisible()
  await expect(rowOf(c)).toBeVisible({ timeout: 30_000 })

  await camara(page, [], false)
  await page.reload()
  await pedir.getByRole('button', { name: 'Leer con la cámara' }).press('Enter')
  await expect(lector.getByText('No se puede usar la cámara.')).toBeVisible()
  await expect(lector.getByText('Dé permiso al navegador para usarla, o escriba o escanee el código.')).toBeVisible()
  await expectAccessible(page, 'a camera that is not allowed')
})

/** Sets whether the person with this cédula is a relative of the signed-in user, this year. */
async function setFamiliar(page: Page, identificacion: string, isFamiliar: boolean) {
  const anio = new Date().getFullYear()
  type Situacion = Record<string, unknown> & { familiares: { identificacion: string }[] }
  const { data } = await call<Situacion>(page, `v1/gasto_personal/situacion?anio=${anio}`)
  const { de_anio: _de, ...situacion } = data
  const others = situacion.familiares.filter((one) => one.identificacion !== identificacion)
  const familiares = [...others, ...(isFamiliar ? [{ identificacion, nombre: 'TOMAS PAREDES', parentesco: 'CONYUGE' }] : [])]
  expect(await call(page, 'v1/gasto_personal/situacion', { ...situacion, familiares }, 'PUT')).toMatchObject({ data: { familiares } })
}

test('R-2.3.25 R-2.3.28 O-78 what a natural person’s company received is taken as a personal expense, then the next with one key', async ({
  page,
  browser,
}) => {
  await signIn(page, CONTADORA, EMPRESA.ajustable)
  const ruc = await rucOf(page)
  await setFamiliar(page, ruc.slice(0, 10), true)
  try {
    const vende = await anotherPerson(browser)
    await signIn(vende, CONTADORA)
    const cliente = { ...freshCliente('QUIEN COMPRA'), tipo_identificacion: '04', identificacion: ruc }
    const ids = await Promise.all([0, 1].map(() => emitFactura(vende, cliente)))
    const xmls = await Promise.all(ids.map((id) => fetched(vende, `v1/documento/xml/${id}`)))
    await vende.context().close()
    const numeros = xmls.map((xml) => {
      const clave = /<claveAcceso>(\d{49})</.exec(xml)?.[1] ?? ''
      return `${clave.slice(24, 27)}-${clave.slice(27, 30)}-${clave.slice(30, 39)}`
    })
    // The reason names the other document.
    const rows = numeros.map((numero) =>
      page.getByRole('row').filter({ has: page.getByRole('link', { name: `Factura ${numero}`, exact: true }) }),
    )
    await goTo(page, '/comprobante/recibido?estado=NUEVO')
    await expect(headingOf(page, 'Comprobantes recibidos')).toBeVisible()
    const files = xmls.map((xml, at) => ({ name: `${at}.xml`, mimeType: 'text/xml', buffer: Buffer.from(xml) }))
    await page.locator('input[type=file]').setInputFiles(files)
    await page.getByRole('button', { name: 'Subir' }).press('Enter')
    for (const row of rows) await expect(row).toBeVisible()
    await rows[0]!.getByRole('button', { name: /^Ver y corregir lo propuesto: / }).press('Enter')
    const dialog = page.getByRole('dialog', { name: `Factura ${numeros[0]}` })
    await dialog.getByLabel('O es un gasto personal de').selectOption({ label: 'Salud' })
    await expectAccessible(page, 'a received document that may be a personal expense')
    await dialog.getByRole('button', { name: 'Gasto personal: Salud' }).press('Enter')
    await expect(page.getByText('Registrado como gasto personal')).toBeVisible()
    await expect(rows[0]!).toHaveCount(0)
    await expect(rows[1]!.getByText(/^Salud: así lo clasificó la última vez/)).toBeVisible()
    await expectAccessible(page, 'a personal expense proposed in the inbox')
    await rows[1]!.getByRole('button', { name: /^Registrar con sustento / }).press('g')
    await expect(rows[1]!).toHaveCount(0)
    await goTo(page, '/gastos_personales')
    for (const numero of numeros) await expect(page.getByRole('row', { name: new RegExp(`${numero}.*Salud`) })).toBeVisible()
  } finally {
    await setFamiliar(page, ruc.slice(0, 10), false)
  }
})

test('R-2.3.25 a mailbox is set up, tried and read now, and what a supplier mailed stands in the inbox', async ({ page, browser }) => {
  const imap = await startImap()
  try {
    await signIn(page, CONTADORA, EMPRESA.ajustable)
    const vende = await anotherPerson(browser)
    await signIn(vende, CONTADORA)
    const cliente = { ...freshCliente('QUIEN COMPRA'), tipo_identificacion: '04', identificacion: await rucOf(page) }
    const xml = await fetched(vende, `v1/documento/xml/${await emitFactura(vende, cliente)}`)
    await vende.context().close()
    const clave = /<claveAcceso>(\d{49})</.exec(xml)?.[1] ?? ''
    imap.add({ en: new Date(), partes: [{ tipo: 'text/xml', nombre: 'factura.xml', contenido: xml }] })
    imap.add({ en: new Date(), partes: [{ tipo: 'text/xml', nombre: 'otra cosa.xml', contenido: '<a/>' }] })

    await goTo(page, '/comprobante/recibido')
    await page.getByRole('link', { name: 'Traerlos también de un buzón de correo' }).press('Enter')
    await page.getByLabel('Leer este buzón').check()
    await page.getByLabel('Servidor IMAP').fill('127.0.0.1')
    await page.getByLabel('Seguridad').selectOption({ label: 'STARTTLS' })
    await page.getByLabel('Puerto').fill(String(imap.puerto))
    await page.getByLabel('Usuario del correo').fill('compras@ejemplo.ec')
    await page.getByLabel('Contraseña del correo').fill('otra')
    await page.getByRole('button', { name: 'Probar' }).press('Enter')
    await expect(page.getByRole('form', { name: 'Buzón de recibidos' }).getByText('127.0.0.1 no acepta el usuario')).toBeVisible()
    await page.getByLabel('Contraseña del correo').fill('clave-del-buzon')
    await page.getByRole('button', { name: 'Probar' }).press('Enter')
    await expect(page.getByText('Se ingresó al buzón: hay 2 correos.')).toBeVisible()
    await page.getByRole('button', { name: 'Guardar' }).press('Enter')
    await expect(page.getByText('Buzón de recibidos guardado exitosamente')).toBeVisible()
    await expect(page.getByLabel('Contraseña del correo')).toHaveValue('')
    await expect(page.getByText(/^Buzón: leído a las \d\d:\d\d, 1 documento$/)).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('region', { name: 'Lo que no entró' })).toContainText('otra cosa.xml')
    await expectAccessible(page, 'a mailbox that was read')

    await goTo(page, '/comprobante/recibido?estado=NUEVO')
    const numero = `${clave.slice(24, 27)}-${clave.slice(27, 30)}-${clave.slice(30, 39)}`
    await expect(page.getByRole('row', { name: new RegExp(`Factura ${numero}`) })).toBeVisible()
    await page.getByRole('button', { name: 'Leer ahora' }).press('Enter')
    await expect(page.getByText(/^Buzón: leído a las \d\d:\d\d, sin documentos nuevos$/)).toBeVisible({ timeout: 30_000 })

    await goTo(page, '/empresa_perfil?seccion=buzon')
    await page.getByRole('button', { name: 'Quitar el buzón' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Quitar el buzón' }).press('Enter')
    await expect(page.getByText('Buzón de recibidos quitado exitosamente')).toBeVisible()
    await expect(page.getByLabel('Servidor IMAP')).toHaveValue('')
  } finally {
    await imap.close()
  }
})
