import type { XmlElement } from '../xml/xml-element.ts'
import { parseXml } from '../xml/parse-xml.ts'
import { XmlError } from '../xml/xml-error.ts'
import type { CertificadoLeido } from './certificado.ts'
import { NS_DS } from './algoritmos.ts'
import { readSignature } from './signature-reading.ts'
import { checkCertificate, signingCertificateOf } from './verify-certificate.ts'
import { checkReferences, type Cobertura } from './verify-references.ts'
import { checkSignatureValue } from './verify-value.ts'

/** What a signature covers and whether it holds, in words that may be shown. */
export interface Verificacion {
  /** True when there is no `problemas`. */
  readonly valid: boolean
  readonly problemas: readonly string[]
  /** Certificate of the signer, when it can be read. */
  readonly certificado: CertificadoLeido | undefined
  readonly signingTime: Date | undefined
  /** What the signature covers; only what was resolved and whose digest holds. */
  readonly cubre: readonly Cobertura[]
}

/**
 * Verifies a signed document of ours or of anyone: that one signature covers the whole root element, its own properties and
 * its certificate, that all of it is intact, and that the certificate fits. Trust in the issuing entity and revocation are
 * the authority's to judge. Never throws: unreadable XML is a problem like any other.
 * @param now when given, a signing time later than it (five minutes apart) is a problem.
 */
export function verifyXml(signed: string, now?: Date): Verificacion {
  let root: XmlElement
  try {
    root = parseXml(signed)
  } catch (error) {
    if (error instanceof XmlError) return failure(`El XML no se puede leer: ${error.message}`)
    throw error
  }
  return verifyElement(root, now)
}

/** The same for a document already parsed. */
export function verifyElement(root: XmlElement, now?: Date): Verificacion {
  const elements = allElements(root)
  const signatures = elements.filter(({ namespace, localName }) => namespace === NS_DS && localName === 'Signature')
  const [signature] = signatures
  if (signature === undefined) return failure('El documento no está firmado.')
  if (signatures.length > 1) return failure('El documento tiene más de una firma.')
  // A signature that is no child of the root may cover another element than the one that is read (wrapping).
  if (signature.parent !== root) return failure('La firma no está directamente dentro del elemento raíz.')
  const repeated = repeatedId(elements)
  if (repeated !== undefined) return failure(`El identificador «${repeated}» está repetido: no se sabe qué elemento cubre la firma.`)

  const firma = readSignature(root, signature)
  const references = checkReferences(firma, elements)
  const certificado = signingCertificateOf(firma)
  const problemas = [
    ...references.problemas,
    ...checkSignatureValue(firma, certificado),
    ...checkCertificate(firma, certificado, now),
  ]
  return { valid: problemas.length === 0, problemas, certificado, signingTime: firma.signingTime, cubre: references.cubre }
}

const failure = (problema: string): Verificacion =>
  ({ valid: false, problemas: [problema], certificado: undefined, signingTime: undefined, cubre: [] })

const allElements = (element: XmlElement, found: XmlElement[] = []): XmlElement[] => {
  found.push(element)
  for (const child of element.children) if (typeof child !== 'string') allElements(child, found)
  return found
}

/** `id`, `Id` and `ID` are one space of names: a reference finds any of them. */
function repeatedId(elements: readonly XmlElement[]): string | undefined {
  const seen = new Set<string>()
  for (const element of elements)
    for (const { name, value } of element.attributes) {
      if (!/^id$/i.test(name)) continue
      if (seen.has(value)) return value
      seen.add(value)
    }
  return undefined
}
