import { authCompanies } from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { fetchData } from '../../lib/http/http.ts'
import { currentSession } from '../../lib/sesion/session.ts'

/** The companies of this user, including the present one. */
export const companiesQuery = () =>
  queryOptions({
    queryKey: ['empresas', currentSession()?.id, currentSession()?.businessId],
    queryFn: ({ signal }) => fetchData(authCompanies, { signal, background: true }),
    staleTime: Infinity,
  })
