import type { FacturaFormInput } from '@yupana/contract'

import type { Random } from '../../src/testing/random.ts'

/** One product for all clients of a company. */
export const PRODUCTO = { code: 'P1', name: 'Resma de papel', type_product: 'PRODUCTO', iva: 6, price: 10_000_000, manage_inventory: true }
/** Shares of documents that move stock, and of those that are paid later. */
const [DE_EXISTENCIAS, A_PLAZO] = [0.5, 0.4] as const
const PLAZO = { plazo: 30, unidad_tiempo: 'dias' } as const
const CONSUMIDOR_FINAL = '07'

type Mercaderia = Partial<Pick<FacturaFormInput, 'lineas' | 'pagos'>> & { comprador?: { tipo_identificacion: string } | undefined }

/** Sometimes makes a form move the product, and sometimes makes it paid later, as on a company's normal day. */
export function conMercaderia<Form extends object>(form: Form, random: Random, producto: string | undefined): Form {
  const { lineas, pagos, comprador }: Mercaderia = form
  const [mueve, esAPlazo] = [random.chance(DE_EXISTENCIAS), random.chance(A_PLAZO)]
  return {
    ...form,
    ...(lineas && mueve && producto && { lineas: lineas.map((linea) => ({ ...linea, producto_id: producto })) }),
    ...(pagos &&
      esAPlazo &&
      comprador?.tipo_identificacion !== CONSUMIDOR_FINAL && { pagos: pagos.map((pago) => ({ ...pago, ...PLAZO })) }),
  }
}
