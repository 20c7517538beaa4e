import { deleteEquivalencias, editEquivalencia, searchEquivalencia, type Equivalencia, type EquivalenciaForm } from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { inPieces, tellPieces } from '../../domain/listado/in-pieces.ts'
import { HttpError } from '../../lib/http/http-error.ts'
import { fetchData, send, type CallInput } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'

const KEY = 'equivalencia'
type Query = NonNullable<CallInput<unknown>['query']>

export const equivalenciasQuery = (query: Query) =>
  queryOptions({
    queryKey: [KEY, query],
    queryFn: ({ signal }) => fetchData(searchEquivalencia, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** A page of the list, for working through all of it. */
export const fetchEquivalencias = (query: Query) => fetchData(searchEquivalencia, { query })

const forget = () => queryClient.invalidateQueries({ queryKey: [KEY] })

/** A record that changed or was deleted since it was read: the list is read anew. */
const ask: typeof send = (call, input) =>
  send(call, input).catch((error: unknown) => {
    if (error instanceof HttpError && (error.status === 404 || error.status === 409)) void forget()
    throw error
  })

/** @throws HttpError */
export async function saveEquivalencia({ id, version }: Equivalencia, form: EquivalenciaForm): Promise<void> {
  noticeSuccess(await ask(editEquivalencia, { params: { id }, body: { ...form, version } }), editEquivalencia.msg)
  await forget()
}

/** @throws HttpError */
export async function removeEquivalencias(ids: readonly string[], onPart: (done: readonly string[]) => void): Promise<void> {
  const result = await inPieces(ids, (some) => ask(deleteEquivalencias, { params: { ids: some.join(',') } }))
  if (result.done.length > 0) await forget()
  tellPieces(ids, result, { msg: deleteEquivalencias.msg, what: 'olvidaron', onPart })
}
