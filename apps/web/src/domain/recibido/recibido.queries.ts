import {
  acceptRecibido,
  ignoreRecibido,
  importRecibido,
  readRecibido,
  searchRecibido,
  type Importacion,
  type RecibidoFila,
} from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { fetchData, send, type CallInput } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'

const KEY = 'recibido'
type Query = NonNullable<CallInput<unknown>['query']>

export const recibidosQuery = (query: Query) =>
  queryOptions({
    queryKey: [KEY, 'lista', query],
    queryFn: ({ signal }) => fetchData(searchRecibido, { query, signal }),
    placeholderData: keepPreviousData,
  })

export const recibidoQuery = (id: string) =>
  queryOptions({ queryKey: [KEY, 'ficha', id], gcTime: 0, queryFn: ({ signal }) => fetchData(readRecibido, { params: { id }, signal }) })

const forget = () => Promise.all([KEY, 'compra', 'retencion_recibida'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })))

/** @throws HttpError with why the file as a whole is refused */
export async function importar(file: File, onProgress: (sent: number, total: number) => void): Promise<Importacion> {
  const body = new FormData()
  body.set('file', file)
  const answer = await fetchData(importRecibido, { body: body as never, onProgress })
  void forget()
  return answer
}

/** @throws HttpError */
export async function aceptar(id: string, sustento?: string): Promise<RecibidoFila> {
  const answer = await send(acceptRecibido, { params: { id }, body: sustento === undefined ? {} : { sustento } })
  noticeSuccess(answer, acceptRecibido.msg)
  await forget()
  return answer.data
}

/** @throws HttpError */
export async function ignorar(id: string, ignorado: boolean): Promise<void> {
  await send(ignoreRecibido, { params: { id }, body: { ignorado } })
  await forget()
}
