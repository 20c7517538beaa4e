// Golden pairs: `REGENERAR_EJEMPLOS=1 npx vitest run --project sri ejemplos` writes the .xml anew; review the difference.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { describe, expect, test } from 'vitest'

import { hasOficial } from '../testing/referencia.ts'
import { openXsd } from '../testing/xsd.ts'
import type { ValorDocumento } from './documento.ts'
import { declaracionOf, tipoOfRoot } from './documentos.ts'

const folder = fileURLToPath(new URL('../../ejemplos/', import.meta.url))
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length))

describe.each(names)('ejemplo %s', (name) => {
  const valor = JSON.parse(readFileSync(`${folder}${name}.json`, 'utf8')) as ValorDocumento
  const tipo = tipoOfRoot(name.split('-')[0] ?? '')
  if (!tipo) throw new Error(`${name} names no document type`)
  const documento = declaracionOf(tipo)
  const file = `${folder}${name}.xml`

  test('is written byte by byte as its .xml', () => {
    const xml = documento.toXml(valor)
    if (process.env.REGENERAR_EJEMPLOS === '1') writeFileSync(file, xml)
    expect(xml).toBe(readFileSync(file, 'utf8'))
  })

  test('is read back as its .json', () => {
    expect(documento.fromXml(readFileSync(file, 'utf8'))).toEqual(valor)
  })

  test('has no problems', () => {
    expect(documento.validate(valor)).toEqual([])
  })

  test.skipIf(!hasOficial)('is valid for the official XSD', () => {
    const xsd = openXsd(`${tipo}_V${valor.version}`)
    try {
      expect(xsd.complaint(readFileSync(file, 'utf8'))).toBeUndefined()
    } finally {
      xsd.dispose()
    }
  })
})
