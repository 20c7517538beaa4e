import { montoOf } from '@yupana/fiscal'
import '../../testing/browser-stubs.ts'

import { MantineProvider } from '@mantine/core'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FormProvider, useForm } from 'react-hook-form'
import { expect, it } from 'vitest'

import { emptyPago } from './pagos-valores.ts'
import { Pagos } from './pagos.tsx'

function Screen() {
  const form = useForm({ defaultValues: { pagos: [emptyPago(), emptyPago(), emptyPago()] } })
  return (
    <MantineProvider>
      <FormProvider {...form}>
        <Pagos fecha="2026-11-16" total={montoOf(10_000_000)} />
      </FormProvider>
    </MantineProvider>
  )
}

it('a form of payment that is taken out leaves the focus at the one before it', async () => {
  const user = userEvent.setup()
  render(<Screen />)
  await user.click(screen.getByRole('button', { name: 'Quitar la forma de pago 3' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Forma de pago 2')))
  await user.click(screen.getByRole('button', { name: 'Quitar la forma de pago 2' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Forma de pago')))
})
