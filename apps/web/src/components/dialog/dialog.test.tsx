import '../../testing/browser-stubs.ts'

import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'

import { ThemeProvider } from '../theme/theme-provider.tsx'
import { Dialog } from './dialog.tsx'

function Example() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Abrir
      </button>
      <Dialog opened={opened} title="Ejemplo" onClose={() => setOpened(false)}>
        <p>Contenido</p>
      </Dialog>
    </>
  )
}

it('R-4.30 a dialog is open or closed, and nothing in between', async () => {
  render(
    <ThemeProvider>
      <Example />
    </ThemeProvider>,
  )
  const user = userEvent.setup()
  const isThere = () => [screen.queryByRole('dialog', { name: 'Ejemplo' }) !== null, screen.queryByText('Contenido') !== null]
  expect(isThere()).toEqual([false, false])
  await user.click(screen.getByRole('button', { name: 'Abrir' }))
  expect(isThere()).toEqual([true, true])
  await user.keyboard('{Escape}')
  expect(isThere()).toEqual([false, false])
})

it('a double click on what opens it neither closes it nor takes its focus; a click beside it does', async () => {
  render(
    <ThemeProvider>
      <Example />
    </ThemeProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Abrir' }))
  const mask = document.querySelector('.mantine-Modal-overlay') as HTMLElement
  // A browser moves the focus on mousedown unless the event is cancelled.
  expect([fireEvent.mouseDown(mask, { detail: 2 }), fireEvent.mouseDown(mask, { detail: 1 })]).toEqual([false, true])
  fireEvent.click(mask, { detail: 2 })
  expect(screen.getByText('Contenido')).toBeDefined()
  fireEvent.click(mask, { detail: 1 })
  expect(screen.queryByText('Contenido')).toBeNull()
})
