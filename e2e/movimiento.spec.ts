import { readFile } from 'node:fs/promises'

import type { Page, Request } from '@playwright/test'

import { call, freshCliente, savePersona } from './support/emit.ts'
import { goTo, headingOf, pickEntry } from './support/screen.ts'
import { CONTADORA, signIn } from './support/sign-in.ts'
import { DESKTOP, expect, expectAccessible, expectAccessibleAtWidths, PHONE, test } from './support/test.ts'

/** A product with stock, created by the API: its screen has a journey of its own. */
const productoConStock = async (page: Page, code: string, name: string, more: object = {}) =>
  (
    await call(page, 'productos/create', {
      code,
      name,
      type_product: 'PRODUCTO',
      iva: 6,
      price: 5_000_000,
      manage_inventory: true,
      ...more,
    })
  ).data.id

/** Moves this quantity of a product in the default warehouse; entries cost $2.00 each. */
async function moverDe(page: Page, producto: string, tipo: string, cantidad: number) {
  const { data: bodegas } = await call<{ id: string; predeterminada: boolean }[]>(page, 'v1/bodega/all')
  await call(page, 'v1/movimiento/create', {
    tipo,
    bodega_id: bodegas.find(({ predeterminada }) => predeterminada)?.id,
    lineas: [{ producto_id: producto, cantidad: cantidad * 1_000_000, ...(tipo === 'INGRESO' && { costo_unitario: 2_000_000 }) }],
  })
}

