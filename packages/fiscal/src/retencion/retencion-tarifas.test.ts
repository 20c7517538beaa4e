import { describe, expect, it } from 'vitest'

import { fromDecimal, fromUnits } from '../valor/monto.ts'
import {
  admitsPorcentaje,
  IMPUESTO_RETENIDO,
  normalizeCodigoRetencion,
  retencionAt,
  retencionesAt,
  TARIFAS_RETENCION,
} from './retencion-tarifas.ts'
import { readImpreso } from '../tablas/impreso.ts'
import { readReferencia } from '../testing/referencia.ts'
import { isVigente } from '../norma/vigencia.ts'

const porcentaje = (codigo: string, fecha: string) => retencionAt(codigo, fecha)?.porcentaje

describe('rates by the date of the voucher (Res. NAC-DGERCGC26-00000009)', () => {
  it.each([
    ['312', 1.75, 2],
    ['307', 2, 3],
    ['3440', 2.75, 3],
    ['303A', 3, 5],
    ['303', 10, 10],
    ['343', 1, 1],
    ['311', 2, 3],
    ['3482', 3, 5],
  ])('%s is %d %% until 2026-02-28 and %d %% from 2026-03-01', (codigo, before, after) => {
    expect(porcentaje(codigo, '2026-02-28')).toBe(fromDecimal(before))
    expect(porcentaje(codigo, '2026-03-01')).toBe(fromDecimal(after))
  })
  it.each(['341', '342', '344', '312B', '345', '721', '731'])('%s does not exist today', (codigo) => {
    expect(retencionAt(codigo, '2026-11-20')).toBeUndefined()
  })
  it('answers where each rate comes from, and marks what nobody confirmed', () => {
    expect(retencionAt('312', '2026-03-01')).toMatchObject({
      confidence: 'V',
      source: expect.stringContaining('NAC-DGERCGC26-00000009') as string,
    })
    expect(retencionAt('310', '2026-08-01')).toMatchObject({ confidence: 'R', porcentaje: fromUnits(1), opciones: [0, fromUnits(1)] })
    expect(retencionAt('312', '2023-06-01')).toMatchObject({ confidence: 'R', porcentaje: fromDecimal(1.75) })
  })
})

describe('IVA and ISD (ficha técnica, tabla 20)', () => {
  it.each([
    ['9', 10],
    ['10', 20],
    ['1', 30],
    ['11', 50],
    ['2', 70],
    ['3', 100],
    ['7', 0],
    ['8', 0],
  ])('IVA %s is %i %%', (codigo, value) => {
    expect(retencionAt(codigo, '2026-11-20')).toMatchObject({ impuesto: IMPUESTO_RETENIDO.IVA, porcentaje: fromUnits(value) })
  })
  it('ISD falls and rises by date, and has no row for January 2023', () => {
    expect(porcentaje('4580', '2022-05-10')).toBe(fromDecimal(4.5))
    expect(porcentaje('4580', '2023-01-15')).toBeUndefined()
    expect(porcentaje('4580', '2024-04-01')).toBe(fromUnits(5))
    expect(porcentaje('4586', '2025-04-30')).toBeUndefined()
    expect(porcentaje('4586', '2025-05-01')).toBe(fromDecimal(2.5))
  })
})

