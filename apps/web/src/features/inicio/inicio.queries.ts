import { readInicio } from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { fetchData } from '../../lib/http/http.ts'

/** Asked anew at each visit; what is known shows meanwhile. Its failure is told in its place. */
export const inicioQuery = () =>
  queryOptions({ queryKey: ['inicio'], queryFn: ({ signal }) => fetchData(readInicio, { signal, background: true }) })
