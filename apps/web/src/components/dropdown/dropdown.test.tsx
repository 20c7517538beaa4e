import '../../testing/browser-stubs.ts'

import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { ThemeProvider } from '../theme/theme-provider.tsx'
import { Dropdown } from './dropdown.tsx'

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => vi.useRealTimers())

const open = async () => {
  render(
    <ThemeProvider>
      <Dropdown label="Acciones" target="⋮" items={[{ label: 'Editar', onPick: () => screen.getByLabelText('Nombre').focus() }]} />
      <input aria-label="Nombre" />
    </ThemeProvider>,
  )
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const button = screen.getByRole('button', { name: 'Acciones' })
  await user.click(button)
  await screen.findByRole('menuitem', { name: 'Editar' })
  return { user, button }
}

it('what an entry gave the focus to keeps it', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('menuitem', { name: 'Editar' }))
  vi.advanceTimersByTime(1_000)
  expect(document.activeElement).toBe(screen.getByLabelText('Nombre'))
})

it('closed without a choice it gives the focus back', async () => {
  const { user, button } = await open()
  await user.keyboard('{Escape}')
  vi.advanceTimersByTime(1_000)
  expect(document.activeElement).toBe(button)
})
