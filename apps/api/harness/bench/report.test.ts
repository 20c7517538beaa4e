import { expect, it } from 'vitest'

import { enPiezas, REGISTRO } from './calibracion.ts'
import { figuraOf, rounded, type Limite } from './figura.ts'
import { withSection } from './report.ts'

const piece = { uno: 200, ambos: 300 }
const CALIBRACION = { js: piece, rsa: piece, sql: piece, pdf: piece }
const figura = (value: number) => [figuraOf({ name: 'ride.cpu', what: 'CPU', value, unit: 'ms', target: { sign: '<=', limit: 15 } })]

it('replaces the section of one bench and leaves the others and the words around them', () => {
  const first = withSection(undefined, 'ride', figura(3), CALIBRACION)
  const second = withSection(
    withSection(first.replace(/$/, '\nWords of a person.\n'), 'firma', figura(4), CALIBRACION),
    'ride',
    figura(99),
    CALIBRACION,
  )
  expect(second).toContain('Words of a person.')
  expect(second).not.toContain('| 3 ms |')
  expect(second.indexOf('## firma')).toBeLessThan(second.indexOf('## ride'))
  expect(second).toMatch(/\| 99 ms \|.*\*\*no\*\*/)
  expect(second.match(/## ride/g)).toHaveLength(1)
})

it('each section says its calibration and its commit, and the whole whether all are of one', () => {
  const one = withSection(undefined, 'ride', figura(3), CALIBRACION)
  expect(one).toMatch(/pdf 200 and 300 \(1\.5×\)/)
  expect(one).toMatch(/^All figures are of commit /m)
  const two = withSection(one.replace(/, commit [^,]+,/, ', commit abc1234,'), 'firma', figura(4), CALIBRACION)
  expect(two).toMatch(/^\*\*These figures are of 2 commits\*\*: .*abc1234 \(ride\)/m)
})

it('a figure stands as a multiple of this machine, its target as one of the machine on which it was set', () => {
  const en = (bench: string, value: number, unit: string, ...limites: Limite[]) =>
    enPiezas(
      bench,
      figuraOf({ name: bench, what: '', value, unit, reference: { value: 1, what: '' }, target: limites[0], also: limites[1] }),
      CALIBRACION,
    )
  const ms = { sign: '<=', limit: 15 } as const
  expect(en('ride', 17, 'ms', ms)).toEqual({ text: `3.4 pdf (<= ${rounded(0.015 * REGISTRO.pdf.uno)})`, ok: true })
  expect(en('ride', 19, 'ms', ms).ok).toBe(false)
  expect(en('ride', 17, 'ms', ms, { sign: '<=', limit: 3, ofRatio: true }).ok).toBe(false)
  expect(en('emision', 90, '1/s', { sign: '>=', limit: 80 })).toEqual({
    text: `0.3 sql (>= ${rounded(80 / REGISTRO.sql.ambos)})`,
    ok: true,
  })
  expect(en('latencia', 0.5, 's')).toEqual({ text: '150 sql', ok: false })
  expect(en('memoria', 90, 'MB', { sign: '<=', limit: 100 })).toEqual({ text: '', ok: false })
})
