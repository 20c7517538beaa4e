import { FACTURA_CALLS, facturaOfCotizacion, readPersona, type FacturaForm } from '@yupana/contract'
import { COD_DOC, nombreEnFraseOf } from '@yupana/fiscal'

import { personaOf } from '../../domain/emision/rutas.ts'
import type { TipoDocumento } from '../../domain/emision/tipo-documento.ts'
import { editableOf } from '../../domain/lineas-editor/campo-editable.ts'
import { fetchData } from '../../lib/http/http.ts'
import { hallazgosOf } from './campo-sri.ts'
import {
  armar,
  cambioOf,
  emptyFactura,
  isWorthKeeping,
  totalesOf,
  formOfPersona,
  valoresOf,
  withReglas,
  type FacturaValores,
} from './factura-valores.ts'
import { revisar } from './revisar.ts'
import { TECLAS } from './teclas.ts'

/** A new factura from a client, or from a quote, whose lines carry remarks about their products. */
async function readOrigen(origen: string): Promise<FacturaForm> {
  const persona = personaOf(origen)
  if (persona === undefined) {
    const { avisos, ...form } = await fetchData(facturaOfCotizacion, { params: { id: origen } })
    const avisoOf = (at: number) => avisos.find(({ campo }) => campo.startsWith(`lineas.${at}.`))?.message
    return { ...form, lineas: form.lineas.map((linea, at) => ({ ...linea, aviso: avisoOf(at) })) }
  }
  return formOfPersona(await fetchData(readPersona, { params: { id: persona } }))
}

/** Definition of the factura for the shared editor. */
export const FACTURA: TipoDocumento<FacturaValores, FacturaForm> = {
  codigo: COD_DOC.FACTURA,
  ruta: '/documento',
  nombre: nombreEnFraseOf(COD_DOC.FACTURA),
  llamadas: FACTURA_CALLS,
  teclaNueva: TECLAS.nueva,
  hasTicket: true,
  canSkipQuestion: true,
  empty: emptyFactura,
  valoresOf,
  formFrom: readOrigen,
  withReglas,
  isWorthKeeping,
  totalOf: (valores, fecha) => totalesOf(valores, fecha)?.importeTotal,
  revisar,
  armar,
  hallazgosOf,
  editableOf: (campo, { lineas }) => editableOf(campo, lineas),
  cambioOf,
}
