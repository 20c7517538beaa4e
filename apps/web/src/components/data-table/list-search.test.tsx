import '../../testing/browser-stubs.ts'

import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { EMPTY_LISTING } from './listing-state.ts'
import { ListSearch } from './list-tools.tsx'
import type { ListingControl } from './use-listing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A search box whose address changes only when the test asks for it. */
function open() {
  const setQ = vi.fn<(q: string) => void>()
  const at = (q: string) => (
    <MantineProvider>
      <ListSearch label="Buscar" listing={{ state: { ...EMPTY_LISTING, q }, setQ } as unknown as ListingControl} />
    </MantineProvider>
  )
  const { rerender } = render(at(''))
  const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Buscar' })
  const type = (text: string, ms = 0) => {
    fireEvent.change(box, { target: { value: text } })
    act(() => void vi.advanceTimersByTime(ms))
  }
  return { box, setQ, type, arrive: (q: string) => rerender(at(q)) }
}

it('keeps what is typed on while an earlier text is on its way to the address', () => {
  const { box, setQ, type, arrive } = open()
  type('a', 300)
  type('ab')
  arrive('a')
  expect(box.value).toBe('ab')
  type('abc', 300)
  arrive('abc')
  expect([box.value, setQ.mock.calls.flat()]).toEqual(['abc', ['a', 'abc']])
})

it('follows an address that somebody else changed, and forgets what was not sent yet', () => {
  const { box, setQ, type, arrive } = open()
  type('ana', 300)
  arrive('ana')
  type('ana m')
  arrive('')
  act(() => void vi.advanceTimersByTime(1_000))
  expect([box.value, setQ.mock.calls.flat()]).toEqual(['', ['ana']])
})

it('takes an older text back that is typed again', () => {
  const { setQ, type, arrive } = open()
  type('a', 300)
  type('ab', 300)
  type('a', 300)
  arrive('a')
  arrive('ab')
  arrive('a')
  expect(setQ.mock.calls.flat()).toEqual(['a', 'ab', 'a'])
})
