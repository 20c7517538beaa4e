import { describe, expect, it } from 'vitest'

import type { LugarIva } from './iva-turismo.ts'
import {
  codigoPorcentajeOf,
  ivaOf,
  labelOfTipoIva,
  TARIFAS_IVA,
  tarifaIvaAt,
  tarifaIvaOfCodigo,
  tarifasIvaAt,
  TIPO_IVA,
  tipoIvaOf,
  whyNotTarifaIva,
} from './iva.ts'
import { formatMonto, fromDecimal, fromUnits } from '../valor/monto.ts'
import { readReferencia } from '../testing/referencia.ts'

describe('tax-rate ids', () => {
  it.each([
    [1, '0', 0],
    [2, '2', 12],
    [3, '6', 0],
    [4, '7', 0],
    [5, '5', 5],
    [6, '4', 15],
    [7, '10', 13],
    [10, '8', 8],
  ])('R-3.2.13 O-61 id %i is SRI code %s at %i %%', (id, codigo, percentage) => {
    expect(codigoPorcentajeOf(id)).toBe(codigo)
    expect(tipoIvaOf(codigo)).toBe(id)
    expect(TARIFAS_IVA.find((tarifa) => tarifa.tipoIva === id)?.tarifa).toBe(fromUnits(percentage))
  })
  it('R-3.2.8 8 and 9 do not exist', () => {
    for (const id of [0, 8, 9, 11]) {
      expect(codigoPorcentajeOf(id)).toBeUndefined()
      expect(tarifaIvaAt(id, '2026-11-20')).toBeUndefined()
      expect(labelOfTipoIva(id)).toBeUndefined()
    }
  })
})

describe('rates by date', () => {
  it.each([
    ['2016-05-31', '2'],
    ['2016-06-01', '3'],
    ['2017-05-31', '3'],
    ['2017-06-01', '2'],
    ['2024-03-31', '2'],
    ['2024-04-01', '4'],
    ['2026-11-20', '4'],
  ])('the general rate on %s has code %s', (fecha, codigo) => {
    const general = TARIFAS_IVA.find(
      (one) =>
        one.tarifa >= fromUnits(12) &&
        one.special === undefined &&
        (one.validFrom === undefined || one.validFrom <= fecha) &&
        (one.validTo === undefined || fecha <= one.validTo),
    )
    expect(general?.codigoPorcentaje).toBe(codigo)
  })
  it('offers only what is valid on the issue date', () => {
    expect(tarifasIvaAt('2026-11-20').map((tarifa) => tarifa.codigoPorcentaje)).toEqual(['4', '5', '0', '6', '7'])
    expect(tarifasIvaAt('2020-01-01').map((tarifa) => tarifa.codigoPorcentaje)).toEqual(['2', '0', '6', '7'])
    expect(tarifaIvaAt(TIPO_IVA.DOCE, '2024-04-01')).toBeUndefined()
    expect(tarifaIvaAt(TIPO_IVA.QUINCE, '2024-03-31')).toBeUndefined()
  })
  it('O-121: 8 % is for tourism companies on a decreed day in its place; 13 % for nobody; both are read', () => {
    const offers = (fecha: string, lugar?: LugarIva) => tarifasIvaAt(fecha, lugar).map(({ tipoIva }) => tipoIva)
    for (const fecha of ['2026-02-16', '2026-11-20'])
      expect([offers(fecha), offers(fecha, { turismo: false, canton: '1701' })].flat()).not.toContain(TIPO_IVA.OCHO)
    const hotel = (canton: string | null): LugarIva => ({ turismo: true, canton })
    expect(offers('2026-02-16', hotel(null))).toContain(TIPO_IVA.OCHO)
    expect(offers('2026-02-18', hotel('1701'))).not.toContain(TIPO_IVA.OCHO)
    // A decree for Imbabura, Carchi and two cantones of Pichincha.
    const places = ['1001', '0402', '1702', '1704', '1701', '1703', null].map((canton) =>
      offers('2025-11-02', hotel(canton)).includes(TIPO_IVA.OCHO),
    )
    expect(places).toEqual([true, true, true, true, false, false, false])
    expect(whyNotTarifaIva(TIPO_IVA.OCHO, '2025-11-02', { turismo: true })).toBeUndefined()
    expect(whyNotTarifaIva(TIPO_IVA.OCHO, '2026-02-16', { turismo: false, canton: '1701' })).toContain('servicios turísticos')
    expect(whyNotTarifaIva(TIPO_IVA.OCHO, '2026-02-18', hotel('1701'))).toContain('no es un día decretado')
    expect(whyNotTarifaIva(TIPO_IVA.TRECE, '2026-02-16', hotel('1701'))).toContain('no está en uso')
    expect([labelOfTipoIva(TIPO_IVA.OCHO), labelOfTipoIva(TIPO_IVA.TRECE), tarifaIvaOfCodigo('8', '2026-11-20')?.tarifa]).toEqual([
      '8%',
      '13%',
      fromUnits(8),
    ])
  })
  it('offers 14 % to nobody, yet reads it', () => {
    expect(tarifasIvaAt('2016-12-01').map((tarifa) => tarifa.codigoPorcentaje)).not.toContain('3')
    expect(tarifaIvaOfCodigo('3', '2016-12-01')?.tarifa).toBe(fromUnits(14))
    expect(tipoIvaOf('3')).toBeUndefined()
    expect(tarifaIvaOfCodigo('99', '2016-12-01')).toBeUndefined()
  })
  it('computes the VAT of a base to the cent, half-up', () => {
    expect(formatMonto(ivaOf(fromDecimal(0.3), fromUnits(15)), 2)).toBe('0.05')
  })
})

describe('the catalogue of the reference', () => {
  const { entries } = readReferencia<{ entries: { code: string; rate: number; validFrom?: string; validTo?: string }[] }>(
    'sri/catalogs/iva-tarifas.json',
  )
  it.each(entries.map((entry) => [entry.code, entry] as const))('code %s has its rate and dates', (code, entry) => {
    const same = TARIFAS_IVA.filter((tarifa) => tarifa.codigoPorcentaje === code)
    expect(same.every((tarifa) => tarifa.tarifa === fromUnits(entry.rate))).toBe(true)
    expect(same.some((tarifa) => tarifa.validFrom === entry.validFrom && tarifa.validTo === entry.validTo)).toBe(true)
  })
})
