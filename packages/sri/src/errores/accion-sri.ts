/** Action that an answer of the SRI requires (reliability §2.4, decisions O-54, O-97, O-107). */
export type AccionSri =
  /** Correct the content, sign again, send with the same number and clave. */
  | 'CORREGIR'
  /** The clave itself is wrong: the number is given up and a new document issued. */
  | 'NUEVO_NUMERO'
  /** The cause lies with the issuer at the SRI: hold, then send the same bytes. */
  | 'RETENER'
  /** The SRI has it already: ask the authorization service, never send again. */
  | 'CONSULTAR'
  /** Another document holds the number: a person decides, the emission point stops. */
  | 'CUARENTENA'
  /** Trouble of the service: query, then send again later. */
  | 'REINTENTAR'
  /** Does not stop the authorization: store and show. */
  | 'AVISO'
  /** Not in the catalogue, or a fault of our own query: state unchanged, alarm. */
  | 'DESCONOCIDO'

export interface ErrorSri {
  /** The `identificador` of the message. */
  readonly codigo: string
  readonly nombre: string
  readonly causa: string
  /** Remedy for the user. */
  readonly remedio: string
  readonly accion: AccionSri
  /** Path of the field that usually causes the error. */
  readonly campo?: string
}
