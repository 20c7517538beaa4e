import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'

import { judgeReceptor, setAnulado } from './support/autoridad.ts'
import { call, emitFactura, freshCliente, openNew, registerFactura, savePersona } from './support/emit.ts'
import { acceptInvitacion } from './support/persona-nueva.ts'
import { goTo, headingOf } from './support/screen.ts'
import { CONTADORA, signIn } from './support/sign-in.ts'
import { anotherPerson, expect, expectAccessible, expectNotSideways, PHONE, test } from './support/test.ts'

// Documents pass the whole pipeline, several people work, and axe checks many states.
test.describe.configure({ timeout: 180_000 })

const EMPLEADO = 4
/** A month that no other journey declares, as the month after it: its balances would be those of the next. */
const MES = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 3, 1)).toISOString().slice(0, 7)
const PAPEL = `/declaraciones?formulario=104&periodo=${MES}`
const CERRADO = `El mes ${MES.slice(5)}/${MES.slice(0, 4)} está cerrado: ábralo o use otra fecha.`

/** Checks a state at the width of a phone. */
async function expectAccessibleNarrow(page: Page, state: string) {
  await expectNotSideways(page, state)
  const desk = page.viewportSize()
  await page.setViewportSize(PHONE)
  // An element below the sticky header is no target.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(page, state)
  if (desk) await page.setViewportSize(desk)
}

/** Signs in as a user who declares in this administrator's company and does not administer it. */
async function signInDeclarante(page: Page, guest: Page) {
  const mail = `declara${Date.now()}@ejemplo.ec`
  const { data: invitacion } = await call<{ enlace: string }>(page, 'invitacion/send', { mail, rol: EMPLEADO })
  const password = await acceptInvitacion(guest, invitacion.enlace)
  const { data: empleados } = await call<{ id: string; mail: string }[]>(page, 'business/employee/all')
  const id = empleados.find((one) => one.mail === mail)?.id ?? ''
  await call(page, `v1/empleado/edit/${id}`, { rol: EMPLEADO, collections: ['declaracion:presentar'] }, 'PUT')
  await call(page, 'business/employee/assign_menu', { id, menus: ['/declaraciones'] }, 'PUT')
  await guest.goto('/#/login')
  await guest.getByLabel('Usuario/Identificación o Correo').fill(mail)
  await guest.getByLabel('Contraseña', { exact: true }).fill(password)
  await guest.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(headingOf(guest, 'Inicio')).toBeVisible()
}

