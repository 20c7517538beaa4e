import { decodeXml } from '../xml/decode.ts'
import { declareDocumento } from './documento.ts'
import { facturaCoherence } from './factura-coherence.ts'
import { facturaTrees, type Factura } from './factura-tree.ts'
import type { Aviso } from './read-context.ts'
import { ReadContext } from './read-context.ts'
import type { Problema } from './validate-tree.ts'
import { unwrapAutorizacion, type AutorizacionLeida } from './unwrap-autorizacion.ts'

const factura = declareDocumento({ root: 'factura', tree: facturaTrees['2.1.0'], versions: facturaTrees, newest: '2.1.0' })

/**
 * The XML of a factura in inclusive-C14N form below the declaration, ready to be signed as text. Does not validate (see `validateFactura`):
 * throws `XmlError` STRUCTURE only for what cannot be written, such as a missing mandatory element.
 */
export const facturaToXml = (value: Factura): string => factura.write(value)

export interface FacturaLeida {
  readonly factura: Factura
  /** What was odd and could be lived with: unknown elements, wrong order, broken facets, an unknown version. */
  readonly avisos: readonly Aviso[]
  readonly autorizacion?: AutorizacionLeida | undefined
  /** Text of the document itself, without its `<autorizacion>`; absent when that held it as elements. */
  readonly xml?: string | undefined
}

/**
 * Reads a factura as it is met in the wild: bytes in UTF-8 or ISO-8859-1 (or text), byte order mark, `<autorizacion>` wrapper, signature,
 * unknown elements. Throws `XmlError` when it is no XML, no factura, lacks a mandatory element or has an unreadable number or date.
 */
export function leerFactura(source: string | Uint8Array): FacturaLeida {
  const { documento, xml, autorizacion } = unwrapAutorizacion(typeof source === 'string' ? source : decodeXml(source))
  const context = new ReadContext(false)
  return { factura: factura.read(documento, context), avisos: context.avisos, autorizacion, xml }
}

/**
 * Reads a factura strictly, bare or inside `<autorizacion>`, signed or not: an unknown, repeated, misordered, missing or overlong element
 * throws `XmlError` STRUCTURE whose `elemento` names it.
 */
export const facturaFromXml = (xml: string): Factura => factura.read(unwrapAutorizacion(xml).documento, new ReadContext(true))

/** Everything the SRI would refuse that can be known here: XSD facets first; where they hold, the contradictions between fields. */
export function validateFactura(value: Factura): Problema[] {
  const problems = factura.validate(value)
  return problems.length > 0 ? problems : facturaCoherence(value)
}
