import { useSearchParams } from 'react-router'

import { EMPTY_LISTING, nextSort, queryOfListing, readListing, writeListing, type ListingShape, type ListingState } from './listing-state.ts'

/** The state of a list, kept in the address: Back, a reload and a shared link bring it back. */
export function useListing(shape: ListingShape) {
  const [params, setParams] = useSearchParams()
  const state = readListing(params, shape)
  const go = (changes: Partial<ListingState>, replace = false) => setParams(writeListing({ ...state, ...changes }), { replace })
  return {
    state,
    query: queryOfListing(state),
    /** Changes when other rows may be meant by what was selected. */
    scope: JSON.stringify([state.q, state.filters]),
    isFiltered: state.q !== '' || Object.keys(state.filters).length > 0,
    setPage: (page: number, replace = false) => go({ page }, replace),
    setSize: (size: number) => go({ size, page: 0 }),
    toggleSort: (field: string) => go({ sort: nextSort(state.sort, field), page: 0 }),
    setQ: (q: string) => go({ q, page: 0 }, true),
    /** The address of the same list with one filter changed: its first page. */
    hrefOf: (name: string, value: string) => `?${writeListing({ ...state, filters: { ...state.filters, [name]: value }, page: 0 })}`,
    setFilter: (name: string, value: string) => go({ filters: { ...state.filters, [name]: value }, page: 0 }),
    setFilters: (changes: Readonly<Record<string, string>>) => go({ filters: { ...state.filters, ...changes }, page: 0 }),
    clearFilters: () => go({ q: '', filters: {}, page: 0 }),
    reset: () => go(EMPTY_LISTING),
  }
}
export type ListingControl = ReturnType<typeof useListing>
