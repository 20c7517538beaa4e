import { describe, expect, it } from 'vitest'

import { add, fromCents, fromUnits, montoOf } from '../valor/monto.ts'
import { checkPagos, FORMAS_PAGO, formasPagoAt, nombreFormaPago } from './pagos.ts'
import { readReferencia } from '../testing/referencia.ts'

const HOY = '2026-11-20'
const pago = (formaPago: string, dollars: number) => ({ formaPago, total: fromUnits(dollars) })

describe('payments (O-59)', () => {
  it('accepts several methods that sum the total', () => {
    expect(checkPagos([pago('01', 10), pago('19', 20)], fromUnits(30), HOY)).toEqual({ problemas: [], advertencias: [] })
  })
  it('refuses a sum that differs by a cent', () => {
    const { problemas } = checkPagos([pago('20', 10)], add(fromUnits(10), fromCents(1)), HOY)
    expect(problemas).toEqual([{ campo: 'pagos', mensaje: 'Los pagos suman $10.00 y el total es $10.01.' }])
  })
  it.each([
    ['no payment', [], 'pagos'],
    ['a closed method', [pago('02', 10)], 'pagos.0.formaPago'],
    ['a payment of zero', [pago('01', 10), pago('20', 0)], 'pagos.1.total'],
    [
      'fractions of a cent',
      [
        { formaPago: '01', total: montoOf(9_999_999) },
        { formaPago: '01', total: montoOf(1) },
      ],
      'pagos.0.total',
    ],
  ])('refuses %s', (_, pagos, campo) => {
    expect(checkPagos(pagos, fromUnits(10), HOY).problemas.map((problema) => problema.campo)).toContain(campo)
  })
  it('lets a document of zero be paid with zero', () => expect(checkPagos([pago('20', 0)], 0, HOY).problemas).toEqual([]))
  it.each([
    [HOY, 500, '01', false],
    [HOY, 501, '01', true],
    [HOY, 501, '20', false],
    ['2023-12-20', 501, '01', true],
    ['2023-12-19', 501, '01', false],
    ['2023-12-19', 1000, '01', false],
    ['2023-12-19', 1001, '01', true],
  ])('on %s an operation of %i paid with %s warns: %s', (fecha, dollars, formaPago, warns) => {
    const check = checkPagos([pago(formaPago, dollars)], fromUnits(dollars), fecha)
    expect(check.advertencias.length).toBe(warns ? 1 : 0)
    expect(check.problemas).toEqual([])
  })
  it('warns when any part of a large operation is cash', () => {
    expect(checkPagos([pago('20', 900), pago('01', 1)], fromUnits(901), HOY).advertencias[0]?.mensaje).toContain('$500.00')
  })
  it('offers the methods of the day', () => {
    expect(formasPagoAt('2015-01-01').map((forma) => forma.codigo)).toEqual(['01', '15'])
    expect(formasPagoAt(HOY).length).toBe(8)
    expect(nombreFormaPago('19')).toBe('TARJETA DE CRÉDITO')
  })
})

describe('the catalogue of the reference', () => {
  it('holds the same table 24', () => {
    const { entries } = readReferencia<{ entries: { code: string; name: string; validFrom: string }[] }>('sri/catalogs/formas-pago.json')
    expect(FORMAS_PAGO.map(({ codigo, nombre, validFrom }) => ({ codigo, nombre, validFrom }))).toEqual(
      entries.map(({ code, name, validFrom }) => ({ codigo: code, nombre: name, validFrom })),
    )
  })
})
