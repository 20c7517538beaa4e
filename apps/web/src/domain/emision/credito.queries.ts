import { creditoOfCliente, type CreditoCliente } from '@yupana/contract'
import { add, displayMonto, sum, type Monto } from '@yupana/fiscal'
import { queryOptions } from '@tanstack/react-query'

import { fetchData } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { pagosFormOf, type PagoValores } from './pagos-valores.ts'
import type { ValoresEmision } from './tipo-documento.ts'

export const creditoQuery = (id: string) =>
  queryOptions({
    queryKey: ['documento', 'credito', id],
    queryFn: ({ signal }) => fetchData(creditoOfCliente, { query: { persona_id: id }, signal, background: true }),
  })

/** The part of a document of `total` that stays owed: its payments with a term. */
export const aCreditoOf = (pagos: readonly PagoValores[], total: Monto): Monto =>
  sum(pagosFormOf(pagos, total).flatMap(({ total: valor, plazo }) => (plazo ? [valor] : [])))

/** Warning that a sale on credit takes the client over his limit. */
export const pasaLimiteText = ({ limite, debe }: CreditoCliente, aCredito: Monto): string | undefined =>
  limite !== null && aCredito > 0 && debe + aCredito > limite
    ? `con esta venta a crédito debería ${displayMonto(add(debe, aCredito))}: pasa su límite de ${displayMonto(limite)}`
    : undefined

/** Longest wait for the server before the question is shown all the same, ms. */
const ESPERA_MS = 1_500
const late = () => new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no answer in time')), ESPERA_MS))

/** Whether this sale takes its client over his limit, by today's debt; the server is asked if that is unknown. */
export async function pasaLimite({ comprador, pagos = [] }: ValoresEmision & { pagos?: PagoValores[] }, total: Monto): Promise<boolean> {
  const id = comprador?.persona_id
  const aCredito = aCreditoOf(pagos, total)
  if (id === undefined || aCredito === 0) return false
  try {
    // Without a network this fails at once instead of waiting for one.
    const asked = queryClient.fetchQuery({ ...creditoQuery(id), staleTime: 0, networkMode: 'always' })
    const credito = await Promise.race([asked, late()])
    return credito !== null && pasaLimiteText(credito, aCredito) !== undefined
  } catch {
    return true
  }
}
