import { parseXml } from '../xml/parse-xml.ts'
import { childNamed, childText, elementsOf, textOf, type XmlElement } from '../xml/xml-element.ts'
import { XmlError } from '../xml/xml-error.ts'

/** Data of the `<autorizacion>` around a document, verbatim; every field may be missing. */
export interface AutorizacionLeida {
  readonly estado?: string | undefined
  readonly numeroAutorizacion?: string | undefined
  readonly fechaAutorizacion?: string | undefined
  readonly ambiente?: string | undefined
}

export interface Unwrapped {
  readonly documento: XmlElement
  /** Text of the document; absent when it stood inside the wrapper as elements. */
  readonly xml: string | undefined
  readonly autorizacion: AutorizacionLeida | undefined
}

/** «Authorization» is the name on some portals of third parties. */
const WRAPPER = /^(?:autorizacion|authorization)$/i
/** Elements around the `<autorizacion>` in a whole answer of the SRI. */
const ANSWER = /^(?:Envelope|Body|autorizacionComprobante(?:Lote)?Response|RespuestaAutorizacion(?:Comprobante|Lote)|autorizaciones)$/

/** An authorised file, wrapped by a program, and wrapped again by another: deeper nesting was never seen. */
const MAX_ENVOLTURAS = 3

/**
 * The document of an issuer's file: bare, inside `<autorizacion><comprobante>` as CDATA, escaped text or elements, inside the whole answer
 * of the SRI, or any of these wrapped again. The innermost wrapper gives the authorisation. Throws `XmlError`.
 */
export function unwrapAutorizacion(source: string): Unwrapped {
  const xml = source.trimStart()
  return unwrap({ documento: parseXml(xml), xml, autorizacion: undefined }, 0)
}

function unwrap(outer: Unwrapped, envolturas: number): Unwrapped {
  const wrapper = wrapperOf(outer.documento)
  if (!wrapper) return outer
  if (envolturas >= MAX_ENVOLTURAS)
    throw new XmlError('STRUCTURE', `El comprobante está envuelto en más de ${MAX_ENVOLTURAS} autorizaciones.`, wrapper.name)
  const comprobante = childNamed(wrapper, 'comprobante')
  if (!comprobante) throw absent('no contiene el elemento <comprobante>')
  const autorizacion = {
    estado: childText(wrapper, 'estado') ?? outer.autorizacion?.estado,
    numeroAutorizacion: childText(wrapper, 'numeroAutorizacion') ?? outer.autorizacion?.numeroAutorizacion,
    fechaAutorizacion: childText(wrapper, 'fechaAutorizacion') ?? outer.autorizacion?.fechaAutorizacion,
    ambiente: childText(wrapper, 'ambiente') ?? outer.autorizacion?.ambiente,
  }
  const embedded = elementsOf(comprobante)[0]
  if (embedded) return unwrap({ documento: embedded, xml: undefined, autorizacion }, envolturas + 1)
  const inner = textOf(comprobante).trim()
  if (inner === '') throw absent('tiene vacío el elemento <comprobante>')
  return unwrap({ documento: parseXml(inner), xml: inner, autorizacion }, envolturas + 1)
}

const absent = (why: string) => new XmlError('STRUCTURE', `El archivo de autorización ${why}.`, 'comprobante')

/** The `<autorizacion>` of a file; of several in one answer, the authorising one, else the last. */
function wrapperOf(root: XmlElement): XmlElement | undefined {
  if (WRAPPER.test(root.localName)) return root
  if (!ANSWER.test(root.localName)) return undefined
  const wrappers = wrappersIn(root)
  if (wrappers.length === 0) throw new XmlError('STRUCTURE', 'La respuesta del SRI no contiene ninguna autorización.', root.name)
  return wrappers.find((wrapper) => childText(wrapper, 'estado') === 'AUTORIZADO') ?? wrappers.at(-1)
}

const wrappersIn = (element: XmlElement): XmlElement[] =>
  elementsOf(element).flatMap((child) => (WRAPPER.test(child.localName) ? [child] : ANSWER.test(child.localName) ? wrappersIn(child) : []))
