import { createNorma, editNorma, readNorma, searchNorma, withdrawNorma, type NormaForm } from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { fetchData, send, type CallInput } from '../../lib/http/http.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'
import { queryClient } from '../../lib/http/query-client.ts'

const NORMA_KEY = 'norma'

export const normasQuery = (query: NonNullable<CallInput<unknown>['query']>) =>
  queryOptions({
    queryKey: [NORMA_KEY, 'lista', query],
    queryFn: ({ signal }) => fetchData(searchNorma, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** Always read anew: the changed version must be the present one. */
export const normaQuery = (id: string) =>
  queryOptions({
    queryKey: [NORMA_KEY, 'ficha', id],
    queryFn: ({ signal }) => fetchData(readNorma, { params: { id }, signal }),
    gcTime: 0,
    refetchOnReconnect: false,
  })

const forget = () => queryClient.invalidateQueries({ queryKey: [NORMA_KEY] })

/** @throws HttpError */
export async function saveNorma(form: NormaForm, isNew: boolean): Promise<void> {
  const call = isNew ? createNorma : editNorma
  noticeSuccess(await send(call, { body: form }), call.msg)
  await forget()
}

/** @throws HttpError */
export async function takeBack(body: { id: number; motivo: string; confirmar_pasado: boolean; version: number }): Promise<void> {
  noticeSuccess(await send(withdrawNorma, { body }), withdrawNorma.msg)
  await forget()
}
