// The four services: operations, namespaces and message shapes of the published WSDLs and the ficha técnica (§8).

export type Fase = 'recepcion' | 'autorizacion' | 'consulta'

export interface Operacion {
  readonly nombre: string
  readonly namespace: string
  readonly parametro: string
  readonly tipoParametro: string
  /** Element of the answer and its type. */
  readonly respuesta: string
  readonly tipoRespuesta: string
  readonly fase: Fase
}

const RECEPCION = 'http://ec.gob.sri.ws.recepcion'
const AUTORIZACION = 'http://ec.gob.sri.ws.autorizacion'
const CONSULTAS = 'http://ec.gob.sri.ws.consultas'

export const RUTA = '/comprobantes-electronicos-ws/'

export const VALIDAR: Operacion = {
  nombre: 'validarComprobante',
  namespace: RECEPCION,
  parametro: 'xml',
  tipoParametro: 'xs:base64Binary',
  respuesta: 'RespuestaRecepcionComprobante',
  tipoRespuesta: 'respuestaSolicitud',
  fase: 'recepcion',
}
export const AUTORIZAR: Operacion = {
  nombre: 'autorizacionComprobante',
  namespace: AUTORIZACION,
  parametro: 'claveAccesoComprobante',
  tipoParametro: 'xs:string',
  respuesta: 'RespuestaAutorizacionComprobante',
  tipoRespuesta: 'respuestaComprobante',
  fase: 'autorizacion',
}
export const AUTORIZAR_LOTE: Operacion = {
  nombre: 'autorizacionComprobanteLote',
  namespace: AUTORIZACION,
  parametro: 'claveAccesoLote',
  tipoParametro: 'xs:string',
  respuesta: 'RespuestaAutorizacionLote',
  tipoRespuesta: 'respuestaLote',
  fase: 'autorizacion',
}
export const CONSULTAR: Operacion = {
  nombre: 'consultarEstadoAutorizacionComprobante',
  namespace: CONSULTAS,
  parametro: 'claveAcceso',
  tipoParametro: 'xs:string',
  respuesta: 'EstadoAutorizacionComprobante',
  tipoRespuesta: 'respuestaConsultaComprobante',
  fase: 'consulta',
}
export const CONSULTAR_NEGOCIABLE: Operacion = {
  nombre: 'consultarEstadoConfirmacionFacturaComercialNegociable',
  namespace: CONSULTAS,
  parametro: 'claveAcceso',
  tipoParametro: 'xs:string',
  respuesta: 'EstadoConfirmacionFacturaComercialNegociable',
  tipoRespuesta: 'respuestaConsultaFacturaComercialNegociable',
  fase: 'consulta',
}

/** By the last part of the address. */
export const SERVICIOS: Readonly<Record<string, readonly Operacion[]>> = {
  RecepcionComprobantesOffline: [VALIDAR],
  AutorizacionComprobantesOffline: [AUTORIZAR, AUTORIZAR_LOTE],
  ConsultaComprobante: [CONSULTAR],
  ConsultaFactura: [CONSULTAR_NEGOCIABLE],
}

/** Types of the answers: element, type, and whether it is a list wrapped in an element of its own. */
export const TIPOS_RESPUESTA: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  respuestaSolicitud: [
    ['estado', 'xs:string'],
    ['comprobantes', '*comprobante'],
  ],
  comprobante: [
    ['claveAcceso', 'xs:string'],
    ['mensajes', '*mensaje'],
  ],
  respuestaComprobante: [
    ['claveAccesoConsultada', 'xs:string'],
    ['numeroComprobantes', 'xs:string'],
    ['autorizaciones', '*autorizacion'],
  ],
  respuestaLote: [
    ['claveAccesoLoteConsultada', 'xs:string'],
    ['numeroComprobantesLote', 'xs:string'],
    ['autorizaciones', '*autorizacion'],
  ],
  autorizacion: [
    ['estado', 'xs:string'],
    ['numeroAutorizacion', 'xs:string'],
    ['fechaAutorizacion', 'xs:dateTime'],
    ['ambiente', 'xs:string'],
    ['comprobante', 'xs:string'],
    ['mensajes', '*mensaje'],
  ],
  respuestaConsultaComprobante: [
    ['estadoConsulta', 'xs:string'],
    ['claveAcceso', 'xs:string'],
    ['mensajes', '*mensaje'],
    ['estadoAutorizacion', 'xs:string'],
    ['tipoComprobante', 'xs:string'],
    ['rucEmisor', 'xs:string'],
    ['fechaAutorizacion', 'xs:dateTime'],
  ],
  respuestaConsultaFacturaComercialNegociable: [
    ['estadoConsulta', 'xs:string'],
    ['claveAcceso', 'xs:string'],
    ['mensajes', '*mensaje'],
    ['estadoConfirmacion', 'xs:string'],
  ],
  mensaje: [
    ['identificador', 'xs:string'],
    ['mensaje', 'xs:string'],
    ['informacionAdicional', 'xs:string'],
    ['tipo', 'xs:string'],
  ],
}
