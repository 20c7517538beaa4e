import { ParseOption, XmlDocument, XmlElement, type XmlTreeNode } from 'libxml2-wasm'

import { readCanonical, type Nodo } from './arbol.ts'

/** Parts of the signature, each in the canonical form of its own subtree. */
export interface FirmaLeida {
  readonly signature: Nodo
  readonly signedInfo: string
  readonly keyInfo: string | undefined
  readonly signedProperties: string | undefined
}

export interface DocumentoLeido {
  /** Canonical form of the root without its signature: what the document reference covers. */
  readonly canonico: string
  readonly raiz: Nodo
  readonly firma: FirmaLeida | undefined
}

export class DocumentoIlegible extends Error {}

const DS = 'http://www.w3.org/2000/09/xmldsig#'
const OPTIONS = ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_SYS_CATALOG

function parse(bytes: Uint8Array): XmlDocument {
  try {
    return XmlDocument.fromBuffer(bytes, { option: OPTIONS })
  } catch (error) {
    throw new DocumentoIlegible(error instanceof Error ? error.message.trim().split('\n')[0] : 'XML mal formado')
  }
}

function* childElements(element: XmlElement): Generator<XmlElement> {
  for (let node: XmlTreeNode | null = element.firstChild; node; node = node.next) if (node instanceof XmlElement) yield node
}

const subtree = (doc: XmlDocument, element: XmlElement): string => doc.canonicalizeToString({ nodeSet: new Set([element]) })

// Instructions outside the root are canonical text of the document, not of the root that the reference names.
const withoutInstructions = (canonical: string): string => canonical.replace(/^(<\?[^]*?\?>\n)+/, '').replace(/(\n<\?[^]*?\?>)+$/, '')

const byName = (element: XmlElement | undefined, name: string): XmlElement | undefined => {
  if (element) for (const item of childElements(element)) if (item.name === name) return item
  return undefined
}

// The signature has to be the last element of the root (ficha técnica, firma).
function signatureOf(root: XmlElement): XmlElement | undefined {
  for (let node: XmlTreeNode | null = root.lastChild; node; node = node.prev) {
    if (node instanceof XmlElement) return node.name === 'Signature' && node.namespaceUri === DS ? node : undefined
  }
  return undefined
}

// A second copy keeps only the signature before its parts are made canonical: the namespaces in scope stay, and the canonicaliser does not
// walk the whole document once per part.
function readFirma(bytes: Uint8Array): FirmaLeida | undefined {
  const doc = parse(bytes)
  try {
    const signature = signatureOf(doc.root)
    if (!signature) return undefined
    for (let node: XmlTreeNode | null = doc.root.firstChild; node;) {
      const next: XmlTreeNode | null = node.next
      if (!node.isSameNode(signature)) node.remove()
      node = next
    }
    const part = (element: XmlElement | undefined) => element && subtree(doc, element)
    const qualifying = byName(byName(signature, 'Object'), 'QualifyingProperties')
    return {
      signature: readCanonical(subtree(doc, signature)),
      signedInfo: part(byName(signature, 'SignedInfo')) ?? '',
      keyInfo: part(byName(signature, 'KeyInfo')),
      signedProperties: part(byName(qualifying, 'SignedProperties')),
    }
  } finally {
    doc.dispose()
  }
}

/**
 * Reads a document: well-formed UTF-8 without DTD.
 * @throws DocumentoIlegible with the reason
 */
export function readDocumento(bytes: Uint8Array): DocumentoLeido {
  const doc = parse(bytes)
  try {
    if (doc.dtd) throw new DocumentoIlegible('DOCTYPE is disallowed')
    const encoding = doc.encoding?.toUpperCase() ?? 'UTF-8'
    if (encoding !== 'UTF-8') throw new DocumentoIlegible(`codificación ${encoding} no permitida, debe ser UTF-8`)
    const signature = signatureOf(doc.root)
    signature?.remove()
    const canonico = withoutInstructions(doc.canonicalizeToString())
    return { canonico, raiz: readCanonical(canonico), firma: signature ? readFirma(bytes) : undefined }
  } finally {
    doc.dispose()
  }
}
