import type { Locator, Page } from '@playwright/test'

import { expect } from './expect.ts'

interface Producto {
  id: string
  code: string
  name: string
  price: number
  iva: number
}
const QUINCE = 6
const CENT = 10_000

/** Units of a product of 15 % IVA at its own price: a seller may not charge another. */
function formOf({ id, code, name, price, iva }: Producto, comprador: Cliente, cantidad: number, plazo: number) {
  const base = Math.round((price * cantidad) / CENT)
  const linea = { producto_id: id, codigo: code, descripcion: name, cantidad: cantidad * 1_000_000, precio_unitario: price, iva }
  return {
    establecimiento: '001',
    punto: '001',
    comprador,
    lineas: [linea],
    pagos: [
      {
        forma_pago: '20',
        total: (base + Math.round((base * 15) / 100)) * CENT,
        ...(plazo > 0 && { plazo, unidad_tiempo: 'dias' }),
      },
    ],
  }
}

/** Makes a call as the signed-in user. */
export const call = <T = { id: string; estado: string; correo_estado: string }>(
  page: Page,
  path: string,
  body?: object,
  verb?: 'DELETE' | 'PUT',
) =>
  page.evaluate(
    async ([address, content, method]) => {
      const { token } = JSON.parse(localStorage.getItem('auth') ?? '{}') as { token: string }
      const answer = await fetch(`/app/${address}`, {
        method: method ?? (content === undefined ? 'GET' : 'POST'),
        headers: {
          Authorization: `Bearer ${token}`,
          ...(content === undefined ? {} : { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() }),
        },
        ...(content === undefined ? {} : { body: JSON.stringify(content) }),
      })
      return (await answer.json()) as { data: unknown }
    },
    [path, body, verb] as const,
  ) as Promise<{ data: T }>

let lastMark = 0

/** A new client, found by this name. */
export const freshCliente = (name: string) => {
  lastMark = Math.max(Date.now(), lastMark + 1)
  const mark = `${lastMark}`
  return { tipo_identificacion: '06', identificacion: `E${mark}`, razon_social: `${name} ${mark}`, correos: ['ana@ejemplo.ec'] }
}
type Cliente = ReturnType<typeof freshCliente>

async function facturaOf(page: Page, comprador: Cliente, cantidad: number, plazo = 0) {
  const { content } = (await call<{ content: Producto[] }>(page, 'productos/search_product_venta?size=20')).data
  const producto = content.find(({ iva }) => iva === QUINCE)
  if (!producto) throw new Error('The catalogue has no product at 15 %.')
  return { id: await page.evaluate(() => crypto.randomUUID()), form: formOf(producto, comprador, cantidad, plazo) }
}

/** Issues a factura to this client as the signed-in user, due in `plazo` days; returns its id once it is authorised. */
export async function emitFactura(page: Page, comprador: Cliente, { waits = true, cantidad = 1, plazo = 0 } = {}): Promise<string> {
  const { id, form } = await facturaOf(page, comprador, cantidad, plazo)
  const { data } = await call(page, `v1/documento/emitir/${id}`, form)
  if (waits)
    await expect
      .poll(async () => (await call(page, `v1/documento/${data.id}`)).data.estado, { timeout: 30_000, intervals: [100] })
      .toBe('AUTORIZADO')
  return data.id
}

/** Registers a factura issued on a printed form that day (O-101); returns the answer of the call. */
export async function registerFactura(page: Page, comprador: Cliente, fecha: string) {
  const { id, form } = await facturaOf(page, comprador, 1)
  const registro = { modo: 'FISICA', numero: `001-001-${`${Date.now()}`.slice(-9)}`, autorizacion: '1234567890', fecha }
  return call(page, `v1/documento/registrar/${id}`, { ...form, registro })
}

/** Saves this client in the catalogue. */
export const savePersona = (page: Page, cliente: Cliente) => call(page, 'v1/persona/create', { ...cliente, roles: ['cliente'] })

/** Opens a new factura, without the draft of an earlier test. */
export async function openNew(page: Page) {
  await page.goto('/#/documento')
  const cliente = page.getByRole('combobox', { name: 'Cliente' })
  const discard = page.getByRole('button', { name: 'Descartar' })
  await expect(discard.or(cliente)).toBeVisible()
  if (await discard.isVisible()) await discard.click()
  await expect(cliente).toBeFocused()
}

/** Opens a new document of this screen, without the draft of an earlier test; `first` is one of its fields. */
export async function beginNew(page: Page, path: string, first: Locator) {
  await page.goto(`/#${path}`)
  const discard = page.getByRole('button', { name: 'Descartar' })
  await expect(discard.or(first)).toBeVisible()
  if (await discard.isVisible()) await discard.click()
  await expect(first).toBeVisible()
}
