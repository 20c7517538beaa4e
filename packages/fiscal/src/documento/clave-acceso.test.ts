import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { buildClaveAcceso, claveAccesoIsValid, digitoVerificador, readClaveAcceso, type ClaveAccesoPartes } from './clave-acceso.ts'
import { readReferencia } from '../testing/referencia.ts'

interface Vectors {
  algorithmExample: { digits: string; checkDigit: number }
  valid: { desc: string; parts: Required<ClaveAccesoPartes>; claveAcceso: string; digitoVerificador: number }[]
  fichaPrinted: { claveAcceso: string; valid: boolean }[]
  invalid: { claveAcceso: string; reason: string }[]
}
const PATH = 'sri/vectors/clave-acceso.json'

describe('vectors of the reference', () => {
  const vectors = readReferencia<Vectors>(PATH)
  it('computes the worked example of the ficha', () => {
    expect(digitoVerificador(vectors.algorithmExample.digits)).toBe(vectors.algorithmExample.checkDigit)
  })
  it.each(vectors.valid.map((vector) => [vector.desc, vector] as const))('builds and reads: %s', (_, vector) => {
    expect(buildClaveAcceso(vector.parts)).toBe(vector.claveAcceso)
    expect(readClaveAcceso(vector.claveAcceso)).toEqual(vector.parts)
    expect(digitoVerificador(vector.claveAcceso.slice(0, 48))).toBe(vector.digitoVerificador)
  })
  it.each(vectors.fichaPrinted.map((vector) => [vector.claveAcceso, vector.valid] as const))(
    'printed in the ficha: %s is %s',
    (clave, valid) => {
      expect(claveAccesoIsValid(clave)).toBe(valid)
      expect(readClaveAcceso(clave) !== undefined).toBe(valid)
    },
  )
  it.each(vectors.invalid.map((vector) => [vector.reason, vector.claveAcceso] as const))('refuses: %s', (_, clave) => {
    expect(claveAccesoIsValid(clave)).toBe(false)
    expect(readClaveAcceso(clave)).toBeUndefined()
  })
})

const PARTES: ClaveAccesoPartes = {
  fechaEmision: '2026-11-20',
  codDoc: '01',
  ruc: '1790012344001',
  ambiente: '1',
  estab: '001',
  ptoEmi: '001',
  secuencial: '000000001',
  codigoNumerico: '12345678',
}
const digits = (length: number): fc.Arbitrary<string> =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((list) => list.join(''))

describe('clave de acceso', () => {
  it('writes a raw 11 as 0 and a raw 10 as 1', () => {
    expect(buildClaveAcceso({ ...PARTES, secuencial: '000000002', codigoNumerico: '00000003' })).toBe(
      '2011202601179001234400110010010000000020000000310',
    )
    expect(buildClaveAcceso({ ...PARTES, secuencial: '000000002', codigoNumerico: '00000007' })).toBe(
      '2011202601179001234400110010010000000020000000711',
    )
  })
  it('agrees with a BigInt reference of modulo 11', () => {
    fc.assert(
      fc.property(digits(48), (text) => {
        const total = [...text].reverse().reduce((all, digit, at) => all + BigInt(digit) * BigInt((at % 6) + 2), 0n)
        const raw = 11n - (total % 11n)
        expect(digitoVerificador(text)).toBe(Number(raw === 11n ? 0n : raw === 10n ? 1n : raw))
      }),
      { numRuns: 1000 },
    )
  })
  it('reads back whatever it builds', () => {
    const partes = fc.record({
      fechaEmision: fc
        .date({ min: new Date('2015-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10)),
      codDoc: fc.constantFrom('01', '03', '04', '05', '06', '07'),
      ruc: digits(13),
      ambiente: fc.constantFrom('1', '2'),
      estab: digits(3),
      ptoEmi: digits(3),
      secuencial: digits(9),
      codigoNumerico: digits(8),
      tipoEmision: fc.constant('1'),
    })
    fc.assert(
      fc.property(partes, (value) => {
        expect(readClaveAcceso(buildClaveAcceso(value))).toEqual(value)
      }),
      { numRuns: 1000 },
    )
  })
  it('notices any single wrong digit, but for the two that share a check digit', () => {
    const clave = buildClaveAcceso(PARTES)
    const at = 30
    const others = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((plus) => (Number(clave[at]) + plus) % 10)
    const accepted = others.filter((digit) => claveAccesoIsValid(clave.slice(0, at) + String(digit) + clave.slice(at + 1)))
    expect(accepted.length).toBeLessThanOrEqual(1)
  })
  it.each([
    ['codDoc', '1'],
    ['ruc', '179001234400'],
    ['ambiente', '3'],
    ['estab', '01'],
    ['ptoEmi', 'A01'],
    ['secuencial', '1'],
    ['codigoNumerico', '123456789'],
    ['fechaEmision', '2026-02-30'],
    ['tipoEmision', ''],
  ])('refuses to build with %s = «%s»', (name, value) => {
    expect(() => buildClaveAcceso({ ...PARTES, [name]: value })).toThrow(new RegExp(name))
  })
  it('does not read a clave whose date does not exist', () => {
    const body = `30022026${buildClaveAcceso(PARTES).slice(8, 48)}`
    expect(readClaveAcceso(body + String(digitoVerificador(body)))).toBeUndefined()
  })
})
