import '../../testing/browser-stubs.ts'

import { MantineProvider } from '@mantine/core'
import { isFecha } from '@yupana/fiscal'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'

import { today } from '../../lib/formato/format.ts'
import { ListPeriodo } from './list-tools.tsx'
import { periodosOn } from './periodos.ts'
import { useListing } from './use-listing.ts'

function Screen() {
  const listing = useListing({ sorts: [], filters: { desde: isFecha, hasta: isFecha } })
  return (
    <>
      <ListPeriodo listing={listing} />
      <output>{JSON.stringify(listing.state.filters)}</output>
    </>
  )
}

it('a range of days is chosen by its name, and other days are told as such', async () => {
  const user = userEvent.setup()
  render(
    <MantineProvider>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <Screen /> }], { initialEntries: ['/?desde=2020-01-01'] })} />
    </MantineProvider>,
  )
  const box = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Período' })
  const chosen = () => box.selectedOptions[0]?.textContent
  expect(chosen()).toBe('Otras fechas')
  for (const { value, label, desde, hasta } of periodosOn(today())) {
    await user.selectOptions(box, value)
    expect([chosen(), screen.getByRole('status').textContent]).toEqual([label, JSON.stringify(desde === '' ? {} : { desde, hasta })])
  }
})
