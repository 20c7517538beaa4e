import { useLocation, useSearchParams } from 'react-router'

import { useWhereTo } from '../../lib/pagina/use-where-to.ts'
import { DEFAULT_SIZE, nextSort, queryOfListing, readListing, writeListing, type ListingShape, type ListingState } from './listing-state.ts'
import { filasOf, rememberFilas, type TableLayout } from './table-layout.ts'

type Cambio = (present: ListingState) => Partial<ListingState>

/** The state of a list, kept in the address: Back, a reload and a shared link restore it. Rows per page are remembered. */
export function useListing(listingShape: ListingShape, layout?: TableLayout) {
  const usual = filasOf(layout) ?? DEFAULT_SIZE
  const shape = { ...listingShape, size: usual }
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const whereTo = useWhereTo()
  const state = readListing(params, shape)
  const opening = Object.keys(shape.opening ?? {})
  /** The address after a change. An initial filter stays removed if the address has it empty, or if the change empties it. */
  const changed = (before: URLSearchParams, change: Cambio, as: ListingShape = shape) => {
    const present = readListing(before, shape)
    const changes = change(present)
    const { filters } = changes
    const taken = opening.filter((name) =>
      filters ? (filters[name] ?? '') === '' && (present.filters[name] !== undefined || before.get(name) === '') : before.get(name) === '',
    )
    const after = writeListing({ ...present, ...changes }, as, taken)
    for (const name of shape.keeps ?? []) if (before.has(name)) after.set(name, before.get(name) ?? '')
    return after
  }
  /**
   * Starts from the router's location, which React may not have rendered yet: of two filters chosen at once, the first stays. A search
   * reaches the address after a pause, and must not bring back a user who has left the list by then.
   */
  const go = (change: Cambio, replace = false, as: ListingShape = shape) => {
    const at = whereTo()
    if (at?.pathname === pathname) setParams(changed(new URLSearchParams(at.search), change, as), { replace })
  }
  const resize = (size: number) => {
    if (layout) rememberFilas(layout, size)
    go(() => ({ size, page: 0 }), false, layout ? { ...shape, size } : shape)
  }
  const withFilters =
    (changes: Readonly<Record<string, string>>): Cambio =>
    ({ filters }) => ({ filters: { ...filters, ...changes }, page: 0 })
  return {
    state,
    query: queryOfListing(state),
    /** Changes with the search and filters, which end the selection. */
    scope: JSON.stringify([state.q, state.filters]),
    isFiltered: state.q !== '' || Object.keys(state.filters).length > 0,
    /** The address of this list without its page. */
    consulta: String(changed(params, () => ({ page: 0 }))),
    setPage: (page: number, replace = false) => go(() => ({ page }), replace),
    setSize: resize,
    toggleSort: (field: string) => go(({ sort }) => ({ sort: nextSort(sort, field), page: 0 })),
    setQ: (q: string) => go(() => ({ q, page: 0 }), true),
    /** The address of the first page with one filter changed. */
    hrefOf: (name: string, value: string) => `?${changed(params, withFilters({ [name]: value }))}`,
    setFilter: (name: string, value: string) => go(withFilters({ [name]: value })),
    setFilters: (changes: Readonly<Record<string, string>>) => go(withFilters(changes)),
    /** Returns to the first page of the default size, in the present order (specification §4); the remembered rows per page stay. */
    clearFilters: () => go(() => ({ q: '', filters: {}, page: 0, size: DEFAULT_SIZE })),
  }
}
export type ListingControl = ReturnType<typeof useListing>
