import '../../testing/browser-stubs.ts'

import { MantineProvider } from '@mantine/core'
import { PREFERENCIA_INICIAL, type Preferencia } from '@yupana/contract'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { Column } from './column.ts'
import { ColumnsButton } from './columns-button.tsx'
import { DataTable, type ListingAnswer } from './data-table.tsx'
import type { TableLayout } from './table-layout.ts'
import { useListing } from './use-listing.ts'
import { ViewsButton } from './views-button.tsx'

interface Fila {
  id: string
  numero: string
  nombre: string
  correo: string
}
const NOMBRE = 'COMERCIALIZADORA '.repeat(8).trim()
const CORREO = `${'compras.y.adquisiciones'.repeat(2)}@ejemplo.com.ec`
const FILA: Fila = { id: '1', numero: '1790012345001', nombre: NOMBRE, correo: CORREO }

const COLUMNS: readonly Column<Fila>[] = [
  { id: 'numero', header: 'Número', cell: (row) => row.numero, href: () => '/x', whole: true },
  { id: 'nombre', header: 'Nombre', cell: (row) => row.nombre },
  { id: 'correo', header: 'Correo', cell: (row) => row.correo, line: true },
]
const LISTING = { content: [FILA], totalElements: 1, totalPages: 1, number: 0, size: 5, exact: true }

const retried = vi.fn<() => unknown>()
const changed = vi.fn<(changes: Partial<Preferencia>) => void>()

function Screen({ data, isError = false, begins }: { data: typeof LISTING | undefined; isError?: boolean; begins: Preferencia }) {
  const [value, setValue] = useState(begins)
  const change = (changes: Partial<Preferencia>) => {
    changed(changes)
    setValue((before) => ({ ...before, ...changes }))
  }
  const layout: TableLayout = { value, isReady: true, change }
  const listing = useListing({ sorts: [] }, layout)
  const answer: ListingAnswer<Fila> = { data, isError, isPlaceholderData: false, refetch: retried }
  return (
    <>
      <ColumnsButton columns={COLUMNS} layout={layout} />
      <ViewsButton listing={listing} layout={layout} />
      <DataTable
        label="Lista"
        columns={COLUMNS}
        layout={layout}
        listing={listing}
        answer={answer}
        rowId={({ id }) => id}
        rowName={({ id }) => id}
      />
      <output>{`${String(listing.query.size)} ${useLocation().search}`}</output>
    </>
  )
}

const open = (data: typeof LISTING | undefined, begins: Preferencia = PREFERENCIA_INICIAL, at = '/') => {
  const screenOf = (next: typeof LISTING | undefined) => (
    <MantineProvider>
      <MemoryRouter initialEntries={[at]}>
        <Screen data={next} begins={begins} />
      </MemoryRouter>
    </MantineProvider>
  )
  const { rerender } = render(screenOf(data))
  return { arrive: () => rerender(screenOf(LISTING)) }
}
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const cellOf = (text: string) => screen.getByText(text).closest('td')!

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  retried.mockReset()
  changed.mockReset()
})

it('a list without answer says so after five seconds, waits anew with «Reintentar», and shows what comes', () => {
  const { arrive } = open(undefined)
  wait(4_900)
  expect(screen.getByRole('status', { name: 'Cargando' })).toBeDefined()
  wait(200)
  expect(screen.getByText('No se pudo cargar la lista.')).toBeDefined()
  screen.getByRole('button', { name: 'Reintentar' }).focus()
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Lista' }))
  expect(retried).toHaveBeenCalledOnce()
  expect(screen.getByRole('status', { name: 'Cargando' })).toBeDefined()
  wait(5_000)
  expect(screen.getByRole('button', { name: 'Reintentar' })).toBeDefined()
  arrive()
  expect(screen.getByText(FILA.numero)).toBeDefined()
})

it('a figure is whole, a name has two lines, a mail one; what may be cut is told whole under the pointer', () => {
  open(LISTING)
  expect([FILA.numero, NOMBRE, CORREO].map((text) => cellOf(text).dataset['fit'])).toEqual(['whole', 'lines', 'line'])
  expect([FILA.numero, NOMBRE, CORREO].map((text) => screen.getByText(text).title)).toEqual(['', NOMBRE, CORREO])
})

it('rows per page once chosen are remembered, and the address says only what differs', () => {
  open(LISTING, { ...PREFERENCIA_INICIAL, opciones: { filas: 20, sin_desde: true } })
  const said = () => screen.getAllByRole('status').find(({ tagName }) => tagName === 'OUTPUT')?.textContent
  expect(said()).toBe('20 ')
  fireEvent.change(screen.getByLabelText('Filas'), { target: { value: '50' } })
  expect(changed).toHaveBeenLastCalledWith({ opciones: { filas: 50, sin_desde: true } })
  expect(said()).toBe('50 ')
})

it('a column is wider or narrower by keyboard too, and its width is remembered until «Restablecer»', async () => {
  vi.useRealTimers()
  const user = userEvent.setup()
  open(LISTING, { ...PREFERENCIA_INICIAL, opciones: { ancho_nombre: 200, filas: 10 } })
  const widthOf = (name: string) => screen.getByRole('columnheader', { name }).style.width
  expect([widthOf('Nombre'), widthOf('Correo')]).toEqual(['200px', ''])
  await user.click(screen.getByRole('button', { name: 'Columnas' }))
  await user.click(await screen.findByRole('button', { name: 'Ensanchar Nombre', hidden: true }))
  expect(changed).toHaveBeenLastCalledWith({ opciones: { ancho_nombre: 224, filas: 10 } })
  expect([widthOf('Nombre'), cellOf(NOMBRE).style.maxWidth]).toEqual(['224px', '224px'])
  await user.click(screen.getByRole('button', { name: 'Restablecer', hidden: true }))
  expect(changed).toHaveBeenLastCalledWith({ ocultas: [], densidad: 'NORMAL', opciones: { filas: 10 } })
  expect(widthOf('Nombre')).toBe('')
})

it('a view that is deleted leaves the focus where the next one is named', async () => {
  vi.useRealTimers()
  const user = userEvent.setup()
  open(LISTING, { ...PREFERENCIA_INICIAL, vistas: [{ nombre: 'Mías', consulta: '' }] })
  await user.click(screen.getByRole('button', { name: 'Vistas' }))
  await user.click(await screen.findByRole('button', { name: 'Eliminar la vista Mías', hidden: true }))
  expect(screen.queryByText('Mías')).toBeNull()
  await waitFor(() => expect(document.activeElement?.tagName).toBe('INPUT'))
})

it('an empty list whose filters are cleared keeps the focus', async () => {
  vi.useRealTimers()
  const user = userEvent.setup()
  open({ ...LISTING, content: [], totalElements: 0, totalPages: 0 }, PREFERENCIA_INICIAL, '/?q=x')
  await user.click(screen.getByRole('button', { name: 'Limpiar filtros' }))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Lista' }))
})
