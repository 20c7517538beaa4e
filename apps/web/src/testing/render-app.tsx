import './browser-stubs.ts'

import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'

import { Providers } from '../app/providers.tsx'
import { routes } from '../app/router.tsx'

/** Renders the whole page at an address. */
export function renderApp(path = '/') {
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  const view = render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  )
  return { ...view, router, user: userEvent.setup(), address: () => router.state.location.pathname + router.state.location.search }
}
