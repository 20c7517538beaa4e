export interface XmlAttribute {
  /** As written, prefix included. */
  readonly name: string
  readonly prefix: string
  readonly localName: string
  /** '' without a namespace (an attribute without prefix). */
  readonly namespace: string
  readonly value: string
}

/** A namespace declared on one element; prefix '' is the default namespace, uri '' undeclares it. */
export interface XmlNamespace {
  readonly prefix: string
  readonly uri: string
}

export interface XmlElement {
  /** As written, prefix included. */
  readonly name: string
  readonly prefix: string
  readonly localName: string
  readonly namespace: string
  /** In document order, namespace declarations left out. */
  readonly attributes: readonly XmlAttribute[]
  /** Namespace declarations written on this very element, in document order. */
  readonly namespaces: readonly XmlNamespace[]
  /** Elements and text; comments are dropped and the text around them is one string. */
  readonly children: readonly XmlNode[]
  readonly parent: XmlElement | undefined
}

export type XmlNode = XmlElement | string

/** Child elements, text left out. */
export const elementsOf = (element: XmlElement): XmlElement[] =>
  element.children.filter((child): child is XmlElement => typeof child !== 'string')

/** Text directly inside the element, descendants left out. */
export function textOf(element: XmlElement): string {
  const { children } = element
  if (children.length === 1 && typeof children[0] === 'string') return children[0]
  let text = ''
  for (const child of children) if (typeof child === 'string') text += child
  return text
}

/** First child with that local name, with any prefix. */
export function childNamed(element: XmlElement | undefined, localName: string): XmlElement | undefined {
  if (element) for (const child of element.children) if (typeof child !== 'string' && child.localName === localName) return child
  return undefined
}

/** All children with that local name, with any prefix. */
export const childrenNamed = (element: XmlElement | undefined, localName: string): XmlElement[] =>
  element ? elementsOf(element).filter((child) => child.localName === localName) : []

/** Trimmed text of a child, undefined when it is absent or empty. */
export function childText(element: XmlElement | undefined, localName: string): string | undefined {
  const child = childNamed(element, localName)
  const text = child && textOf(child).trim()
  return text === '' ? undefined : text
}

/** Value of an attribute without prefix. */
export const attributeOf = (element: XmlElement, name: string): string | undefined =>
  element.attributes.find((attribute) => attribute.name === name)?.value
