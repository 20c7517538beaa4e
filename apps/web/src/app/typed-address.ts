import type { createHashRouter } from 'react-router'

type Router = ReturnType<typeof createHashRouter>

const indexOf = (state: unknown): number | undefined =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' ? state.idx : undefined

/**
 * Gives an address typed into the browser a place in the router's history, after the present one. Without a place, a form with changes
 * could
 * not hold it, and its text would be lost.
 */
export function withTypedAddresses(create: () => Router): Router {
  let present = 0
  const give = () => {
    const known = indexOf(window.history.state)
    if (known === undefined) window.history.replaceState({ usr: null, key: `escrita${present}`, idx: present + 1 }, '')
    // Going back from an address that a form held is not reported to the router: it is noted here, so that the next address counts from the
    // right place.
    present = known ?? present + 1
  }
  // Runs before the router's own listener, in browsers of every age.
  window.addEventListener('popstate', give, true)
  const router = create()
  const follow = () => void (present = indexOf(window.history.state) ?? present)
  follow()
  router.subscribe(follow)
  return router
}
