import { readContexto, readLogo } from '@yupana/contract'
import { COD_DOC } from '@yupana/fiscal'
import { queryOptions } from '@tanstack/react-query'

import { fetchData, fetchFile } from '../../lib/http/http.ts'

const KEY = 'documento'

/** Read anew for each document: the next number, the date and the rights to a till may have changed. */
export const contextoQuery = (tipo: string, instance: string) =>
  queryOptions({
    queryKey: [KEY, 'contexto', tipo, instance],
    queryFn: ({ signal }) => fetchData(readContexto, { query: tipo === COD_DOC.FACTURA ? {} : { tipo }, signal }),
    gcTime: 0,
    refetchOnReconnect: false,
  })

/** The logo as on the RIDE; without it the preview is still shown. */
export const logoQuery = () =>
  queryOptions({ queryKey: [KEY, 'logo'], queryFn: ({ signal }) => fetchFile(readLogo, { signal, background: true }), staleTime: Infinity })
