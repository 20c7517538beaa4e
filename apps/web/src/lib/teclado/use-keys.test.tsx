import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { useKeys } from './use-keys.ts'

function Screen({ run, hasDialog = false }: { run: () => void; hasDialog?: boolean }) {
  useKeys([
    { code: 'KeyS', ctrl: true, run },
    { key: 'n', run },
  ])
  return (
    <>
      <input aria-label="Nombre" />
      {hasDialog && <div role="dialog" aria-modal="true" />}
    </>
  )
}
/** Whether the browser keeps its own action for the key. */
const leftToBrowser = (element: Element, init: KeyboardEventInit) => fireEvent.keyDown(element, init)

it('takes Ctrl S from the browser always, and acts once: not while it is held, not over a dialog', () => {
  const run = vi.fn()
  const { rerender } = render(<Screen run={run} />)
  const box = screen.getByLabelText('Nombre')
  expect(leftToBrowser(box, { code: 'KeyS', ctrlKey: true })).toBe(false)
  expect(leftToBrowser(box, { code: 'KeyS', ctrlKey: true, repeat: true })).toBe(false)
  rerender(<Screen run={run} hasDialog />)
  expect(leftToBrowser(box, { code: 'KeyS', ctrlKey: true })).toBe(false)
  expect(run).toHaveBeenCalledTimes(1)
})

it('leaves a letter to who types it, and to a dialog', () => {
  const run = vi.fn()
  const { rerender } = render(<Screen run={run} />)
  expect(leftToBrowser(screen.getByLabelText('Nombre'), { key: 'n' })).toBe(true)
  rerender(<Screen run={run} hasDialog />)
  expect(leftToBrowser(document.body, { key: 'n' })).toBe(true)
  expect(run).not.toHaveBeenCalled()
})
