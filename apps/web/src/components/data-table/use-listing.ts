import { useLocation, useSearchParams } from 'react-router'

import { useWhereTo } from '../../lib/pagina/use-where-to.ts'
import { DEFAULT_SIZE, nextSort, queryOfListing, readListing, writeListing, type ListingShape, type ListingState } from './listing-state.ts'
import { filasOf, rememberFilas, type TableLayout } from './table-layout.ts'

/** The state of a list, kept in the address: Back, a reload and a shared link bring it back. Rows per page are remembered. */
export function useListing(listingShape: ListingShape, layout?: TableLayout) {
  const usual = filasOf(layout) ?? DEFAULT_SIZE
  const shape = { ...listingShape, size: usual }
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const whereTo = useWhereTo()
  const state = readListing(params, shape)
  const opening = Object.keys(shape.opening ?? {})
  /** The opening filters that are off: those that the address has off, and those that the change takes off. */
  const takenBy = (filters: ListingState['filters'] | undefined) =>
    opening.filter((name) =>
      filters ? (filters[name] ?? '') === '' && (state.filters[name] !== undefined || params.get(name) === '') : params.get(name) === '',
    )
  const addressOf = (changes: Partial<ListingState>) => writeListing({ ...state, ...changes }, shape, takenBy(changes.filters))
  const resize = (size: number) => {
    if (layout) rememberFilas(layout, size)
    setParams(writeListing({ ...state, size, page: 0 }, layout ? { ...shape, size } : shape, takenBy(undefined)))
  }
  /** A search goes to the address a moment after it was typed: never to take back who has left the list by then. */
  const go = (changes: Partial<ListingState>, replace = false) => {
    if (whereTo() === pathname) setParams(addressOf(changes), { replace })
  }
  const withFilters = (changes: Readonly<Record<string, string>>) => ({ filters: { ...state.filters, ...changes }, page: 0 })
  return {
    state,
    query: queryOfListing(state),
    /** Changes when other rows may be meant by what was selected. */
    scope: JSON.stringify([state.q, state.filters]),
    isFiltered: state.q !== '' || Object.keys(state.filters).length > 0,
    /** What the address of this list says, its page apart. */
    consulta: String(addressOf({ page: 0 })),
    setPage: (page: number, replace = false) => go({ page }, replace),
    setSize: resize,
    toggleSort: (field: string) => go({ sort: nextSort(state.sort, field), page: 0 }),
    setQ: (q: string) => go({ q, page: 0 }, true),
    /** The address of the same list with one filter changed: its first page. */
    hrefOf: (name: string, value: string) => `?${addressOf(withFilters({ [name]: value }))}`,
    setFilter: (name: string, value: string) => go(withFilters({ [name]: value })),
    setFilters: (changes: Readonly<Record<string, string>>) => go(withFilters(changes)),
    /** The list as it opens, but for its order (specification §4). */
    clearFilters: () => go({ q: '', filters: {}, page: 0, size: usual }),
  }
}
export type ListingControl = ReturnType<typeof useListing>
