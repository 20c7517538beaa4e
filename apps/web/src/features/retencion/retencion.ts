import { RETENCION_CALLS, type RetencionForm } from '@yupana/contract'
import { COD_DOC, nombreEnFraseOf } from '@yupana/fiscal'

import type { TipoDocumento } from '../../domain/emision/tipo-documento.ts'
import { readOrigen } from './retencion.queries.ts'
import { armar } from './retencion-armar.ts'
import { emptyRetencion, isWorthKeeping, totalOf, valoresOf, type RetencionValores } from './retencion-valores.ts'
import { revisar } from './revisar.ts'

/** Definition of the comprobante de retención on purchases for the shared editor. */
export const RETENCION: TipoDocumento<RetencionValores, RetencionForm> = {
  codigo: COD_DOC.RETENCION,
  ruta: '/retencion/compra',
  titulo: 'Retención de compra',
  nombre: nombreEnFraseOf(COD_DOC.RETENCION),
  rotulo: 'Proveedor',
  llamadas: RETENCION_CALLS,
  hasTicket: false,
  canSkipQuestion: false,
  empty: emptyRetencion,
  valoresOf,
  formFrom: readOrigen,
  withReglas: (valores) => valores,
  isWorthKeeping,
  totalOf,
  revisar,
  armar,
  hallazgosOf: () => [],
  editableOf: (campo) => campo,
  cambioOf: () => undefined,
}
