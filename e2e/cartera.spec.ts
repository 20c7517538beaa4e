import type { Page } from '@playwright/test'

import { call } from './support/emit.ts'
import { goTo, headingOf, pickEntry } from './support/screen.ts'
import { CONTADORA, EMPRESA, signIn } from './support/sign-in.ts'
import { expect, expectAccessible, expectAccessibleAtWidths, PHONE, test } from './support/test.ts'

/** A client, created by the API: people have journeys of their own. */
const cliente = (page: Page, mark: string) =>
  page.evaluate(
    async (body) => {
      const { token } = JSON.parse(localStorage.getItem('auth') ?? '{}') as { token: string }
      const answer = await fetch('/app/v1/persona/create', {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
        body: JSON.stringify(body),
      })
      return ((await answer.json()) as { data: { id: string } }).data.id
    },
    {
      tipo_identificacion: '06',
      identificacion: `P${mark}`,
      razon_social: `DEUDORA ${mark}`,
      roles: ['cliente'],
      correos: [],
      telefonos: [],
    },
  )

/** A debt of a client of ten dollars, collected in cash. */
const cobroEnEfectivo = (page: Page, persona_id: string, mark: string) =>
  page.evaluate(
    async ({ persona_id: persona, numero }) => {
      const { token } = JSON.parse(localStorage.getItem('auth') ?? '{}') as { token: string }
      const post = async (path: string, body: object) => {
        const answer = await fetch(`/app/v1/${path}`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
          body: JSON.stringify(body),
        })
        return ((await answer.json()) as { data: { id: string } }).data.id
      }
      const valor = 10_000_000
      const saldo = { sentido: 'COBRAR', persona_id: persona, numero, fecha: '2026-01-01', valor }
      const cuenta_id = await post('cartera/saldo_inicial', saldo)
      const metodos = [{ metodo: 'EFECTIVO', valor }]
      return post('pago/create', { sentido: 'COBRAR', aplicaciones: [{ cuenta_id, valor }], metodos })
    },
    { persona_id, numero: `001-003-${mark.slice(-9)}` },
  )

