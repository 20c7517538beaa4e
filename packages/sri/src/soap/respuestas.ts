export interface MensajeSri {
  /** Code that decides the action (`errorSri`); '' when the SRI sent none. */
  readonly identificador: string
  readonly mensaje: string
  readonly informacionAdicional?: string | undefined
  /** ERROR, ADVERTENCIA or INFORMATIVO, verbatim; ERROR when the SRI sent none. */
  readonly tipo: string
}

interface Respuesta {
  /** The whole answer, decoded, verbatim. */
  readonly raw: string
  /** HTTP `Date` of the answer, verbatim: compared with our clock. */
  readonly serverDate?: string | undefined
}

export interface RespuestaRecepcion extends Respuesta {
  readonly estado: 'RECIBIDA' | 'DEVUELTA'
  /** Clave of the first comprobante in the answer. */
  readonly claveAcceso?: string | undefined
  readonly mensajes: readonly MensajeSri[]
}

/** An answer of the authority about a document; fields are verbatim. */
export interface Autorizacion {
  /** AUTORIZADO, NO AUTORIZADO, EN PROCESO …; '' when the SRI sent none. */
  readonly estado: string
  readonly numeroAutorizacion?: string | undefined
  readonly fechaAutorizacion?: string | undefined
  readonly ambiente?: string | undefined
  /** XML of the document, without CDATA or escapes. */
  readonly comprobante?: string | undefined
  readonly mensajes: readonly MensajeSri[]
}

export interface RespuestaAutorizacion extends Respuesta {
  readonly claveAccesoConsultada?: string | undefined
  readonly numeroComprobantes?: number | undefined
  /** Empty when the authority has nothing for the clave (yet): never a rejection. */
  readonly autorizaciones: readonly Autorizacion[]
}

export interface RespuestaConsulta extends Respuesta {
  /** AUTORIZADO, NO AUTORIZADO, PENDIENTE DE ANULAR or ANULADO; RECHAZADA with message 99 means «no data». */
  readonly estado: string
  readonly claveAcceso?: string | undefined
  readonly rucEmisor?: string | undefined
  readonly fechaAutorizacion?: string | undefined
  readonly mensajes: readonly MensajeSri[]
}
