import {
  acceptRecibido,
  createCompra,
  deleteCompra,
  editCompra,
  readCompra,
  searchCompra,
  voidCompra,
  type CompraFormInput,
  type CompraGuardada,
} from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { fetchData, send, type CallInput } from '../../lib/http/http.ts'
import { forgetDeleted, queryClient } from '../../lib/http/query-client.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'

const KEY = 'compra'
type Query = NonNullable<CallInput<unknown>['query']>

export const comprasQuery = (query: Query) =>
  queryOptions({
    queryKey: [KEY, 'lista', query],
    queryFn: ({ signal }) => fetchData(searchCompra, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** A page of the list, for working through all of it. */
export const fetchCompras = (query: Query) => fetchData(searchCompra, { query })

export const compraQuery = (id: string) =>
  queryOptions({ queryKey: [KEY, 'ficha', id], gcTime: 0, queryFn: ({ signal }) => fetchData(readCompra, { params: { id }, signal }) })

const forget = () =>
  Promise.all([queryClient.invalidateQueries({ queryKey: [KEY] }), queryClient.invalidateQueries({ queryKey: ['recibido'] })])

interface Destino {
  /** The purchase to be edited. */
  cambia?: { id: string; version: number } | undefined
  /** Id of the inbox document from which it comes. */
  recibido?: string | undefined
  headers: Record<string, string>
}

/** Returns the id of the saved purchase, and its warnings. @throws HttpError */
export async function saveCompra(
  body: CompraFormInput,
  { cambia, recibido, headers }: Destino,
): Promise<{ id: string; avisos: CompraGuardada['avisos'] }> {
  if (recibido !== undefined) {
    const answer = await send(acceptRecibido, { params: { id: recibido }, body: { compra: body } })
    noticeSuccess(answer, acceptRecibido.msg)
    await forget()
    return { id: answer.data.compra_id ?? '', avisos: [] }
  }
  const answer = cambia
    ? await send(editCompra, { params: { id: cambia.id }, body: { ...body, version: cambia.version } })
    : await send(createCompra, { body, headers })
  noticeSuccess(answer, cambia ? editCompra.msg : createCompra.msg)
  await forget()
  return answer.data
}

export async function removeCompra(id: string): Promise<void> {
  noticeSuccess(await send(deleteCompra, { params: { id } }), deleteCompra.msg)
  await Promise.all([forgetDeleted(KEY, id), queryClient.invalidateQueries({ queryKey: ['recibido'] })])
}

/** Returns warnings after voiding. @throws HttpError */
export async function anularCompra(id: string, version: number, motivo: string): Promise<CompraGuardada['avisos']> {
  const answer = await send(voidCompra, { params: { id }, body: { motivo, version } })
  noticeSuccess(answer, voidCompra.msg)
  await forget()
  return answer.data.avisos
}
