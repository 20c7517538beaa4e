import fc from 'fast-check'
import { type SubtreeC14NOptions, XmlC14NMode, XmlDocument, XmlElement as XmlElementNode } from 'libxml2-wasm'
import { describe, expect, it } from 'vitest'

import { parseXml } from '../xml/parse-xml.ts'
import { elementsOf, type XmlElement } from '../xml/xml-element.ts'
import { canonicalize, canonicalizeExclusive } from './canonicalize.ts'

const INCLUSIVE = { mode: XmlC14NMode.XML_C14N_1_0 } as const
const EXCLUSIVE = { mode: XmlC14NMode.XML_C14N_EXCLUSIVE_1_0 } as const

/** libxml2's canonical form of the element reached by these child positions (none: the root). */
function reference(xml: string, options: SubtreeC14NOptions, ...positions: number[]): string {
  const document = XmlDocument.fromString(xml)
  try {
    const xpath = `/*${positions.map((position) => `/*[${String(position + 1)}]`).join('')}`
    const node = document.get(xpath)
    if (!(node instanceof XmlElementNode)) throw new Error(`no ${xpath}`)
    return positions.length === 0 ? document.canonicalizeToString(options) : node.canonicalizeToString(options)
  } finally {
    document.dispose()
  }
}

const NAMES = ['a', 'b', 'ñandú', 'ds:x', 'etsi:y', 'Zeta', 'a-1.2_3']
const PREFIXES = ' xmlns:ds="urn:ds" xmlns:etsi="urn:etsi" xmlns="urn:defecto"'
const RARE = [
  '&amp;',
  '&lt;',
  '&gt;',
  '>',
  '"',
  "'",
  '&quot;',
  '&apos;',
  '&#xD;',
  '&#10;',
  '&#9;',
  '\n',
  '\r\n',
  '\r',
  '\t',
  ' ',
  'ñ',
  '€',
  '😀',
  '\u00a0',
  '\u0085',
  '\u2028',
  '&#x1F600;',
  'é',
  'e\u0301',
]
const text = fc
  .array(fc.oneof(fc.constantFrom(...RARE), fc.string({ unit: fc.constantFrom(...'abcXYZ 019') })), { maxLength: 6 })
  .map((parts) => parts.join(''))
const content = fc.oneof(
  text,
  text.map((inside) => `<!-- ${inside.replaceAll('-', '')} -->`),
  fc.constantFrom('<![CDATA[]]>', '<![CDATA[<a> & "b" ]] > \r\n]]>'),
)
const attribute = fc.tuple(fc.constantFrom('id', 'Id', 'valor', 'ds:at', 'etsi:at', 'xml:lang', 'xml:space', 'É'), text, fc.boolean())
const declaration = fc.constantFrom(
  '',
  '',
  '',
  ' xmlns="urn:otro"',
  ' xmlns=""',
  ' xmlns:ds="urn:ds"',
  ' xmlns:ds="urn:ds2"',
  ' xmlns:p="urn:p?a=1#b"',
)

function attributesText(attributes: readonly (readonly [string, string, boolean])[]): string {
  const seen = new Map(attributes.map((one) => [one[0], one]))
  return [...seen.values()]
    .map(([name, value, single]) => {
      const quote = single ? "'" : '"'
      return `\n ${name} = ${quote}${value.replaceAll(quote, single ? '&apos;' : '&quot;')}${quote}`
    })
    .join('')
}

const { element } = fc.letrec<{ element: string }>((tie) => ({
  element: fc
    .tuple(
      fc.constantFrom(...NAMES),
      fc.array(attribute, { maxLength: 4 }),
      declaration,
      fc.array(fc.oneof({ maxDepth: 4 }, content, tie('element')), { maxLength: 5 }),
    )
    .map(([name, attributes, declared, children]) => {
      const open = `<${name}${declared}${attributesText(attributes)}`
      return children.length === 0 ? `${open}/>` : `${open}>${children.join('')}</${name}  >`
    }),
}))
const documents = fc
  .array(element, { minLength: 1, maxLength: 4 })
  .map((children) => `<?xml version="1.0"?>\n<raiz${PREFIXES} xml:lang="es">\n${children.join('\n')}</raiz>\n`)

const at = (element: XmlElement, index: number): XmlElement => {
  const child = elementsOf(element)[index]
  if (child === undefined) throw new Error('no such child')
  return child
}

describe('canonicalize', () => {
  it('gives byte by byte what libxml2 gives, for whole documents and for subtrees', () => {
    fc.assert(
      fc.property(documents, (xml) => {
        const root = parseXml(xml)
        expect(canonicalize(root)).toBe(reference(xml, INCLUSIVE))
        expect(canonicalize(at(root, 0))).toBe(reference(xml, INCLUSIVE, 0))
      }),
      { numRuns: 1000 },
    )
  }, 60_000)

  it('gives what libxml2 gives in the exclusive form too, with and without a list of prefixes', () => {
    const lists = fc.subarray(['ds', 'etsi', 'p'])
    fc.assert(
      fc.property(documents, lists, (xml, prefixes) => {
        const root = parseXml(xml)
        expect(canonicalizeExclusive(root)).toBe(reference(xml, EXCLUSIVE))
        expect(canonicalizeExclusive(at(root, 0))).toBe(reference(xml, EXCLUSIVE, 0))
        expect(canonicalizeExclusive(at(root, 0), undefined, prefixes)).toBe(
          reference(xml, { ...EXCLUSIVE, inclusiveNamespacePrefixes: prefixes }, 0),
        )
      }),
      { numRuns: 500 },
    )
  }, 60_000)

  it('writes on a subtree the namespaces and xml: attributes of its ancestors', () => {
    const root = parseXml('<r xmlns:z="urn:z" xmlns:a="urn:a" xml:lang="es"><a:x b="1" a="2"/></r>')
    expect(canonicalize(at(root, 0))).toBe('<a:x xmlns:a="urn:a" xmlns:z="urn:z" a="2" b="1" xml:lang="es"></a:x>')
  })

  it('escapes namespace URIs like attribute values, as the standard says (libxml2 does not)', () => {
    expect(canonicalize(parseXml('<r xmlns="urn:a?b=1&amp;c=2"/>'))).toBe('<r xmlns="urn:a?b=1&amp;c=2"></r>')
  })

  it('leaves out the element to omit, and the white space around it stays', () => {
    const root = parseXml('<r> <a/> <firma>x</firma> </r>')
    expect(canonicalize(root, at(root, 1))).toBe('<r> <a></a>  </r>')
  })
})
