import type { Browser, Page } from '@playwright/test'

import { emitFactura, freshCliente } from './emit.ts'
import { fetched, rucOf } from './fetched.ts'
import { CONTADORA, signIn } from './sign-in.ts'
import { anotherPerson } from './test.ts'

export interface FacturaRecibida {
  xml: string
  clave: string
  numero: string
}

interface Pedido {
  count?: number
  cantidad?: number
}

/** Authorised facturas of another company of the accountant to the signed-in user's company, as from a supplier. */
export async function facturasDeProveedor(
  page: Page,
  browser: Browser,
  proveedor: RegExp,
  { count = 1, cantidad = 1 }: Pedido = {},
): Promise<[FacturaRecibida, ...FacturaRecibida[]]> {
  const vende = await anotherPerson(browser)
  await signIn(vende, CONTADORA, proveedor)
  const cliente = { ...freshCliente('QUIEN COMPRA'), tipo_identificacion: '04', identificacion: await rucOf(page) }
  const ids = await Promise.all(Array.from({ length: count }, () => emitFactura(vende, cliente, { cantidad })))
  const xmls = await Promise.all(ids.map((id) => fetched(vende, `v1/documento/xml/${id}`)))
  await vende.context().close()
  const [first, ...others] = xmls.map((xml) => {
    const clave = /<claveAcceso>(\d{49})</.exec(xml)?.[1] ?? ''
    return { xml, clave, numero: `${clave.slice(24, 27)}-${clave.slice(27, 30)}-${clave.slice(30, 39)}` }
  })
  if (!first) throw new Error('None was asked for.')
  return [first, ...others]
}
