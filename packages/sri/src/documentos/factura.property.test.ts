import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'

import { nodeArbitrary } from '../testing/arbitraries.ts'
import { canonicalByLibxml, hasXsd, openXsd } from '../testing/xsd.ts'
import { parseXml } from '../xml/parse-xml.ts'
import { XmlError } from '../xml/xml-error.ts'
import { facturaFromXml, facturaToXml, leerFactura } from './factura.ts'
import { facturaTrees, type Factura, type VersionFactura } from './factura-tree.ts'

const VERSIONES = Object.keys(facturaTrees) as VersionFactura[]
const facturaArbitrary = (version: VersionFactura) =>
  nodeArbitrary(facturaTrees[version]).map((value) => ({ version, ...(value as Omit<Factura, 'version'>) }))

const RUNS = { numRuns: Number(process.env.FC_RUNS ?? 60) }

describe.each(VERSIONES)('factura %s', (version) => {
  const xsd = hasXsd ? openXsd(`factura_V${version}`) : undefined
  afterAll(() => xsd?.dispose())

  test('any value comes back equal from its XML', () => {
    fc.assert(
      fc.property(facturaArbitrary(version), (factura) => {
        expect(facturaFromXml(facturaToXml(factura))).toEqual(factura)
      }),
      RUNS,
    )
  })

  test('any value is written in canonical form', () => {
    fc.assert(
      fc.property(facturaArbitrary(version), (factura) => {
        const xml = facturaToXml(factura)
        expect(xml.slice(xml.indexOf('?>') + 2)).toBe(canonicalByLibxml(xml))
      }),
      RUNS,
    )
  })

  test.skipIf(!xsd)('any value is valid for the official XSD', () => {
    fc.assert(
      fc.property(facturaArbitrary(version), (factura) => {
        expect(xsd?.complaint(facturaToXml(factura))).toBeUndefined()
      }),
      RUNS,
    )
  })

  // One element is dropped, repeated, renamed, moved or overfilled: our reader and the XSD must agree.
  test.skipIf(!xsd)('a damaged document is refused exactly when the XSD refuses it', () => {
    fc.assert(
      fc.property(facturaArbitrary(version), fc.nat(), fc.constantFrom('drop', 'repeat', 'rename', 'swap', 'fill', 'empty', 'letter'), (factura, pick, damage) => {
        const xml = damageOf(facturaToXml(factura), pick, damage)
        const complaint = xsd?.complaint(xml)
        let refusal: unknown
        try {
          facturaFromXml(xml)
        } catch (error) {
          refusal = error
        }
        expect(refusal === undefined, `${damage}: ${complaint ?? 'valid'} / ${String(refusal)} / ${xml}`).toBe(complaint === undefined)
        if (refusal !== undefined) expect(refusal).toBeInstanceOf(XmlError)
      }),
      { numRuns: RUNS.numRuns * 3 },
    )
  })
})

const ELEMENT = /<(\w+)[^<>]*>[^<>]*<\/\1>/g

function damageOf(xml: string, pick: number, damage: string): string {
  const leaves = [...xml.matchAll(ELEMENT)]
  const leaf = leaves[pick % leaves.length]
  if (!leaf) return xml
  const [whole, name = ''] = leaf
  const rest = xml.slice(leaf.index + whole.length)
  const next = /^<(\w+)[^<>]*>[^<>]*<\/\1>/.exec(rest)?.[0] ?? ''
  const close = `</${name}>`
  const open = whole.slice(0, whole.indexOf('>') + 1)
  const damaged: Record<string, string> = {
    drop: rest,
    repeat: whole + whole + rest,
    rename: whole.replaceAll(name, `${name}X`) + rest,
    swap: next + whole + rest.slice(next.length),
    fill: open + '1'.repeat(400) + close + rest,
    empty: open + close + rest,
    letter: `${open}x${close}${rest}`,
  }
  return xml.slice(0, leaf.index) + (damaged[damage] ?? rest)
}

test('the text of every element is what libxml2 reads too', () => {
  fc.assert(
    fc.property(facturaArbitrary('1.1.0'), (factura) => {
      const xml = facturaToXml(factura)
      // Reading libxml2's own serialisation of the document gives the same value as reading ours.
      expect(leerFactura(canonicalByLibxml(xml)).factura).toEqual(factura)
      expect(parseXml(xml).localName).toBe('factura')
    }),
    RUNS,
  )
})
