import { readSaldo, type SaldoFactura } from '@yupana/contract'
import type { COD_DOC } from '@yupana/fiscal'

import { fetchData } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'

export type TipoNota = typeof COD_DOC.NOTA_CREDITO | typeof COD_DOC.NOTA_DEBITO

/** The form reads the factura again right after the address has opened it. */
const FRESH_MS = 2_000

/** A factura with its remainder, for a note. @throws HttpError */
export const readFactura = (id: string, tipo: TipoNota): Promise<SaldoFactura> =>
  queryClient.fetchQuery({
    queryKey: ['nota', 'saldo', tipo, id],
    queryFn: ({ signal }) => fetchData(readSaldo, { params: { id }, query: { tipo }, signal }),
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
  })
