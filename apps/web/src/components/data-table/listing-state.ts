import { PAGE_SIZES } from '@yupana/contract'

/** Allowed values of a filter: a few choices, or any that pass a test. */
type FilterShape = readonly string[] | ((value: string) => boolean)

/** Allowed sorting and filters of a list; other values in an address are ignored. */
export interface ListingShape {
  sorts: readonly string[]
  filters?: Readonly<Record<string, FilterShape>>
  /** Rows per page if the address has none. */
  size?: number | undefined
  /** Initial filters of the list: they apply when the address does not name them; an empty value removes one. */
  opening?: Readonly<Record<string, string>>
  /** Other parts of the address that stay: the tab of the record that contains the list. */
  keeps?: readonly string[]
  /** Whether a search ignores the initial filters. */
  looksEverywhere?: (q: string) => boolean
}

const allows = (shape: FilterShape, value: string) => (typeof shape === 'function' ? shape(value) : shape.includes(value))

/** The six parts of the listing state in the specification (§3), and the filters. */
export interface ListingState {
  /** Index of the first shown row, from 0. */
  first: number
  /** Rows per page. */
  size: number
  /** From 0. */
  page: number
  sortField: string
  /** 1 ascending, -1 descending. */
  sortOrder: 1 | -1
  /** `field,ASC` or `field,DESC`; empty means the list's own order. */
  sort: string
  q: string
  filters: Readonly<Record<string, string>>
}

export const DEFAULT_SIZE = PAGE_SIZES[0]
const MAX_Q = 100

type Said = Omit<ListingState, 'first' | 'sortField' | 'sortOrder'>

/** Completes the state with the derived parts. */
export const listingOf = (said: Said): ListingState => {
  const [sortField = '', direction] = said.sort.split(',')
  const { page, size, sort, q, filters } = said
  return { first: page * size, size, page, sortField, sortOrder: direction === 'DESC' ? -1 : 1, sort, q, filters }
}

export const EMPTY_LISTING: ListingState = listingOf({ page: 0, size: DEFAULT_SIZE, sort: '', q: '', filters: {} })

export type Direction = 'ASC' | 'DESC'

export const directionOf = (sort: string, field: string): Direction | undefined =>
  sort === `${field},ASC` ? 'ASC' : sort === `${field},DESC` ? 'DESC' : undefined

/** Sorting after a click on a heading: ascending, descending, none. */
export const nextSort = (sort: string, field: string): string => {
  const direction = directionOf(sort, field)
  return direction === 'DESC' ? '' : `${field},${direction === 'ASC' ? 'DESC' : 'ASC'}`
}

/** The state in an address; invalid values are ignored. */
export function readListing(
  params: URLSearchParams,
  { sorts, filters = {}, size: usual = DEFAULT_SIZE, opening = {}, looksEverywhere }: ListingShape,
): ListingState {
  const page = params.get('page') ?? ''
  const size = PAGE_SIZES.find((choice) => String(choice) === params.get('size'))
  const sort = params.get('sort') ?? ''
  const q = (params.get('q') ?? '').slice(0, MAX_Q)
  const chosen = Object.entries(filters).flatMap(([name, choices]) => {
    const value = params.get(name) ?? (looksEverywhere?.(q) ? null : (opening[name] ?? null))
    return value !== null && allows(choices, value) ? [[name, value] as const] : []
  })
  return listingOf({
    page: /^\d{1,7}$/.test(page) ? Number(page) : 0,
    size: size ?? usual,
    sort: sorts.some((field) => directionOf(sort, field)) ? sort : '',
    q,
    filters: Object.fromEntries(chosen),
  })
}

/** The address of a state, without default values. `taken`: initial filters that were removed. */
export function writeListing(
  { page, size, sort, q, filters }: Said,
  { opening = {}, size: usual = DEFAULT_SIZE }: Pick<ListingShape, 'opening' | 'size'> = {},
  taken: readonly string[] = [],
): URLSearchParams {
  const said = {
    ...(page > 0 ? { page: String(page) } : {}),
    ...(size === usual ? {} : { size: String(size) }),
    ...(sort ? { sort } : {}),
    ...(q ? { q } : {}),
    ...Object.fromEntries(Object.entries(filters).filter(([name, value]) => value !== '' && value !== opening[name])),
    ...Object.fromEntries(taken.map((name) => [name, ''])),
  }
  return new URLSearchParams(said)
}

/** Query of the search call. */
export const queryOfListing = ({ page, size, sort, q, filters }: ListingState) => ({ page, size, sort, q: q.trim(), ...filters })
