import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

import { buildP12, PASSWORD_P12 } from './support/certificado.ts'
import { fillDatos, fotoOf, PDF, pdf, upload } from './support/firma.ts'
import { startPasarela } from './support/pasarela.ts'
import { product } from './support/product.ts'
import { CONTADORA, EMPRESA, signIn, signInAt, SOPORTE } from './support/sign-in.ts'
import { DESKTOP, expect, expectAccessible, expectAccessibleAtWidths, expectNotSideways, PHONE, test } from './support/test.ts'

/** Another user signs in on this page. */
async function become(page: Page, user: string, empresa = EMPRESA.emisora) {
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await signIn(page, user, empresa)
}

/** The buyer is the other company: no company sells to itself. */
const BUYER = [CONTADORA, EMPRESA.ajustable] as const

async function sendComprobante(page: Page, referencia: string) {
  await page.getByLabel('Número de la transferencia').fill(referencia)
  await page
    .getByRole('form', { name: 'Comprobante' })
    .locator('input[type=file]')
    .setInputFiles({ name: 'pago.pdf', mimeType: 'application/pdf', buffer: PDF })
  await page.getByRole('button', { name: 'Enviar comprobante' }).click()
  await expect(page.getByText('Recibimos su comprobante.')).toBeVisible()
}

interface NuevoProducto {
  nombre: string
  precio: string
  tipo?: string
}

/** SUPER_ADMIN adds a product to the catalogue. */
async function sell(page: Page, { nombre, precio, tipo }: NuevoProducto) {
  await page.getByRole('button', { name: 'Nuevo producto' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nuevo producto' })
  if (tipo !== undefined) await dialog.getByLabel('Tipo').selectOption(tipo)
  await dialog.getByLabel('Nombre').fill(nombre)
  await dialog.getByLabel('Precio sin IVA').fill(precio)
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('button', { name: `Editar ${nombre}` })).toBeVisible()
}

/** Text of a file downloaded by a button. */
async function downloaded(page: Page, button: string) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()])
  return readFileSync(await file.path(), 'latin1')
}

