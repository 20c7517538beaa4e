import {
  createCondicionPersona,
  deleteCondicionPersona,
  editCondicionPersona,
  readCondicionesPersona,
  type CondicionPersonaForm,
} from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { fetchData, send } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'

export const condicionesQuery = (id: string) =>
  queryOptions({
    queryKey: ['persona', 'condiciones', id],
    queryFn: ({ signal }) => fetchData(readCondicionesPersona, { params: { id }, signal }),
  })

/** Also reads anew the proposals of purchases and the audit history. */
const forget = () =>
  Promise.all(['persona', 'auditoria', 'retencion'].map((queryKey) => queryClient.invalidateQueries({ queryKey: [queryKey] })))

/** @throws HttpError */
export async function anotar(persona: string, body: CondicionPersonaForm, headers: Record<string, string>): Promise<void> {
  noticeSuccess(await send(createCondicionPersona, { params: { id: persona }, body, headers }), createCondicionPersona.msg)
  await forget()
}

/** @throws HttpError */
export async function corregir(id: string, body: CondicionPersonaForm & { version: number }): Promise<void> {
  noticeSuccess(await send(editCondicionPersona, { params: { id }, body }), editCondicionPersona.msg)
  await forget()
}

/** @throws HttpError */
export async function quitar(id: string): Promise<void> {
  noticeSuccess(await send(deleteCondicionPersona, { params: { id } }), deleteCondicionPersona.msg)
  await forget()
}
