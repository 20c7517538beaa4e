import '../testing/browser-stubs.ts'

import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'

import { clearNotices, noticeStore } from '../lib/pagina/notices.ts'
import { Copyable } from './copyable.tsx'
import { ThemeProvider } from './theme/theme-provider.tsx'

const said = () => noticeStore.get().messages.map(({ detail }) => detail)

const open = () => {
  const user = userEvent.setup()
  render(
    <ThemeProvider>
      <Copyable name="el número">001-001-000000123</Copyable>
    </ThemeProvider>,
  )
  return user
}

beforeEach(clearNotices)

it('copies the figure and says so', async () => {
  const user = open()
  await user.click(screen.getByRole('button', { name: 'Copiar el número' }))
  await waitFor(() => expect(said()).toEqual(['Copió el número.']))
  expect(await navigator.clipboard.readText()).toBe('001-001-000000123')
})

it('leaves it selected where the browser lets nobody copy', async () => {
  const user = open()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not allowed'))
  await user.click(screen.getByRole('button', { name: 'Copiar el número' }))
  await waitFor(() => expect(said()).toEqual(['Está seleccionado: cópielo con Ctrl C.']))
  expect(getSelection()?.toString()).toBe('001-001-000000123')
})
