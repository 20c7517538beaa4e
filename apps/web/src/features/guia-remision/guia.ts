import { GUIA_CALLS, type GuiaRemisionForm } from '@yupana/contract'
import { COD_DOC, nombreEnFraseOf } from '@yupana/fiscal'

import type { TipoDocumento } from '../../domain/emision/tipo-documento.ts'
import { readOrigen } from './guia.queries.ts'
import { armar, emptyGuia, isWorthKeeping, receptorOf, valoresOf, withPartida, type GuiaValores } from './guia-valores.ts'
import { revisar } from './revisar.ts'

/** Definition of the guía de remisión for the shared editor. */
export const GUIA: TipoDocumento<GuiaValores, GuiaRemisionForm> = {
  codigo: COD_DOC.GUIA_REMISION,
  ruta: '/guia_remision',
  nombre: nombreEnFraseOf(COD_DOC.GUIA_REMISION),
  rotulo: 'Destinatario',
  llamadas: GUIA_CALLS,
  hasTicket: false,
  canSkipQuestion: false,
  sinTotal: true,
  empty: emptyGuia,
  valoresOf,
  formFrom: readOrigen,
  withReglas: withPartida,
  isWorthKeeping,
  totalOf: () => 0,
  revisar,
  armar,
  hallazgosOf: () => [],
  editableOf: (campo) => campo,
  receptorOf,
  cambioOf: () => undefined,
}
