import type { Browser, Page } from '@playwright/test'

import { CONTADORA, signIn } from './support/sign-in.ts'
import { call } from './support/emit.ts'
import { pickEntry } from './support/screen.ts'
import { DESKTOP, expect, expectAccessible, expectAccessibleAtWidths, expectNotSideways, PHONE, test } from './support/test.ts'

const enter = (page: Page) => signIn(page, CONTADORA)

/** An unused cédula: province 17, digits of the present time, and the check digit. */
function freshCedula() {
  const nine = `171${String(Date.now() % 1_000_000).padStart(6, '0')}`
  const total = [...nine].reduce((sum, digit, at) => {
    const product = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return sum + (product > 9 ? product - 9 : product)
  }, 0)
  return nine + String((10 - (total % 10)) % 10)
}

test('R-1.6 by keyboard alone: register a person, find it, edit it, delete it', async ({ page }) => {
  await enter(page)
  const [cedula, name] = [freshCedula(), `Prueba Teclado ${Date.now()}`]
  await page.goto('/#/persona')
  await page.getByRole('link', { name: 'Nueva persona' }).press('Enter')
  await page.getByLabel('Tipo de identificación').focus()
  await page.keyboard.type('Cédula')
  await page.keyboard.press('Tab')
  await page.keyboard.type(cedula)
  await page.keyboard.press('Tab')
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Persona registrada exitosamente')).toBeVisible()

  await page.getByRole('searchbox', { name: 'Buscar' }).focus()
  await page.keyboard.type(cedula)
  await expect(page).toHaveURL(new RegExp(`q=${cedula}`))
  await page.reload()
  const link = page.getByRole('link', { name: cedula })
  await link.press('Enter')
  await page.getByLabel('Razón social o nombres').press('End')
  await page.keyboard.type(' Dos')
  await page.getByRole('button', { name: 'Añadir dirección' }).press('Enter')
  await expect(page.getByLabel('Nombre 1', { exact: true })).toBeFocused()
  await page.keyboard.type('Bodega norte')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Av. del Maestro 12')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Persona editada exitosamente')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`q=${cedula}`))

  await link.press('Enter')
  await expect(page.getByLabel('Dirección 1', { exact: true })).toHaveValue('Av. del Maestro 12')
  await page.goBack()
  await page.getByRole('button', { name: `Acciones de ${name.toUpperCase()} DOS` }).press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Editar' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Eliminar' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Persona eliminada exitosamente')).toBeVisible()
  await expect(page.getByText('No se encontraron registros')).toBeVisible()
})

