import { beforeEach, expect, it, vi } from 'vitest'

import { runAt } from './timer.ts'

beforeEach(() => vi.useFakeTimers({ now: 0 }))

const DAY = 86_400_000

it('R-4.11 an instant beyond 2^31 ms does not come at once, and comes when it should', () => {
  const action = vi.fn()
  runAt(40 * DAY, action)
  vi.advanceTimersByTime(40 * DAY - 1)
  expect(action).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(action).toHaveBeenCalledOnce()
})

it('runs at the next tick what is already past', () => {
  const action = vi.fn()
  runAt(-1, action)
  expect(action).not.toHaveBeenCalled()
  vi.advanceTimersByTime(0)
  expect(action).toHaveBeenCalledOnce()
})

it('does nothing once cancelled', () => {
  const action = vi.fn()
  runAt(DAY, action)()
  vi.advanceTimersByTime(2 * DAY)
  expect(action).not.toHaveBeenCalled()
})

it.each([
  ['visibilitychange', document],
  ['focus', window],
])('notices by %s that the instant passed while the computer slept', (event, target) => {
  const action = vi.fn()
  runAt(DAY, action)
  vi.setSystemTime(2 * DAY)
  target.dispatchEvent(new Event(event))
  vi.advanceTimersByTime(0)
  expect(action).toHaveBeenCalledOnce()
})
