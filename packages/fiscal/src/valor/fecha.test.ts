import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  addDays,
  addMonths,
  compare,
  dayOfWeek,
  daysBetween,
  defaultStart,
  displayFecha,
  fechaIn,
  firstOfMonth,
  firstOfWeek,
  firstOfYear,
  isFecha,
  isWithinGrace,
  startOf,
  ZONA_HORARIA,
} from './fecha.ts'

const anyFecha = fc
  .date({ min: new Date('1995-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('today in Ecuador', () => {
  it('O-22 is still the same day at 19:00 local, when UTC is already tomorrow', () => {
    expect(fechaIn(new Date('2026-11-21T00:00:00Z'))).toBe('2026-11-20')
    expect(fechaIn(new Date('2026-11-21T04:59:59.999Z'))).toBe('2026-11-20')
    expect(fechaIn(new Date('2026-11-21T05:00:00Z'))).toBe('2026-11-21')
  })
  it('agrees with the time zone database', () => {
    const zone = new Intl.DateTimeFormat('en-CA', { timeZone: ZONA_HORARIA, dateStyle: 'short' })
    fc.assert(
      fc.property(fc.date({ min: new Date('1995-01-01'), max: new Date('2060-01-01'), noInvalidDate: true }), (instant) => {
        expect(fechaIn(instant)).toBe(zone.format(instant))
      }),
      { numRuns: 1000 },
    )
  })
  it('starts a day at 05:00 UTC', () => {
    expect(startOf('2026-11-20').toISOString()).toBe('2026-11-20T05:00:00.000Z')
    fc.assert(
      fc.property(anyFecha, (fecha) => {
        expect(fechaIn(startOf(fecha))).toBe(fecha)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('calendar', () => {
  it.each(['2026-02-28', '2028-02-29', '2000-02-29', '2026-12-31'])('accepts %s', (text) => expect(isFecha(text)).toBe(true))
  it.each([
    '2026-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-1-1',
    '20/11/2026',
    '2026-11-20T00:00',
    '',
    '0000-01-01',
    20261120,
    null,
  ])('refuses %s', (value) => expect(isFecha(value)).toBe(false))
  it('adds and counts days across months, years and leap days', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
    expect(() => addDays('2026-02-30', 1)).toThrow(RangeError)
    fc.assert(
      fc.property(anyFecha, fc.integer({ min: -4000, max: 4000 }), (fecha, days) => {
        const other = addDays(fecha, days)
        expect(isFecha(other)).toBe(true)
        expect(daysBetween(fecha, other)).toBe(days)
        expect(Math.sign(compare(other, fecha))).toBe(Math.sign(days))
      }),
      { numRuns: 1000 },
    )
  })
  it('keeps the last day when a month is shorter', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2026-11-30', 3)).toBe('2027-02-28')
    expect(addMonths('2026-03-15', -3)).toBe('2025-12-15')
    expect(firstOfMonth('2026-11-20')).toBe('2026-11-01')
    expect(firstOfYear('2026-11-20')).toBe('2026-01-01')
  })
  it('R-9.20 begins the week on Monday', () => {
    expect(dayOfWeek('2026-11-20')).toBe(5)
    expect(dayOfWeek('2026-11-22')).toBe(7)
    expect(firstOfWeek('2026-11-22')).toBe('2026-11-16')
    expect(firstOfWeek('2026-11-16')).toBe('2026-11-16')
  })
})

describe("the specification's date validity", () => {
  it('R-5.2.8 no date gives true', () => {
    for (const none of [undefined, null, '']) expect(isWithinGrace(none, '2026-11-20')).toBe(true)
  })
  it('R-5.2.9 today = date + 4 days gives true, date + 5 gives false', () => {
    expect(isWithinGrace('2026-11-16', '2026-11-20')).toBe(true)
    expect(isWithinGrace('2026-11-15', '2026-11-20')).toBe(false)
    expect(isWithinGrace('2026-12-25', '2026-11-20')).toBe(true)
  })
  it('R-9.10 a range starts 4 days before today', () => expect(defaultStart('2027-01-02')).toBe('2026-12-29'))
})

it('O-20: people read day, month and the whole year', () => {
  expect(displayFecha('2026-01-05')).toBe('05/01/2026')
})
