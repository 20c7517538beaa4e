import { childNamed, childrenNamed, textOf, attributeOf, type XmlElement } from '../xml/xml-element.ts'
import { CANONICALIZACIONES_POR_URI, NS_DS } from './algoritmos.ts'
import { canonicalize, canonicalizeExclusive } from './canonicalize.ts'

/** The parts of a ds:Signature, found by namespace and place; a missing part is undefined. */
export interface SignatureRead {
  readonly root: XmlElement
  readonly signature: XmlElement
  readonly signedInfo: XmlElement | undefined
  readonly references: readonly XmlElement[]
  readonly keyInfo: XmlElement | undefined
  readonly qualifyingProperties: XmlElement | undefined
  readonly signedProperties: XmlElement | undefined
  /** Cert elements of SigningCertificate, or else of SigningCertificateV2. */
  readonly certs: readonly XmlElement[]
  readonly signingTime: Date | undefined
}

export const dsChild = (parent: XmlElement | undefined, name: string): XmlElement | undefined => dsChildren(parent, name)[0]

export const dsChildren = (parent: XmlElement | undefined, name: string): XmlElement[] =>
  childrenNamed(parent, name).filter(({ namespace }) => namespace === NS_DS)

/** Any version of XAdES; the verifier judges it. */
const XADES = /^http:\/\/uri\.etsi\.org\/01903\/v\d\.\d\.\d#$/

const xadesChild = (parent: XmlElement | undefined, name: string): XmlElement | undefined => {
  const child = childNamed(parent, name)
  return child !== undefined && XADES.test(child.namespace) ? child : undefined
}

export const algorithmOf = (element: XmlElement | undefined): string =>
  (element === undefined ? undefined : attributeOf(element, 'Algorithm')) ?? ''

/** Text without any white space: base64 and numbers are often broken into lines. */
export const compactText = (element: XmlElement | undefined): string => (element === undefined ? '' : textOf(element).replace(/\s+/g, ''))

/** The canonical form of a Transform or CanonicalizationMethod; undefined for an unsupported method. */
export function canonicalOf(method: XmlElement | undefined, element: XmlElement, omit?: XmlElement): string | undefined {
  const found = CANONICALIZACIONES_POR_URI.get(algorithmOf(method))
  if (found === undefined) return undefined
  if (found.modo === 'inclusiva') return canonicalize(element, omit)
  const list = childNamed(method, 'InclusiveNamespaces')
  const prefixes = (list === undefined ? '' : (attributeOf(list, 'PrefixList') ?? '')).split(/\s+/).filter((prefix) => prefix !== '')
  return canonicalizeExclusive(
    element,
    omit,
    prefixes.map((prefix) => (prefix === '#default' ? '' : prefix)),
  )
}

export function readSignature(root: XmlElement, signature: XmlElement): SignatureRead {
  const signedInfo = dsChild(signature, 'SignedInfo')
  const qualifyingProperties = dsChildren(signature, 'Object')
    .map((object) => xadesChild(object, 'QualifyingProperties'))
    .find((found) => found !== undefined)
  const signedProperties = xadesChild(qualifyingProperties, 'SignedProperties')
  const signatureProperties = xadesChild(signedProperties, 'SignedSignatureProperties')
  return {
    root,
    signature,
    signedInfo,
    references: dsChildren(signedInfo, 'Reference'),
    keyInfo: dsChild(signature, 'KeyInfo'),
    qualifyingProperties,
    signedProperties,
    certs: childrenNamed(
      xadesChild(signatureProperties, 'SigningCertificate') ?? xadesChild(signatureProperties, 'SigningCertificateV2'),
      'Cert',
    ),
    signingTime: readTime(xadesChild(signatureProperties, 'SigningTime')),
  }
}

const XSD_DATETIME = /^(-?\d{4,}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)(Z|[+-]\d{2}:\d{2})?$/

/** Reads a signing time; without an offset it is Ecuador's. */
function readTime(element: XmlElement | undefined): Date | undefined {
  const match = XSD_DATETIME.exec(compactText(element))
  if (match === null) return undefined
  const time = new Date(`${match[1]?.replace(/(\.\d{3})\d+$/, '$1') ?? ''}${match[2] ?? '-05:00'}`)
  return Number.isNaN(time.getTime()) ? undefined : time
}
