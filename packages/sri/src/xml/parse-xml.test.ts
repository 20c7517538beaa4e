import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { legalText } from '../testing/arbitraries.ts'
import { runsOf } from '../testing/corridas.ts'
import { canonicalByLibxml, isWellFormedForLibxml } from '../testing/xsd.ts'
import { escapeAttribute, escapeText } from './escape.ts'
import { XML_LIMITS } from './limits.ts'
import { parseXml } from './parse-xml.ts'
import { attributeOf, childNamed, textOf, type XmlElement } from './xml-element.ts'
import { XmlError, type XmlErrorCode } from './xml-error.ts'

const codeOf = (text: string): XmlErrorCode | undefined => {
  try {
    parseXml(text)
    return undefined
  } catch (error) {
    if (error instanceof XmlError) return error.code
    throw error
  }
}

describe('parseXml reads', () => {
  test('elements, attributes and text', () => {
    const root = parseXml(
      `<?xml version='1.0' encoding="UTF-8" standalone='yes' ?>\n<!-- x --><a b="1" c='"'>t<d/><e >u</e ></a>\n<!-- y -->`,
    )
    expect([root.name, attributeOf(root, 'b'), attributeOf(root, 'c'), root.children.length]).toEqual(['a', '1', '"', 3])
    expect(childNamed(root, 'e')?.parent).toBe(root)
  })
  test('the five entities, character references and CDATA as one text', () => {
    expect(parseXml('<a>&amp;&lt;&gt;&quot;&apos;&#65;&#x1F600;<![CDATA[<&]]]]><![CDATA[>]]><!-- no -->z</a>').children).toEqual([
      '&<>"\'A😀<&]]>z',
    ])
  })
  test('line ends as line feeds, except those written as references', () => {
    expect(textOf(parseXml('<a>1\r\n2\r3&#13;</a>'))).toBe('1\n2\n3\r')
  })
  test('white space in attributes as blanks, except references', () => {
    expect(attributeOf(parseXml('<a b="1\t2\r\n3&#10;4"/>'), 'b')).toBe('1 2 3\n4')
  })
  test('namespaces where they are in force', () => {
    const root = parseXml('<p:a xmlns:p="urn:p" xmlns="urn:d" p:x="1" y="2"><b xmlns=""><c/></b><d/></p:a>')
    const names = (element: XmlElement): string[] => [
      `{${element.namespace}}${element.localName}`,
      ...element.children.flatMap((child) => (typeof child === 'string' ? [] : names(child))),
    ]
    expect(names(root)).toEqual(['{urn:p}a', '{}b', '{}c', '{urn:d}d'])
    expect(root.attributes.map(({ namespace, name }) => `{${namespace}}${name}`)).toEqual(['{urn:p}p:x', '{}y'])
    expect(root.namespaces).toEqual([
      { prefix: 'p', uri: 'urn:p' },
      { prefix: '', uri: 'urn:d' },
    ])
  })
  test('100 levels and 64 attributes', () => {
    expect(codeOf('<a>'.repeat(100) + '</a>'.repeat(100))).toBeUndefined()
    expect(codeOf(`<a ${Array.from({ length: 64 }, (_, i) => `b${i}=""`).join(' ')}/>`)).toBeUndefined()
  })
})

