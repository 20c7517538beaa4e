import '../../testing/browser-stubs.ts'

import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import * as z from 'zod/mini'

import { Dialog } from '../dialog/dialog.tsx'
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
        <FormDialog
          title="Editar"
          schema={z.object({ name: z.string() })}
          initial={{ name: '' }}
          onSubmit={() => Promise.resolve()}
          onClose={() => setOpened(false)}
        >
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

it('while it saves nothing closes it: whoever asked gets the answer', async () => {
  const closed = vi.fn()
  let finish = (_saved: string) => {}
  const save = () => new Promise<string>((resolve) => (finish = resolve))
  const done = vi.fn()
  render(
    <ThemeProvider>
      <FormDialog
        title="Suspender"
        saveLabel="Suspender empresa"
        busyLabel="Suspendiendo…"
        saveColor="danger"
        schema={z.object({ name: z.string() })}
        initial={{ name: '' }}
        onSubmit={save}
        onDone={done}
        onClose={closed}
      >
        <TextField name="name" label="Nombre" />
      </FormDialog>
    </ThemeProvider>,
  )
  const user = userEvent.setup()
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspender' }))
  await user.click(dialog.getByRole('button', { name: 'Suspender empresa' }))
  expect(await dialog.findByRole('button', { name: 'Suspendiendo…' })).toHaveProperty('disabled', true)
  expect([
    dialog.queryByRole('button', { name: 'Cerrar' }),
    dialog.getByRole<HTMLButtonElement>('button', { name: 'Cancelar' }).disabled,
  ]).toEqual([null, true])
  await user.keyboard('{Escape}')
  await user.click(document.querySelector('.mantine-Modal-inner') ?? document.body)
  expect([closed.mock.calls, screen.queryByRole('dialog') !== null]).toEqual([[], true])
  finish('saved')
  await waitFor(() => expect(done).toHaveBeenCalledExactlyOnceWith('saved'))
  expect(await dialog.findByRole('button', { name: 'Cerrar' })).toBeDefined()
})

function Steps() {
  const [step, setStep] = useState<'nothing' | 'form' | 'outcome'>('nothing')
  const end = () => setStep('nothing')
  return (
    <ThemeProvider>
      <button type="button" onClick={() => setStep('form')}>
        Empezar
      </button>
      {step === 'form' && (
        <FormDialog
          title="Confirmar"
          schema={z.object({ pass: z.string() })}
          initial={{ pass: '' }}
          onSubmit={() => Promise.resolve()}
          onDone={() => setStep('outcome')}
          onClose={end}
        >
          <input type="text" name="username" value="contadora" readOnly hidden />
          <TextField name="pass" label="Su contraseña" />
        </FormDialog>
      )}
      {step === 'outcome' && (
        <Dialog opened title="Resultado">
          <button type="button" onClick={end} data-autofocus>
            Listo
          </button>
        </Dialog>
      )}
    </ThemeProvider>
  )
}

it('a dialog in the place of another takes the focus, and gives it back to where the first was opened', async () => {
  render(<Steps />)
  const user = userEvent.setup()
  const button = screen.getByRole('button', { name: 'Empezar' })
  await user.click(button)
  const field = await screen.findByLabelText('Su contraseña')
  await waitFor(() => expect(document.activeElement).toBe(field))
  await user.keyboard('{Enter}')
  const end = await screen.findByRole('button', { name: 'Listo' })
  await waitFor(() => expect(document.activeElement).toBe(end))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button))
})
