import { escapeAttribute, escapeText } from '../xml/escape.ts'
import type { XmlAttribute, XmlElement } from '../xml/xml-element.ts'

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace'

type Namespaces = ReadonlyMap<string, string>
const NONE: Namespaces = new Map()

/**
 * Inclusive Canonical XML 1.0, without comments, of an element as if it stood alone: the namespaces in scope and the `xml:` attributes of
 * its ancestors are written on it. `omit` leaves one element (the enveloped signature) out.
 */
export function canonicalize(element: XmlElement, omit?: XmlElement): string {
  return write(element, NONE, { namespaces: inScope(element), attributes: inheritedXml(element) }, declared, omit)
}

/**
 * Exclusive Canonical XML 1.0 without comments: an element carries the namespaces it uses and no others, and nothing of its
 * ancestors. The SRI does not take it; signatures of others may use it.
 * @param prefixes the PrefixList of InclusiveNamespaces ('' for #default): written wherever they are in scope.
 */
export function canonicalizeExclusive(element: XmlElement, omit?: XmlElement, prefixes: readonly string[] = []): string {
  const own = (at: XmlElement): Own => ({ namespaces: used(at, prefixes), attributes: at.attributes })
  return write(element, NONE, own(element), own, omit)
}

interface Own {
  /** Namespaces to write if the output lacks them. */
  readonly namespaces: Namespaces
  readonly attributes: readonly XmlAttribute[]
}

function write(
  element: XmlElement,
  written: Namespaces,
  { namespaces, attributes }: Own,
  ownOf: (child: XmlElement) => Own,
  omit: XmlElement | undefined,
): string {
  const { tags, inForce } = namespaceTags(namespaces, written)
  let text = `<${element.name}${tags}`
  const sorted = attributes.length > 1 ? [...attributes].sort(byNamespaceAndName) : attributes
  for (const { name, value } of sorted) text += ` ${name}="${escapeAttribute(value)}"`
  text += '>'
  for (const child of element.children) {
    if (typeof child === 'string') text += escapeText(child)
    else if (child !== omit) text += write(child, inForce, ownOf(child), ownOf, omit)
  }
  return `${text}</${element.name}>`
}

/** Namespace declarations of this element, sorted by prefix; a repeated one, or `xmlns=""` without effect, is left out. */
function namespaceTags(namespaces: Namespaces, written: Namespaces): { tags: string; inForce: Namespaces } {
  if (namespaces.size === 0) return { tags: '', inForce: written }
  const inForce = new Map(written)
  let tags = ''
  for (const [prefix, uri] of [...namespaces].sort(([a], [b]) => codePointOrder(a, b))) {
    if (prefix === 'xml' || (written.get(prefix) ?? '') === uri) continue
    inForce.set(prefix, uri)
    tags += ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escapeAttribute(uri)}"`
  }
  return { tags, inForce }
}

const declared = (element: XmlElement): Own => ({
  namespaces: element.namespaces.length === 0 ? NONE : new Map(element.namespaces.map(({ prefix, uri }) => [prefix, uri])),
  attributes: element.attributes,
})

/** Namespaces of an element's name and its attributes' names, and those of the list that are in scope. */
function used(element: XmlElement, prefixes: readonly string[]): Namespaces {
  const found = new Map([[element.prefix, element.namespace]])
  for (const { prefix, namespace } of element.attributes) if (prefix !== '') found.set(prefix, namespace)
  if (prefixes.length > 0) for (const [prefix, uri] of inScope(element)) if (prefixes.includes(prefix)) found.set(prefix, uri)
  return found
}

/** All namespaces in force on an element, its own and its ancestors'. */
function inScope(element: XmlElement): Namespaces {
  const scope = new Map<string, string>()
  for (let at: XmlElement | undefined = element; at; at = at.parent)
    for (const { prefix, uri } of at.namespaces) if (!scope.has(prefix)) scope.set(prefix, uri)
  return scope
}

/** Attributes of an element, and the `xml:` attributes of its ancestors (C14N 1.0 §2.4). */
function inheritedXml(element: XmlElement): readonly XmlAttribute[] {
  const attributes = [...element.attributes]
  for (let at = element.parent; at; at = at.parent)
    for (const attribute of at.attributes)
      if (attribute.namespace === XML_NAMESPACE && !attributes.some(({ name }) => name === attribute.name)) attributes.push(attribute)
  return attributes
}

const byNamespaceAndName = (a: XmlAttribute, b: XmlAttribute): number =>
  codePointOrder(a.namespace, b.namespace) || codePointOrder(a.localName, b.localName)

/** Order of the standard, by code point: the order of UTF-8 bytes, but not of JavaScript strings. */
const codePointOrder = (a: string, b: string): number => (a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b)))
