import { parseXml } from '../xml/parse-xml.ts'
import { childNamed, childText, elementsOf, textOf, type XmlElement } from '../xml/xml-element.ts'
import { XmlError } from '../xml/xml-error.ts'

/** What the `<autorizacion>` around a document says, verbatim; everything may be missing. */
export interface AutorizacionLeida {
  readonly estado?: string | undefined
  readonly numeroAutorizacion?: string | undefined
  readonly fechaAutorizacion?: string | undefined
  readonly ambiente?: string | undefined
}

export interface Unwrapped {
  readonly documento: XmlElement
  /** The document's own text; absent when it stood inside the wrapper as elements. */
  readonly xml: string | undefined
  readonly autorizacion: AutorizacionLeida | undefined
}

/** «Authorization» is how some portals of third parties call it. */
const WRAPPER = /^(?:autorizacion|authorization)$/i
/** What stands around the `<autorizacion>` when the SRI's answer was kept whole. */
const ANSWER = /^(?:Envelope|Body|autorizacionComprobante(?:Lote)?Response|RespuestaAutorizacion(?:Comprobante|Lote)|autorizaciones)$/

/**
 * The document of a file as issuers hand it out: bare, inside `<autorizacion><comprobante>` as CDATA, escaped text or elements, or inside
 * the whole answer of the SRI. Throws `XmlError`.
 */
export function unwrapAutorizacion(source: string): Unwrapped {
  const xml = source.trimStart()
  const root = parseXml(xml)
  const wrapper = wrapperOf(root)
  if (!wrapper) return { documento: root, xml, autorizacion: undefined }
  const comprobante = childNamed(wrapper, 'comprobante')
  if (!comprobante) throw absent('no contiene el elemento <comprobante>')
  const autorizacion = {
    estado: childText(wrapper, 'estado'),
    numeroAutorizacion: childText(wrapper, 'numeroAutorizacion'),
    fechaAutorizacion: childText(wrapper, 'fechaAutorizacion'),
    ambiente: childText(wrapper, 'ambiente'),
  }
  const embedded = elementsOf(comprobante)[0]
  if (embedded) return { documento: embedded, xml: undefined, autorizacion }
  const inner = textOf(comprobante).trim()
  if (inner === '') throw absent('tiene vacío el elemento <comprobante>')
  return { documento: parseXml(inner), xml: inner, autorizacion }
}

const absent = (why: string) => new XmlError('STRUCTURE', `El archivo de autorización ${why}.`, 'comprobante')

/** The `<autorizacion>` of a file; of several in one answer the one that authorises, else the last. */
function wrapperOf(root: XmlElement): XmlElement | undefined {
  if (WRAPPER.test(root.localName)) return root
  if (!ANSWER.test(root.localName)) return undefined
  const wrappers = wrappersIn(root)
  if (wrappers.length === 0) throw new XmlError('STRUCTURE', 'La respuesta del SRI no contiene ninguna autorización.', root.name)
  return wrappers.find((wrapper) => childText(wrapper, 'estado') === 'AUTORIZADO') ?? wrappers.at(-1)
}

const wrappersIn = (element: XmlElement): XmlElement[] =>
  elementsOf(element).flatMap((child) => (WRAPPER.test(child.localName) ? [child] : ANSWER.test(child.localName) ? wrappersIn(child) : []))
