import '../../testing/browser-stubs.ts'

import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FormProvider, useForm } from 'react-hook-form'
import { expect, it } from 'vitest'

import { usePropuesta } from './use-propuesta.ts'

function Campo({ propuesta }: { propuesta: string | undefined }) {
  const form = useForm({ defaultValues: { nombre: '' } })
  return (
    <FormProvider {...form}>
      <Propuesto propuesta={propuesta} />
      <input aria-label="Nombre" {...form.register('nombre')} />
    </FormProvider>
  )
}
const Propuesto = ({ propuesta }: { propuesta: string | undefined }) => <output>{String(usePropuesta('nombre', propuesta))}</output>

it('a proposal follows what it is made of, goes with it, and gives way to what somebody types', async () => {
  const { rerender } = render(<Campo propuesta={undefined} />)
  const shown = () => [screen.getByRole<HTMLInputElement>('textbox').value, screen.getByRole('status').textContent]
  const seen = ['LUZ', 'MAR', undefined, 'SOL'].map((propuesta) => {
    rerender(<Campo propuesta={propuesta} />)
    return shown()
  })
  expect(seen).toEqual([
    ['LUZ', 'true'],
    ['MAR', 'true'],
    ['', 'false'],
    ['SOL', 'true'],
  ])
  await userEvent.type(screen.getByRole('textbox'), ' Y MAR')
  for (const propuesta of ['OTRO', undefined]) {
    rerender(<Campo propuesta={propuesta} />)
    expect(shown()).toEqual(['SOL Y MAR', 'false'])
  }
})
