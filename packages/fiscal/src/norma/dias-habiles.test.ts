import { describe, expect, it } from 'vitest'

import { addDiasHabiles, isDiaHabil, isFeriado, knowsFeriados, siguienteHabil } from './dias-habiles.ts'
import { readReferencia } from '../testing/referencia.ts'

describe('working days (Ley de feriados)', () => {
  it.each([
    ['2026-02-16', false, 'carnival Monday'],
    ['2026-02-17', false, 'carnival Tuesday'],
    ['2026-02-18', true, 'Ash Wednesday'],
    ['2026-05-24', false, 'a Sunday'],
    ['2026-05-25', false, '24 May moved to Monday'],
    ['2026-11-20', true, 'an ordinary Friday'],
  ])('%s works: %s (%s)', (fecha, works) => expect(isDiaHabil(fecha)).toBe(works))
  it('moves a day of rest to the next working day', () => {
    expect(siguienteHabil('2026-02-14')).toBe('2026-02-18')
    expect(siguienteHabil('2026-02-18')).toBe('2026-02-18')
  })
  it('counts working days from the day after', () => {
    expect(addDiasHabiles('2026-02-12', 2)).toBe('2026-02-18')
    expect(addDiasHabiles('2026-11-20', 5)).toBe('2026-11-27')
    expect(addDiasHabiles('2026-11-20', 0)).toBe('2026-11-20')
  })
  it('says when the calendar of a year is not known', () => {
    expect([knowsFeriados('2027-12-31'), knowsFeriados('2031-01-01')]).toEqual([true, false])
    expect(isFeriado('2031-01-01')).toBe(false)
  })
})

describe('the calendar of the reference', () => {
  const { descansos } = readReferencia<{ descansos: Record<string, string[]> }>('tributacion/catalogs/feriados.json')
  it.each(Object.entries(descansos))('%s', (year, days) => {
    for (const day of days) expect(isFeriado(`${year}-${day}`), day).toBe(true)
  })
  it('gives the due dates of the vectors that do not leave their month', () => {
    const { fechas } = readReferencia<{ fechas: Record<string, Record<string, string>> }>('tributacion/vectors/vencimientos.json')
    const dia: Record<string, string> = { 1: '10', 2: '12', 3: '14', 4: '16', 5: '18', 6: '20', 7: '22', 8: '24', 9: '26', 0: '28' }
    for (const [month, digits] of Object.entries(fechas))
      for (const [digit, due] of Object.entries(digits)) {
        const moved = siguienteHabil(`${month}-${dia[digit] ?? ''}`)
        if (moved.startsWith(month)) expect(due).toBe(moved)
      }
  })
})