test('O-126 by keyboard alone: a balance from before, what is collected of it in two methods, its receipt, its reversal, the statement', async ({
  page,
}) => {
  test.slow()
  await signIn(page, CONTADORA)
  const mark = `${Date.now()}`
  const nombre = `DEUDORA ${mark}`
  const id = await cliente(page, mark)
  const dialog = page.getByRole('dialog')
  const acciones = page.getByRole('row', { name: nombre }).getByRole('button', { name: /^Acciones de/ })

  await goTo(page, `/persona/${id}`)
  await page.getByRole('link', { name: 'Estado de cuenta' }).press('Enter')
  await expect(headingOf(page, `Estado de cuenta: ${nombre}`)).toBeVisible()
  await page.getByRole('button', { name: 'Saldo inicial' }).press('Enter')
  await expect(dialog.getByLabel('Documento')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type(`001-001-${mark.slice(-9)}`)
  await dialog.getByRole('textbox', { name: 'Fecha de emisión' }).fill('01/02/2026')
  await dialog.getByRole('textbox', { name: 'Vence' }).fill('03/03/2026')
  await dialog.getByLabel('Saldo pendiente').fill('100')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saldo inicial registrado exitosamente')).toBeVisible()
  await expect(page.getByRole('row', { name: /Saldo inicial.*\$100\.00.*\$100\.00/ })).toBeVisible()

  await goTo(page, '/comprobante/cobrar')
  await page.getByRole('searchbox', { name: 'Buscar' }).fill(nombre)
  await expect(page.getByRole('row', { name: new RegExp(`${nombre}.*días vencida.*\\$100\\.00`) })).toBeVisible()
  await acciones.press('Enter')
  await pickEntry(page, 'Registrar cobro')
  await expect(dialog.getByLabel('Valor', { exact: true })).toBeFocused()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('120')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Como máximo $100.00.')).toBeVisible()
  await dialog.getByLabel('Valor', { exact: true }).fill('60')
  // An empty field takes the whole needed amount.
  await expect(dialog.getByLabel('Valor recibido')).toHaveAttribute('placeholder', '60.00')
  await dialog.getByLabel('Valor recibido').fill('50')
  await dialog.getByRole('button', { name: 'Otra forma de pago' }).press('Enter')
  const segunda = dialog.getByRole('group', { name: 'Forma de pago 2' })
  await segunda.getByLabel('Forma de pago').selectOption({ label: 'Transferencia' })
  await segunda.getByLabel('Valor recibido').fill('15')
  await segunda.getByLabel('Banco').fill('Pichincha')
  await segunda.getByLabel('Referencia').fill('998877')
  await dialog.getByRole('checkbox', { name: 'Registrar $5.00 de más como anticipo' }).press('Space')
  await dialog.getByRole('button', { name: 'Registrar cobro' }).press('Enter')
  await expect(page.getByText('Cobro registrado exitosamente')).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(`${nombre}.*\\$40\\.00`) })).toBeVisible()

  await page.getByRole('link', { name: 'Por cliente' }).press('Enter')
  await expect(page.getByRole('link', { name: 'Por cliente' })).toHaveAttribute('aria-current', 'true')
  await page.getByRole('searchbox', { name: 'Buscar' }).fill(nombre)
  await expect(page.getByLabel('Totales').getByText('$40.00')).toHaveCount(2)
  await page.getByRole('link', { name: `Más de 90 días de ${nombre}: $40.00` }).press('Enter')
  await expect(page.getByRole('row', { name: new RegExp(`${nombre}.*\\$40\\.00`) })).toHaveCount(1)
  await expect(page.getByRole('button', { name: `Quitar filtro: ${nombre}` })).toBeVisible()

  await goTo(page, '/comprobante/cobros')
  await page.getByRole('searchbox', { name: 'Buscar' }).fill(nombre)
  await expect(page.getByRole('row', { name: new RegExp(`RC-\\d{6}.*${nombre}.*Transferencia 998877.*\\$65\\.00`) })).toBeVisible()
  const recibo = page.waitForEvent('download')
  await acciones.press('Enter')
  await pickEntry(page, 'Recibo')
  expect((await recibo).suggestedFilename()).toMatch(/^recibo-RC-\d{6}\.pdf$/)
  await acciones.press('Enter')
  await pickEntry(page, 'Enviar por correo')
  await expect(dialog.getByRole('textbox', { name: 'Correo 1' })).toBeFocused()
  await page.keyboard.type('ana@ejemplo.ec')
  await expectAccessibleAtWidths(page, 'Enviar el recibo')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Recibo enviado por correo')).toBeVisible()
  await acciones.press('Enter')
  await pickEntry(page, 'Reversar')
  await expect(dialog.getByLabel('Motivo')).toBeFocused()
  await page.keyboard.type('Cheque devuelto')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Cobro reversado exitosamente')).toBeVisible()
  await expect(page.getByRole('row', { name: /Reversado/ })).toBeVisible()
  await page.getByRole('link', { name: /^RC-\d{6}$/ }).press('Enter')
  await expect(page.getByRole('heading', { name: /^Cobro RC-\d{6}$/, level: 1 })).toBeVisible()
  await expect(page.getByText('Motivo: Cheque devuelto')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Correos enviados' }).getByText('ana@ejemplo.ec')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enviar por correo' })).toHaveCount(0)
  await expectAccessibleAtWidths(page, 'a collection')

  const estado = `/comprobante/estado-cuenta?persona=${id}&sentido=COBRAR&size=20`
  await goTo(page, estado)
  await expect(page.getByRole('row', { name: /Cobro reversado/ }).first()).toBeVisible()
  await expect(page.getByLabel('Antigüedad').getByText('$100.00').first()).toBeVisible()
  const pdf = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF', exact: true }).press('Enter')
  expect((await pdf).suggestedFilename()).toMatch(/^estado-de-cuenta-.*\.pdf$/)
  await goTo(page, `${estado}&desde=2020-01-01`)
  await expect(page.getByLabel('Saldos del período').getByText('Saldo anterior al 01/01/2020')).toBeVisible()
  await page.getByRole('button', { name: 'Enviar estado' }).press('Enter')
  await dialog.getByRole('textbox', { name: 'Correo 1' }).fill('ana@ejemplo.ec')
  await expectAccessible(page, 'Enviar estado')
  await dialog.getByRole('button', { name: 'Enviar correo' }).press('Enter')
  await expect(page.getByText('Estado de cuenta enviado por correo')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Recordatorios' }).getByText(/estado de cuenta del 01\/01\/2020 a hoy/)).toBeVisible()

  await page.setViewportSize(PHONE)
  for (const [path, heading] of [
    [`${estado}&desde=2020-01-01`, `Estado de cuenta: ${nombre}`],
    ['/comprobante/cobrar', 'Cuentas por cobrar'],
    ['/comprobante/pagar', 'Cuentas por pagar'],
    ['/comprobante/cobrar/personas?size=20', 'Cuentas por cobrar'],
    ['/comprobante/cobros', 'Cobros'],
  ] as const) {
    await goTo(page, path)
    await expect(headingOf(page, heading)).toBeVisible()
    await expectAccessibleAtWidths(page, path)
  }
  await goTo(page, estado)
  await page.getByRole('button', { name: 'Registrar cobro' }).click()
  await expect(dialog.getByRole('button', { name: 'Registrar cobro' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'Registrar cobro')
  await goTo(page, '/comprobante/cobrar')
  await page.getByRole('button', { name: 'Recordatorios' }).press('Enter')
  await expect(dialog.getByLabel('3 días después')).toBeVisible()
  await expectAccessibleAtWidths(page, 'Recordatorios')
})

test('by keyboard: the days on which clients are reminded are chosen and kept, and a reminder by hand stands in the account of its client', async ({
  page,
}) => {
  // Nobody is reminded in the second company meanwhile, so it is used.
  await signIn(page, CONTADORA, EMPRESA.ajustable)
  const mark = `${Date.now()}`
  const id = await cliente(page, mark)
  await call(page, 'v1/cartera/saldo_inicial', {
    sentido: 'COBRAR',
    persona_id: id,
    numero: `001-003-${mark.slice(-9)}`,
    fecha: '2026-01-01',
    vence: '2026-01-31',
    valor: 75_000_000,
  })
  const dialog = page.getByRole('dialog')
  const dias = ['3 días antes', 'El día que vence', '3 días después'] as const
  const activo = dialog.getByRole('checkbox', { name: 'Recordar a los clientes' })
  const open = async () => {
    await goTo(page, '/comprobante/cobrar')
    await page.getByRole('button', { name: 'Recordatorios' }).press('Enter')
    await expect(activo).toBeFocused()
  }
  await open()
  await activo.setChecked(true)
  for (const box of await dialog.getByRole('group', { name: 'Respecto del vencimiento' }).getByRole('checkbox').all())
    if (await box.isChecked()) await box.press('Space')
  await dialog.getByRole('button', { name: 'Guardar' }).press('Enter')
  await expect(dialog.getByText('Elija al menos un día.')).toBeVisible()
  for (const dia of dias) await dialog.getByRole('checkbox', { name: dia, exact: true }).press('Space')
  await dialog.getByLabel('Mensaje a los clientes').fill(`Pague en la ventanilla ${mark}`)
  await dialog.getByRole('button', { name: 'Guardar' }).press('Enter')
  await expect(page.getByText('Recordatorios guardados exitosamente')).toBeVisible()
  await page.reload()
  await open()
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(1 + dias.length)
  await expect(dialog.getByLabel('Mensaje a los clientes')).toHaveValue(`Pague en la ventanilla ${mark}`)
  await expect(dialog.getByText(/^Guardado por Carmen Contreras el /)).toBeVisible()
  await page.keyboard.press('Escape')

  await goTo(page, `/comprobante/estado-cuenta?persona=${id}&sentido=COBRAR`)
  await page.getByRole('button', { name: 'Recordar por correo' }).press('Enter')
  await dialog.getByRole('textbox', { name: 'Correo 1' }).fill(`ana${mark}@ejemplo.ec`)
  await expectAccessibleAtWidths(page, 'Recordar el saldo')
  await dialog.getByRole('button', { name: 'Enviar correo' }).press('Enter')
  await expect(page.getByText('Recordatorio enviado por correo')).toBeVisible()
  const recordatorios = page.getByRole('region', { name: 'Recordatorios' })
  await expect(
    recordatorios.getByText(new RegExp(`por Carmen Contreras: \\$75\\.00 a ana${mark}@ejemplo\\.ec, con su estado de cuenta$`)),
  ).toBeVisible()
  await expectAccessible(page, 'an account with its reminders')
  await open()
  await page.keyboard.press('Space')
  await dialog.getByRole('button', { name: 'Guardar' }).press('Enter')
  await expect(page.getByText('Recordatorios guardados exitosamente').last()).toBeVisible()
})

test('of a client with more open documents than a page, the one chosen is ready to be paid and the rest is told and found', async ({
  page,
}) => {
  await signIn(page, CONTADORA)
  const mark = `${Date.now()}`
  const id = await cliente(page, mark)
  const dialog = page.getByRole('dialog')
  const serie = mark.slice(-6)
  await page.evaluate(
    async ({ id: persona_id, serie: begin }) => {
      const { token } = JSON.parse(localStorage.getItem('auth') ?? '{}') as { token: string }
      for (let at = 0; at < 53; at += 1) {
        const vence = `2026-0${1 + Math.floor(at / 28)}-${String((at % 28) + 1).padStart(2, '0')}`
        const numero = `001-002-${begin}${String(at).padStart(3, '0')}`
        const answer = await fetch('/app/v1/cartera/saldo_inicial', {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
          body: JSON.stringify({ sentido: 'COBRAR', persona_id, numero, fecha: '2026-01-01', vence, valor: (at + 1) * 1_000_000 }),
        })
        if (!answer.ok) throw new Error(await answer.text())
      }
    },
    { id, serie },
  )
  await goTo(page, '/comprobante/cobrar')
  await page.getByRole('searchbox', { name: 'Buscar' }).fill(`${serie}052`)
  await page
    .getByRole('row', { name: `${serie}052` })
    .getByRole('button', { name: /^Acciones de/ })
    .press('Enter')
  await pickEntry(page, 'Registrar cobro')
  const filas = dialog.getByRole('list', { name: 'Documentos' }).getByRole('listitem')
  await expect(filas.first()).toContainText(`${serie}052`)
  await expect(filas.first().getByLabel('Valor')).toBeFocused()
  await expect(filas.first().getByLabel('Valor')).toHaveValue('53.00')
  await expect(dialog.getByText('Se muestran 51 de 53 documentos abiertos')).toBeVisible()
  await expectAccessibleAtWidths(page, 'Registrar cobro de muchos')
  await dialog.getByRole('button', { name: 'Ver más documentos' }).press('Enter')
  await expect(filas).toHaveCount(53)
  await expect(filas.nth(51).getByLabel('Valor')).toBeFocused()
  await page.keyboard.type('1')
  await dialog.getByRole('button', { name: 'Registrar cobro' }).press('Enter')
  await expect(page.getByText('Cobro registrado exitosamente')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Buscar' }).fill(`${serie}0`)
  await expect(page.getByRole('row', { name: `${serie}052` })).toHaveCount(0)
})

test('a till by keyboard alone: opened, cash taken out of it, counted and closed with its difference, its count as PDF, the list of tills', async ({
  page,
}) => {
  // Nobody sells in the second company meanwhile, so it is used.
  await signIn(page, CONTADORA, EMPRESA.ajustable)
  const dialog = page.getByRole('dialog')
  await goTo(page, '/comprobante/caja')
  await page.getByRole('button', { name: 'Abrir caja' }).press('Enter')
  await expect(dialog.getByLabel('Efectivo al abrir')).toBeFocused()
  await page.keyboard.type('20')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Caja abierta exitosamente')).toBeVisible()
  const titulo = page.getByRole('heading', { level: 1, name: /^Caja CJ-\d{6}$/ })
  await expect(titulo).toBeVisible()
  const numero = (await titulo.innerText()).replace('Caja ', '')

  await page.getByRole('button', { name: 'Ingreso o egreso' }).press('Enter')
  await expect(dialog.getByLabel('Movimiento')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('25')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Gasto menor')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('En la caja hay $20.00 en efectivo.')).toBeVisible()
  await dialog.getByLabel('Valor').fill('5')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /Egreso.*Gasto menor.*Efectivo.*-\$5\.00/ })).toBeVisible()

  const mark = `${Date.now()}`
  const pago = await cobroEnEfectivo(page, await cliente(page, mark), mark)
  await page.reload()
  await page.getByRole('button', { name: 'Cerrar caja' }).press('Enter')
  await expect(dialog.getByLabel('De $100.00')).toBeFocused()
  await dialog.getByRole('group', { name: 'Billetes' }).getByLabel('De $10.00').fill('2')
  await dialog.getByRole('group', { name: 'Monedas' }).getByLabel('De $1.00').fill('4')
  await expect(dialog.getByRole('status')).toHaveText('Esperado $25.00Contado $24.00Faltante $1.00')
  // The till is closed on a telephone.
  await page.setViewportSize(PHONE)
  await expectAccessibleAtWidths(page, 'Cerrar caja')
  await dialog.getByLabel('Nota').fill('Un vuelto de más')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Caja cerrada exitosamente')).toBeVisible()
  await expect(page.getByText('Faltante $1.00')).toBeVisible()
  await expect(page.getByRole('row', { name: 'Moneda de $1.00 4 $4.00' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ingreso o egreso' })).toHaveCount(0)
  const pdf = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Arqueo en PDF' }).press('Enter')
  expect((await pdf).suggestedFilename()).toBe(`arqueo-${numero}.pdf`)
  await expectAccessibleAtWidths(page, 'Caja cerrada')
  // The cash is given back after the till was closed: without a till, and the screen says so.
  await goTo(page, `/comprobante/pago?id=${pago}`)
  await page.getByRole('button', { name: 'Reversar' }).press('Enter')
  await expect(dialog.getByText(`contaron en la caja ${numero}`)).toBeVisible()
  await expectAccessibleAtWidths(page, 'Reversar sin caja')
  await dialog.getByLabel('Motivo').fill('Cobro repetido')
  await dialog.getByRole('checkbox', { name: 'Reversar sin caja' }).press('Space')
  await dialog.getByRole('button', { name: 'Reversar' }).press('Enter')
  await expect(page.getByText(`Se reversó sin caja: su efectivo sigue contado en la caja ${numero}.`)).toBeVisible()
  await goTo(page, '/comprobante/caja')
  await expect(page.getByText('Hoy reversó sin caja $10.00 en efectivo')).toBeVisible()
  await page.getByRole('link', { name: 'Con diferencia' }).press('Enter')
  await expect(page.getByRole('link', { name: numero })).toBeVisible()
  await expectAccessibleAtWidths(page, 'Cajas')
})
