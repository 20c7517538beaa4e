import { describe, expect, it } from 'vitest'

import { checkIce, iceAt, iceTarifasAt, iceWarnings, irbpnrAt, irbpnrWarnings, TARIFAS_ICE } from './ice.ts'
import { fromDecimal, fromUnits } from '../valor/monto.ts'
import { readReferencia } from '../testing/referencia.ts'

const HOY = '2026-11-20'

describe('ICE (ficha técnica, tabla 18)', () => {
  it('answers the last printed rate, and says that it is unconfirmed today', () => {
    expect(iceAt('3031', HOY)).toMatchObject({
      adValorem: fromUnits(75),
      especifico: fromUnits(10),
      unidad: 'litro de alcohol puro',
      confidence: 'R',
    })
    expect(iceAt('3031', '2023-06-01')).toMatchObject({ confidence: 'V' })
    expect(iceAt('3031', '2022-06-01')).toBeUndefined()
  })
  it('offers no code of customs', () => {
    const offered = iceTarifasAt(HOY).map((one) => one.codigo)
    expect(offered).toContain('3680')
    for (const codigo of ['3541', '3532', '3871', '3683']) expect(offered).not.toContain(codigo)
  })
  it('names each code once on a day', () => {
    const codigos = TARIFAS_ICE.filter((one) => one.validTo === undefined).map((one) => one.codigo)
    expect(new Set(codigos).size).toBe(codigos.length)
  })
  it.each([
    ['an unknown code', { codigoPorcentaje: '9999', tarifa: 1 }, 'no consta'],
    ['a code of customs', { codigoPorcentaje: '3541', tarifa: 1 }, 'aduana'],
    ['no rate at all', { codigoPorcentaje: '3101' }, 'Indique'],
  ])('refuses %s', (_, ice, words) => {
    expect(checkIce(ice, HOY, 'lineas.0.ice')).toEqual([{ campo: 'lineas.0.ice', mensaje: expect.stringContaining(words) as string }])
  })
  it('only warns of another rate, for the table may be behind the law', () => {
    const ice = { codigoPorcentaje: '3101', tarifa: fromUnits(12) }
    expect(checkIce(ice, HOY, 'lineas.0.ice')).toEqual([])
    expect(iceWarnings(ice, HOY, 'lineas.0.ice')).toEqual([
      { campo: 'lineas.0.ice.tarifa', mensaje: expect.stringContaining('10%') as string },
    ])
    expect(iceWarnings({ codigoPorcentaje: '3101', tarifa: fromUnits(10) }, HOY, 'lineas.0.ice')).toEqual([])
  })
})

describe('IRBPNR', () => {
  it('is two cents a bottle, and another figure is worth a second look', () => {
    expect(irbpnrAt(HOY)).toMatchObject({ codigo: '5001', especifico: fromDecimal(0.02), confidence: 'V' })
    expect(irbpnrWarnings({ tarifa: fromDecimal(0.02) }, HOY, 'lineas.0.irbpnr')).toEqual([])
    expect(irbpnrWarnings({ tarifa: fromDecimal(0.2) }, HOY, 'lineas.0.irbpnr')).toHaveLength(1)
  })
})

describe('the catalogue of the reference', () => {
  interface Entrada {
    code: string
    adValorem: string | null
    specific: number | string | null
  }
  const entries = readReferencia<{ entries: Entrada[] }>('sri/catalogs/ice-tarifas.json').entries
  it.each(entries.map((entry) => [entry.code, entry] as const))('ICE %s', (code, { adValorem, specific }) => {
    const tarifa = iceAt(code, HOY)
    expect(tarifa?.adValorem).toBe(adValorem === null ? undefined : fromDecimal(Number.parseFloat(adValorem)))
    expect(tarifa?.especifico).toBe(specific === null ? undefined : fromDecimal(Number.parseFloat(String(specific))))
  })
})