test('R-1.9 R-2.3.43 R-2.3.44 O-79 what SUPER_ADMIN sells is bought, its receipt refused and approved, its factura authorised', async ({
  page,
}) => {
  test.slow()
  const nombre = `Firma de prueba ${Date.now()}`
  const mensual = nombre.replace('Firma', 'Declaración')
  await signInAt(page, '/#/administracion/tienda', SOPORTE)
  await sell(page, { nombre, precio: '18.90' })
  await expect(page.getByText('Guardado exitosamente')).toBeVisible()
  await sell(page, { nombre: mensual, precio: '10', tipo: 'Declaración' })
  // 10 % off the signature alone, for everybody with the code.
  const codigo = `CUPON-${Date.now()}`
  await page.getByRole('link', { name: 'Precios acordados y cupones' }).click()
  await page.getByRole('button', { name: 'Nuevo cupón' }).click()
  const cupon = page.getByRole('dialog', { name: 'Nuevo cupón' })
  await cupon.getByLabel('Código').fill(codigo.toLowerCase())
  await cupon.getByLabel('Porcentaje').fill('10')
  await cupon.getByLabel(nombre).check()
  await expectAccessible(page, 'coupon')
  await cupon.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('button', { name: `Editar ${codigo}` })).toBeVisible()
  // On a telephone from here on, as for whoever buys.
  await page.setViewportSize(PHONE)
  await expectAccessibleAtWidths(page, 'coupons')
  await page.getByRole('link', { name: 'Tienda de la Instalación' }).first().click()
  await page.getByLabel('Cuentas').fill(`Banco Andino, cuenta ${nombre}`)
  const ruc = await page.evaluate(() => (JSON.parse(localStorage.getItem('auth') ?? '{}') as { businessRuc: string }).businessRuc)
  await page.getByLabel('RUC de la empresa que vende').fill(ruc)
  const guardar = page.getByRole('region', { name: 'Cobro y facturación' }).getByRole('button', { name: 'Guardar' })
  await guardar.click()
  await expect(guardar).toBeDisabled()
  await expect(page.getByLabel('Cuentas')).toHaveValue(new RegExp(nombre))
  await expectAccessibleAtWidths(page, 'catalogue')

  await become(page, ...BUYER)
  await page.goto('/#/tienda')
  await page.getByRole('textbox', { name: 'Buscar' }).fill(nombre)
  await page.getByRole('button', { name: `Agregar ${nombre}` }).click()
  const carrito = page.getByRole('region', { name: 'Carrito' })
  await expect(carrito.getByText(nombre)).toBeVisible()
  await page.getByRole('button', { name: `Uno más: ${nombre}` }).click()
  await page.getByRole('textbox', { name: 'Buscar' }).fill(mensual)
  await page.getByRole('button', { name: `Elegir período: ${mensual}` }).click()
  const periodo = page.getByRole('dialog', { name: mensual })
  await expect(periodo.getByLabel('Formulario')).toHaveText(/IVA \(formulario 104\)/)
  await expectAccessible(page, 'period')
  await periodo.getByRole('button', { name: 'Agregar al carrito' }).click()
  await expect(carrito.getByText(new RegExp(`${mensual}: IVA 104 del? `))).toBeVisible()
  await expect(carrito.getByText('$54.97')).toBeVisible()
  await carrito.getByRole('textbox', { name: 'Cupón' }).fill('NO-ES-NINGUNO')
  await carrito.getByRole('button', { name: 'Aplicar cupón' }).click()
  await expect(carrito.getByText('Ese cupón no existe. Revise cómo lo escribió.')).toBeVisible()
  await carrito.getByRole('textbox', { name: 'Cupón' }).fill(codigo)
  await page.keyboard.press('Enter')
  // 37.80 minus 3.78, plus 10.00, plus 15 %; the cart survives a reload.
  await expect(carrito.getByText('$50.62')).toBeVisible()
  await page.reload()
  await expect(carrito.getByText('$50.62')).toBeVisible()
  await expectAccessibleAtWidths(page, 'store')
  await carrito.getByRole('button', { name: 'Pagar' }).click()
  await expect(page.getByRole('heading', { name: /^Orden \d{6}$/, level: 1 })).toBeVisible()
  await expect(page.getByText('Banco Andino')).toBeVisible()
  const numero = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  const address = page.url()
  await expectAccessibleAtWidths(page, 'order')
  await sendComprobante(page, '0001')

  const openDesk = async (estado = '') => {
    await become(page, SOPORTE)
    await page.setViewportSize({ width: 1100, height: 800 })
    await page.goto(`/#/administracion/tienda?size=50${estado && `&estado=${estado}`}`)
    await expect(page.getByRole('link', { name: numero })).toBeVisible()
    await expectNotSideways(page, 'orders that wait')
    await page.getByRole('link', { name: numero }).click()
    await expect(page.getByText('Transferencia 000')).toBeVisible()
  }
  await openDesk()
  await page.getByRole('button', { name: 'Rechazar comprobante' }).click()
  await page.getByLabel('Motivo').fill('La transferencia no llegó')
  await page.getByRole('dialog').getByRole('button', { name: 'Rechazar' }).click()
  await expect(page.getByRole('list').getByText('Rechazada')).toBeVisible()

  await become(page, ...BUYER)
  await page.goto(address)
  await expect(page.getByRole('alert').getByText('La transferencia no llegó')).toBeVisible()
  await sendComprobante(page, '0002')
  await openDesk()
  await page.getByRole('button', { name: 'Aprobar pago' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Aprobar pago' }).click()
  await expect(page.getByText('Estado actualizado exitosamente')).toBeVisible()

  await expect(page.getByText(/^Factura \d{3}-\d{3}-\d{9}$/)).toBeVisible()
  await become(page, ...BUYER)
  await page.goto('/#/historial_compras')
  await expect(page.getByRole('link', { name: numero })).toBeVisible()
  await page.setViewportSize(DESKTOP)
  await expectAccessibleAtWidths(page, 'history')
  await expect(page.getByRole('row', { name: new RegExp(`${numero}.*Pagada.*50\\.62`) })).toBeVisible()
  await page.getByRole('link', { name: numero }).click()
  // The paid signature links to its request, and the request back.
  await page.getByRole('link', { name: 'Solicitar firma' }).first().click()
  await expect(page.getByRole('form', { name: 'Datos' })).toBeVisible()
  await page.getByRole('button', { name: '4. Revisar' }).click()
  await page.getByRole('link', { name: numero.toLowerCase() }).click()
  const firmas = page.getByRole('region', { name: 'Firmas pagadas' })
  await expect(firmas.getByRole('link', { name: 'Solicitud sin nombre todavía' })).toBeVisible()
  await expect(firmas.getByRole('link', { name: 'Solicitar firma' })).toHaveCount(1)
  const declaraciones = page.getByRole('region', { name: 'Declaraciones compradas' })
  await expect(declaraciones.getByText('En preparación por Yupana')).toBeVisible()
  const factura = page.getByRole('region', { name: 'Factura', exact: true })
  const emitida = ((await factura.getByRole('heading').textContent()) ?? '').replace('Factura ', '')
  await expect(async () => expect(await downloaded(page, `XML de Factura ${emitida}`)).toContain('<estado>AUTORIZADO</estado>')).toPass()
  expect(await downloaded(page, `RIDE de Factura ${emitida}`)).toMatch(/^%PDF-/)
  await expectAccessibleAtWidths(page, 'paid')

  // The declaration shows in its period, and at the desk until the SRI has accepted it.
  await declaraciones.getByRole('link', { name: /^IVA 104 del? / }).click()
  await expect(page.getByText(/no la presente usted también/)).toBeVisible()
  await page.getByRole('link', { name: 'Declaraciones', exact: true }).last().click()
  await expect(page.getByText('Comprada · en preparación por Yupana')).toBeVisible()
  await expectAccessibleAtWidths(page, 'bought declaration')
  await become(page, SOPORTE)
  await page.goto('/#/administracion/tienda')
  await page.getByRole('link', { name: /^Declaraciones por hacer: \d+$/ }).click()
  await expect(page.getByRole('row', { name: new RegExp(`IVA 104 del? .*${numero}.*En preparación`) })).toBeVisible()
  await expectAccessible(page, 'declarations to be filed')

  await openDesk('PAGADA')
  await page.getByRole('button', { name: 'Devolver el dinero' }).click()
  await page.getByLabel('Motivo').fill('Se pagó dos veces')
  await page.getByRole('dialog').getByRole('button', { name: 'Devolver' }).click()
  await expect(page.getByText(`Factura ${emitida} · Nota de Crédito`)).toBeVisible()
})

const RUC = '1759999988001'
const DAYS = 400
/** The day on which a signature of this many days expires in Ecuador, as typed. */
const expiryDay = () =>
  new Intl.DateTimeFormat('es-EC', { timeZone: 'America/Guayaquil', day: '2-digit', month: '2-digit', year: 'numeric' }).format(
    Date.now() + DAYS * 86_400_000,
  )

/** Uploads a signature in the company, once the page shows its form. */
async function loadFirma(page: Page, buffer: Buffer) {
  const form = page.getByRole('form', { name: 'Firma electrónica' })
  await form.locator('input[type=file]').setInputFiles({ name: 'firma.p12', mimeType: 'application/x-pkcs12', buffer })
  await form.getByLabel('Contraseña de la firma').fill(PASSWORD_P12)
  await form.getByRole('button', { name: 'Subir' }).click()
  await expect(form.getByLabel('Contraseña de la firma')).toHaveValue('')
}

test('R-1.10 O-67 O-79 O-80 a signature is renewed from the warning that it expires: filled in, paid, issued, and in use once it is loaded', async ({
  page,
}) => {
  test.slow()
  test.slow()
  const producto = `Renovación ${Date.now()}`
  const nombre = `ROSA ${Date.now()}`
  await signInAt(page, '/#/administracion/tienda', SOPORTE)
  await sell(page, { nombre: producto, precio: '18.90' })

  await become(page, ...BUYER)
  await page.goto('/#/empresa_perfil?seccion=firma')
  await loadFirma(page, buildP12({ ruc: RUC, days: 12 }))
  await expect(page.getByText(/^Su firma electrónica caduca en 1[12] días/)).toBeVisible()
  await page.getByRole('link', { name: 'Renovar', exact: true }).click()
  await expect(page.getByRole('form', { name: 'Datos' })).toBeVisible()
  // Data of the holder that comes from the company.
  await expect(page.getByRole('textbox', { name: 'RUC' })).toHaveValue(RUC)
  await expect(page.getByRole('textbox', { name: 'Número de documento' })).toHaveValue(RUC.slice(0, 10))
  await fillDatos(page, nombre, { nacimiento: '31/05/1990', RUC, 'Número de documento': RUC.slice(0, 10) })
  await page.getByRole('button', { name: 'Continuar' }).click()
  const foto = await fotoOf(page, true)
  for (const [label, file] of [
    ['Certificado del RUC', pdf],
    ['Cédula, lado frontal', foto],
    ['Cédula, lado posterior', foto],
    ['Selfie con la cédula', foto],
  ] as const)
    await expect((await upload(page, label, file)).getByText('Subido')).toBeVisible()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByRole('button', { name: 'Enviar solicitud' })).toBeVisible()
  const solicitud = page.url()

  await page.getByRole('link', { name: 'Pagar la firma' }).click()
  await page.getByRole('button', { name: `Agregar ${producto}` }).click()
  const carrito = page.getByRole('region', { name: 'Carrito' })
  await expect(carrito.getByText(producto)).toBeVisible()
  await carrito.getByRole('button', { name: 'Pagar' }).click()
  await expect(page.getByRole('heading', { name: /^Orden \d{6}$/, level: 1 })).toBeVisible()
  const numero = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await sendComprobante(page, '0003')

  await become(page, SOPORTE)
  await page.goto('/#/administracion/tienda?size=50')
  await page.getByRole('link', { name: numero }).click()
  await page.getByRole('button', { name: 'Aprobar pago' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Aprobar pago' }).click()
  await expect(page.getByText('Estado actualizado exitosamente')).toBeVisible()

  await become(page, ...BUYER)
  await page.goto(solicitud)
  await page.getByRole('button', { name: `Usar la de la ${numero.toLowerCase()}` }).click()
  await expect(page.getByText('Pagada con la')).toBeVisible()
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await expect(page.getByText('Recibimos su solicitud. Pronto alguien la revisará.')).toBeVisible()

  await become(page, SOPORTE)
  await page.goto('/#/administracion/firmas?size=50')
  await page.getByRole('link', { name: new RegExp(nombre) }).click()
  await page.getByRole('button', { name: 'Tomar para revisar' }).click()
  await expect(page.getByRole('button', { name: 'Aprobar' })).toBeDisabled()
  for (const punto of await page.getByRole('checkbox').all()) await punto.check()
  await page.getByRole('button', { name: 'Aprobar' }).click()
  await page.getByRole('button', { name: 'Registrar emisión' }).click()
  await page.getByLabel('Entidad de certificación').fill('Security Data')
  await page.getByRole('textbox', { name: 'Válida hasta' }).fill(expiryDay())
  await page.getByRole('dialog').getByRole('button', { name: 'Registrar' }).click()
  await expect(page.locator('main').getByText('Emitida').first()).toBeVisible()

  await become(page, ...BUYER)
  await page.goto(solicitud)
  await page.getByRole('link', { name: 'Cargar en mi empresa' }).click()
  await loadFirma(page, buildP12({ ruc: RUC, days: DAYS }))
  await expect(page.getByText(/^Su firma electrónica caduca/)).toBeHidden()
  await page.goto('/#/firmas_electronicas')
  await expect(page.getByRole('row', { name: new RegExp(`${nombre}.*Emitida.*${expiryDay()}.*(TABLERO|PAREDES)`) })).toBeVisible()
  await expectAccessibleAtWidths(page, 'in use')
})

test.describe('by card', () => {
  // The gateway fails once.
  test.use({ expectedComplaints: /status of 503/ })

  test('an order is paid by card on the page of the gateway, and its factura is there when the buyer comes back', async ({ page }) => {
    const { url, pasarela: direccion } = product()
    test.skip(direccion === undefined, 'the product that runs has no gateway')
    const pasarela = await startPasarela({ port: Number(new URL(direccion ?? url).port), notifies: url })
    try {
      const nombre = `Plan de prueba ${Date.now()}`
      await signInAt(page, '/#/administracion/tienda', SOPORTE)
      await sell(page, { nombre, precio: '20' })
      const ruc = await page.evaluate(() => (JSON.parse(localStorage.getItem('auth') ?? '{}') as { businessRuc: string }).businessRuc)
      const vende = page.getByLabel('RUC de la empresa que vende')
      const guardar = page.getByRole('region', { name: 'Cobro y facturación' }).getByRole('button', { name: 'Guardar' })
      if ((await vende.inputValue()) !== ruc) {
        await vende.fill(ruc)
        await guardar.click()
      }
      await expect(guardar).toBeDisabled()

      await become(page, ...BUYER)
      await page.goto('/#/tienda')
      await page.getByRole('textbox', { name: 'Buscar' }).fill(nombre)
      await page.getByRole('button', { name: `Agregar ${nombre}` }).click()
      const carrito = page.getByRole('region', { name: 'Carrito' })
      await expect(carrito.getByText(nombre)).toBeVisible()
      await carrito.getByRole('button', { name: 'Pagar' }).click()
      const tarjeta = page.getByRole('region', { name: 'Pago con tarjeta' })
      await expect(tarjeta).toBeVisible()
      const orden = page.url()
      pasarela.fail('500')
      await tarjeta.getByRole('button', { name: 'Pagar con tarjeta' }).click()
      await expect(page.getByText('El cobro con tarjeta no responde.', { exact: false })).toBeVisible()
      await tarjeta.getByRole('button', { name: 'Continuar el pago con tarjeta' }).click()
      await expect(page.getByRole('heading', { name: 'Pagar 23.00' })).toBeVisible()
      // Returns without paying: the running payment is shown and continues.
      await page.goto(orden)
      await expect(tarjeta.getByRole('status')).toContainText('Hay un pago con tarjeta en curso.')
      await page.setViewportSize(PHONE)
      await expectAccessibleAtWidths(page, 'card')
      await tarjeta.getByRole('button', { name: 'Continuar el pago con tarjeta' }).click()
      await page.getByRole('button', { name: 'Pagar' }).click()
      await expect(page).toHaveURL(orden)
      await expect(page.getByRole('region', { name: 'Cobros con tarjeta' }).getByText('Pagado')).toBeVisible()
      await expect(page.getByRole('heading', { name: /^Factura \d{3}-\d{3}-\d{9}$/ })).toBeVisible()
      await expect(tarjeta).toBeHidden()
      await expectAccessibleAtWidths(page, 'paid by card')
    } finally {
      await pasarela.stop()
    }
  })
})
