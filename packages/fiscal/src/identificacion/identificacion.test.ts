import { describe, expect, it } from 'vitest'

import { checkIdentificacion, checkRucEmisor, guessTipoIdentificacion, receptorKey, tipoIdentificacionByShape } from './identificacion.ts'
import { readReferencia } from '../testing/referencia.ts'

interface Vectors {
  valid: { type: string; id: string; desc: string; expect?: string }[]
  invalid: { type: string; id: string; reason: string }[]
}

describe('vectors of the reference', () => {
  const vectors = readReferencia<Vectors>('sri/vectors/identificacion.json')
  it.each(vectors.valid.map((vector) => [vector.desc, vector] as const))('accepts: %s', (_, vector) => {
    const check = checkIdentificacion(vector.type, vector.id)
    expect(check.valid).toBe(true)
    expect(check.warning !== undefined).toBe(vector.expect === 'accept-with-warning')
  })
  it.each(vectors.invalid.map((vector) => [vector.reason, vector] as const))('refuses: %s', (_, vector) => {
    const check = checkIdentificacion(vector.type, vector.id)
    expect(check.valid).toBe(false)
    expect(check.problem).toBeTruthy()
  })
})

describe('identification (O-62)', () => {
  it.each([
    ['a public RUC that fails modulo 11 only warns', '1760012330001'],
    ['a company RUC that fails modulo 11 only warns', '1790012355001'],
  ])('%s', (_, ruc) =>
    expect(checkIdentificacion('04', ruc)).toMatchObject({ valid: true, warning: expect.stringContaining('SRI') as string }),
  )
  it('accepts a natural person whose third digit is 6', () => {
    const cedula = '171234567'
    const third6 = `176${cedula.slice(3)}`
    const digit = Array.from({ length: 10 }, (_, d) => d).find((d) => checkIdentificacion('05', third6 + String(d)).valid)
    expect(digit).toBeDefined()
    expect(checkIdentificacion('04', `${third6}${digit}001`)).toEqual({ valid: true })
  })
  it.each([
    ['04', '1770012344001', 'tercer dígito'],
    ['04', '9990012344001', 'provincia'],
    ['04', '179001234400', '13'],
    ['04', '17900123440O1', 'solo permite números'],
    ['04', '1790012344000', '000'],
    ['05', '1782345675', 'correcta'],
    ['05', '', '10'],
    ['06', '', 'requerido'],
    ['06', 'A'.repeat(21), '20 caracteres máximos.'],
    ['08', 'AB\n12', 'saltos'],
    ['08', ' AB', 'espacios'],
    ['07', '9999999999', 'trece nueves'],
    ['99', '1', 'desconocido'],
  ])('type %s refuses «%s» saying %s', (tipo, id, words) => {
    const check = checkIdentificacion(tipo, id)
    expect(check.valid).toBe(false)
    expect(check.problem).toContain(words)
  })
  it("an issuer's RUC ends in 001", () => {
    expect(checkRucEmisor('1790012344001').valid).toBe(true)
    expect(checkRucEmisor('1790012344002')).toMatchObject({ valid: false })
    expect(checkRucEmisor('17900')).toMatchObject({ valid: false })
  })
  it("takes a natural person's cédula and RUC as the same receiver", () => {
    expect(receptorKey('05', '1712345675')).toBe(receptorKey('04', '1712345675001'))
    expect(receptorKey('06', '1712345675')).not.toBe(receptorKey('05', '1712345675'))
  })
  it.each([
    ['1712345675', '05'],
    ['1790012344001', '04'],
    ['9999999999999', '07'],
    ['AB123', undefined],
  ])('guesses the type of %s', (id, tipo) => {
    expect(guessTipoIdentificacion(id)).toBe(tipo)
  })
  it.each([
    ['06', '1712345675', 'Estos 10 dígitos parecen una cédula: revise el tipo de identificación.'],
    ['08', '1790012344001', 'Estos 13 dígitos parecen un RUC: revise el tipo de identificación.'],
    ['06', '1712345670', undefined],
    ['06', '1712345675123456', undefined],
    ['08', 'AB123', undefined],
  ])('warns of a foreign kind over digits that are a national one: %s %s', (tipo, id, warning) => {
    expect(checkIdentificacion(tipo, id)).toEqual(warning === undefined ? { valid: true } : { valid: true, warning })
  })
  it.each([
    ['171234567', undefined],
    ['1712345670', '05'],
    ['17123456700', '04'],
    ['1790012344009', '04'],
    ['AB123', '06'],
    ['17A', undefined],
  ])('tells the type of %s by its shape while it is typed', (id, tipo) => {
    expect(tipoIdentificacionByShape(id)).toBe(tipo)
  })
})
