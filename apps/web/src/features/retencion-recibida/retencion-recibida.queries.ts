import {
  acceptRecibido,
  createRetencionRecibida,
  deleteRetencionRecibida,
  readRetencionRecibida,
  searchRetencionRecibida,
  type RetencionRecibidaFormInput,
} from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { fetchData, send, type CallInput } from '../../lib/http/http.ts'
import { forgetDeleted, queryClient } from '../../lib/http/query-client.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'

const KEY = 'retencion_recibida'
type Query = NonNullable<CallInput<unknown>['query']>

export const retencionesQuery = (query: Query) =>
  queryOptions({
    queryKey: [KEY, 'lista', query],
    queryFn: ({ signal }) => fetchData(searchRetencionRecibida, { query, signal }),
    placeholderData: keepPreviousData,
  })

export const retencionQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, 'ficha', id],
    gcTime: 0,
    queryFn: ({ signal }) => fetchData(readRetencionRecibida, { params: { id }, signal }),
  })

const forget = () => Promise.all([KEY, 'recibido'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })))

/** Returns the id of the registered voucher. @throws HttpError */
export async function saveRetencion(
  body: RetencionRecibidaFormInput,
  { recibido, headers }: { recibido: string | undefined; headers: Record<string, string> },
): Promise<string> {
  if (recibido !== undefined) {
    const answer = await send(acceptRecibido, { params: { id: recibido }, body: { retencion: body } })
    noticeSuccess(answer, acceptRecibido.msg)
    await forget()
    return answer.data.retencion_id ?? ''
  }
  const answer = await send(createRetencionRecibida, { body, headers })
  noticeSuccess(answer, createRetencionRecibida.msg)
  await forget()
  return answer.data.id
}

export async function removeRetencion(id: string): Promise<void> {
  noticeSuccess(await send(deleteRetencionRecibida, { params: { id } }), deleteRetencionRecibida.msg)
  await Promise.all([forgetDeleted(KEY, id), queryClient.invalidateQueries({ queryKey: ['recibido'] })])
}
