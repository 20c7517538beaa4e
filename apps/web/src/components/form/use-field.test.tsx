import '../../testing/browser-stubs.ts'

import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useFieldArray } from 'react-hook-form'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { ThemeProvider } from '../theme/theme-provider.tsx'
import { Form } from './form.tsx'
import { REQUIRED } from './messages.ts'
import { MontoField } from './number-fields.tsx'
import { TextField } from './text-field.tsx'

const needed = z.string().check(z.minLength(1, REQUIRED))

function Filas() {
  const { fields, append, remove } = useFieldArray<{ filas: { nombre: string; valor: string }[] }, 'filas'>({ name: 'filas' })
  return (
    <>
      {fields.map((field, at) => (
        <div key={field.id}>
          <TextField name={`filas.${at}.nombre`} label={`Nombre ${at + 1}`} required />
          <MontoField name={`filas.${at}.valor`} label={`Valor ${at + 1}`} required />
          <button type="button" onClick={() => remove(at)}>{`Quitar ${at + 1}`}</button>
        </div>
      ))}
      <button type="button" onClick={() => append({ nombre: '', valor: '' })}>
        Agregar
      </button>
    </>
  )
}

it('O-43 the fields of a row that was just added say nothing until they are left or a submit was tried', async () => {
  const user = userEvent.setup()
  render(
    <ThemeProvider>
      <Form
        label="Filas"
        schema={z.object({ filas: z.array(z.object({ nombre: needed, valor: needed })) })}
        initial={{ filas: [] }}
        onSubmit={() => undefined}
        footer={<button>Guardar</button>}
      >
        <Filas />
      </Form>
    </ThemeProvider>,
  )
  await user.click(screen.getByText('Agregar'))
  await user.type(screen.getByLabelText('Nombre 1'), 'A')
  await user.click(screen.getByText('Agregar'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Nombre 2')))
  expect(screen.queryAllByText(REQUIRED)).toHaveLength(0)
  await user.tab()
  await waitFor(() => expect(screen.getByLabelText('Nombre 2').getAttribute('aria-invalid')).toBe('true'))
  expect(screen.queryAllByText(REQUIRED)).toHaveLength(1)

  // The blur state goes with its row, and the next row takes its place.
  await user.click(screen.getByText('Quitar 1'))
  await waitFor(() => expect(screen.queryByLabelText('Nombre 2')).toBeNull())
  expect(screen.getByLabelText('Nombre 1').getAttribute('aria-invalid')).toBe('true')
  await user.click(screen.getByText('Guardar'))
  await waitFor(() => expect(screen.queryAllByText(REQUIRED)).toHaveLength(2))
})

it('O-43 what is refused inside a fold opens it and takes the focus', async () => {
  const { container } = render(
    <ThemeProvider>
      <Form
        label="Pliegue"
        schema={z.object({ nombre: needed })}
        initial={{ nombre: '' }}
        onSubmit={() => undefined}
        footer={<button>Guardar</button>}
      >
        <details>
          <summary>Más</summary>
          <details>
            <summary>Mucho más</summary>
            <TextField name="nombre" label="Nombre" required />
          </details>
        </details>
      </Form>
    </ThemeProvider>,
  )
  await userEvent.click(screen.getByText('Guardar'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Nombre')))
  expect(container.querySelectorAll('details[open]')).toHaveLength(2)
})
