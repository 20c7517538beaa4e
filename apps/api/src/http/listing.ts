import { LISTING_EXACT_LIMIT, type Listing, type ListingQuery } from '@yupana/contract'

import { errors } from '../errors.ts'

interface Pagina {
  page: number
  size: number
}

/** One page with the total of its list. */
export const listingPage = <T>(content: T[], total: number, { page, size }: Pagina, exact = true): Listing<T> => ({
  content,
  totalElements: total,
  totalPages: Math.ceil(total / size),
  number: page,
  size,
  exact,
})

/** One page of a list that was counted up to one beyond the exact limit (O-110). */
export const listingPageToLimit = <T>(content: T[], total: number, page: Pagina): Listing<T> =>
  listingPage(content, total, page, total <= LISTING_EXACT_LIMIT)

/** One page of a list short enough to be read whole. Without `sort` in its own order. @throws 422 when `sort` is not one of `sortable` */
export function pageOf<T>(rows: readonly T[], { page, size, sort }: ListingQuery, sortable: readonly (keyof T & string)[]): Listing<T> {
  const sorted = sort === undefined ? rows : sortBy(rows, sort, sortable)
  return listingPage(sorted.slice(page * size, (page + 1) * size), rows.length, { page, size })
}

function sortBy<T>(rows: readonly T[], sort: string, sortable: readonly (keyof T & string)[]): T[] {
  const [field, direction] = sort.split(',')
  const key = sortable.find((candidate) => candidate === field)
  if (key === undefined) throw errors.field('SORT', 'sort', 'Orden no válido')
  const sign = direction === 'DESC' ? -1 : 1
  return rows.toSorted((a, b) => sign * String(a[key] ?? '').localeCompare(String(b[key] ?? ''), 'es', { numeric: true }))
}