test('R-1.6 R-2.3.35 R-2.3.36 by keyboard alone: a warehouse, an entry, a transfer on its way, its receipt and the kardex', async ({
  page,
}) => {
  test.slow()
  await signIn(page, CONTADORA)
  const mark = `${Date.now()}`
  const nombre = `Café de altura tostado y molido ${mark}`
  await productoConStock(page, `K${mark}`, nombre)

  await page.goto('/#/bodega')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Nueva bodega' }).first().press('Enter')
  await expect(dialog.getByLabel('Nombre')).toBeFocused()
  await page.keyboard.type(`Bodega norte ${mark}`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Bodega registrada exitosamente')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Buscar' }).fill(mark)
  await expect(page.getByText('Mostrando 1 a 1 de 1')).toBeVisible()
  expect(await exported(page)).toBe(`\uFEFFNombre,Descripción,Establecimiento,Uso,Estado\r\nBodega norte ${mark},,,,Activo\r\n`)

  const elegir = async () => {
    const picker = page.getByRole('combobox', { name: 'Agregar producto' })
    await picker.focus()
    await page.keyboard.type(`café ${mark}`)
    await expect(page.getByRole('option', { name: new RegExp(nombre) })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel(/^Cantidad que/)).toBeFocused()
  }
  const registrado = page.getByText('Movimiento registrado exitosamente')
  // The toast of the earlier movement may still be visible.
  const guardar = async () => {
    await page.getByRole('button', { name: 'Guardar' }).press('Enter')
    await expect(registrado.last()).toBeVisible()
  }
  await page.goto('/#/movimiento')
  await expect(page.getByRole('heading', { name: 'Movimientos', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Nuevo movimiento' }).first().press('Enter')
  await expect(page.getByRole('heading', { name: 'Nuevo movimiento' })).toBeVisible()
  await elegir()
  await page.keyboard.type('12,5')
  await page.keyboard.press('Tab')
  await page.keyboard.type('3.20')
  // Enter leads to the next product, and does not submit.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Agregar producto' })).toBeFocused()
  await expect(page.getByText('Hay 0 en esta bodega')).toBeVisible()
  await guardar()
  await expect(page.getByRole('heading', { name: /^Ingreso del/ })).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(`${nombre}.*Compra.*12\\.5.*\\$40\\.00.*12\\.5`) })).toBeVisible()

  await page.goto('/#/movimiento/registro')
  await page.getByLabel('Tipo').focus()
  await page.keyboard.type('Transferencia')
  await page.getByLabel('Bodega de destino').selectOption({ label: `Bodega norte ${mark}` })
  await page.getByLabel('Queda en tránsito').press('Space')
  await elegir()
  await page.keyboard.type('5')
  await guardar()
  await expect(page.getByText('En tránsito')).toBeVisible()
  await page.getByRole('button', { name: 'Recibir' }).press('Enter')
  await expect(page.getByText('Transferencia recibida exitosamente')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Recibir' })).toBeHidden()

  await page.getByRole('link', { name: nombre }).first().press('Enter')
  await expect(page.getByRole('heading', { name: 'Kardex', level: 1 })).toBeVisible()
  await expect(page.getByRole('row', { name: /Transferencia enviada.*5.*\$16\.00.*7\.5.*\$24\.00/ })).toBeVisible()

  const kardex = page.url()
  await page.setViewportSize(PHONE)
  await page.goto(kardex)
  await expect(page.getByText('Transferencia enviada')).toBeVisible()
  await expectAccessibleAtWidths(page, 'kardex')
  for (const path of ['/bodega', '/movimiento', '/movimiento/registro']) {
    await page.goto(`/#${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessibleAtWidths(page, path)
  }
})

/** A camera that sees this code repeatedly, with the page's code reader. */
const camaraQueVe = (page: Page, codigo: string) =>
  page.addInitScript((rawValue) => {
    let seen = 0
    Object.assign(window, {
      BarcodeDetector: class {
        detect = () => Promise.resolve(seen++ === 0 ? [{ rawValue }] : [])
      },
    })
    const picture = document.createElement('canvas')
    picture.getContext('2d')
    Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia: () => Promise.resolve(picture.captureStream()) } })
  }, codigo)

test('R-2.3.36 a physical count: by scanner and camera, its differences before it is registered, and what was sold meanwhile', async ({
  page,
}) => {
  test.slow()
  const mark = `${Date.now()}`
  await camaraQueVe(page, `C${mark}`)
  await signIn(page, CONTADORA)
  const id = await productoConStock(page, `C${mark}`, `Conteo de fundas de café ${mark}`)
  const mover = (tipo: string, cantidad: number) => moverDe(page, id, tipo, cantidad)
  await mover('INGRESO', 10)

  await page.goto('/#/movimiento/registro')
  await page.getByLabel('Tipo').focus()
  await page.keyboard.type('Ajuste')
  const picker = page.getByRole('combobox', { name: 'Agregar producto' })
  const contada = page.getByLabel('Cantidad contada')
  // As a scanner types: the code and Enter, each twice.
  for (const cantidad of ['1', '2']) {
    await picker.focus()
    await page.keyboard.insertText(`C${mark}`)
    await page.keyboard.press('Enter')
    await expect(contada).toHaveValue(cantidad)
  }
  await page.getByRole('button', { name: 'Leer con la cámara' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(`Conteo de fundas de café ${mark}: 3`)).toBeVisible()
  await expectAccessible(page, 'lector de códigos')
  await dialog.getByRole('button', { name: 'Listo' }).press('Enter')
  await expect(contada).toHaveValue('3')

  const verDiferencias = page.getByRole('button', { name: 'Ver diferencias' })
  await verDiferencias.press('Enter')
  await expect(page.getByText('Escriba por qué se ajusta el inventario.').first()).toBeVisible()
  await page.getByLabel('Motivo').fill('Conteo de fin de mes')
  await contada.fill('10')
  await verDiferencias.press('Enter')
  await expect(dialog.getByText('Lo contado coincide con el stock: no hay nada que ajustar.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Registrar conteo' })).toBeHidden()
  await page.keyboard.press('Escape')

  // The moment of this count is asked for 0.4 s after it is typed. What was asked before belongs to the quantity before.
  const pedidos: Request[] = []
  page.on('request', (request) => request.url().includes(`/v1/existencia/${id}`) && pedidos.push(request))
  await contada.fill('7')
  const anteriores = pedidos.length
  await expect.poll(() => pedidos.length).toBeGreaterThan(anteriores)
  await pedidos.at(-1)?.response()
  await mover('EGRESO', 2)
  await verDiferencias.press('Enter')
  await expect(dialog.getByRole('row', { name: /Después salieron 2: quedará en 5\..* 10 7 -3 -\$6\.00/ })).toBeVisible()
  // The count ends on a telephone.
  await page.setViewportSize(PHONE)
  await expectAccessibleAtWidths(page, 'diferencias')
  await dialog.getByRole('button', { name: 'Seguir contando' }).press('Enter')
  await expect(contada).toHaveValue('7')
  await verDiferencias.press('Enter')
  await dialog.getByRole('button', { name: 'Registrar conteo' }).press('Enter')
  await expect(page.getByText(`Desde que contó C${mark} salieron 2: queda en 5.`)).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Ajuste del/ })).toBeVisible()
})

/** Content of a file exported from a list, by keyboard. */
async function exported(page: Page) {
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar' }).press('Enter')
  await page.getByRole('button', { name: /CSV/ }).press('Enter')
  return readFile(await (await file).path(), 'utf8')
}

test('by keyboard: from the minimum stock to the purchase and its payment, and what the product and both people tell of it', async ({
  page,
}) => {
  test.slow()
  await signIn(page, CONTADORA)
  const mark = `${Date.now()}`
  const nombre = `Harina de quinua ${mark}`
  const producto = await productoConStock(page, `H${mark}`, nombre, { minimum_stock: 10_000_000 })
  await moverDe(page, producto, 'INGRESO', 2)
  const proveedor = { ...freshCliente('MOLINOS'), tipo_identificacion: '04', identificacion: `179${mark.slice(-7)}001` }
  const { data: vende } = await call(page, 'v1/persona/create', { ...proveedor, roles: ['proveedor'] })
  const cliente = freshCliente('PANADERÍA')
  const { data: compra } = await savePersona(page, cliente)

  await goTo(page, `/movimiento/existencias?estado=REPONER&q=${mark}`)
  await expect(page.getByRole('row', { name: `H${mark} ${nombre} 2 — 10 — 8 $2.00 $4.00` })).toBeVisible()
  expect(await exported(page)).toMatch(new RegExp(`^H${mark},${nombre},2\\.00,.*,8\\.00,`, 'm'))
  await expectAccessibleAtWidths(page, 'what to buy')

  await goTo(page, '/documento/compra')
  await expect(headingOf(page, 'Factura de compra')).toBeVisible()
  await page.getByRole('combobox', { name: 'Proveedor', exact: true }).focus()
  await page.keyboard.type(proveedor.identificacion)
  await expect(page.getByRole('option', { name: new RegExp(proveedor.razon_social) })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Número', { exact: true })).toBeFocused()
  await page.keyboard.type(`001-001-${mark.slice(-9)}`)
  await page.getByLabel('Autorización o clave de acceso').fill('1234567890')
  await page.getByRole('textbox', { name: 'Vence' }).fill('31/12/2030')
  await page.getByLabel('Base sin IVA').fill('16')
  const picker = page.getByRole('combobox', { name: 'Agregar producto que entra a bodega' })
  await picker.focus()
  await page.keyboard.type(`quinua ${mark}`)
  await expect(page.getByRole('option', { name: new RegExp(nombre) })).toBeVisible()
  await page.keyboard.press('Enter')
  const detalle = page.getByRole('list', { name: 'Detalle', exact: true })
  await detalle.getByLabel('Cantidad').fill('8')
  await detalle.getByLabel('Subtotal sin IVA').fill('16')
  await expectAccessible(page, 'a purchase of what was proposed')
  await page.getByRole('button', { name: 'Guardar', exact: true }).press('Enter')
  await expect(page.getByRole('link', { name: /^Entró 1 producto a / })).toBeVisible()
  await goTo(page, `/movimiento/existencias?estado=REPONER&q=${mark}`)
  await expect(page.getByText('No se encontraron registros')).toBeVisible()

  const dialog = page.getByRole('dialog')
  await goTo(page, '/comprobante/pagar')
  await page.getByRole('searchbox', { name: 'Buscar' }).fill(proveedor.razon_social)
  const deuda = page.getByRole('row', { name: new RegExp(`${proveedor.razon_social}.*\\$18\\.40`) })
  await deuda.getByRole('button', { name: /^Acciones de/ }).press('Enter')
  await pickEntry(page, 'Registrar pago')
  await expect(dialog.getByLabel('Valor', { exact: true })).toBeFocused()
  await expect(dialog.getByLabel('Valor', { exact: true })).toHaveValue('18.40')
  await dialog.getByRole('combobox', { name: 'Forma de pago' }).focus()
  await page.keyboard.type('Transferencia')
  await dialog.getByLabel('Referencia').fill('445566')
  await expectAccessibleAtWidths(page, 'paying a supplier')
  await dialog.getByLabel('Referencia').press('Enter')
  await expect(page.getByText('Pago registrado exitosamente')).toBeVisible()
  await expect(deuda).toHaveCount(0)

  await call(page, 'productos/update/all', [{ id: producto, price: 6_000_000 }], 'PUT')
  const factura = await sellTo(page, cliente, { id: producto, code: `H${mark}`, nombre })
  await page.setViewportSize(DESKTOP)
  await goTo(page, `/producto/${producto}`)
  const tab = (name: string) =>
    page
      .getByRole('navigation', { name: /^Secciones/ })
      .getByRole('link', { name, exact: true })
      .press('Enter')
  await tab('Precios')
  const precios = page.getByRole('region', { name: 'Historial de precios' })
  await expect(precios.getByRole('img', { name: /^Precio al final de cada uno/ })).toBeVisible()
  await expect(precios.getByRole('region', { name: 'Cambios de precio' }).getByRole('row', { name: /\$5\.00.*\$6\.00/ })).toBeVisible()
  await precios.getByText('Ver como tabla').press('Enter')
  await expectAccessibleAtWidths(page, 'the prices of a product')
  await tab('Ventas')
  const ventas = page.getByRole('table', { name: 'Ventas del producto' })
  await expect(ventas.getByRole('row', { name: new RegExp(`Factura .*${cliente.razon_social}.*1.*\\$6\\.00.*\\$6\\.00`) })).toBeVisible()
  await expectAccessibleAtWidths(page, 'the sales of a product')
  await tab('Compras')
  const compras = page.getByRole('table', { name: 'Compras del producto' })
  await expect(compras.getByRole('row', { name: new RegExp(`${proveedor.razon_social}.*8.*\\$2\\.00.*\\$16\\.00`) })).toBeVisible()
  await expectAccessibleAtWidths(page, 'the purchases of a product')
  await tab('Kardex')
  for (const fila of [/Venta.*1.*\$2\.00.*9.*\$18\.00/, /Compra.*8.*\$16\.00.*10.*\$20\.00/])
    await expect(page.getByRole('row', { name: fila })).toBeVisible()
  await expectAccessibleAtWidths(page, 'the kardex of a product')

  await goTo(page, `/persona/${compra.id}`)
  await tab('Documentos')
  const ultima = page.getByRole('region', { name: 'Última compra' })
  await expect(ultima.getByText(/^Factura \d{3}-\d{3}-\d{9} del .* por \$6\.90$/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Documentos', exact: true }).getByRole('listitem')).toHaveCount(1)
  await expectAccessibleAtWidths(page, 'the documents of a client')
  await ultima.getByRole('link').press('Enter')
  await expect(page).toHaveURL(new RegExp(factura))
  await page.goBack()
  await tab('Saldo')
  await expect(page.getByRole('region', { name: 'Le debe a la empresa' }).getByText('$6.90').first()).toBeVisible()
  await expectAccessibleAtWidths(page, 'the balance of a client')
  await goTo(page, `/persona/${vende.id}`)
  await tab('Documentos')
  await expect(page.getByRole('region', { name: 'Comprado a este proveedor' }).getByRole('listitem')).toHaveText(/\$18\.40$/)
  await tab('Saldo')
  const pagado = page.getByRole('region', { name: 'La empresa le debe' })
  await expect(pagado.getByRole('listitem').filter({ hasText: '$18.40' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'the balance of a supplier')
})

/** Sells one unit on credit, and waits for the authority. */
async function sellTo(
  page: Page,
  comprador: ReturnType<typeof freshCliente>,
  { id, code, nombre }: { id: string; code: string; nombre: string },
): Promise<string> {
  const factura = await page.evaluate(() => crypto.randomUUID())
  await call(page, `v1/documento/emitir/${factura}`, {
    establecimiento: '001',
    punto: '001',
    comprador,
    lineas: [{ producto_id: id, codigo: code, descripcion: nombre, cantidad: 1_000_000, precio_unitario: 6_000_000, iva: 6 }],
    pagos: [{ forma_pago: '20', total: 6_900_000, plazo: 30, unidad_tiempo: 'dias' }],
  })
  await expect
    .poll(async () => (await call(page, `v1/documento/${factura}`)).data.estado, { timeout: 30_000, intervals: [100] })
    .toBe('AUTORIZADO')
  return factura
}
