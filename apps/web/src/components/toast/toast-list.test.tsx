import '../../testing/browser-stubs.ts'

import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'

import { addNotice } from '../../lib/pagina/notices.ts'
import { ToastList } from './toast-list.tsx'

const tell = (severity: 'error' | 'success', detail: string) => act(() => addNotice({ severity, detail }))
const seen = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

beforeEach(() => {
  vi.useFakeTimers()
  render(
    <MantineProvider>
      <ToastList />
    </MantineProvider>,
  )
})

it('calls that fail alike at once are told once, and what fails again is told again', () => {
  tell('error', 'No existe')
  tell('error', 'No existe')
  tell('error', 'Otra cosa')
  expect(seen()).toEqual(['SistemaNo existe', 'SistemaOtra cosa'])
  vi.advanceTimersByTime(1_000)
  tell('error', 'No existe')
  expect(seen()).toHaveLength(3)
})

it('what succeeded twice is told twice', () => {
  tell('success', 'Guardado')
  tell('success', 'Guardado')
  expect(seen()).toHaveLength(2)
})
