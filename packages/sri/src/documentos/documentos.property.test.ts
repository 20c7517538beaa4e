import { readdirSync, readFileSync } from 'node:fs'

import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'

import { nodeArbitrary } from '../testing/arbitraries.ts'
import { runsOf } from '../testing/corridas.ts'
import { hasOficial } from '../testing/referencia.ts'
import { canonicalByLibxml, openXsd } from '../testing/xsd.ts'
import { XmlError } from '../xml/xml-error.ts'
import type { ValorDocumento } from './documento.ts'
import { declaracionOf, DOCUMENTOS, TIPOS_COMPROBANTE } from './documentos.ts'
import { readComprobante } from './read-comprobante.ts'

const VERSIONES = TIPOS_COMPROBANTE.flatMap((tipo) => Object.keys(DOCUMENTOS[tipo].versions).map((version) => ({ tipo, version })))

const EJEMPLOS = new URL('../../ejemplos/', import.meta.url)
/** Pieces of hostile or careless files. */
const SNIPPETS = [
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  '&lt;',
  '&#0;',
  '&b;',
  '<![CDATA[',
  ']]>',
  '<autorizacion><comprobante>',
  '</autorizacion>',
  '<a>'.repeat(120),
  '9'.repeat(30),
  '9007199254.740991',
  '-1',
  ' ',
  '\u0000',
  '<a/>',
  'xmlns="urn:x"',
  '<!--',
]

const RUNS = runsOf(60)

describe.each(VERSIONES)('$tipo $version', ({ tipo, version }) => {
  // The type does not matter here: any value of its tree will do.
  const documento = declaracionOf(tipo)
  const tree = documento.versions[version]
  if (!tree) throw new Error(`no tree of ${tipo} ${version}`)
  const valores = nodeArbitrary(tree).map((value) => ({ version, ...(value as Omit<ValorDocumento, 'version'>) }))
  const xsd = hasOficial ? openXsd(`${tipo}_V${version}`) : undefined
  afterAll(() => xsd?.dispose())

  test('any value comes back equal from its XML', () => {
    fc.assert(
      fc.property(valores, (valor) => {
        expect(documento.fromXml(documento.toXml(valor))).toEqual(valor)
      }),
      RUNS,
    )
  })

  test('any value is written in canonical form', () => {
    fc.assert(
      fc.property(valores, (valor) => {
        const xml = documento.toXml(valor)
        expect(xml.slice(xml.indexOf('?>') + 2)).toBe(canonicalByLibxml(xml))
      }),
      RUNS,
    )
  })

  test.skipIf(!xsd)('any value is valid for the official XSD', () => {
    fc.assert(
      fc.property(valores, (valor) => {
        expect(xsd?.complaint(documento.toXml(valor))).toBeUndefined()
      }),
      RUNS,
    )
  })

  test('the text of every element is what libxml2 reads too', () => {
    fc.assert(
      fc.property(valores, (valor) => {
        // Reading libxml2's own serialisation of the document gives the same value as reading ours.
        expect(readComprobante(canonicalByLibxml(documento.toXml(valor)))).toMatchObject({ tipo, documento: valor, avisos: [] })
      }),
      RUNS,
    )
  })

  // With one element dropped, repeated, renamed, moved or overfilled, our reader and the XSD must agree.
  test.skipIf(!xsd)('a damaged document is refused exactly when the official XSD refuses it', () => {
    fc.assert(
      fc.property(
        valores,
        fc.nat(),
        fc.constantFrom('drop', 'repeat', 'rename', 'swap', 'fill', 'empty', 'letter'),
        (valor, pick, damage) => {
          const xml = damageOf(documento.toXml(valor), pick, damage)
          const complaint = xsd?.complaint(xml)
          let refusal: unknown
          try {
            documento.fromXml(xml)
          } catch (error) {
            refusal = error
          }
          expect(refusal === undefined, `${damage}: ${complaint ?? 'valid'} / ${String(refusal)} / ${xml}`).toBe(complaint === undefined)
          if (refusal !== undefined) expect(refusal).toBeInstanceOf(XmlError)
        },
      ),
      { ...RUNS, numRuns: RUNS.numRuns * 3 },
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

const GOLDEN = readdirSync(EJEMPLOS)
  .filter((name) => name.endsWith('.xml'))
  .map((name) => readFileSync(new URL(name, EJEMPLOS)))

test('bytes damaged in any way are read or refused with an XmlError, never anything else', () => {
  const damage = fc.record({
    from: fc.nat(),
    length: fc.nat(40),
    bytes: fc.oneof(
      fc.uint8Array({ maxLength: 12 }),
      fc.constantFrom(...SNIPPETS).map((text) => Buffer.from(text)),
    ),
  })
  fc.assert(
    fc.property(fc.constantFrom(...GOLDEN), fc.array(damage, { minLength: 1, maxLength: 4 }), (golden, damages) => {
      let bytes: Uint8Array = golden
      for (const { from, length, bytes: insert } of damages) {
        const at = from % bytes.length
        bytes = Buffer.concat([bytes.subarray(0, at), insert, bytes.subarray(at + length)])
      }
      try {
        const { tipo, documento } = readComprobante(bytes)
        expect(Array.isArray(declaracionOf(tipo).validate(documento))).toBe(true)
      } catch (error) {
        expect(error).toBeInstanceOf(XmlError)
      }
    }),
    { ...RUNS, numRuns: RUNS.numRuns * 10 },
  )
})
