import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

const FORM = {
  establecimiento: '001', punto: '001',
  lineas: [{ codigo: 'P-1', descripcion: 'Servicio de prueba', cantidad: 1_000_000, precio_unitario: 10_000_000, iva: 6 }],
  pagos: [{ forma_pago: '20', total: 11_500_000 }],
}

const call = (page: Page, path: string, body?: object) =>
  page.evaluate(
    async ([address, content]) => {
      const { token } = JSON.parse(localStorage.getItem('auth') ?? '{}') as { token: string }
      const answer = await fetch(`/app/v1/${address}`, {
        method: content === undefined ? 'GET' : 'POST',
        headers: { Authorization: `Bearer ${token}`, ...(content === undefined ? {} : { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() }) },
        ...(content === undefined ? {} : { body: JSON.stringify(content) }),
      })
      return (await answer.json()) as { data: { id: string; estado: string; correo_estado: string } }
    },
    [path, body] as const,
  )

/** A client nobody has yet, found by this name. */
export const freshCliente = (name: string) => {
  const mark = `${Date.now()}`
  return { tipo_identificacion: '06', identificacion: `E${mark}`, razon_social: `${name} ${mark}`, correos: ['ana@ejemplo.ec'] }
}
type Cliente = ReturnType<typeof freshCliente>

/** Issues a factura to this client as the signed-in user and answers its id, once it is authorised. */
export async function emitFactura(page: Page, comprador: Cliente, { waits = true } = {}): Promise<string> {
  const id = await page.evaluate(() => crypto.randomUUID())
  const { data } = await call(page, `documento/emitir/${id}`, { ...FORM, comprador })
  if (waits) await expect.poll(async () => (await call(page, `documento/${data.id}`)).data.estado, { timeout: 30_000 }).toBe('AUTORIZADO')
  return data.id
}

/** Keeps this client in the catalogue. */
export const savePersona = (page: Page, cliente: Cliente) => call(page, 'persona/create', { ...cliente, roles: ['cliente'] })
