import { decodeXml } from '../xml/decode.ts'
import type { XmlElement } from '../xml/xml-element.ts'
import { XmlError } from '../xml/xml-error.ts'
import { DOCUMENTOS, tipoOfRoot, TIPOS_COMPROBANTE, type Comprobante, type TipoComprobante } from './documentos.ts'
import { ReadContext, type Aviso } from './arbol/read-context.ts'
import { unwrapAutorizacion, type AutorizacionLeida } from './unwrap-autorizacion.ts'

/** A document as it was read, with its type. */
export type ComprobanteLeido = Comprobante & {
  /** Tolerated oddities: unknown elements, wrong order, broken facets, an unknown version. */
  readonly avisos: readonly Aviso[]
  readonly autorizacion?: AutorizacionLeida | undefined
  /** Text of the document without its `<autorizacion>`; absent when it stood there as elements. */
  readonly xml?: string | undefined
}

/**
 * Reads a document of any type and version as it is met in the wild: bytes in UTF-8 or ISO-8859-1 (or text), byte order mark,
 * `<autorizacion>` or the SRI's whole answer around it, signature, and whatever its issuer added. What no version declares is skipped and
 * noted in `avisos`, as is what breaks a rule without being unreadable; a value is never guessed.
 * Throws `XmlError`, in Spanish, when it is no XML, no comprobante of the SRI, lacks a mandatory element or has an unreadable number or
 * date.
 */
export function readComprobante(source: string | Uint8Array): ComprobanteLeido {
  const { documento, xml, autorizacion } = unwrapAutorizacion(typeof source === 'string' ? source : decodeXml(source))
  const tipo = tipoOf(documento)
  const context = new ReadContext(false)
  const leido = { tipo, documento: DOCUMENTOS[tipo].read(documento, context) } as Comprobante
  return { ...leido, avisos: context.avisos, autorizacion, xml }
}

function tipoOf({ name }: XmlElement): TipoComprobante {
  const tipo = tipoOfRoot(name)
  if (tipo) return tipo
  const known = TIPOS_COMPROBANTE.map((each) => `<${each}>`).join(', ')
  throw new XmlError('STRUCTURE', `El documento es <${name}> y no un comprobante electrónico del SRI (${known}).`, name)
}
