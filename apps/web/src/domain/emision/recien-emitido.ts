import type { ComprobanteDetalle } from '@yupana/contract'

import type { Siguiente } from './tipo-documento.ts'
import type { Entrega } from './use-emitir.ts'

/** What the counter still needs of a document that this page issued. */
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

/** Taken up: who comes back to the page later comes to it as from the list. */
export function forgetRecienEmitido(id: string) {
  if (recien?.id === id) recien = undefined
}
