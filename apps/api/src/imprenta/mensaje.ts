import type {
  CotizacionImpresa,
  GastosImpresos,
  HojaComercial,
  InformeImpreso,
  OpcionesCotizacion,
  OpcionesHoja,
  OpcionesRide,
} from '@yupana/sri'

import type { Exigencia } from '../imagen/imagen.ts'
import type { ArchivoTraido, Destino } from '../recibidos/recibidos.ts'

/**
 * What a thread of the press is asked for: a printed form, a stranger's picture made anew, the rows of a stranger's sheet, or the documents
 * of a stranger's files.
 */
export type Pedido =
  | { readonly que: 'ride'; readonly xml: string; readonly opciones: OpcionesRide }
  | { readonly que: 'cotizacion'; readonly cotizacion: CotizacionImpresa; readonly opciones: OpcionesCotizacion }
  | { readonly que: 'comercial'; readonly hoja: HojaComercial; readonly opciones: OpcionesHoja }
  | { readonly que: 'gastos'; readonly gastos: GastosImpresos; readonly opciones: { readonly producto: string } }
  | { readonly que: 'informe'; readonly informe: InformeImpreso; readonly opciones: { readonly producto: string } }
  | { readonly que: 'imagen'; readonly bytes: Uint8Array; readonly exigencia: Exigencia }
  | { readonly que: 'hoja'; readonly bytes: Uint8Array }
  | { readonly que: 'recibidos'; readonly archivos: readonly ArchivoTraido[]; readonly destino: Destino }
  | { readonly que: 'gastosLeidos'; readonly archivos: readonly ArchivoTraido[] }

/** What comes out of it, after `READY`. */
export type Respuesta =
  | {
      readonly ok: true
      readonly bytes: Uint8Array
      readonly tipo: 'application/pdf' | 'image/png' | 'image/jpeg' | 'application/x-ndjson'
    }
  /** `motivo` is for who sent the picture, the sheet or the documents. */
  | { readonly ok: false; readonly error: string; readonly motivo?: string | undefined }

/** The thread has loaded and waits for work: deadlines begin. */
export const READY = 'ready'
