import { setAgente } from './support/agente.ts'
import { call, emitFactura, freshCliente } from './support/emit.ts'
import { fetched, rucOf } from './support/fetched.ts'
import { goTo, headingOf } from './support/screen.ts'
import { CONTADORA, EMPRESA, signIn } from './support/sign-in.ts'
import { anotherPerson, expect, expectAccessible, expectAccessibleAtWidths, test } from './support/test.ts'

const OTRA = '001-001-999999999'

test('R-2.3.16 R-2.3.17 O-26 what a client withheld is read from its XML, matched to his factura, lowers what he owes, and tells how it differs', async ({
  page,
  browser,
}) => {
  // Sellers on credit have this page; buyers withhold on another one.
  await signIn(page, CONTADORA, EMPRESA.ajustable)
  const compra = await anotherPerson(browser)
  await signIn(compra, CONTADORA)
  const cliente = { ...freshCliente('QUIEN COMPRA'), tipo_identificacion: '04', identificacion: await rucOf(compra) }
  const vendedor = { ...freshCliente('QUIEN VENDE'), tipo_identificacion: '04', identificacion: await rucOf(page) }
  const id = await emitFactura(page, cliente, { cantidad: 100, plazo: 30 })
  const venta = (await call<{ numero: string; total: number; autorizacion: string; fecha_emision: string }>(page, `v1/documento/${id}`))
    .data
  const { numero, total, autorizacion, fecha_emision: fecha } = venta
  const base = Math.round(total / 1.15 / 10_000) * 10_000
  const iva = total - base
  const sustento = {
    cod_sustento: '01',
    cod_doc: '01',
    numero,
    fecha,
    autorizacion,
    total_sin_impuestos: base,
    importe_total: total,
    impuestos: [{ codigo: '2', codigo_porcentaje: '4', base, tarifa: 15_000_000, valor: iva }],
    retenciones: [{ impuesto: '2', codigo: '1', base: iva, porcentaje: 30_000_000 }],
    pagos: [{ forma_pago: '20', total }],
  }
  await setAgente(compra, true)
  const ajena = { ...sustento, numero: OTRA, autorizacion: '1234567890' }
  const form = { establecimiento: '001', punto: '001', sujeto: vendedor, docs_sustento: [sustento, ajena] }
  const { data: emitida } = await call(compra, `v1/retencion/emitir/${crypto.randomUUID()}`, form)
  const estadoOf = async () => (await call(compra, `v1/retencion/${emitida.id}`)).data.estado
  await expect.poll(estadoOf, { timeout: 30_000, intervals: [100] }).toBe('AUTORIZADO')
  const xml = await fetched(compra, `v1/retencion/xml/${emitida.id}`)
  await setAgente(compra, false)
  await compra.context().close()

  const dolares = (monto: number) => `$${(monto / 1_000_000).toLocaleString('en-US', { minimumFractionDigits: 2 })}`
  const retenido = Math.round((iva * 0.3) / 10_000) * 10_000
  const debe = page.getByRole('row', { name: new RegExp(`Factura ${numero}`) })
  await goTo(page, `/comprobante/cobrar?q=${numero}`)
  await expect(headingOf(page, 'Cuentas por cobrar')).toBeVisible()
  await expect(debe.getByRole('cell', { name: dolares(total) })).toHaveCount(2)

  const subir = async (content: string) => {
    await goTo(page, '/retencion')
    await expect(headingOf(page, 'Retención recibida')).toBeVisible()
    await page.locator('input[type=file]').setInputFiles({ name: 'retencion.xml', mimeType: 'text/xml', buffer: Buffer.from(content) })
    await page.getByRole('button', { name: 'Subir' }).click()
  }
  await subir(xml.replace('<valorRetenido>', '<valorRetenido>9'))
  await expect(page.getByText(/La firma NO es válida/)).toBeVisible()
  await subir(xml)
  await expect(page.getByText(/^Leída del XML de .*, con su firma verificada\.$/)).toBeVisible()
  const suya = page.getByRole('group', { name: 'Retención 1' })
  for (const [label, value] of [
    ['Su factura', numero],
    ['Código', '1'],
    ['%', '30'],
    ['Retenido', (retenido / 1_000_000).toFixed(2)],
  ] as const)
    await expect(suya.getByLabel(label, { exact: true })).toHaveValue(value)
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessibleAtWidths(page, 'retención read from its XML')
  await suya.getByLabel('%', { exact: true }).fill('treinta')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(suya.getByText('Ingrese un número válido.')).toBeVisible()
  await suya.getByLabel('%', { exact: true }).fill('30')
  await page.getByRole('button', { name: 'Guardar' }).dblclick()

  await expect(page.getByRole('heading', { name: /^Retención recibida \d{3}-\d{3}-\d{9}$/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Diferencias' }).getByRole('listitem')).toHaveText([
    `El comprobante ${OTRA} no está entre los suyos.`,
  ])
  await expect(page.getByRole('link', { name: numero })).toBeVisible()
  await expectAccessible(page, 'retención with its differences')
  await goTo(page, `/comprobante/cobrar?q=${numero}`)
  await expect(debe.getByRole('cell', { name: dolares(total - retenido) })).toBeVisible()
  await subir(xml)
  await expect(page.getByText(/repetido|ya está registrad/i).first()).toBeVisible()
})
