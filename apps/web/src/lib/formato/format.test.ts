import { expect, it } from 'vitest'

import { fechaText, horaText, momentoText } from './format.ts'

it('O-22 shows days and hours of Ecuador, 24 h, wherever the computer believes to be', () => {
  expect(fechaText('2026-11-20')).toBe('20/11/2026')
  expect(horaText('2026-11-21T04:05:00Z')).toBe('23:05')
  expect(momentoText('2026-11-21T04:59:59.999Z')).toBe('20/11/2026 23:59')
  expect(momentoText('2026-11-21T05:00:00Z')).toBe('21/11/2026 00:00')
})
