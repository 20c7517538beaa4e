import { attributeOf, type XmlElement } from '../xml/xml-element.ts'
import { parseXml } from '../xml/parse-xml.ts'
import { XmlError } from '../xml/xml-error.ts'
import type { CertificadoLeido } from './certificado.ts'
import { NS_DS } from './algoritmos.ts'
import { defecto, type CodigoDefecto, type DefectoFirma } from './defectos-firma.ts'
import { readSignature, type SignatureRead } from './signature-reading.ts'
import { checkCertificate, signingCertificateOf } from './verify-certificate.ts'
import { checkReferences, type Cobertura, type ReferenciaFirma } from './verify-references.ts'
import { checkSignatureValue } from './verify-value.ts'

/** Coverage and validity of a signature, in words that may be shown. */
export interface Verificacion {
  /** True without `problemas`. */
  readonly valid: boolean
  readonly problemas: readonly string[]
  /** Certificate of the signer, when it can be read. */
  /** Ids shared by several elements and used by no reference; they do not make it invalid. */
  readonly repetidos: readonly string[]
  readonly certificado: CertificadoLeido | undefined
  readonly signingTime: Date | undefined
  /** Covered parts that were found and whose digest holds. */
  readonly cubre: readonly Cobertura[]
}

/** Findings about the signature of a document. */
export interface Examen {
  readonly defectos: readonly DefectoFirma[]
  readonly referencias: readonly ReferenciaFirma[]
  /** Ids shared by several elements and used by no reference: odd, but harmless (O-120). */
  readonly repetidos: readonly string[]
  /** Undefined without exactly one readable signature. */
  readonly firma: SignatureRead | undefined
  readonly certificado: CertificadoLeido | undefined
}

/**
 * Verifies a signed document of ours or of anyone: that one signature covers the whole root element, its own properties and
 * its certificate, that all of it is intact, and that the certificate fits, all in the form the authority takes. Trust in the
 * issuing entity and revocation are the authority's to judge. Never throws: unreadable XML is a problem like any other.
 * `dictamenOf` says the same in words, and tells what is broken from what is only of another form.
 * @param now when given, a signing time later than it (five minutes apart) is a problem.
 */
export function verifyXml(signed: string, now?: Date): Verificacion {
  let root: XmlElement
  try {
    root = parseXml(signed)
  } catch (error) {
    if (error instanceof XmlError) return verificacionOf(failure('ILEGIBLE', error.message))
    throw error
  }
  return verificacionOf(examineElement(root, now))
}

function verificacionOf({ defectos, referencias, repetidos, firma, certificado }: Examen): Verificacion {
  const cubre = new Set(referencias.flatMap((each) => (each.intacta && each.cubre !== undefined ? [each.cubre] : [])))
  return {
    valid: defectos.length === 0,
    problemas: defectos.map(({ motivo }) => motivo),
    repetidos,
    certificado,
    signingTime: firma?.signingTime,
    cubre: [...cubre],
  }
}

/** Examines the signature of a document already parsed; its root must have no parent. */
export function examineElement(root: XmlElement, now?: Date): Examen {
  const elements = allElements(root)
  const signatures = elements.filter(({ namespace, localName }) => namespace === NS_DS && localName === 'Signature')
  const [signature] = signatures
  if (signature === undefined) return failure('SIN_FIRMA')
  if (signatures.length > 1) return failure('VARIAS_FIRMAS')
  // A signature that is no child of the root may cover another element than the one read (wrapping).
  if (signature.parent !== root) return failure('FIRMA_FUERA_DE_LUGAR')
  const firma = readSignature(root, signature)
  const repetidos = repeatedIds(elements)
  const ambiguous = repetidos.find((id) => firma.references.some((reference) => attributeOf(reference, 'URI') === `#${id}`))
  if (ambiguous !== undefined) return failure('ID_REPETIDO', ambiguous)

  const { defectos, referencias } = checkReferences(firma, elements)
  const certificado = signingCertificateOf(firma)
  return {
    defectos: [...defectos, ...checkSignatureValue(firma, certificado), ...checkCertificate(firma, certificado, now)],
    referencias,
    repetidos,
    firma,
    certificado,
  }
}

const failure = (codigo: CodigoDefecto, detalle?: string): Examen => ({
  defectos: [defecto(codigo, detalle)],
  referencias: [],
  repetidos: [],
  firma: undefined,
  certificado: undefined,
})

const allElements = (element: XmlElement, found: XmlElement[] = []): XmlElement[] => {
  found.push(element)
  for (const child of element.children) if (typeof child !== 'string') allElements(child, found)
  return found
}

/** `id`, `Id` and `ID` are one space of names: a reference finds any of them. */
function repeatedIds(elements: readonly XmlElement[]): string[] {
  const [seen, repeated] = [new Set<string>(), new Set<string>()]
  for (const element of elements)
    for (const { name, value } of element.attributes) {
      if (!/^id$/i.test(name)) continue
      if (seen.has(value)) repeated.add(value)
      seen.add(value)
    }
  return [...repeated]
}
