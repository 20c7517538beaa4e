import type { ObligacionesEmisor } from './comprobante-comun.ts'
import type { ContenidoRide } from './contenido.ts'

/** RIDE content of one document type, besides the common parts. */
export interface ParteRide extends Pick<ContenidoRide, 'sujeto' | 'cuerpo' | 'totales' | 'pagos' | 'bloques'> {
  /** The element of the type with its issuer's legal obligations. */
  readonly obligaciones: ObligacionesEmisor
}
