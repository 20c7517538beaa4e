import { readSaludCorreo } from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { fetchData } from '../../lib/http/http.ts'

const CORREO_EVERY_MS = 60_000

/** A background query of the shell: its failure is not reported. */
export const saludCorreoQuery = () =>
  queryOptions({
    queryKey: ['administracion', 'salud', 'correo'],
    queryFn: ({ signal }) => fetchData(readSaludCorreo, { signal, background: true }),
    refetchInterval: CORREO_EVERY_MS,
  })
