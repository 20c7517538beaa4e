import type { OpcionesRide } from '@yupana/sri'

/** What a thread of the press is asked for. */
export interface Pedido {
  readonly que: 'ride'
  readonly xml: string
  readonly opciones: OpcionesRide
}

/** What comes out of it, after `READY`. */
export type Respuesta = { readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly error: string }

/** The thread has loaded and waits for work: deadlines begin. */
export const READY = 'ready'