describe('parseXml refuses', () => {
  test.each<[string, string, XmlErrorCode]>([
    ['a DOCTYPE', '<!DOCTYPE a><a/>', 'DOCTYPE'],
    ['a DOCTYPE in other letters', '<!doctype a><a/>', 'DOCTYPE'],
    ['entities that multiply', '<!DOCTYPE a [<!ENTITY b "x"><!ENTITY c "&b;&b;">]><a>&c;</a>', 'DOCTYPE'],
    ['a DOCTYPE inside CDATA', '<a><![CDATA[<!DOCTYPE x>]]></a>', 'DOCTYPE'],
    ['a processing instruction', '<?xml-stylesheet href="x"?><a/>', 'SYNTAX'],
    ['one inside', '<a><?php x ?></a>', 'SYNTAX'],
    ['a declaration that is not first', ' <?xml version="1.0"?><a/>', 'SYNTAX'],
    ['any other entity', '<a>&nbsp;</a>', 'SYNTAX'],
    ['a bare ampersand', '<a>a & b</a>', 'SYNTAX'],
    ['a reference to NUL', '<a>&#0;</a>', 'SYNTAX'],
    ['a reference to a surrogate', '<a>&#xD800;</a>', 'SYNTAX'],
    ['a reference past Unicode', '<a>&#x110000;</a>', 'SYNTAX'],
    ['a control character', '<a>\u0007</a>', 'SYNTAX'],
    ['a lone surrogate', '<a>\uD83D</a>', 'SYNTAX'],
    ['U+FFFE', '<a>\uFFFE</a>', 'SYNTAX'],
    [']]> in text', '<a>]]></a>', 'SYNTAX'],
    ['< in an attribute', '<a b="<"/>', 'SYNTAX'],
    ['an attribute twice', '<a b="1" b="2"/>', 'SYNTAX'],
    ['an attribute twice by namespace', '<a xmlns:p="urn:u" xmlns:q="urn:u" p:b="1" q:b="2"/>', 'SYNTAX'],
    ['attributes without blank between', '<a b="1"c="2"/>', 'SYNTAX'],
    ['an attribute without quotes', '<a b=1/>', 'SYNTAX'],
    ['an undeclared prefix', '<p:a/>', 'SYNTAX'],
    ['a prefix undeclared', '<a xmlns:p=""/>', 'SYNTAX'],
    ['the xml prefix bound elsewhere', '<a xmlns:xml="urn:x"/>', 'SYNTAX'],
    ['a relative namespace', '<a xmlns="u"/>', 'SYNTAX'],
    ['two colons', '<a:b:c xmlns:a="urn:x"/>', 'SYNTAX'],
    ['crossed tags', '<a><b></a></b>', 'SYNTAX'],
    ['a prefix of the right name', '<ab></a>', 'SYNTAX'],
    ['a truncated document', '<a><b>', 'SYNTAX'],
    ['two roots', '<a/><b/>', 'SYNTAX'],
    ['text outside', '<a/>x', 'SYNTAX'],
    ['nothing', '  ', 'SYNTAX'],
    ['a comment with two hyphens', '<a><!-- - -- --></a>', 'SYNTAX'],
    ['101 levels', '<a>'.repeat(101) + '</a>'.repeat(101), 'LIMIT'],
    ['65 attributes', `<a ${Array.from({ length: 65 }, (_, i) => `b${i}=""`).join(' ')}/>`, 'LIMIT'],
    [
      '65 namespaces in force',
      `<a ${Array.from({ length: 40 }, (_, i) => `xmlns:p${i}="urn:u"`).join(' ')}><b ${Array.from({ length: 25 }, (_, i) => `xmlns:q${i}="urn:u"`).join(' ')}/></a>`,
      'LIMIT',
    ],
    ['100 001 elements', `<a>${'<b/>'.repeat(100_000)}</a>`, 'LIMIT'],
    ['more than 1 MB', `<a>${'x'.repeat(XML_LIMITS.size)}</a>`, 'TOO_LARGE'],
  ])('%s', (_, text, code) => {
    expect(codeOf(text)).toBe(code)
  })
})

describe('every kind of legal character', () => {
  test('comes back from text and attributes, here and in libxml2', () => {
    fc.assert(
      fc.property(legalText(0, 60), (value) => {
        const xml = `<a b="${escapeAttribute(value)}">${escapeText(value)}</a>`
        const root = parseXml(xml)
        expect([attributeOf(root, 'b'), textOf(root)]).toEqual([value, value])
        expect(canonicalByLibxml(xml)).toBe(xml)
      }),
      runsOf(300),
    )
  })

  test('nothing that XML forbids can be written', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('\0', '\u0008', '\u000B', '\u001F', '\uD800', '\uDFFF', '\uFFFE', '\uFFFF'),
        legalText(0, 5),
        (bad, value) => {
          // A lone high surrogate must not meet its other half.
          const text = `${value}.${bad}.`
          expect(() => escapeText(text)).toThrow(XmlError)
          expect(() => escapeAttribute(text)).toThrow(XmlError)
        },
      ),
    )
  })
})

test('whatever is accepted libxml2 accepts too: strictness never lags behind', () => {
  const seed = '<?xml version="1.0"?><a xmlns:p="urn:u" b="1"><p:c d=\'2\'>&amp;x</p:c><![CDATA[y]]><!-- z --><e/></a>'
  const piece = fc.constantFrom(
    '<',
    '>',
    '/',
    '&',
    ';',
    '"',
    "'",
    '=',
    ' ',
    '!',
    '-',
    '?',
    ']',
    '[',
    ':',
    '#',
    'x',
    'a',
    '1',
    '\r',
    '--',
    ']]>',
    '&#',
    'xmlns',
  )
  const edit = fc.record({ at: fc.nat(seed.length), cut: fc.nat(3), piece })
  let accepted = 0
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
      const text = edits.reduce((whole, { at, cut, piece: added }) => whole.slice(0, at) + added + whole.slice(at + cut), seed)
      if (codeOf(text) !== undefined) return
      accepted++
      expect(isWellFormedForLibxml(text), text).toBe(true)
    }),
    runsOf(2_000),
  )
  expect(accepted).toBeGreaterThan(0)
})
