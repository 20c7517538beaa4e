import '../../testing/browser-stubs.ts'

import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'

import { ThemeProvider } from '../theme/theme-provider.tsx'
import { PopoverButton } from './popover-button.tsx'

function Example() {
  const [isThere, setIsThere] = useState(true)
  return (
    <PopoverButton label="Avisos" target="!">
      {() => isThere && <button onClick={() => setIsThere(false)}>Se atiende</button>}
    </PopoverButton>
  )
}

it('Esc closes a panel whose entry went with the focus, and the focus is back at its button', async () => {
  render(
    <ThemeProvider>
      <Example />
    </ThemeProvider>,
  )
  const user = userEvent.setup()
  const opener = screen.getByRole('button', { name: 'Avisos' })
  await user.click(opener)
  const entry = await screen.findByRole('button', { name: 'Se atiende' })
  await waitFor(() => expect(document.activeElement).toBe(entry))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Avisos' })))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(opener))
})
