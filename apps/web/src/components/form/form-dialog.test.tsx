import '../../testing/browser-stubs.ts'

import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { Dropdown } from '../dropdown/dropdown.tsx'
import { ThemeProvider } from '../theme/theme-provider.tsx'
import { FormDialog } from './form-dialog.tsx'
import { TextField } from './text-field.tsx'

function Example() {
  const [opened, setOpened] = useState(false)
  return (
    <ThemeProvider>
      <Dropdown label="Acciones" target="⋮" items={[{ label: 'Editar', onPick: () => setOpened(true) }]} />
      {opened && (
        <FormDialog title="Editar" schema={z.object({ name: z.string() })} initial={{ name: '' }} onSubmit={() => Promise.resolve()} onClose={() => setOpened(false)}>
          <TextField name="name" label="Nombre" />
        </FormDialog>
      )}
    </ThemeProvider>
  )
}

it('a form opened from a menu begins at its first field, and the focus returns to the button of the menu', async () => {
  render(<Example />)
  const user = userEvent.setup()
  const button = screen.getByRole('button', { name: 'Acciones' })
  await user.click(button)
  await user.click(await screen.findByRole('menuitem', { name: 'Editar' }))
  const field = await screen.findByLabelText('Nombre')
  await waitFor(() => expect(document.activeElement).toBe(field))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button))
})
