import { act, render, screen, waitFor } from '@testing-library/react'
import { searchMarca } from '@yupana/contract'
import { expect, it, vi } from 'vitest'

import { ThemeProvider } from '../../components/theme/theme-provider.tsx'
import { fetchData } from '../../lib/http/http.ts'
import { fakeApi, ok } from '../../testing/fake-api.ts'
import { ConexionBanner } from './conexion-banner.tsx'

const SALUD = 'GET /app/v1/salud'
const LISTA = 'GET /app/marca/search'
const WORDS = /^Sin conexión\. Los documentos/

function open(replies: Parameters<typeof fakeApi>[0]) {
  const calls = fakeApi(replies)
  render(
    <ThemeProvider>
      <ConexionBanner />
    </ThemeProvider>,
  )
  return calls
}
const fails = () => act(() => fetchData(searchMarca, { background: true }).catch(() => undefined))

it('says so when nobody answers, until somebody does', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  open({ [LISTA]: 'unreachable', [SALUD]: ['unreachable', 'unreachable', ok({})] })
  expect(screen.queryByText(WORDS)).toBeNull()
  await fails()
  expect(await screen.findByText(WORDS)).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(screen.getByText(WORDS)).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  await waitFor(() => expect(screen.queryByText(WORDS)).toBeNull())
})

it('one call that fails alone is no lost connection', async () => {
  const calls = open({ [LISTA]: 'unreachable', [SALUD]: ok({}) })
  await fails()
  await waitFor(() => expect(calls.some(({ route }) => route === SALUD)).toBe(true))
  expect(screen.queryByText(WORDS)).toBeNull()
})

it('the first call that is answered ends it, before anybody asks again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const calls = open({ [LISTA]: ['unreachable', ok([])], [SALUD]: 'unreachable' })
  await fails()
  expect(await screen.findByText(WORDS)).toBeDefined()
  const asked = calls.length
  await act(() => fetchData(searchMarca))
  expect(screen.queryByText(WORDS)).toBeNull()
  expect(calls).toHaveLength(asked + 1)
})
