// Golden pairs: `REGENERAR_EJEMPLOS=1 npx vitest run --project sri ejemplos` writes the .xml anew; review the difference.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { describe, expect, test } from 'vitest'

import { hasXsd, openXsd } from '../testing/xsd.ts'
import { facturaFromXml, facturaToXml, validateFactura } from './factura.ts'
import type { Factura } from './factura-tree.ts'

const folder = fileURLToPath(new URL('../../ejemplos/', import.meta.url))
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length))

describe.each(names)('ejemplo %s', (name) => {
  const factura = JSON.parse(readFileSync(`${folder}${name}.json`, 'utf8')) as Factura
  const file = `${folder}${name}.xml`

  test('is written byte by byte as its .xml', () => {
    const xml = facturaToXml(factura)
    if (process.env.REGENERAR_EJEMPLOS === '1') writeFileSync(file, xml)
    expect(xml).toBe(readFileSync(file, 'utf8'))
  })

  test('is read back as its .json', () => {
    expect(facturaFromXml(readFileSync(file, 'utf8'))).toEqual(factura)
  })

  test('has no problems', () => {
    expect(validateFactura(factura)).toEqual([])
  })

  test.skipIf(!hasXsd)('is valid for the official XSD', () => {
    const xsd = openXsd(`factura_V${factura.version}`)
    try {
      expect(xsd.complaint(readFileSync(file, 'utf8'))).toBeUndefined()
    } finally {
      xsd.dispose()
    }
  })
})
