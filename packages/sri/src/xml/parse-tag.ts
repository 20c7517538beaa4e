import { decodeReferences } from './entities.ts'
import { XML_LIMITS } from './limits.ts'
import { nameEnd, skipSpace } from './names.ts'
import type { RawAttribute } from './namespaces.ts'
import { XmlError } from './xml-error.ts'

export interface StartTag {
  readonly name: string
  readonly attributes: readonly RawAttribute[]
  readonly isEmpty: boolean
  /** Position just after `>`. */
  readonly end: number
}

const NO_ATTRIBUTES: readonly RawAttribute[] = []

function readAttribute(text: string, at: number, element: string): { attribute: RawAttribute; end: number } {
  const broken = () => new XmlError('SYNTAX', `Un atributo del elemento <${element}> está mal escrito.`, element)
  const nameStop = nameEnd(text, at)
  const equals = skipSpace(text, nameStop)
  if (nameStop === at || text[equals] !== '=') throw broken()
  const open = skipSpace(text, equals + 1)
  const quote = text[open]
  if (quote !== '"' && quote !== "'") throw broken()
  const close = text.indexOf(quote, open + 1)
  if (close < 0) throw broken()
  const raw = text.slice(open + 1, close)
  if (raw.includes('<')) throw broken()
  // White space becomes blanks before references are resolved: &#xA; keeps its line break (XML 1.0 §3.3.3).
  return { attribute: { name: text.slice(at, nameStop), value: decodeReferences(raw.replace(/[\t\n]/g, ' ')) }, end: close + 1 }
}

/** Reads the start tag whose `<` stands at `at`. */
export function readStartTag(text: string, at: number): StartTag {
  let end = nameEnd(text, at + 1)
  if (end === at + 1) throw new XmlError('SYNTAX', 'El XML tiene un «<» que no abre un elemento.')
  const name = text.slice(at + 1, end)
  if (text.charCodeAt(end) === 62) return { name, attributes: NO_ATTRIBUTES, isEmpty: false, end: end + 1 }
  const attributes: RawAttribute[] = []
  for (;;) {
    const next = skipSpace(text, end)
    if (text[next] === '>') return { name, attributes, isEmpty: false, end: next + 1 }
    if (text[next] === '/' && text[next + 1] === '>') return { name, attributes, isEmpty: true, end: next + 2 }
    if (next === end || next >= text.length) throw new XmlError('SYNTAX', `La etiqueta <${name}> no está bien cerrada.`, name)
    const { attribute, end: stop } = readAttribute(text, next, name)
    if (attributes.some((other) => other.name === attribute.name))
      throw new XmlError('SYNTAX', `El atributo «${attribute.name}» está repetido en <${name}>.`, name)
    attributes.push(attribute)
    if (attributes.length > XML_LIMITS.attributes) throw new XmlError('LIMIT', `El elemento <${name}> tiene demasiados atributos.`, name)
    end = stop
  }
}
