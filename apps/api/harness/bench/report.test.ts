import { expect, it } from 'vitest'

import { enPiezas } from './calibracion.ts'
import { figuraOf } from './figura.ts'
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

it('a figure and its target stand as multiples of the calibration', () => {
  expect(enPiezas('ride', { value: 5, unit: 'ms', target: '<= 15 ms' }, CALIBRACION)).toBe('1 pdf (<= 3)')
  expect(enPiezas('emision', { value: 90, unit: '1/s', target: '>= 60 1/s, <= 3×' }, CALIBRACION)).toBe('0.3 sql (>= 0.2)')
  expect(enPiezas('latencia', { value: 0.5, unit: 's', target: null }, CALIBRACION)).toBe('150 sql')
  expect(enPiezas('memoria', { value: 90, unit: 'MB', target: '<= 100 MB' }, CALIBRACION)).toBe('')
})
