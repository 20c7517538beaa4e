import { readSaldo, searchFactura, type ComprobanteFila, type PAGE_SIZES, type SaldoFactura } from '@yupana/contract'
import { COD_DOC, ESTADO_AUTORIZACION } from '@yupana/fiscal'

import { fetchData } from '../../lib/http/http.ts'

const SIZE = 10 satisfies (typeof PAGE_SIZES)[number]

/** Authorised facturas by number, client, RUC or clave. @throws HttpError */
export const askFacturas = (q: string, signal?: AbortSignal): Promise<{ content: ComprobanteFila[] }> =>
  fetchData(searchFactura, { query: { page: 0, size: SIZE, q, tributario: ESTADO_AUTORIZACION.AUTORIZADO }, ...(signal && { signal }) })

/** A factura as a debit note begins with it. @throws HttpError */
export const readFacturaDebito = (id: string): Promise<SaldoFactura> =>
  fetchData(readSaldo, { params: { id }, query: { tipo: COD_DOC.NOTA_DEBITO } })
