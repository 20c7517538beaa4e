import { parseXml } from '../xml/parse-xml.ts'
import { childNamed, childText, childrenNamed, elementsOf, textOf, type XmlElement } from '../xml/xml-element.ts'
import { XmlError } from '../xml/xml-error.ts'
import type { Autorizacion, MensajeSri, RespuestaAutorizacion, RespuestaConsulta, RespuestaRecepcion } from './respuestas.ts'
import { SriError } from './sri-error.ts'

// Elements are found by path, never by a search through the tree, because `mensaje` stands inside `mensaje`.

const unreadable = (message: string, raw: string, cause?: unknown) =>
  new SriError('UNREADABLE', `La respuesta del SRI no se entiende: ${message}`, { maybeDelivered: true, raw, cause })

function parse(raw: string): XmlElement {
  try {
    return parseXml(raw)
  } catch (cause) {
    throw cause instanceof XmlError ? unreadable(cause.message, raw, cause) : cause
  }
}

function throwFault(fault: XmlElement, raw: string): never {
  const reason = childText(fault, 'faultstring') ?? 'sin explicación'
  throw new SriError('SOAP_FAULT', `El servicio del SRI respondió con un error: ${reason.slice(0, 300)}`, { maybeDelivered: true, raw })
}

/** The answer's own element: Envelope / Body / xxxResponse / `name`. Throws `SriError` SOAP_FAULT or UNREADABLE. */
function payloadOf(raw: string, name: string): XmlElement {
  const envelope = parse(raw)
  const body = envelope.localName === 'Envelope' ? childNamed(envelope, 'Body') : undefined
  if (!body) throw unreadable('no es una respuesta SOAP.', raw)
  const fault = childNamed(body, 'Fault')
  if (fault) throwFault(fault, raw)
  for (const response of elementsOf(body)) {
    const payload = childNamed(response, name)
    if (payload) return payload
  }
  throw unreadable(`falta el elemento <${name}>.`, raw)
}

/** Throws the reason of a SOAP Fault, if the text is one. */
export function throwIfFault(raw: string): void {
  try {
    payloadOf(raw, '')
  } catch (error) {
    if (error instanceof SriError && error.code === 'SOAP_FAULT') throw error
  }
}

const readMensajes = (parent: XmlElement | undefined): MensajeSri[] =>
  childrenNamed(childNamed(parent, 'mensajes'), 'mensaje').map((mensaje) => ({
    identificador: childText(mensaje, 'identificador') ?? '',
    mensaje: childText(mensaje, 'mensaje') ?? '',
    informacionAdicional: childText(mensaje, 'informacionAdicional'),
    tipo: childText(mensaje, 'tipo')?.toUpperCase() ?? 'ERROR',
  }))

/** Answer of validarComprobante. Throws `SriError`. */
export function readRecepcion(raw: string): RespuestaRecepcion {
  const payload = payloadOf(raw, 'RespuestaRecepcionComprobante')
  const estado = childText(payload, 'estado')?.toUpperCase()
  if (estado !== 'RECIBIDA' && estado !== 'DEVUELTA') throw unreadable(`el estado «${estado ?? ''}» no se conoce.`, raw)
  const comprobantes = childrenNamed(childNamed(payload, 'comprobantes'), 'comprobante')
  return { estado, claveAcceso: childText(comprobantes[0], 'claveAcceso'), mensajes: comprobantes.flatMap(readMensajes), raw }
}

/** The document inside an autorizacion, as CDATA or escaped text, without surrounding white space. */
function comprobanteOf(autorizacion: XmlElement): string | undefined {
  const comprobante = childNamed(autorizacion, 'comprobante')
  const text = comprobante && elementsOf(comprobante).length === 0 ? textOf(comprobante).trim() : ''
  return text === '' ? undefined : text
}

const readAutorizacionEntry = (entry: XmlElement): Autorizacion => ({
  estado: childText(entry, 'estado')?.toUpperCase() ?? '',
  numeroAutorizacion: childText(entry, 'numeroAutorizacion'),
  fechaAutorizacion: childText(entry, 'fechaAutorizacion'),
  ambiente: childText(entry, 'ambiente'),
  comprobante: comprobanteOf(entry),
  mensajes: readMensajes(entry),
})

/** Answer of autorizacionComprobante; any field may be missing, and the wrapper of the entries too. Throws `SriError`. */
export function readAutorizacion(raw: string): RespuestaAutorizacion {
  const payload = payloadOf(raw, 'RespuestaAutorizacionComprobante')
  const count = childText(payload, 'numeroComprobantes')
  return {
    claveAccesoConsultada: childText(payload, 'claveAccesoConsultada'),
    numeroComprobantes: count !== undefined && /^\d{1,6}$/.test(count) ? Number(count) : undefined,
    autorizaciones: [
      ...childrenNamed(childNamed(payload, 'autorizaciones'), 'autorizacion'),
      ...childrenNamed(payload, 'autorizacion'),
    ].map(readAutorizacionEntry),
    raw,
  }
}

/** Answer of consultarEstadoAutorizacionComprobante. Throws `SriError`. */
export function readConsulta(raw: string): RespuestaConsulta {
  const payload = payloadOf(raw, 'EstadoAutorizacionComprobante')
  const estado = childText(payload, 'estadoAutorizacion') ?? childText(payload, 'estadoConsulta')
  if (estado === undefined) throw unreadable('no dice ningún estado.', raw)
  return {
    estado: estado.toUpperCase(),
    claveAcceso: childText(payload, 'claveAcceso'),
    rucEmisor: childText(payload, 'rucEmisor'),
    fechaAutorizacion: childText(payload, 'fechaAutorizacion'),
    mensajes: readMensajes(payload),
    raw,
  }
}
