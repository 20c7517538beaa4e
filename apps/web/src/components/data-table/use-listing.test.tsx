import '../../testing/browser-stubs.ts'

import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { ListSearch } from './list-tools.tsx'
import { useListing } from './use-listing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function Lista() {
  const listing = useListing({ sorts: ['nombre'], filters: { rol: ['cliente'], estado: ['activo'] } })
  const chooseTwo = () => {
    listing.setFilter('rol', 'cliente')
    listing.setFilter('estado', 'activo')
  }
  return (
    <>
      <ListSearch label="Buscar" listing={listing} />
      <button type="button" onClick={chooseTwo}>
        Dos filtros
      </button>
    </>
  )
}

/** A list, and another page whose code arrives when it is told to. */
function open() {
  let arrive = () => undefined as void
  const code = new Promise<{ Component: () => React.ReactNode }>((resolve) => {
    arrive = () => resolve({ Component: () => <p>La otra</p> })
  })
  const router = createMemoryRouter(
    [
      { path: '/lista', element: <Lista /> },
      { path: '/otra', lazy: () => code },
    ],
    { initialEntries: ['/lista'] },
  )
  render(
    <MantineProvider>
      <RouterProvider router={router} />
    </MantineProvider>,
  )
  const type = (text: string) => fireEvent.change(screen.getByRole('searchbox', { name: 'Buscar' }), { target: { value: text } })
  const wait = () => act(() => vi.advanceTimersByTimeAsync(1_000))
  return { router, type, wait, arrive: () => act(async () => arrive()) }
}

it('a search goes to the address of its list', async () => {
  const { router, type, wait } = open()
  type('cemento')
  await wait()
  expect(router.state.location.search).toBe('?q=cemento')
})

it('a search typed in the moment of leaving does not take its user back', async () => {
  const { router, type, wait, arrive } = open()
  type('cemento')
  act(() => void router.navigate('/otra'))
  await wait()
  await arrive()
  expect(screen.getByText('La otra')).toBeDefined()
  expect(router.state.location).toMatchObject({ pathname: '/otra', search: '' })
})

it('of two filters chosen before the page is drawn anew both stay', () => {
  const { router } = open()
  fireEvent.click(screen.getByRole('button', { name: 'Dos filtros' }))
  expect(router.state.location.search).toBe('?rol=cliente&estado=activo')
})
