import type { CotizacionImpresa, OpcionesCotizacion, OpcionesRide } from '@yupana/sri'

import type { Exigencia } from '../imagen/imagen.ts'

/** What a thread of the press is asked for: a printed form, or a stranger's picture made anew. */
export type Pedido =
  | { readonly que: 'ride'; readonly xml: string; readonly opciones: OpcionesRide }
  | { readonly que: 'cotizacion'; readonly cotizacion: CotizacionImpresa; readonly opciones: OpcionesCotizacion }
  | { readonly que: 'imagen'; readonly bytes: Uint8Array; readonly exigencia: Exigencia }

/** What comes out of it, after `READY`. */
export type Respuesta =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly tipo: 'application/pdf' | 'image/png' | 'image/jpeg' }
  /** `motivo` is for who sent the picture. */
  | { readonly ok: false; readonly error: string; readonly motivo?: string | undefined }

/** The thread has loaded and waits for work: deadlines begin. */
export const READY = 'ready'
