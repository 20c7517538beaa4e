import { escapeText } from '../xml/escape.ts'

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/'

/** An operation of the services: its address, and the spelling of its request. Only the operation element is qualified. */
export interface Operation {
  readonly path: string
  readonly before: string
  readonly after: string
}

const operation = (path: string, namespace: string, name: string, parameter: string): Operation => ({
  path,
  before: `<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="${SOAP}" xmlns:ec="${namespace}"><soapenv:Header/><soapenv:Body><ec:${name}><${parameter}>`,
  after: `</${parameter}></ec:${name}></soapenv:Body></soapenv:Envelope>`,
})

export const VALIDAR = operation('/RecepcionComprobantesOffline', 'http://ec.gob.sri.ws.recepcion', 'validarComprobante', 'xml')
export const AUTORIZACION = operation(
  '/AutorizacionComprobantesOffline',
  'http://ec.gob.sri.ws.autorizacion',
  'autorizacionComprobante',
  'claveAccesoComprobante',
)
export const CONSULTA = operation(
  '/ConsultaComprobante',
  'http://ec.gob.sri.ws.consultas',
  'consultarEstadoAutorizacionComprobante',
  'claveAcceso',
)

/** Body of a request. */
export const envelopeOf = ({ before, after }: Operation, parameter: string): Buffer => Buffer.from(before + escapeText(parameter) + after)
