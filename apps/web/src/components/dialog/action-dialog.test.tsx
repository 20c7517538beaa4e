import '../../testing/browser-stubs.ts'

import { deleteProducto } from '@yupana/contract'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { fetchData } from '../../lib/http/http.ts'
import { addNotice } from '../../lib/pagina/notices.ts'
import { fakeApi, refusal } from '../../testing/fake-api.ts'
import { ThemeProvider } from '../theme/theme-provider.tsx'
import { ToastList } from '../toast/toast-list.tsx'
import { ActionDialog } from './action-dialog.tsx'

const WORDS = 'El producto consta en documentos y no se puede eliminar.'
const eliminar = () => fetchData(deleteProducto, { params: { id: 'a' } })

function open() {
  fakeApi({ 'DELETE /app/productos/delete/a': refusal(422, { msg: WORDS, data: [{ message: WORDS }] }) })
  render(
    <ThemeProvider>
      <ToastList />
      <ActionDialog
        title="Eliminar"
        confirmLabel="Eliminar"
        busyLabel="…"
        onConfirm={async () => void (await eliminar())}
        onClose={() => {}}
      >
        <p>¿Seguro?</p>
      </ActionDialog>
    </ThemeProvider>,
  )
}

it('a refusal is said once, in the dialog', async () => {
  open()
  await userEvent.click(screen.getByRole('button', { name: 'Eliminar' }))
  await screen.findAllByText(WORDS)
  act(() => addNotice({ severity: 'info', detail: 'Después' }))
  await screen.findByText('Después')
  await waitFor(() => expect(screen.getAllByText(WORDS).map((one) => one.closest('[role="dialog"]') !== null)).toEqual([true]))
})

it('a toast whose heading is all that it says says it once', async () => {
  open()
  await act(() => eliminar().catch(() => undefined))
  await waitFor(() => expect(screen.getAllByText(WORDS)).toHaveLength(1))
})