describe('the table as a whole', () => {
  it('no code belongs to two taxes, and no two periods of a code overlap', () => {
    for (const codigo of new Set(TARIFAS_RETENCION.map((one) => one.codigo))) {
      const periods = TARIFAS_RETENCION.filter((one) => one.codigo === codigo)
      expect(new Set(periods.map((one) => one.impuesto)).size, codigo).toBe(1)
      for (const period of periods)
        for (const day of [period.validFrom, period.validTo].filter((one) => one !== undefined))
          expect(
            periods.filter((one) => isVigente(one, day)),
            `${codigo} ${day}`,
          ).toHaveLength(1)
    }
  })
  it('every code fits the XML: three to five characters for renta, percentages of three digits', () => {
    for (const { impuesto, codigo, concepto, source } of TARIFAS_RETENCION) {
      if (impuesto === IMPUESTO_RETENIDO.RENTA) expect(codigo).toMatch(/^[A-Z0-9]{3,5}$/)
      expect([concepto, source].every((text) => text.trim() === text && text !== '' && !text.includes('  '))).toBe(true)
    }
    expect(normalizeCodigoRetencion('323 M')).toBe('323M')
  })
  it('offers what holds on the day only', () => {
    expect(retencionesAt('6', '2026-11-20').map((one) => one.codigo)).toEqual(['4580', '4586'])
    expect(retencionesAt('1', '2026-11-20').some((one) => one.codigo === '344')).toBe(false)
  })
  it.each([
    [10, { porcentaje: fromUnits(10) }],
    ['12 o 14', { opciones: [fromUnits(12), fromUnits(14)], texto: '12 o 14' }],
    ['1.5 o 1.75', { opciones: [fromDecimal(1.5), fromDecimal(1.75)], texto: '1.5 o 1.75' }],
    ['0, 25 o 37', { opciones: [0, fromUnits(25), fromUnits(37)], texto: '0, 25 o 37' }],
    ['1 a 2', { rango: [fromUnits(1), fromUnits(2)], texto: '1 a 2' }],
    ['hasta 25', { rango: [0, fromUnits(25)], texto: 'hasta 25' }],
    ['varios porcentajes', { texto: 'varios porcentajes' }],
  ])('reads %j as printed', (impreso, expected) => expect(readImpreso(impreso)).toEqual(expected))
  it('knows which percentages a code admits', () => {
    expect(admitsPorcentaje({ porcentaje: fromUnits(2) }, fromDecimal(1.75))).toBe(false)
    expect(admitsPorcentaje(readImpreso('12 o 14'), fromUnits(13))).toBe(false)
    expect(admitsPorcentaje(readImpreso('1 a 2'), fromDecimal(1.25))).toBe(true)
    expect(admitsPorcentaje(readImpreso('varios porcentajes'), fromUnits(101))).toBe(false)
  })
})

interface EntradaSri {
  code: string
  rate?: number
  validFrom: string
  validTo?: string
}
interface EntradaTributacion {
  codigo: string
  hasta2026_02: number | string
  desde2026_03: number | string
}

describe('the catalogues of the reference', () => {
  const sri = readReferencia<{ entries: EntradaSri[] }>('sri/catalogs/retencion-renta.json').entries
  const residentes = readReferencia<{ residentes: EntradaTributacion[] }>('tributacion/catalogs/retencion-renta.json').residentes
  const { antesDe2024_03: antes } = readReferencia<{ antesDe2024_03: { valores: Record<string, number> } }>(
    'tributacion/catalogs/retencion-renta.json',
  )
  // The two catalogues contradict each other on these codes; our table follows the later one, and notes it.
  const RECONCILED = new Set(['323M', '323P', '326', '327'])

  it.each(sri.filter((one) => !RECONCILED.has(one.code)).map((one) => [one.code, one.validFrom, one] as const))(
    'renta %s from %s (sri)',
    (code, validFrom, entry) => {
      const tarifa = retencionAt(code, validFrom)
      expect(tarifa).toBeDefined()
      if (entry.rate !== undefined) expect(admitsPorcentaje(tarifa ?? {}, fromDecimal(entry.rate))).toBe(true)
      if (entry.rate !== undefined && code < '500') expect(tarifa?.porcentaje).toBe(fromDecimal(entry.rate))
    },
  )
  it.each(residentes.map((one) => [one.codigo, one] as const))('renta %s (tributación)', (codigo, one) => {
    for (const [fecha, value] of [
      ['2026-02-28', one.hasta2026_02],
      ['2026-03-01', one.desde2026_03],
    ] as const) {
      const tarifa = retencionAt(codigo, fecha)
      if (typeof value === 'number') expect(tarifa?.porcentaje).toBe(fromDecimal(value))
      else expect(tarifa).toMatchObject({ texto: expect.any(String) as string })
    }
  })
  it.each(Object.entries(antes.valores))('renta %s before 2024-03 (tributación)', (codigo, value) =>
    expect(porcentaje(codigo, '2024-02-29')).toBe(fromDecimal(value)),
  )
  it.each(['retencion-iva', 'retencion-isd'])('%s', (name) => {
    for (const entry of readReferencia<{ entries: { code: string; rate: number; validFrom?: string; validTo?: string }[] }>(
      `sri/catalogs/${name}.json`,
    ).entries)
      expect(porcentaje(entry.code, entry.validFrom ?? entry.validTo ?? '2026-11-20')).toBe(fromDecimal(entry.rate))
  })
})
