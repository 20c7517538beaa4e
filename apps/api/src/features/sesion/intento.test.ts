import { expect, it } from 'vitest'

import { delayAfter } from './intento.service.ts'

it('delays an account after its fifth failure from anywhere, twice as long each time, never beyond five seconds (O-10)', () => {
  expect([0, 4, 5, 6, 7, 10, 11, 1000].map(delayAfter)).toEqual([0, 0, 100, 200, 400, 3200, 5000, 5000])
})
