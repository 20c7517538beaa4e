import { allowSoporte, readSoporte } from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { fetchData } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'

export const soporteQuery = () => queryOptions({ queryKey: ['soporte'], queryFn: ({ signal }) => fetchData(readSoporte, { signal }) })

/** Only for today. @throws HttpError */
export async function setPermiso(permitido: boolean): Promise<void> {
  queryClient.setQueryData(soporteQuery().queryKey, await fetchData(allowSoporte, { body: { permitido } }))
}
