import { describe, expect, it } from 'vitest'

import { createClock, formatRelojOffset, relojOffset } from './clock.ts'

const now = new Date('2026-11-20T12:00:00Z')
const hours = (n: number) => n * 3_600_000

describe('RELOJ', () => {
  it.each([
    ['+2d', hours(48)],
    ['-36h', -hours(36)],
    ['+90m', hours(1.5)],
    ['+15s', 15_000],
    ['+500ms', 500],
    ['+1d2h', hours(26)],
    ['-1d2h3m4s5ms', -(hours(26) + 184_005)],
    ['2026-11-20T07:00:00-05:00', 0],
    ['2026-12-31T23:58:00-05:00', Date.parse('2027-01-01T04:58:00Z') - now.getTime()],
  ])('reads %s', (reloj, offset) => {
    expect(relojOffset(reloj, now)).toBe(offset)
  })

  it.each(['', '+', '2d', '+2', '+2x', '+2h1d', '2026-12-31', '2026-12-31T23:58:00', '2026-13-31T23:58:00Z', '+999999999999999d'])(
    'refuses «%s»',
    (reloj) => {
      expect(relojOffset(reloj, now)).toBeUndefined()
    },
  )

  it('hands the same offset to children in its own format', () => {
    expect(relojOffset(formatRelojOffset(-1234.4), now)).toBe(-1234)
    expect(formatRelojOffset(0)).toBe('+0ms')
  })

  it('keeps running beside the clock of the machine', () => {
    expect(Math.abs(createClock(hours(24)).now().getTime() - Date.now() - hours(24))).toBeLessThan(1000)
  })
})
