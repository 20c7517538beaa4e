import { FACTURA_CALLS, facturaOfCotizacion, type FacturaForm } from '@yupana/contract'
import { COD_DOC } from '@yupana/fiscal'

import type { TipoDocumento } from '../../domain/emision/tipo-documento.ts'
import { editableOf } from '../../domain/lineas-editor/campo-editable.ts'
import { fetchData } from '../../lib/http/http.ts'
import { hallazgosOf } from './campo-sri.ts'
import { armar, cambioOf, emptyFactura, isWorthKeeping, totalesOf, valoresOf, withReglas, type FacturaValores } from './factura-valores.ts'
import { revisar } from './revisar.ts'
import { TECLAS } from './teclas.ts'

/** The factura as its editor issues it. */
export const FACTURA: TipoDocumento<FacturaValores, FacturaForm> = {
  codigo: COD_DOC.FACTURA,
  ruta: '/documento',
  nombre: 'factura',
  llamadas: FACTURA_CALLS,
  teclaNueva: TECLAS.nueva,
  hasTicket: true,
  canSkipQuestion: true,
  empty: emptyFactura,
  valoresOf,
  /** A quote. */
  formFrom: (id) => fetchData(facturaOfCotizacion, { params: { id } }),
  withReglas,
  isWorthKeeping,
  totalOf: (valores, fecha) => totalesOf(valores, fecha)?.importeTotal,
  revisar,
  armar,
  hallazgosOf,
  editableOf: (campo, { lineas }) => editableOf(campo, lineas),
  cambioOf,
}
