import { readSaldo, type SaldoFactura } from '@yupana/contract'
import { COD_DOC } from '@yupana/fiscal'

import { fetchData } from '../../lib/http/http.ts'

/** A factura as a debit note begins with it. @throws HttpError */
export const readFacturaDebito = (id: string): Promise<SaldoFactura> =>
  fetchData(readSaldo, { params: { id }, query: { tipo: COD_DOC.NOTA_DEBITO } })
