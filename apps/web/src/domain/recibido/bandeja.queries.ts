import {
  acceptRecibido,
  correctRecibido,
  ignoreRecibido,
  searchRecibido,
  type CorreccionRecibido,
  type RecibidoFila,
} from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { BulkResult } from '../../components/data-table/use-bulk.ts'
import { HttpError } from '../../lib/http/http-error.ts'
import { fetchData, send, type CallInput } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { noticeSuccess, type Notice } from '../../lib/pagina/notices.ts'
import { forgetRecibidos, KEY } from './recibido.queries.ts'

// The list of the inbox, and the actions on its rows.

type Query = NonNullable<CallInput<unknown>['query']>

export const recibidosQuery = (query: Query) =>
  queryOptions({
    queryKey: [KEY, 'lista', query],
    queryFn: ({ signal }) => fetchData(searchRecibido, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** A page of the list, for working through all of it. */
export const fetchRecibidos = (query: Query) => fetchData(searchRecibido, { query })

/** The shown proposal, which is what the server books. */
const mostradoOf = ({ propuesta }: Pick<RecibidoFila, 'propuesta'>) =>
  propuesta === null ? {} : { sustento: propuesta.sustento, ...(propuesta.bodega?.id && { bodega_id: propuesta.bodega.id }) }

/** Accepts one of many as proposed; returns the result in words and the id of the purchase. */
export async function aceptarUno(fila: RecibidoFila): Promise<BulkResult & { compra?: string }> {
  const { id, propuesta } = fila
  try {
    const { data } = await send(acceptRecibido, { params: { id }, body: mostradoOf(fila), background: true })
    const text = propuesta === null ? 'Registrado' : `Registrado con sustento ${propuesta.sustento}`
    return { ok: true, text, ...(data.compra_id !== null && { compra: data.compra_id }) }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return { ok: false, text: Object.values(error.fieldErrors)[0] ?? error.message }
  }
}

/** Accepts a document. `next` gives the action of the notice. @throws HttpError */
export async function aceptar(fila: RecibidoFila, next?: (now: RecibidoFila) => Notice['action']): Promise<RecibidoFila> {
  const answer = await send(acceptRecibido, { params: { id: fila.id }, body: mostradoOf(fila) })
  noticeSuccess(answer, acceptRecibido.msg, next?.(answer.data))
  await forgetRecibidos()
  return answer.data
}

/** @throws HttpError */
export async function ignorar(id: string, ignorado: boolean): Promise<void> {
  await send(ignoreRecibido, { params: { id }, body: { ignorado } })
  await forgetRecibidos()
}

/** Corrects the proposal for its supplier from now on. @throws HttpError */
export async function corregir(id: string, cambio: CorreccionRecibido): Promise<void> {
  await send(correctRecibido, { params: { id }, body: cambio })
  await queryClient.invalidateQueries({ queryKey: [KEY] })
}