test('R-2.3.41 a declared month is closed: nothing enters it nor is voided in silence, and an ADMIN opens it with a reason', async ({
  page,
  browser,
}) => {
  await signIn(page, CONTADORA)
  const cliente = freshCliente('DEL MES PASADO')
  const { data: registrada } = await registerFactura(page, cliente, `${MES}-10`)
  const { numero } = registrada as unknown as { numero: string }
  await goTo(page, PAPEL)
  await page.getByRole('button', { name: 'Escribir saldos' }).press('Enter')
  const saldos = page.getByRole('dialog', { name: 'Saldos y opciones' })
  await saldos.getByRole('button', { name: 'Guardar' }).press('Enter')
  await expect(saldos).toBeHidden()
  await page.getByRole('button', { name: 'Registrar como declarada' }).press('Enter')
  await page.getByRole('dialog', { name: '¿Registrar como declarada?' }).getByRole('button', { name: 'Registrar como declarada' }).click()
  await expect(page.getByText('Declarada', { exact: true })).toBeVisible()

  // Issued outside that month: its date is refused at the field.
  await openNew(page)
  await page.getByRole('combobox', { name: 'Cliente' }).fill(cliente.identificacion)
  await page.getByRole('option', { name: new RegExp(cliente.razon_social) }).click()
  await page.getByLabel('Descripción, línea 1', { exact: true }).fill('Mano de obra')
  await page.getByLabel('Cantidad, línea 1', { exact: true }).fill('1')
  await page.getByLabel('Precio unitario, línea 1', { exact: true }).fill('10')
  await page.getByRole('button', { name: 'Ya se emitió fuera' }).press('Enter')
  const registro = page.getByRole('dialog', { name: 'Registrar factura emitida fuera' })
  await registro.getByLabel('Número').fill(`001-001-${`${Date.now()}`.slice(-9)}`)
  await registro.getByLabel('Autorización').fill('1234567890')
  await registro.getByRole('textbox', { name: 'Fecha de emisión' }).fill(`12/${MES.slice(5)}/${MES.slice(0, 4)}`)
  await registro.getByRole('button', { name: 'Registrar' }).press('Enter')
  await expect(registro.getByText(CERRADO)).toBeVisible()
  await expectAccessibleNarrow(page, 'a day of a closed month')
  await page.keyboard.press('Escape')

  // The SRI may void a declared document: the screen warns before, and shows it afterwards.
  await goTo(page, `/comprobante/${registrada.id}`)
  await page.getByText('Más', { exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Registrar anulación' }).press('Enter')
  const anular = page.getByRole('dialog', { name: `Registrar la anulación de ${numero}` })
  await expect(anular.getByText(/^Su mes ya se declaró y está cerrado/)).toBeVisible()
  await expectAccessibleNarrow(page, 'voiding what was declared')
  await anular.getByLabel('Prueba').fill('Trámite 12345 del portal')
  await anular.getByRole('button', { name: 'Registrar anulación' }).press('Enter')
  await expect(page.locator('header').getByText('Anulado', { exact: true })).toBeVisible()
  await goTo(page, PAPEL)
  await expect(page.getByRole('region', { name: 'Cambió desde que se declaró' })).toBeVisible()
  await expectAccessibleNarrow(page, 'a declared month that changed')

  const guest = await anotherPerson(browser)
  await signInDeclarante(page, guest)
  await goTo(guest, PAPEL)
  await expect(guest.getByRole('button', { name: 'Saldos y opciones' })).toBeVisible()
  await expect(guest.getByRole('button', { name: /^Reabrir/ })).toHaveCount(0)
  const pedido = { formulario: '104', periodo: MES, motivo: 'No soy administrador' }
  expect(await call(guest, 'v1/declaracion/reabrir', pedido)).toMatchObject({ status: '403' })
  await guest.context().close()

  await page.getByRole('button', { name: 'Reabrir el período' }).press('Enter')
  const reabrir = page.getByRole('dialog', { name: /^Reabrir / })
  await reabrir.getByRole('button', { name: 'Reabrir' }).press('Enter')
  await expect(reabrir.getByText('Escriba al menos 5 caracteres.')).toBeVisible()
  await expect(reabrir.getByLabel('Motivo')).toBeFocused()
  await expectAccessibleNarrow(page, 'opening a month without a reason')
  const motivo = `Se anuló ${numero}`
  await reabrir.getByLabel('Motivo').fill(motivo)
  await page.keyboard.press('Enter')
  await expect(reabrir).toBeHidden()
  await expect(page.getByRole('button', { name: 'Reabrir el período' })).toHaveCount(0)
  await goTo(page, '/configuracion/auditoria')
  const hecho = page.getByRole('row').filter({ hasText: motivo })
  await expect(hecho).toContainText('Reabrió un período declarado')
  expect(await registerFactura(page, cliente, `${MES}-12`)).toMatchObject({ status: '200' })
})

test('O-56 a void is followed from its request in «Anulaciones en curso» to what the SRI and the receiver decide', async ({ page }) => {
  await signIn(page, CONTADORA)
  const cliente = freshCliente('SE ANULA')
  const id = await emitFactura(page, cliente)
  const { clave, numero } = (await call<{ clave: string; numero: string }>(page, `v1/documento/${id}`)).data
  await goTo(page, `/comprobante/${id}`)
  await page.getByText('Más', { exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Solicitar anulación' }).press('Enter')
  const pedir = page.getByRole('dialog', { name: `Solicitar la anulación de ${numero}` })
  await pedir.getByRole('button', { name: 'Solicitar anulación' }).press('Enter')
  await expect(pedir.getByText('Confirme cada paso de la lista.')).toBeVisible()
  await expectAccessibleNarrow(page, 'asking to void without what it takes')
  await pedir.getByLabel('Motivo').fill('La venta no se hizo')
  for (const paso of await pedir.getByRole('checkbox').all()) await paso.press('Space')
  await pedir.getByRole('button', { name: 'Solicitar anulación' }).press('Enter')
  const anulacion = page.getByRole('region', { name: 'Anulación' })
  await expect(anulacion).toContainText('Solicitada: falta la respuesta del SRI')

  await goTo(page, '/')
  await page.getByRole('link', { name: /anulaci(ón|ones) en curso/ }).press('Enter')
  await expect(page.getByRole('button', { name: 'Quitar filtro: Anulaciones en curso' })).toBeVisible()
  const fila = page.getByRole('row').filter({ hasText: cliente.razon_social })
  await expect(fila.getByText('Autorizado', { exact: true })).toBeVisible()
  await expectAccessibleNarrow(page, 'voids under way')
  await fila.getByRole('link').first().press('Enter')

  await setAnulado(clave, 'PENDIENTE DE ANULAR')
  await anulacion.getByRole('button', { name: 'Consultar al SRI' }).press('Enter')
  await expect(anulacion).toContainText('En el SRI: falta que el receptor la acepte', { timeout: 30_000 })
  await expect(anulacion.getByRole('button', { name: 'Retirar solicitud' })).toHaveCount(0)
  // A toast covers the elements below it.
  await expect(page.getByText(/^Se está consultando al SRI/)).toHaveCount(0)
  await expectAccessibleNarrow(page, 'a void that its receiver has to accept')
  await setAnulado(clave, 'ANULADO')
  await anulacion.getByRole('button', { name: 'Consultar al SRI' }).press('Enter')
  await expect(page.locator('header').getByText('Anulado', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(anulacion).toContainText('Anulada por el SRI')
  await goTo(page, '/comprobante?atencion=POR_ANULAR&desde=')
  await expect(page.getByRole('button', { name: 'Quitar filtro: Anulaciones en curso' })).toBeVisible()
  await expect(fila).toHaveCount(0)
})

test('O-97 the report of numbers leads to the story of each: refused, given up or voided', async ({ page }) => {
  await signIn(page, CONTADORA)
  const cliente = freshCliente('SIN NÚMERO')
  await judgeReceptor(cliente.identificacion, '69')
  const refused = [await emitFactura(page, cliente, { waits: false }), await emitFactura(page, cliente, { waits: false })]
  const estadoOf = async (id = '') => (await call(page, `v1/documento/${id}`)).data.estado
  for (const id of refused) await expect.poll(() => estadoOf(id), { timeout: 30_000 }).toBe('RECHAZADO')
  await judgeReceptor(cliente.identificacion, null)
  const anulada = await emitFactura(page, cliente)
  await call(page, `v1/comprobante/registrar_anulacion/${anulada}`, { prueba: 'El portal lo muestra ANULADO' })
  await call(page, `v1/comprobante/cerrar/${refused[1]}`, { motivo: 'El cliente desistió' })
  const numeroOf = async (id = '') => (await call<{ numero: string }>(page, `v1/documento/${id}`)).data.numero
  const casos = [
    [refused[0], 'No autorizado', 'El SRI no autorizó este comprobante'],
    [refused[1], 'Número cerrado', 'El número de este comprobante se cerró'],
    [anulada, 'Anulado', 'Anulado'],
  ] as const

  await goTo(page, '/comprobante')
  await page.getByRole('button', { name: 'Más listas' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Números sin autorizar' }).press('Enter')
  await expect(headingOf(page, 'Números sin documento autorizado')).toBeVisible()
  for (const [id, estado, dice] of casos) {
    const numero = await numeroOf(id)
    const fila = page
      .getByRole('row')
      .filter({ hasText: numero.slice(0, 7) })
      .filter({ hasText: numero.slice(8) })
    await expect(fila.getByRole('cell', { name: estado, exact: true })).toBeVisible()
    if (id === refused[0]) await expectAccessibleNarrow(page, 'numbers without an authorised document')
    await fila.getByRole('link', { name: numero.slice(8) }).press('Enter')
    await expect(headingOf(page, `Factura ${numero}`)).toBeVisible()
    await expect(page.getByText(dice, { exact: true }).first()).toBeVisible()
    await page.goBack()
    await expect(headingOf(page, 'Números sin documento autorizado')).toBeVisible()
  }
  await call(page, `v1/comprobante/cerrar/${refused[0]}`, { motivo: 'Nadie lo corrige' })
})

test('O-104 many drafts are issued with progress, stopped in the middle, and a reload on the way loses and doubles none', async ({
  page,
}) => {
  await signIn(page, CONTADORA)
  const cliente = freshCliente('MUCHOS')
  await savePersona(page, cliente)
  await openNew(page)
  await page.getByRole('combobox', { name: 'Cliente' }).fill(cliente.identificacion)
  await page.getByRole('option', { name: new RegExp(cliente.razon_social) }).click()
  await page.getByLabel('Descripción, línea 1', { exact: true }).fill('Mano de obra')
  await page.getByLabel('Cantidad, línea 1', { exact: true }).fill('1')
  await page.getByLabel('Precio unitario, línea 1', { exact: true }).fill('10')
  await page.keyboard.press('Control+KeyS')
  await expect(page).toHaveURL(/#\/documento\/[0-9a-f-]{36}$/)
  const uno = new URL(page.url()).hash.split('/').at(-1) ?? ''
  const { contenido } = (await call<{ contenido: object }>(page, `v1/documento/borrador/${uno}`)).data
  const TODOS = 5
  for (let at = 1; at < TODOS; at += 1) await call(page, 'v1/documento/create', { contenido: { ...contenido, clave: randomUUID() } })

  /** Emissions wait here until the test releases them. */
  let emissions = 0
  let release = () => {}
  const heldAt = (n: number, passes: boolean) =>
    page.route('**/app/v1/documento/emitir/*', async (route) => {
      emissions += 1
      if (emissions !== n) return route.continue()
      const answer = passes ? await route.fetch() : undefined
      await new Promise<void>((done) => (release = done))
      return answer ? route.fulfill({ response: answer }).catch(() => undefined) : route.continue()
    })
  const filas = page.getByRole('row', { name: new RegExp(cliente.razon_social) })
  const lote = page.getByRole('dialog', { name: 'Emitir borradores' })
  const begin = async (count: number) => {
    await expect(filas).toHaveCount(count)
    for (const fila of await filas.all()) await fila.getByRole('checkbox').check()
    await page.getByRole('group', { name: 'Acciones con lo seleccionado' }).getByRole('button', { name: 'Emitir' }).press('Enter')
    await lote.getByRole('button', { name: `Emitir ${count} borradores` }).press('Enter')
  }

  await heldAt(2, false)
  await goTo(page, '/comprobante/borradores')
  await begin(TODOS)
  await expect.poll(() => emissions).toBe(2)
  await expect(lote.getByRole('status')).toHaveText(`Documentos emitidos: 1 de ${TODOS}`)
  await lote.getByRole('button', { name: 'Detener' }).press('Enter')
  release()
  await expect(lote.getByRole('status')).toHaveText(`Documentos emitidos: 2 de ${TODOS}`)
  await expect(lote.getByRole('button', { name: 'Detener' })).toHaveCount(0)
  await expectAccessibleNarrow(page, 'drafts stopped half way')
  await lote.getByRole('button', { name: 'Cerrar' }).last().press('Enter')
  await expect(filas).toHaveCount(TODOS - 2)
  expect(emissions).toBe(2)

  // The first one is issued, and the page leaves before the answer arrives.
  await page.unroute('**/app/v1/documento/emitir/*')
  await heldAt(3, true)
  await begin(TODOS - 2)
  await expect.poll(() => emissions).toBe(3)
  await page.reload()
  release()
  await page.unroute('**/app/v1/documento/emitir/*')
  await expect(headingOf(page, 'Borradores')).toBeVisible()
  await begin(TODOS - 3)
  await expect(lote.getByRole('status')).toHaveText('Documentos emitidos: 2 de 2')
  await lote.getByRole('button', { name: 'Cerrar' }).last().press('Enter')
  await expect(filas).toHaveCount(0)
  await goTo(page, `/comprobante?q=${encodeURIComponent(cliente.razon_social)}`)
  await expect(filas).toHaveCount(TODOS)
  for (const fila of await filas.all()) await expect(fila.getByText('Autorizado', { exact: true })).toBeVisible({ timeout: 30_000 })
})
