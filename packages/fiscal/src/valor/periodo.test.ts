import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { PERIODO_REPORTE, type PeriodoReporte } from '../documento/enumeraciones.ts'
import { addDays, type Fecha } from './fecha.ts'
import { comparable, fechaDePeriodo, moverPeriodo, rangoDe, rangoDeFecha } from './periodo.ts'

const { DIARIO, SEMANAL, MENSUAL, ANUAL } = PERIODO_REPORTE
const dia = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days))
const periodo = fc.constantFrom<PeriodoReporte>(DIARIO, SEMANAL, MENSUAL, ANUAL)

describe('the date of a period', () => {
  it('R-9.11 daily is that day', () => expect(fechaDePeriodo(DIARIO, '2026-11-20')).toBe('2026-11-20'))
  it('R-9.12 O-21 monthly is one date, the first day of the month', () => expect(fechaDePeriodo(MENSUAL, '2026-11-20')).toBe('2026-11-01'))
  it('R-9.13 weekly is two dates joined by a comma, Monday to Sunday', () =>
    expect(fechaDePeriodo(SEMANAL, '2026-11-20')).toBe('2026-11-16,2026-11-22'))
  it('R-9.14 yearly is the first day of the year', () => expect(fechaDePeriodo(ANUAL, '2026-11-20')).toBe('2026-01-01'))

  it('is read back as the whole period, whichever day it was made from', () =>
    fc.assert(
      fc.property(periodo, dia, (de, en) => {
        const rango = rangoDe(de, en)
        expect(rango.desde <= en && en <= rango.hasta).toBe(true)
        expect(rangoDeFecha(de, fechaDePeriodo(de, en))).toEqual(rango)
      }),
    ))

  it.each([
    [MENSUAL, '2026-11-20'],
    [ANUAL, '2026-11-01'],
    [SEMANAL, '2026-11-16'],
    [SEMANAL, '2026-11-17,2026-11-23'],
    [DIARIO, '2026-02-30'],
    [DIARIO, ''],
  ] as const)('%i does not take «%s»', (de, texto) => expect(rangoDeFecha(de, texto)).toBeUndefined())
})

describe('the period before', () => {
  it('ends the day before this one begins, and the next one of it is this one', () =>
    fc.assert(
      fc.property(periodo, dia, (de, en) => {
        const rango = rangoDe(de, en)
        const antes = moverPeriodo(de, rango, -1)
        expect(addDays(antes.hasta, 1)).toBe(rango.desde)
        expect(moverPeriodo(de, antes, 1)).toEqual(rango)
      }),
    ))

  const noviembre = rangoDe(MENSUAL, '2026-11-01')
  it.each<[Fecha, Fecha]>([
    ['2026-11-01', '2026-10-01'],
    ['2026-11-23', '2026-10-23'],
    ['2026-11-30', '2026-10-31'],
    ['2026-12-24', '2026-10-31'],
  ])('on %s November is compared with October up to %s', (hoy, hasta) =>
    expect(comparable(MENSUAL, noviembre, hoy)).toEqual({ desde: '2026-10-01', hasta }),
  )

  it('on the 30th March is compared with the whole of February', () =>
    expect(comparable(MENSUAL, rangoDe(MENSUAL, '2026-03-30'), '2026-03-30')).toEqual({ desde: '2026-02-01', hasta: '2026-02-28' }))
})
