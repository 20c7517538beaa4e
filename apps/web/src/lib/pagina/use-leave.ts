import { useLocation, useNavigate } from 'react-router'

/** What a list hands to the screens it opens: where to come back to, page and filters with it. */
export function useOrigin(): { from: string } {
  const { pathname, search } = useLocation()
  return { from: pathname + search }
}

const originOf = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string' && state.from.startsWith('/')
    ? state.from
    : undefined

/**
 * Back to the list as it was left; to `fallback` for who came by an address. Not by the browser's Back, which no guard can hold reliably.
 */
export function useLeave(fallback: string): () => void {
  const navigate = useNavigate()
  const { state } = useLocation()
  return () => void navigate(originOf(state) ?? fallback, { replace: true })
}
