import '../../testing/browser-stubs.ts'

import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { PREFERENCIA_INICIAL } from '@yupana/contract'
import { ListSearch } from './list-tools.tsx'
import { useListing } from './use-listing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function Lista({ filas }: { filas?: number | undefined }) {
  const layout = filas && { isReady: true, value: { ...PREFERENCIA_INICIAL, opciones: { filas } }, change: () => undefined }
  const listing = useListing({ sorts: ['nombre'], filters: { rol: ['cliente'], estado: ['activo'] } }, layout || undefined)
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
      <button type="button" onClick={listing.clearFilters}>
        Limpiar filtros
      </button>
    </>
  )
}

/** A list, and another page whose code loads when the test asks for it. */
function open(at = '/lista', filas?: number) {
  let arrive = () => undefined as void
  const code = new Promise<{ Component: () => React.ReactNode }>((resolve) => {
    arrive = () => resolve({ Component: () => <p>La otra</p> })
  })
  const router = createMemoryRouter(
    [
      { path: '/lista', element: <Lista filas={filas} /> },
      { path: '/otra', lazy: () => code },
    ],
    { initialEntries: [at] },
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

it('R-4.24 a reset returns to the first page and the default page size, whatever size is remembered', () => {
  for (const [filas, search] of [
    [undefined, '?sort=nombre%2CASC'],
    [20, '?size=5&sort=nombre%2CASC'],
  ] as const) {
    const { router } = open('/lista?page=3&size=50&sort=nombre,ASC&rol=cliente&q=luz', filas)
    fireEvent.click(screen.getAllByRole('button', { name: 'Limpiar filtros' }).at(-1)!)
    expect(router.state.location.search).toBe(search)
  }
})
