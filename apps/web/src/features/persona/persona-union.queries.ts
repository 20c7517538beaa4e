import { previewUnion, readUniones, separarPersona, unirPersona } from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { untilRefused } from '../../lib/http/http-error.ts'
import { fetchData, send } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'

export const unionesQuery = (id: string) =>
  queryOptions({
    queryKey: ['persona', 'uniones', id],
    gcTime: 0,
    queryFn: ({ signal }) => fetchData(readUniones, { params: { id }, signal }),
  })

const PROPUESTA = 'union'
export const propuestaQuery = (id: string, otra: string) =>
  queryOptions({
    queryKey: ['persona', PROPUESTA, id, otra],
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => fetchData(previewUnion, { params: { id }, query: { otra_id: otra }, signal }),
  })

/** A person's data appears in many places, so all are read anew; except the merge proposal, which is done. */
const forget = () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== PROPUESTA })

/** @throws HttpError */
export async function separar(otra: string): Promise<void> {
  noticeSuccess(await send(separarPersona, { params: { id: otra } }), separarPersona.msg)
  await forget()
}

/** The notice can undo it. @throws HttpError */
export async function unir(id: string, otra: string, headers: Record<string, string>): Promise<void> {
  const answer = await send(unirPersona, { params: { id }, body: { otra_id: otra }, headers })
  noticeSuccess(answer, unirPersona.msg, { label: 'Deshacer', run: () => void untilRefused(separar(otra)) })
  await forget()
}
