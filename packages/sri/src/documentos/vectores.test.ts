import { readdirSync, readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { REFERENCIA } from '../testing/referencia.ts'
import { declaracionOf, DOCUMENTOS } from './documentos.ts'
import { readComprobante } from './read-comprobante.ts'

const folder = `${REFERENCIA}/sri/vectors/xml`
const names = readdirSync(folder).filter((name) => name.endsWith('.xml'))

describe('a sample of the reference', () => {
  test.each(names)('%s is read without remark, is sound and comes back equal from its XML', (name) => {
    const { tipo, documento: valor, avisos } = readComprobante(readFileSync(`${folder}/${name}`))
    const documento = declaracionOf(tipo)
    expect([name.split('_')[0], avisos]).toEqual([tipo, []])
    expect(documento.validate(valor)).toEqual([])
    expect(documento.fromXml(documento.toXml(valor))).toEqual(valor)
  })

  test('there is one of each type', () => {
    expect(new Set(names.map((name) => name.split('_')[0]))).toEqual(new Set(Object.keys(DOCUMENTOS)))
  })
})
