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

/**
 * The document of a file as issuers hand it out: bare, or inside `<autorizacion><comprobante>` as CDATA, escaped text or elements.
 * Throws `XmlError`.
 */
export function unwrapAutorizacion(xml: string): Unwrapped {
  const root = parseXml(xml)
  if (root.localName !== 'autorizacion') return { documento: root, xml, autorizacion: undefined }
  const comprobante = childNamed(root, 'comprobante')
  if (!comprobante) throw new XmlError('STRUCTURE', 'El archivo de autorización no contiene el elemento <comprobante>.', 'comprobante')
  const autorizacion = {
    estado: childText(root, 'estado'),
    numeroAutorizacion: childText(root, 'numeroAutorizacion'),
    fechaAutorizacion: childText(root, 'fechaAutorizacion'),
    ambiente: childText(root, 'ambiente'),
  }
  const embedded = elementsOf(comprobante)[0]
  if (embedded) return { documento: embedded, xml: undefined, autorizacion }
  const inner = textOf(comprobante).trim()
  return { documento: parseXml(inner), xml: inner, autorizacion }
}
