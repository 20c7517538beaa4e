import { XML_LIMITS } from './limits.ts'
import type { XmlAttribute, XmlNamespace } from './xml-element.ts'
import { XmlError } from './xml-error.ts'

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace'
const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/'

// Absolute, as canonicalisation requires (C14N 1.0 §4.3): any other document cannot be digested.
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:(?:[\w.~:/?@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*(?:#(?:[\w.~:/?@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)?$/

/** An attribute as written, before prefixes are resolved. */
export interface RawAttribute {
  readonly name: string
  readonly value: string
}

const NONE: readonly never[] = []

export interface QualifiedName {
  readonly prefix: string
  readonly localName: string
}

/** Splits `prefix:local`; throws `XmlError` SYNTAX for a colon at either end or a second one. */
export function splitName(name: string): QualifiedName {
  const colon = name.indexOf(':')
  if (colon < 0) return { prefix: '', localName: name }
  if (colon === 0 || colon === name.length - 1 || name.includes(':', colon + 1))
    throw new XmlError('SYNTAX', `El nombre «${name}» no es válido: los dos puntos separan un solo prefijo.`, name)
  return { prefix: name.slice(0, colon), localName: name.slice(colon + 1) }
}

function checkDeclaration(prefix: string, uri: string): void {
  const isReserved = prefix === 'xmlns' || uri === XMLNS_NAMESPACE || (prefix === 'xml') !== (uri === XML_NAMESPACE)
  const isAcceptable = uri === '' ? prefix === '' : URI.test(uri)
  if (isReserved || !isAcceptable) throw new XmlError('SYNTAX', `El espacio de nombres «${prefix}» está mal declarado.`)
}

/** The namespaces in force while the parser descends and climbs. */
export class NamespaceScope {
  readonly #inForce: XmlNamespace[] = []

  /** Enters an element; returns its declarations, now in force. */
  enter(attributes: readonly RawAttribute[]): readonly XmlNamespace[] {
    let declared: XmlNamespace[] | undefined
    for (const { name, value } of attributes) {
      if (!name.startsWith('xmlns') || (name.length > 5 && name.charCodeAt(5) !== 58)) continue
      const prefix = name.slice(6)
      checkDeclaration(prefix, value)
      declared ??= []
      declared.push({ prefix, uri: value })
    }
    if (!declared) return NONE
    this.#inForce.push(...declared)
    if (this.#inForce.length > XML_LIMITS.namespaces) throw new XmlError('LIMIT', 'El XML declara demasiados espacios de nombres.')
    return declared
  }

  leave(declared: readonly XmlNamespace[]): void {
    if (declared.length > 0) this.#inForce.length -= declared.length
  }

  /** Namespace of a prefix; '' for no prefix outside any default namespace. */
  resolve(prefix: string): string {
    for (let i = this.#inForce.length - 1; i >= 0; i--) {
      const namespace = this.#inForce[i]
      if (namespace?.prefix === prefix) return namespace.uri
    }
    if (prefix === '') return ''
    if (prefix === 'xml') return XML_NAMESPACE
    throw new XmlError('SYNTAX', `El prefijo «${prefix}» no está declarado.`)
  }

  /** Attributes that are no namespace declarations, with their namespaces; refuses two with the same expanded name. */
  qualify(attributes: readonly RawAttribute[], declarations: number): readonly XmlAttribute[] {
    if (attributes.length === declarations) return NONE
    const qualified: XmlAttribute[] = []
    for (const { name, value } of attributes) {
      const { prefix, localName } = splitName(name)
      if (prefix === 'xmlns' || name === 'xmlns') continue
      const namespace = prefix === '' ? '' : this.resolve(prefix)
      if (qualified.some((other) => other.localName === localName && other.namespace === namespace))
        throw new XmlError('SYNTAX', `El atributo «${name}» está repetido.`, name)
      qualified.push({ name, prefix, localName, namespace, value })
    }
    return qualified
  }
}