test('by keyboard: two records of one person become one, and two again from the notice and later', async ({ page }) => {
  await enter(page)
  const mark = String(Date.now())
  const create = async (name: string, change: object) => {
    const body = {
      tipo_identificacion: '06',
      identificacion: `${name[0]}${mark}`,
      razon_social: `${name} ${mark}`,
      roles: ['cliente'],
      ...change,
    }
    return (await call(page, 'v1/persona/create', body)).data.id
  }
  const correos = (of: string) => Array.from({ length: 6 }, (_, n) => `${of}${n}@ejemplo.ec`)
  const queda = await create('BUENA', { correos: correos('b') })
  const otra = await create('REPETIDA', { correos: correos('r'), telefonos: ['0991234567'], direccion: 'Quito' })
  const unir = async () => {
    await page.getByRole('button', { name: 'Unir con…' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: `Unir con BUENA ${mark}` })
    await expect(dialog.getByLabel('Ficha repetida')).toBeFocused()
    await page.keyboard.type(`repetida ${mark}`)
    await expect(page.getByRole('option', { name: `REPETIDA ${mark}` })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(/^No caben y no pasan: r4@ejemplo.ec, r5@ejemplo.ec/)).toBeVisible()
    return dialog
  }

  await page.goto(`/#/persona/${queda}`)
  await page.getByRole('link', { name: 'Duplicados' }).press('Enter')
  const unidas = page.getByRole('region', { name: 'Fichas unidas a esta' })
  await expect(unidas.getByText(/^Ninguna\./)).toBeVisible()
  const dialog = await unir()
  await expectAccessible(page, 'what a union would do')
  await page.setViewportSize(PHONE)
  await expectAccessible(page, 'what a union would do, narrow')
  await page.setViewportSize(DESKTOP)
  await dialog.getByRole('button', { name: 'Unir las fichas' }).press('Enter')
  await expect(unidas.getByText(`REPETIDA ${mark} · R${mark}`)).toBeVisible()
  await page.getByRole('button', { name: 'Deshacer', exact: true }).press('Enter')
  await expect(page.getByText('Unión deshecha')).toBeVisible()
  await expect(unidas.getByText(/^Ninguna\./)).toBeVisible()

  await (await unir()).getByRole('button', { name: 'Unir las fichas' }).press('Enter')
  await expect(unidas.getByText(`REPETIDA ${mark} · R${mark}`)).toBeVisible()
  await page.goto(`/#/persona?q=R${mark}`)
  await expect(page.getByRole('link', { name: `B${mark}` })).toBeVisible()
  await page.goto(`/#/persona/${otra}`)
  await expect(page.getByText(/está unida a/)).toBeVisible()
  await expectAccessible(page, 'a record that was merged away')
  await page.getByRole('link', { name: 'Abrir la ficha que quedó' }).press('Enter')
  await page.getByRole('link', { name: 'Duplicados' }).press('Enter')
  await expectAccessible(page, 'records merged into one')
  await page.getByRole('button', { name: `Deshacer la unión con REPETIDA ${mark}` }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Deshacer la unión', exact: true }).press('Enter')
  await expect(unidas.getByText(/^Ninguna\./)).toBeVisible()
})

/** Opens a client's link by keyboard; returns its address. */
async function registroByKeyboard(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Más acciones' }).press('Enter')
  await pickEntry(page, 'Registro del cliente')
  const dialog = page.getByRole('dialog', { name: 'Registro del cliente' })
  await expect(dialog.getByRole('button', { name: 'Copiar enlace' })).toBeFocused()
  await expect(dialog.getByRole('img', { name: /^Código QR/ })).toBeVisible()
  return new URL(await dialog.getByLabel('Enlace', { exact: true }).inputValue()).pathname
}

/** A client on his own phone, without a company. */
async function telefono(browser: Browser, address: string) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'es-EC' })
  const client = await context.newPage()
  const files = new Set<string>()
  client.on('request', (request) => void files.add(new URL(request.url()).pathname))
  await client.goto(address)
  await expect(client.getByRole('heading', { level: 1 })).toBeVisible()
  const send = async (cedula: string, name: string, phone: string) => {
    await client.getByLabel('Número de identificación').fill(cedula)
    await client.getByLabel(/^Nombres y apellidos/).fill(name)
    await client.getByLabel(/^Correo donde/).fill('cliente@ejemplo.ec')
    await client.getByLabel(/^Teléfono/).fill(phone)
    await client.getByRole('checkbox').check()
    await client.getByRole('button', { name: 'Enviar mis datos' }).press('Enter')
  }
  return { client, files, send, close: () => context.close() }
}

async function inBothThemes(client: Page, state: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await client.emulateMedia({ colorScheme })
    await expectAccessible(client, `${state}, ${colorScheme}`)
  }
  await expectNotSideways(client, state)
}

