import '../testing/browser-stubs.ts'

import { configGeneral, searchPersona } from '@yupana/contract'
import { focusManager, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'

import { systemConfigQuery } from '../features/sistema/sistema.queries.ts'
import { fakeApi, ok, refusal } from '../testing/fake-api.ts'
import { fetchData } from '../lib/http/http.ts'
import { forgetDeleted, queryClient } from '../lib/http/query-client.ts'

const CONFIG = `GET /app${configGeneral.path}`
const SEARCH = `GET /app${searchPersona.path}?q=ana`

const Config = () => <p>{useQuery(systemConfigQuery()).status}</p>
const Search = () => <p>{useQuery({ queryKey: ['busqueda'], queryFn: () => fetchData(searchPersona, { query: { q: 'ana' } }) }).status}</p>
const show = (screen: React.ReactNode) => render(<QueryClientProvider client={queryClient}>{screen}</QueryClientProvider>)

afterEach(() => {
  cleanup()
  focusManager.setFocused(undefined)
})

it('R-7.6.4 coming back to the window asks nothing again', async () => {
  const calls = fakeApi({ [SEARCH]: ok([]) })
  show(<Search />)
  await screen.findByText('success')
  act(() => {
    focusManager.setFocused(false)
    focusManager.setFocused(true)
  })
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(calls).toHaveLength(1)
})

it('R-7.6.5 what failed is not tried again', async () => {
  const calls = fakeApi({ [SEARCH]: refusal(500, {}) })
  show(<Search />)
  await screen.findByText('error')
  expect(calls).toHaveLength(1)
})

it('R-7.6.6 the system configuration is asked once, whoever needs it and whenever', async () => {
  const calls = fakeApi({ [CONFIG]: ok({ facebook: null, instagram: null, twitter: null, whatsapp: null }) })
  const { unmount } = show(
    <>
      <Config />
      <Config />
    </>,
  )
  await waitFor(() => expect(screen.getAllByText('success')).toHaveLength(2))
  unmount()
  show(<Config />)
  await screen.findByText('success')
  expect(calls).toHaveLength(1)
})

it('R-7.6.7 a search asks anew each time it is opened', async () => {
  const calls = fakeApi({ [SEARCH]: ok([]) })
  const { unmount } = show(<Search />)
  await screen.findByText('success')
  unmount()
  show(<Search />)
  await waitFor(() => expect(calls).toHaveLength(2))
})

it('after a deletion the lists ask again, and nobody asks for what is gone', async () => {
  const asked: string[] = []
  const Part = ({ queryKey, text }: { queryKey: string[]; text: string }) => (
    <p>{useQuery({ queryKey, queryFn: () => (asked.push(text), text) }).data}</p>
  )
  show(
    <>
      <Part queryKey={['compra', 'ficha', 'id']} text="ficha" />
      <Part queryKey={['compra', 'lista']} text="lista" />
      <Part queryKey={['persona', 'lista']} text="personas" />
    </>,
  )
  await screen.findByText('personas')
  await act(() => forgetDeleted('compra', 'id'))
  expect(asked).toEqual(['ficha', 'lista', 'personas', 'lista'])
})
