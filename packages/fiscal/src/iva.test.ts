import { describe, expect, it } from 'vitest'

import { codigoPorcentajeOf, ivaOf, labelOfTipoIva, TARIFAS_IVA, tarifaIvaAt, tarifaIvaOfCodigo, tarifasIvaAt, TIPO_IVA, tipoIvaOf } from './iva.ts'
import { formatMonto, fromUnits } from './monto.ts'
import { readReferencia } from './testing/referencia.ts'

describe('tax-rate ids', () => {
  it.each([[1, '0', 0], [2, '2', 12], [3, '6', 0], [4, '7', 0], [5, '5', 5], [6, '4', 15], [7, '10', 13], [10, '8', 8]])(
    'R-3.2.13 O-61 id %i is SRI code %s at %i %%',
    (id, codigo, percentage) => {
      expect(codigoPorcentajeOf(id)).toBe(codigo)
      expect(tipoIvaOf(codigo)).toBe(id)
      expect(TARIFAS_IVA.find((tarifa) => tarifa.tipoIva === id)?.tarifa).toBe(fromUnits(percentage))
    },
  )
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
    ['2016-05-31', '2'], ['2016-06-01', '3'], ['2017-05-31', '3'], ['2017-06-01', '2'], ['2024-03-31', '2'], ['2024-04-01', '4'], ['2026-11-20', '4'],
  ])('the general rate on %s has code %s', (fecha, codigo) => {
    const general = TARIFAS_IVA.find((one) => one.tarifa >= fromUnits(12) && one.special !== true
      && (one.validFrom === undefined || one.validFrom <= fecha) && (one.validTo === undefined || fecha <= one.validTo))
    expect(general?.codigoPorcentaje).toBe(codigo)
  })
  it('offers only what is valid on the issue date', () => {
    expect(tarifasIvaAt('2026-11-20').map((tarifa) => tarifa.codigoPorcentaje)).toEqual(['4', '10', '8', '5', '0', '6', '7'])
    expect(tarifasIvaAt('2020-01-01').map((tarifa) => tarifa.codigoPorcentaje)).toEqual(['2', '8', '0', '6', '7'])
    expect(tarifaIvaAt(TIPO_IVA.DOCE, '2024-04-01')).toBeUndefined()
    expect(tarifaIvaAt(TIPO_IVA.QUINCE, '2024-03-31')).toBeUndefined()
  })
  it('offers 14 % to nobody, yet reads it', () => {
    expect(tarifasIvaAt('2016-12-01').map((tarifa) => tarifa.codigoPorcentaje)).not.toContain('3')
    expect(tarifaIvaOfCodigo('3', '2016-12-01')?.tarifa).toBe(fromUnits(14))
    expect(tipoIvaOf('3')).toBeUndefined()
    expect(tarifaIvaOfCodigo('99', '2016-12-01')).toBeUndefined()
  })
  it('computes the VAT of a base to the cent, half-up', () => {
    expect(formatMonto(ivaOf(300_000, fromUnits(15)), 2)).toBe('0.05')
  })
})

describe('the catalogue of the reference', () => {
  const { entries } = readReferencia<{ entries: { code: string; rate: number; validFrom?: string; validTo?: string }[] }>('sri/catalogs/iva-tarifas.json')
  it.each(entries.map((entry) => [entry.code, entry] as const))('code %s has its rate and dates', (code, entry) => {
    const same = TARIFAS_IVA.filter((tarifa) => tarifa.codigoPorcentaje === code)
    expect(same.every((tarifa) => tarifa.tarifa === fromUnits(entry.rate))).toBe(true)
    expect(same.some((tarifa) => tarifa.validFrom === entry.validFrom && tarifa.validTo === entry.validTo)).toBe(true)
  })
})
