import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

import { applyAjustes, DEFAULTS } from '../ajustes.ts'
import { child } from '../documento/arbol.ts'
import { readDocumento } from '../documento/leer-documento.ts'
import { dayOf, instantText, offsetOf } from '../reloj.ts'
import { REFERENCIA } from '../testing/referencia.ts'
import { aritmeticaProblem } from './aritmetica.ts'
import { checkDigit } from './clave.ts'
import { cents, micro, percentCents, productCents } from './decimal.ts'
import { dayOfFecha, fechaProblem } from './fecha.ts'
import { cedulaIsValid, identificacionIsMalformed, rucIsWellFormed } from './receptor.ts'

const vector = (file: string): string => readFileSync(path.join(REFERENCIA, 'vectors', file), 'utf8')

describe('amounts', () => {
  it('rounds half up on exact decimals, once', () => {
    expect(productCents(micro('3.333333'), micro('0.3015'), 0n)).toBe(100n)
    expect(productCents(micro('1'), micro('1.005'), 0n)).toBe(101n)
    expect(percentCents(micro('8.70'), micro('15'))).toBe(131n)
    expect([cents(micro('-1.005')), cents(micro('+.5')), cents(micro(' 7. '))]).toEqual([-101n, 50n, 700n])
    expect(productCents(micro('999999999999.999999'), micro('999999999999.999999'), 0n)).toBe(99999999999999999800000000n)
  })
})

describe('clock', () => {
  it('reads an instant or offsets', () => {
    expect(offsetOf('+1d2h', 0)).toBe(93_600_000)
    expect(offsetOf('-36h', 0)).toBe(-129_600_000)
    expect(offsetOf('+500ms', 0)).toBe(500)
    expect(offsetOf('+90m', 0)).toBe(5_400_000)
    expect(offsetOf('1970-01-01T00:00:01-05:00', 1000)).toBe(18_000_000)
    expect([offsetOf('mañana', 0), offsetOf('2026-12-31', 0), offsetOf('2026-12-31T10:00:00', 0)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('changes the day at midnight of Ecuador, not of Greenwich', () => {
    const late = Date.parse('2026-12-31T23:58:00-05:00')
    expect(instantText(late)).toBe('2026-12-31T23:58:00-05:00')
    expect(dayOf(late)).toBe(dayOfFecha('31/12/2026'))
    expect(fechaProblem('31/12/2026', late, 90)).toBeUndefined()
    expect(fechaProblem('01/01/2027', late, 90)?.codigo).toBe('65')
    expect(fechaProblem('01/01/2027', late + 120_000, 90)).toBeUndefined()
    expect(fechaProblem('29/02/2026', late, 3650)?.codigo).toBe('67')
  })
})

describe('settings', () => {
  it('takes all or none, and only its own names', () => {
    const ajustes = { ...DEFAULTS }
    expect(applyAjustes(ajustes, { retrasoMs: 5, modo: 'x' })).toEqual(['modo'])
    expect(applyAjustes(ajustes, { constructor: 1, toString: 1 })).toEqual(['constructor', 'toString'])
    expect(ajustes).toEqual(DEFAULTS)
    expect(applyAjustes(ajustes, { retrasoMs: 5 })).toEqual([])
  })
})

describe('vectors of the reference', () => {
  it('check digit of the clave de acceso', () => {
    const text = vector('clave-acceso.json')
    const { valid } = JSON.parse(text) as { valid: { claveAcceso: string }[] }
    const keys = valid.map((v) => v.claveAcceso)
    expect(keys.length).toBeGreaterThan(5)
    for (const key of keys) expect([key, checkDigit(key)]).toEqual([key, Number(key[48])])
  })

  it('identifications', () => {
    const { valid, invalid } = JSON.parse(vector('identificacion.json')) as Record<
      'valid' | 'invalid',
      { type: string; id: string; expect?: string }[]
    >
    for (const { type, id } of valid)
      if (type === '04' || type === '05') expect([id, identificacionIsMalformed(type, id)]).toEqual([id, false])
    for (const { type, id } of invalid) {
      if (type === '05') expect([id, cedulaIsValid(id)]).toEqual([id, false])
      if (type === '04' && Number(id[2]) < 6) expect([id, rucIsWellFormed(id)]).toEqual([id, false])
    }
  })

  it.each([
    'factura_1.1.0',
    'factura_2.1.0_sustitutiva_guia',
    'notaCredito_1.1.0',
    'notaDebito_1.0.0',
    'guiaRemision_1.1.0',
    'comprobanteRetencion_2.0.0',
    'liquidacionCompra_1.1.0',
  ])('figures of %s fit each other', (file) => {
    const { raiz } = readDocumento(Buffer.from(vector(`xml/${file}.xml`)))
    const codDoc = child(child(raiz, 'infoTributaria'), 'codDoc')?.text ?? ''
    expect(aritmeticaProblem(codDoc, raiz, 1)).toBeUndefined()
  })

  const broken: readonly (readonly [string, string])[] = [
    ['notaCredito_1.1.0', 'valorModificacion'],
    ['notaDebito_1.0.0', 'valorTotal'],
    ['comprobanteRetencion_2.0.0', 'valorRetenido'],
    ['liquidacionCompra_1.1.0', 'importeTotal'],
    ['factura_1.1.0', 'totalSinImpuestos'],
    ['factura_1.1.0', 'totalDescuento'],
    ['factura_1.1.0', 'baseImponible'],
  ]
  it.each(broken)('%s with another %s does not', (file, tag) => {
    const xml = vector(`xml/${file}.xml`).replace(new RegExp(`<${tag}>[^<]*`), `<${tag}>7777.77`)
    const { raiz } = readDocumento(Buffer.from(xml))
    expect(aritmeticaProblem(child(child(raiz, 'infoTributaria'), 'codDoc')?.text ?? '', raiz, 1)).toBeTypeOf('string')
  })
})
