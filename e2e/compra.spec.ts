import { freshCliente, savePersona } from './support/emit.ts'
import { facturasDeProveedor, type FacturaRecibida } from './support/proveedor.ts'
import { goTo, headingOf, pickEntry } from './support/screen.ts'
import { CONTADORA, EMPRESA, signIn } from './support/sign-in.ts'
import { expect, expectAccessible, expectAccessibleAtWidths, test } from './support/test.ts'

test('R-2.3.12 R-2.3.13 R-2.3.25 a signed XML becomes a purchase with one keystroke; a typed one leads to its withholding', async ({
  page,
  browser,
}) => {
  await signIn(page, CONTADORA, EMPRESA.ajustable)
  const [{ xml }] = await facturasDeProveedor(page, browser, EMPRESA.emisora)
  await goTo(page, '/comprobante/recibido')
  await expect(headingOf(page, 'Comprobantes recibidos')).toBeVisible()
  const file = (content: string) => ({ name: 'factura.xml', mimeType: 'text/xml', buffer: Buffer.from(content) })
  await page.locator('input[type=file]').setInputFiles(file(xml.replace('<descripcion>', '<descripcion>Otra: ')))
  await page.getByRole('button', { name: 'Subir' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Traer comprobantes' }).getByText('La firma NO es válida')).toBeVisible()
  await page.locator('input[type=file]').setInputFiles(file(xml))
  await page.getByRole('button', { name: 'Subir' }).press('Enter')
  await expect(page.getByText('1 nuevo', { exact: true })).toBeVisible()
  const accept = page.getByRole('button', { name: /^Registrar con sustento 0\d: Factura/ }).first()
  const name = (await accept.getAttribute('aria-label')) ?? ''
  const numero = /\d{3}-\d{3}-\d{9}/.exec(name)?.[0] ?? ''
  await page.getByRole('button', { name: `Ver y corregir lo propuesto: Factura ${numero}` }).press('Enter')
  const propuesta = page.getByRole('dialog', { name: `Factura ${numero}` })
  await expect(propuesta.getByText('Ningún artículo suyo está enlazado a un producto: se registra como gasto.')).toBeVisible()
  await propuesta.getByLabel('Sustento').selectOption({ value: '02' })
  await expect(propuesta.getByText(/^Como se eligió para este proveedor el /)).toBeVisible()
  await propuesta.getByLabel('Qué se compró').selectOption({ label: 'Transporte' })
  await expect(propuesta.getByText('Como se eligió para este proveedor.', { exact: true })).toBeVisible()
  await expectAccessible(page, 'what one keystroke would book')
  await page.keyboard.press('Escape')
  await expect(propuesta).toBeHidden()
  await page.getByRole('button', { name: 'Lo aprendido' }).press('Enter')
  const aprendido = page.getByRole('dialog', { name: 'Lo aprendido de cada proveedor' })
  await expect(aprendido.getByText('Sustento 02 · Transporte')).toBeVisible()
  await expectAccessible(page, 'what was learned of suppliers')
  await page.keyboard.press('Escape')
  await expect(aprendido).toBeHidden()
  await accept.press('Enter')
  await expect(page.getByText('Comprobante registrado exitosamente')).toBeVisible()
  await page.getByRole('link', { name: `Factura ${numero}` }).click()
  await expect(headingOf(page, `Factura ${numero}`)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Detalle', exact: true }).getByRole('listitem')).toHaveCount(1)

  const proveedor = freshCliente('PAPELERÍA')
  await savePersona(page, proveedor)
  await goTo(page, '/documento/compra')
  await expect(headingOf(page, 'Factura de compra')).toBeVisible()
  await page.getByRole('combobox', { name: 'Proveedor', exact: true }).click()
  await page.keyboard.type(proveedor.identificacion)
  await expect(page.getByRole('option', { name: new RegExp(proveedor.razon_social) })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Número', { exact: true })).toBeFocused()
  await page.keyboard.type('001-001-000000777')
  await page.getByLabel('Autorización o clave de acceso').fill('1234567890')
  await page.getByLabel('El proveedor del exterior es').selectOption({ label: 'Sociedad' })
  await page.getByLabel('Tipo de comprobante').selectOption({ label: '41 · Comprobante de venta emitido por reembolso' })
  await page.getByRole('button', { name: 'Detallar comprobantes' }).press('Enter')
  const reembolsos = page.getByRole('dialog', { name: 'Reembolsos de gastos' })
  await reembolsos.getByLabel('Número de identificación').fill('1790016919001')
  await reembolsos.getByLabel('Número', { exact: true }).fill('001-001-000000005')
  await reembolsos.getByLabel('Autorización').fill('1234567890')
  await reembolsos.getByLabel('Base con IVA').fill('100')
  await expectAccessible(page, 'the vouchers of a reembolso')
  await reembolsos.getByRole('button', { name: 'Listo' }).press('Enter')
  const devueltos = page.getByRole('list', { name: 'Comprobantes de reembolso' })
  await expect(devueltos.getByText('$115.00')).toBeVisible()
  await page.getByLabel('Base sin IVA').fill('100')
  await expect(page.getByLabel('Totales de la compra').getByText('$115.00')).toBeVisible()
  await page.getByLabel('IVA', { exact: true }).fill('17')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByRole('group', { name: 'Base' }).getByText(/El IVA debe ser \$15\.00/)).toBeVisible()
  await page.getByLabel('IVA', { exact: true }).fill('')
  await page.getByLabel('IRBPNR').fill('0.24')
  await expect(page.getByLabel('Totales de la compra').getByText('$115.24')).toBeVisible()
  await page.getByRole('button', { name: 'Otra forma de pago' }).press('Enter')
  const pagos = page.getByRole('group', { name: 'Pago' })
  await pagos.nth(0).getByLabel('Valor').fill('120')
  await pagos.nth(1).getByLabel('Forma de pago').selectOption({ label: 'Tarjeta de crédito' })
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText('Los pagos suman $120.00 y el total es $115.24.').first()).toBeVisible()
  await pagos.nth(0).getByLabel('Valor').fill('100')
  await expectAccessible(page, 'a purchase paid in two ways')
  await page.getByRole('button', { name: 'Guardar y retener' }).click()
  await expect(headingOf(page, 'Comprobante de venta emitido por reembolso 001-001-000000777')).toBeVisible()
  const retener = page.getByRole('dialog', { name: 'Emitir la retención' })
  await expect(retener.getByText(/^No se retiene\./)).toBeVisible()
  await expectAccessible(page, 'what would be withheld of a purchase just saved')
  await expect(devueltos.getByRole('listitem')).toHaveText([/^001-001-000000005 · 1790016919001\$115\.00$/])
  await retener.getByRole('link', { name: /^Cambiarla en el editor/ }).click()
  await expect(headingOf(page, 'Retención de compra nueva')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Proveedor', exact: true })).toHaveValue(new RegExp(proveedor.razon_social))
  await expect(page.getByLabel('Base sin impuestos')).toHaveValue('100.00')
})

test('R-2.3.12 a received document is booked into the stock by keyboard, and its item is proposed at the next one', async ({
  page,
  browser,
}) => {
  test.slow()
  await signIn(page, CONTADORA, EMPRESA.ajustable)
  const [primera, segunda] = await facturasDeProveedor(page, browser, EMPRESA.emisora, { count: 2 })
  const upload = async ({ xml }: FacturaRecibida) => {
    await goTo(page, '/documento/compra')
    await expect(headingOf(page, 'Factura de compra')).toBeVisible()
    await page.locator('input[type=file]').setInputFiles({ name: 'factura.xml', mimeType: 'text/xml', buffer: Buffer.from(xml) })
    await page.getByRole('button', { name: 'Subir' }).press('Enter')
    await expect(page.getByText('con su firma verificada')).toBeVisible()
  }
  await upload(primera)
  const mark = `${Date.now()}`
  await page.evaluate(
    async (body) => {
      const { token } = JSON.parse(localStorage.getItem('auth') ?? '{}') as { token: string }
      await fetch('/app/productos/create', {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
        body: JSON.stringify(body),
      })
    },
    { code: `E${mark}`, name: `Mercadería ${mark}`, type_product: 'PRODUCTO', iva: 6, price: 5_000_000, manage_inventory: true },
  )
  const detalle = page.getByRole('list', { name: 'Detalle', exact: true })
  // First takes back what an earlier run of this journey taught.
  const again = detalle.getByRole('button', { name: 'Cambiar producto' })
  const picker = detalle.getByRole('combobox', { name: 'Producto de la línea 1' })
  await expect(again.or(picker).first()).toBeVisible()
  if (await again.isVisible()) await again.press('Enter')
  await picker.focus()
  await page.keyboard.type(`mercadería ${mark}`)
  await expect(page.getByRole('option', { name: new RegExp(`Mercadería ${mark}`) })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(detalle.getByText(`Producto: Mercadería ${mark}`)).toBeVisible()
  await detalle.getByLabel('Unidades por empaque').fill('12')
  await expect(page.getByLabel('Bodega', { exact: true })).toBeVisible()
  await expectAccessible(page, 'a purchase with its goods')
  await page.getByRole('button', { name: 'Guardar', exact: true }).press('Enter')
  const entro = page.getByRole('link', { name: /^Entró 1 producto a / })
  await expect(entro).toBeVisible()
  await expect(detalle.getByText(`Producto: Mercadería ${mark}`)).toBeVisible()
  await entro.press('Enter')
  await expect(page.getByText(`Mercadería ${mark}`)).toBeVisible()
  await upload(segunda!)
  await expect(detalle.getByText('Propuesto. Como en la última compra a este proveedor.')).toBeVisible()
  await expect(detalle.getByLabel('Unidades por empaque')).toHaveValue('12')

  await goTo(page, '/comprobante/compras/articulos')
  await expect(headingOf(page, 'Artículos recordados')).toBeVisible()
  const row = page.getByRole('row', { name: new RegExp(`Mercadería ${mark}`) })
  await expect(row).toContainText('12')
  await row.getByRole('button', { name: /^Acciones/ }).press('Enter')
  await pickEntry(page, 'Editar')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Unidades por empaque').fill('24')
  await expectAccessible(page, 'a remembered item')
  await dialog.getByRole('button', { name: 'Guardar' }).press('Enter')
  await expect(row).toContainText('24')
  await row.getByRole('button', { name: /^Acciones/ }).press('Enter')
  await pickEntry(page, 'Olvidar')
  await page.getByRole('dialog').getByRole('button', { name: 'Olvidar' }).press('Enter')
  await expect(page.getByText('Artículos olvidados exitosamente')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('R-2.3.16 R-2.3.17 R-2.3.26 R-2.3.27 O-26 O-29 a typed withholding tells its differences, and stands in the table of its tax', async ({
  page,
}) => {
  await signIn(page, CONTADORA, EMPRESA.ajustable)
  const cliente = { ...freshCliente('AGENTE'), tipo_identificacion: '04', identificacion: `179${String(Date.now()).slice(-7)}001` }
  await savePersona(page, cliente)
  await goTo(page, '/retencion')
  await expect(headingOf(page, 'Retención recibida')).toBeVisible()
  await page.getByRole('combobox', { name: 'Quién retuvo' }).fill(cliente.identificacion)
  await page.getByRole('option', { name: new RegExp(cliente.razon_social) }).click()
  const numero = `001-001-${String(Date.now()).slice(-9)}`
  await page.getByLabel('Número', { exact: true }).fill(numero)
  await page.getByLabel('Autorización o clave de acceso').fill('1234567890')
  await page.getByLabel('Su factura').fill('009-009-000000009')
  await page.getByLabel('Impuesto').selectOption({ label: 'IVA' })
  await page.getByLabel('Código', { exact: true }).fill('1')
  await page.getByLabel('Base', { exact: true }).fill('15')
  await expect(page.getByLabel('%', { exact: true })).toHaveValue('30')
  await page.getByRole('button', { name: 'Otra retención' }).press('Enter')
  const otra = page.getByRole('group', { name: 'Retención 2' })
  await expect(otra.getByLabel('Su factura')).toHaveValue('009-009-000000009')
  await otra.getByLabel('Su factura').fill('009-009-000000010')
  await otra.getByLabel('Código', { exact: true }).fill('2')
  await otra.getByLabel('Base', { exact: true }).fill('30')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(headingOf(page, `Retención recibida ${numero}`)).toBeVisible()
  await expect(page.getByText('El comprobante 009-009-000000010 no está entre los suyos.')).toBeVisible()
  await expect(page.getByText('El comprobante 009-009-000000009 no está entre los suyos.')).toBeVisible()
  await goTo(page, '/retencion_iva')
  await page.getByLabel('Buscar', { exact: true }).fill('30%')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: 'Retenciones practicadas' }).click()
  await page.getByLabel('Cuáles').selectOption({ label: 'Recibidas en ventas' })
  await expect(page.getByRole('row', { name: new RegExp(`${numero}.*\\$4\\.50`) })).toBeVisible()
})

test('purchases, the inbox and withholdings are accessible in both themes and widths', async ({ page }) => {
  test.slow()
  await signIn(page, CONTADORA, EMPRESA.ajustable)
  for (const [path, heading] of [
    ['/documento/compra', 'Factura de compra'],
    ['/comprobante/recibido', 'Comprobantes recibidos'],
    ['/comprobante/compras', 'Compras registradas'],
    ['/comprobante/compras/articulos', 'Artículos recordados'],
    ['/retencion', 'Retención recibida'],
    ['/retencion_renta', 'Retenciones de renta'],
  ] as const) {
    await goTo(page, path)
    await expect(headingOf(page, heading)).toBeVisible()
    await expectAccessibleAtWidths(page, path)
  }
})
