import { expect, it } from 'vitest'

import { figuraOf } from './figura.ts'
import { withSection } from './report.ts'

const figura = (value: number) => [figuraOf({ name: 'ride.cpu', what: 'CPU', value, unit: 'ms', target: { sign: '<=', limit: 15 } })]

it('replaces the section of one bench and leaves the others and the words around them', () => {
  const first = withSection(undefined, 'ride', figura(3))
  const second = withSection(withSection(first.replace(/$/, '\nWords of a person.\n'), 'firma', figura(4)), 'ride', figura(99))
  expect(second).toContain('Words of a person.')
  expect(second).not.toContain('| 3 ms |')
  expect(second.indexOf('## firma')).toBeLessThan(second.indexOf('## ride'))
  expect(second).toMatch(/\| 99 ms \|.*\*\*no\*\*/)
  expect(second.match(/## ride/g)).toHaveLength(1)
})
