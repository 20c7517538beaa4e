import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'

import { Providers } from './app/providers.tsx'
import { routes } from './app/router.tsx'

/**
 * The sign-in screen as the built page already holds it (ui guide §13): painted before the bundle has come, inert until the
 * application takes its place. Runs in the build only.
 */
export const prerenderSignIn = (): string =>
  renderToStaticMarkup(
    <Providers>
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/login'] })} />
    </Providers>,
  )
