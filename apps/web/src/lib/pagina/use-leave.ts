import { useLocation, useNavigate } from 'react-router'

/** Location state for the screens a list opens: the address to return to, with page and filters. */
export function useOrigin(): { from: string } {
  const { pathname, search } = useLocation()
  return { from: pathname + search }
}

const originOf = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string' && state.from.startsWith('/')
    ? state.from
    : undefined

/**
 * Returns to the list with its page and filters, or to `fallback` if the screen was opened by address. The browser's Back is not used: no
 * guard can hold it reliably.
 */
export function useLeave(fallback: string): () => void {
  const navigate = useNavigate()
  const { state } = useLocation()
  return () => void navigate(originOf(state) ?? fallback, { replace: true })
}
