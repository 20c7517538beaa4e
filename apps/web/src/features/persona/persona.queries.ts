import { deletePersona, readPersona, searchPersona } from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { forgetPersonas, PERSONA_KEY } from '../../domain/persona/persona-save.ts'
import { fetchData, send, type CallInput } from '../../lib/http.ts'
import { noticeSuccess } from '../../lib/notices.ts'

export const personasQuery = (query: NonNullable<CallInput<unknown>['query']>) =>
  queryOptions({ queryKey: [PERSONA_KEY, 'lista', query], queryFn: ({ signal }) => fetchData(searchPersona, { query, signal }), placeholderData: keepPreviousData })

/** Always read anew: the version that is edited must be the present one. */
export const personaQuery = (id: string) =>
  queryOptions({ queryKey: [PERSONA_KEY, 'ficha', id], queryFn: ({ signal }) => fetchData(readPersona, { params: { id }, signal }), gcTime: 0, refetchOnReconnect: false })

/** @throws HttpError: 422 when the person stands in documents */
export async function removePersona(id: string): Promise<void> {
  noticeSuccess(await send(deletePersona, { params: { id } }), 'Persona eliminada exitosamente')
  await forgetPersonas()
}
