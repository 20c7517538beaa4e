import { codePointName, illegalCharacterAt } from './characters.ts'
import { decodeReferences } from './entities.ts'
import { XML_LIMITS } from './limits.ts'
import { skipSpace } from './names.ts'
import { NamespaceScope, splitName } from './namespaces.ts'
import { readStartTag } from './parse-tag.ts'
import type { XmlElement, XmlNode } from './xml-element.ts'
import { XmlError } from './xml-error.ts'

// XML 1.0 (fifth edition) §2.8: readers treat any 1.x declaration as 1.0.
const DECLARATION =
  /^<\?xml\s+version\s*=\s*(?:"1\.[0-9]+"|'1\.[0-9]+')(?:\s+encoding\s*=\s*(?:"[A-Za-z][\w.-]*"|'[A-Za-z][\w.-]*'))?(?:\s+standalone\s*=\s*(?:"(?:yes|no)"|'(?:yes|no)'))?\s*\?>/

interface OpenElement extends XmlElement {
  readonly children: XmlNode[]
}

/** Before parsing, refuses too much text, a DTD, and characters that XML forbids. */
function prepare(source: string): string {
  if (source.length > XML_LIMITS.size) throw new XmlError('TOO_LARGE', 'El XML supera 1 MB.')
  // Refused even inside CDATA or comments, where it would be harmless: no document of the SRI needs it.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(source)) throw new XmlError('DOCTYPE', 'El XML contiene una declaración DOCTYPE, que no se admite.')
  const illegal = illegalCharacterAt(source)
  if (illegal >= 0) throw new XmlError('SYNTAX', `El XML contiene el carácter prohibido ${codePointName(source, illegal)}.`)
  const text = source.charCodeAt(0) === 0xfeff ? source.slice(1) : source
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

class Parser {
  readonly #text: string
  readonly #scope = new NamespaceScope()
  readonly #open: OpenElement[] = []
  #at = 0
  #count = 0
  #root: XmlElement | undefined

  constructor(text: string) {
    this.#text = text
  }

  parse(): XmlElement {
    this.#at = DECLARATION.exec(this.#text)?.[0].length ?? 0
    while (this.#at < this.#text.length) this.#step()
    if (this.#open.length > 0) {
      const name = this.#open.at(-1)?.name ?? ''
      throw new XmlError('SYNTAX', `El XML está truncado: falta cerrar <${name}>.`, name)
    }
    if (!this.#root) throw new XmlError('SYNTAX', 'El texto no contiene ningún elemento XML.')
    return this.#root
  }

  #step(): void {
    const text = this.#text
    const at = this.#at
    if (text.charCodeAt(at) !== 60) return this.#readText()
    const next = text.charCodeAt(at + 1)
    if (next === 47) return this.#closeElement()
    if (next === 63) throw new XmlError('SYNTAX', 'El XML contiene una instrucción de proceso, que no se admite.')
    if (next !== 33) return this.#openElement()
    if (text.startsWith('<!--', at)) return this.#skipComment()
    if (text.startsWith('<![CDATA[', at)) return this.#readCdata()
    throw new XmlError('SYNTAX', 'El XML contiene una declaración que no se admite.')
  }

  #readText(): void {
    const stop = this.#text.indexOf('<', this.#at)
    const end = stop < 0 ? this.#text.length : stop
    const parent = this.#open.at(-1)
    if (parent) {
      const raw = this.#text.slice(this.#at, end)
      if (raw.includes(']]>')) throw new XmlError('SYNTAX', 'El XML contiene «]]>» fuera de un CDATA.', parent.name)
      this.#append(parent, decodeReferences(raw))
    } else if (skipSpace(this.#text, this.#at) < end) {
      throw new XmlError('SYNTAX', 'El XML contiene texto fuera de su elemento raíz.')
    }
    this.#at = end
  }

  #append(parent: OpenElement, text: string): void {
    const last = parent.children.length - 1
    const previous = parent.children[last]
    if (typeof previous === 'string') parent.children[last] = previous + text
    else if (text !== '') parent.children.push(text)
  }

  #skipComment(): void {
    const end = this.#text.indexOf('--', this.#at + 4)
    if (end < 0 || this.#text[end + 2] !== '>') throw new XmlError('SYNTAX', 'El XML contiene un comentario mal cerrado.')
    this.#at = end + 3
  }

  #readCdata(): void {
    const parent = this.#open.at(-1)
    const end = this.#text.indexOf(']]>', this.#at)
    if (!parent || end < 0) throw new XmlError('SYNTAX', 'El XML contiene un CDATA mal cerrado o fuera de lugar.')
    this.#append(parent, this.#text.slice(this.#at + 9, end))
    this.#at = end + 3
  }

  #openElement(): void {
    const tag = readStartTag(this.#text, this.#at)
    const parent = this.#open.at(-1)
    if (!parent && this.#root) throw new XmlError('SYNTAX', 'El XML tiene más de un elemento raíz.', tag.name)
    if (++this.#count > XML_LIMITS.elements) throw new XmlError('LIMIT', 'El XML tiene demasiados elementos.')
    if (this.#open.length >= XML_LIMITS.depth) throw new XmlError('LIMIT', 'El XML tiene demasiados niveles.', tag.name)
    const namespaces = this.#scope.enter(tag.attributes)
    const { prefix, localName } = splitName(tag.name)
    const element: OpenElement = {
      name: tag.name,
      prefix,
      localName,
      namespace: this.#scope.resolve(prefix),
      attributes: this.#scope.qualify(tag.attributes, namespaces.length),
      namespaces,
      children: [],
      parent,
    }
    if (parent) parent.children.push(element)
    else this.#root = element
    this.#at = tag.end
    if (tag.isEmpty) this.#scope.leave(namespaces)
    else this.#open.push(element)
  }

  #closeElement(): void {
    const element = this.#open.pop()
    const nameStart = this.#at + 2
    const nameStop = nameStart + (element?.name.length ?? 0)
    const end = skipSpace(this.#text, nameStop)
    if (!element || !this.#text.startsWith(element.name, nameStart) || this.#text[end] !== '>')
      throw new XmlError('SYNTAX', `El XML cierra mal el elemento <${element?.name ?? ''}>.`, element?.name)
    this.#scope.leave(element.namespaces)
    this.#at = end + 1
  }
}

/**
 * The one entrance for XML: strict, bounded (`XML_LIMITS`), no DTD, no processing instructions, only the five entities.
 * Takes text already decoded (`decodeXml`); a byte order mark and any XML declaration are skipped.
 * Throws `XmlError` with a Spanish message.
 */
export const parseXml = (text: string): XmlElement => new Parser(prepare(text)).parse()
