import type { ComprobanteDetalle } from '@yupana/contract'

import type { Siguiente } from './tipo-documento.ts'
import type { Entrega } from './use-emitir.ts'

/** What the page of a document needs right after this browser issued it. */
export interface RecienEmitido {
  id: string
  entrega: Entrega
  siguienteOf: (detalle: ComprobanteDetalle) => Siguiente | undefined
}

// Kept in no history: a reload prints nothing again.
let recien: RecienEmitido | undefined

/** Left by the editor for the page of the document. */
export function leaveRecienEmitido(next: RecienEmitido) {
  recien = next
}

export const recienEmitidoOf = (id: string): RecienEmitido | undefined => (recien?.id === id ? recien : undefined)

/** Forgets it once it is used: a later visit to the page is an ordinary one. */
export function forgetRecienEmitido(id: string) {
  if (recien?.id === id) recien = undefined
}
