import { MAX_RETENER, proposeRetenciones, RETENCION_CALLS, type CompraRetenida, type PropuestaCompra } from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import type { BulkResult } from '../../components/data-table/use-bulk.ts'
import { fetchData } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { sendEmision } from '../emision/emision.ts'
import { reasonOf } from '../emision/emitir-borrador.ts'
import { puntoFormOf } from '../emision/series.ts'

type Pedida = { id: string; operacion?: CompraRetenida['operacion'] }

/** Proposals for these purchases, in parts of as many as one call takes. @throws HttpError */
export async function proponer(compras: readonly Pedida[], signal?: AbortSignal): Promise<PropuestaCompra[]> {
  const all: PropuestaCompra[] = []
  for (let from = 0; from < compras.length; from += MAX_RETENER) {
    const part = compras.slice(from, from + MAX_RETENER)
    all.push(...(await fetchData(proposeRetenciones, { body: { compras: part }, background: true, ...(signal && { signal }) })))
  }
  return all
}

/** Read anew each time, so that a purchase withheld meanwhile is not withheld again. */
export const propuestasQuery = (compras: readonly string[], instance: string) =>
  queryOptions({
    queryKey: ['retencion', 'lote', instance],
    queryFn: ({ signal }) =>
      proponer(
        compras.map((id) => ({ id })),
        signal,
      ),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnReconnect: false,
  })

interface Envio {
  id: string
  idempotencyKey: string
}

/** Issues the proposal of a purchase as it is, with its own key: a repetition does not issue it again. */
export async function emitirPropuesta(
  { formulario, razon }: PropuestaCompra,
  serie: string,
  { id, idempotencyKey }: Envio,
): Promise<BulkResult> {
  if (!formulario) return { ok: false, text: razon ?? '' }
  try {
    const form = { ...formulario, ...puntoFormOf(serie) }
    const { numero } = await sendEmision(RETENCION_CALLS, { id, idempotencyKey, form, isCorreccion: false })
    return { ok: true, text: numero }
  } catch (error) {
    return { ok: false, text: reasonOf(error) }
  }
}

export const forgetRetenidas = () =>
  Promise.all(['compra', 'recibido', 'comprobante'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