test('by keyboard: a client types his data on his telephone by a link of one use, and is a person once it is accepted', async ({
  page,
  browser,
}) => {
  await enter(page)
  const [cedula, name] = [freshCedula(), `MOSTRADOR ${Date.now()}`]
  await page.goto('/#/persona')
  const first = await registroByKeyboard(page)
  await expectAccessible(page, 'the code for a client')
  const address = new URL(first, page.url()).href
  const one = await telefono(browser, address)
  await inBothThemes(one.client, 'the page of the client')
  await one.send('1710034066', name, '0991234567')
  await expect(one.client.getByLabel('Número de identificación')).toHaveAccessibleDescription(
    'La cédula no es correcta: revise sus dígitos.',
  )
  await inBothThemes(one.client, 'the page of the client, refused')
  await one.send(cedula, name, '0991234567')
  await expect(one.client.getByRole('heading', { name: 'Gracias' })).toBeVisible()
  await inBothThemes(one.client, 'thanks')
  expect([...one.files].filter((path) => path !== '/favicon.ico').sort()).toEqual([first, '/r/gracias'].sort())

  const review = page.getByRole('dialog', { name: 'Datos del cliente' })
  await expect(review.getByRole('heading', { name })).toBeFocused()
  await expect(review.getByText(/No consta en sus personas/)).toBeVisible()
  await expectAccessible(page, 'what a client typed')
  await review.getByRole('button', { name: 'Aceptar', exact: true }).press('Enter')
  await expect(page.getByText('Datos aceptados exitosamente')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Buscar' }).fill(cedula)
  await expect(page.getByText('Mostrando 1 a 1 de 1')).toBeVisible()
  await expect(page.getByRole('link', { name: cedula })).toBeVisible()
  await one.client.goto(address)
  await expect(one.client.getByRole('alert')).toContainText('ya no sirve')
  await one.close()

  const other = await telefono(browser, new URL(await registroByKeyboard(page), page.url()).href)
  await page.keyboard.press('Escape')
  await other.send(cedula, name, '022345678')
  await expect(other.client.getByRole('heading', { name: 'Gracias' })).toBeVisible()
  await other.close()
  await page.reload()
  await page.getByRole('button', { name: 'Datos por aceptar' }).press('Enter')
  await expect(page.getByRole('button', { name: `Revisar los datos de ${name}` })).toBeVisible()
  await expectAccessible(page, 'what came and nobody decided on')
  await page.getByRole('button', { name: `Revisar los datos de ${name}` }).press('Enter')
  await expect(review.getByRole('row', { name: 'Teléfonos 0991234567 022345678, 0991234567' })).toBeVisible()
  await expectAccessible(page, 'what would change')
  await review.getByRole('button', { name: 'Rechazar' }).press('Enter')
  await page.getByRole('button', { name: 'Rechazar y eliminar' }).press('Enter')
  await expect(page.getByText('Datos rechazados')).toBeVisible()
})

test('an address typed over a form with changes asks first, and the console stays clean', async ({ page }) => {
  await enter(page)
  await page.goto('/#/persona/registro')
  const name = page.getByLabel('Razón social o nombres')
  await name.fill('Sin guardar')
  const type = (address: string) => page.evaluate((hash) => void (window.location.hash = hash), address)
  await type('#/producto')
  const ask = page.getByRole('dialog', { name: '¿Descartar los cambios?' })
  await expect(ask).toBeVisible()
  await expect(page).toHaveURL(/#\/persona\/registro$/)
  // Another address, while the question is open.
  await type('#/unidad')
  await expect(page).toHaveURL(/#\/persona\/registro$/)
  await ask.getByRole('button', { name: 'Seguir editando' }).click()
  await expect(ask).toBeHidden()
  await expect(page).toHaveURL(/#\/persona\/registro$/)
  await expect(name).toHaveValue('SIN GUARDAR')
  await type('#/producto')
  await ask.getByRole('button', { name: 'Descartar cambios' }).click()
  await expect(page.getByRole('heading', { name: 'Productos' })).toBeVisible()
  await expect(page).toHaveURL(/#\/producto$/)
})

test('R-1.6 R-8.21 R-8.22 R-8.24 R-8.25 O-19 register three products, one with 12,5, edit and delete one, and the others at once', async ({
  page,
}) => {
  await enter(page)
  const mark = `E2E${Date.now()}`
  for (const [code, price] of [
    [`${mark}A`, '12,5'],
    [`${mark}B`, '3'],
    [`${mark}C`, '4'],
  ] as const) {
    await page.goto('/#/producto')
    await page.getByRole('link', { name: 'Nuevo producto' }).first().click()
    await page.getByLabel('Código', { exact: true }).fill(code)
    await page.getByLabel('Nombre').fill(`Producto ${code}`)
    await page.getByLabel('Precio sin IVA').fill(price)
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByRole('heading', { name: 'Productos' })).toBeVisible()
  }
  await page.getByRole('searchbox', { name: 'Buscar' }).fill(mark)
  await expect(page.getByText('Mostrando 1 a 3 de 3')).toBeVisible()
  await expect(page.getByRole('cell', { name: '$12.50' })).toBeVisible()
  await page
    .getByRole('link', { name: `${mark}C` })
    .first()
    .click()
  await page.getByLabel('Nombre').fill(`Otro nombre ${mark}`)
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Producto editado exitosamente')).toBeVisible()
  await page.getByRole('button', { name: `Acciones de Otro nombre ${mark}` }).click()
  await page.getByRole('menuitem', { name: 'Eliminar' }).click()
  await page.getByRole('button', { name: 'Eliminar producto' }).click()
  await expect(page.getByText('Producto eliminado exitosamente')).toBeVisible()
  await expect(page.getByText('Mostrando 1 a 2 de 2')).toBeVisible()
  await page.getByLabel('Seleccionar todo').check()
  await page.getByRole('button', { name: 'Eliminar' }).click()
  await page.getByRole('button', { name: 'Eliminar 2 productos' }).click()
  await expect(page.getByText('Productos eliminados exitosamente')).toBeVisible()
  await expect(page.getByText('No se encontraron registros')).toBeVisible()
  await page.getByRole('button', { name: 'Deshacer' }).last().press('Enter')
  await expect(page.getByText('Eliminación deshecha')).toBeVisible()
  await expect(page.getByText('Mostrando 1 a 2 de 2')).toBeVisible()
})

test('by keyboard: a combo is put together of what is in stock, says how many there are, is marked and copied', async ({ page }) => {
  await enter(page)
  const code = `CMB${Date.now()}`
  await page.goto('/#/producto/registro')
  await page.getByLabel('Código', { exact: true }).fill(code)
  await page.getByLabel('Nombre').fill(`Combo ${code}`)
  await page.getByLabel('Precio sin IVA').fill('200')
  await page.getByRole('button', { name: 'Armar un combo con otros productos' }).press('Enter')
  const buscar = page.getByLabel('Agregar parte')
  for (const parte of ['IMP-TER', 'LEC-COD']) {
    await buscar.focus()
    await page.keyboard.type(parte)
    await page.keyboard.press('Enter')
    await expect(page.getByText(parte, { exact: true })).toBeVisible()
    await expect(buscar).toBeFocused()
  }
  await page.getByLabel('Cantidad 2').fill('0')
  await page.getByLabel('Cantidad 2').press('Enter')
  await expect(buscar).toBeFocused()
  await page.getByRole('button', { name: 'Guardar' }).press('Enter')
  await expect(page.getByLabel('Cantidad 2')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Cantidad 2').fill('2')
  await page.getByRole('button', { name: 'Guardar' }).press('Enter')
  await expect(page.getByText('Producto registrado exitosamente')).toBeVisible()
  await page.goto(`/#/producto?q=${code}`)
  await expect(page.getByRole('cell', { name: 'Combo', exact: true })).toBeVisible()
  await page.getByRole('link', { name: code }).press('Enter')
  await expect(page.getByText(/^Disponible: \d+$/)).toBeVisible()
  await expect(page.getByText(/^LEC-COD · hay /)).toBeVisible()
  await page.goto(`/#/producto?q=${code}`)
  await page.getByRole('button', { name: `Acciones de Combo ${code}` }).press('Enter')
  await pickEntry(page, 'Duplicar')
  await expect(page.getByRole('heading', { name: `Combo ${code} (copia)` })).toBeVisible()
  await expect(page.getByLabel('Cantidad 2')).toHaveValue('2')
})

test('no barrier: lists and forms, with menu, dialogs and errors open', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await enter(page)
  await page.goto('/#/persona')
  const menu = page.getByRole('button', { name: /^Acciones de/ }).first()
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Eliminar' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'people with the menu of a row')
  await page.getByRole('menuitem', { name: 'Eliminar' }).click()
  await expect(page.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await expectAccessibleAtWidths(page, 'confirmation')
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('link', { name: 'Nueva persona' }).click()
  await page.getByLabel('Correo 1', { exact: true }).fill('no-es-correo')
  await page.getByRole('button', { name: 'Añadir dirección' }).click()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Este campo es requerido.')).toHaveCount(4)
  await expectAccessibleAtWidths(page, 'person with errors')
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByRole('dialog', { name: '¿Descartar los cambios?' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'unsaved changes')
  await page.getByRole('button', { name: 'Descartar cambios' }).click()
  await expect(page.getByRole('heading', { name: /^Personas/ })).toBeVisible()
  await page.goto('/#/producto')
  await page
    .getByRole('checkbox', { name: /^Seleccionar (?!todo)/ })
    .first()
    .check()
  await expectAccessibleAtWidths(page, 'products with one chosen')
  await page.getByRole('link', { name: 'Nuevo producto' }).click()
  await page.getByRole('button', { name: 'Añadir lista' }).click()
  await page.getByRole('button', { name: 'Armar un combo con otros productos' }).click()
  await page.getByLabel('Agregar parte').fill('LEC-COD')
  await page.getByRole('option', { name: /LEC-COD/ }).click()
  await expectAccessibleAtWidths(page, 'product')
})
