import '../../testing/browser-stubs.ts'

import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'

import { useBulk, type BulkResult } from './use-bulk.ts'

/** Begins with two rows; the first one stays running until the test releases it. */
async function begin() {
  const begun: string[] = []
  let letGo = () => undefined as void
  const run = (id: string) => {
    begun.push(id)
    return new Promise<BulkResult>((resolve) => (letGo = () => resolve({ ok: true, text: id })))
  }
  const view = renderHook(() => useBulk(run))
  let all = Promise.resolve()
  await act(() => void (all = view.result.current.start(['a', 'b'])))
  const finish = () => act(() => (letGo(), all))
  return { ...view, begun, finish }
}

it('«Detener» ends with the row that is under way', async () => {
  const { result, begun, finish } = await begin()
  act(() => result.current.stop())
  await finish()
  expect(begun).toEqual(['a'])
  expect(result.current).toMatchObject({ isRunning: false, results: new Map([['a', { ok: true, text: 'a' }]]) })
})

it('begins nothing more once its page is left', async () => {
  const { unmount, begun, finish } = await begin()
  unmount()
  await finish()
  expect(begun).toEqual(['a'])
})
