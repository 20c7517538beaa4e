import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ParseOption, XmlDocument, XsdValidator, xmlRegisterInputProvider, XmlBufferInputProvider } from 'libxml2-wasm'
import { beforeAll, describe, expect, it } from 'vitest'

import { readDocumento } from '../documento/leer-documento.ts'
import { generate } from '../testing/generar.ts'
import { leavesOf, mutate, seeded, VALUES, withValue, type Mutante } from '../testing/mutar.ts'
import { hasOficial, OFICIAL, REFERENCIA } from '../testing/referencia.ts'
import type { Declaracion } from './compilar.ts'
import { TIPOS } from './esquemas.ts'
import { structureProblem } from './validar.ts'

// Set by `npm run fuzz`, as for the property tests.
const SEED = Number(process.env['FC_SEED'] ?? 20261120)
const PER_DOCUMENT = Number(process.env['FC_RUNS'] ?? 300)
const IS_WHOLE = 'FC_RUNS' in process.env

const XSD = path.join(OFICIAL, 'xsd')

function schema(file: string): XsdValidator {
  const doc = XmlDocument.fromBuffer(readFileSync(path.join(XSD, file)), { url: file, option: ParseOption.XML_PARSE_NONET })
  try {
    return XsdValidator.fromDoc(doc)
  } finally {
    doc.dispose()
  }
}

function official(validator: XsdValidator, xml: string): string | undefined {
  const doc = XmlDocument.fromString(xml)
  try {
    validator.validate(doc)
    return undefined
  } catch (error) {
    return String(error)
  } finally {
    doc.dispose()
  }
}

function ours(xml: string, version: string): string | undefined {
  const { raiz } = readDocumento(Buffer.from(xml))
  const declaracion = TIPOS.get(raiz.name)?.versiones.get(version)
  return declaracion ? structureProblem(raiz, declaracion) : 'unknown'
}

// Edge values for the elements and attributes of a full document: all combinations, or a seeded part.
function* edges(declaracion: Declaracion): Generator<Mutante> {
  const random = seeded(SEED)
  const xml = generate(declaracion, random, 1, false)
  // The version is left out: it chooses the table, which therefore cannot check it.
  const leaves = leavesOf(xml).filter((leaf) => leaf.attribute !== 'version')
  const share = IS_WHOLE ? 1 : 500 / (leaves.length * VALUES.length)
  for (const leaf of leaves)
    for (const value of VALUES)
      if (random() < share)
        yield { what: `${leaf.name} = «${value.slice(0, 30)}» (${value.length})`, xml: withValue(xml, leaf.path, value, leaf.attribute) }
}

function* corpus(declaracion: Declaracion, vectors: readonly string[]): Generator<Mutante> {
  const random = seeded(SEED)
  for (let n = 0; n < PER_DOCUMENT; n += 1) {
    const sample = vectors[n % (2 * vectors.length || 1)] ?? generate(declaracion, random, [0, 0.5, 1][n % 3] ?? 1)
    yield n % 20 === 0 ? { what: 'as it is', xml: sample } : mutate(sample, random)
  }
  yield* edges(declaracion)
}

describe('element tables', () => {
  const samples = readdirSync(path.join(REFERENCIA, 'vectors/xml')).map((file) =>
    readFileSync(path.join(REFERENCIA, 'vectors/xml', file), 'utf8').trim(),
  )
  const versiones = [...TIPOS].flatMap(([tipo, { versiones }]) =>
    [...versiones].map(([version, declaracion]) => [tipo, version, declaracion] as const),
  )
  beforeAll(() => {
    const name = 'xmldsig-core-schema.xsd'
    if (hasOficial) xmlRegisterInputProvider(new XmlBufferInputProvider({ [name]: readFileSync(path.join(XSD, name)) }))
  })

  it('are there for the 13 versions', () => {
    expect(versiones).toHaveLength(13)
  })

  it.skipIf(!hasOficial).each(versiones)(
    `of %s %s agree with the official XSD on a corpus of mutants (seed ${SEED})`,
    { timeout: 120_000 },
    (tipo, version, declaracion) => {
      const validator = schema(`${tipo}_V${version}.xsd`)
      try {
        let [refused, tried] = [0, 0]
        const disagreements: string[] = []
        for (const mutant of corpus(
          declaracion,
          samples.filter((xml) => xml.includes(`<${tipo} `)),
        )) {
          const theirs = official(validator, mutant.xml)
          const mine = ours(mutant.xml, version)
          tried += 1
          if (theirs) refused += 1
          if ((theirs === undefined) !== (mine === undefined))
            disagreements.push(`${mutant.what}: ${theirs ?? 'valid'} / ${mine ?? 'valid'}`)
        }
        expect(disagreements).toEqual([])
        expect(tried).toBeGreaterThan(PER_DOCUMENT)
        expect(refused).toBeGreaterThan(tried / 10)
        expect(refused).toBeLessThan(tried)
      } finally {
        validator.dispose()
      }
    },
  )
})
