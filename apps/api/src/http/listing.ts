import type { Listing, ListingQuery } from '@yupana/contract'

import { errors } from '../errors.ts'

/** One page of a list short enough to be read whole; sorted as asked, by one of `sortable`, else as it came. */
export function pageOf<T>(rows: readonly T[], { page, size, sort }: ListingQuery, sortable: readonly (keyof T & string)[]): Listing<T> {
  const sorted = sort === undefined ? rows : sortBy(rows, sort, sortable)
  return {
    content: sorted.slice(page * size, (page + 1) * size),
    totalElements: rows.length,
    totalPages: Math.ceil(rows.length / size),
    number: page,
    size,
    exact: true,
  }
}

function sortBy<T>(rows: readonly T[], sort: string, sortable: readonly (keyof T & string)[]): T[] {
  const [field, direction] = sort.split(',')
  const key = sortable.find((candidate) => candidate === field)
  if (key === undefined) throw errors.field('SORT', 'sort', 'Orden no válido')
  const sign = direction === 'DESC' ? -1 : 1
  return rows.toSorted((a, b) => sign * String(a[key] ?? '').localeCompare(String(b[key] ?? ''), 'es', { numeric: true }))
}
