import {
  createPersona, deletePersona, editPersona, readPersona, searchPersona, type Persona, type PersonaForm, type PersonaGuardada,
} from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { fetchData, send, type CallInput } from '../../lib/http.ts'
import { addNotice, noticeSuccess } from '../../lib/notices.ts'
import { queryClient } from '../../lib/query-client.ts'

const KEY = 'persona'

export const personasQuery = (query: NonNullable<CallInput<unknown>['query']>) =>
  queryOptions({ queryKey: [KEY, 'lista', query], queryFn: ({ signal }) => fetchData(searchPersona, { query, signal }), placeholderData: keepPreviousData })

/** Always read anew: the version that is edited must be the present one. */
export const personaQuery = (id: string) =>
  queryOptions({ queryKey: [KEY, 'ficha', id], queryFn: ({ signal }) => fetchData(readPersona, { params: { id }, signal }), gcTime: 0, refetchOnReconnect: false })

const forgetLists = () => queryClient.invalidateQueries({ queryKey: [KEY, 'lista'] })

/** What was saved may still deserve a second look: it is told and stays until somebody closes it. */
const warn = ({ avisos }: PersonaGuardada) => {
  for (const { message } of avisos) addNotice({ severity: 'warn', detail: message, sticky: true })
}

/** Registers, or saves over the version that was read. @throws HttpError */
export async function savePersona(form: PersonaForm, before: Persona | undefined, headers: Record<string, string>): Promise<void> {
  const answer = before
    ? await send(editPersona, { params: { id: before.id }, body: { ...form, version: before.version } })
    : await send(createPersona, { body: form, headers })
  noticeSuccess(answer, before ? 'Persona editada exitosamente' : 'Persona registrada exitosamente')
  warn(answer.data)
  void forgetLists()
}

/** @throws HttpError: 422 when the person stands in documents */
export async function removePersona(id: string): Promise<void> {
  noticeSuccess(await send(deletePersona, { params: { id } }), 'Persona eliminada exitosamente')
  await forgetLists()
}
