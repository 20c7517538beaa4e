import type { ObligacionesEmisor } from './comprobante-comun.ts'
import type { ContenidoRide } from './contenido.ts'

/** What a document type says on its RIDE besides what all of them share. */
export interface ParteRide extends Pick<ContenidoRide, 'sujeto' | 'cuerpo' | 'totales' | 'pagos' | 'bloques'> {
  /** Where the type keeps what the law asks of its issuer. */
  readonly obligaciones: ObligacionesEmisor
}
