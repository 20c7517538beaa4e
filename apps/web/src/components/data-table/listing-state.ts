import { PAGE_SIZES } from '@yupana/contract'

/** The values of a filter: a few choices, or whatever passes a test. */
type FilterShape = readonly string[] | ((value: string) => boolean)

/** What a list may be sorted and filtered by; anything else in an address is left out. */
export interface ListingShape {
  sorts: readonly string[]
  filters?: Readonly<Record<string, FilterShape>>
}

const allows = (shape: FilterShape, value: string) => (typeof shape === 'function' ? shape(value) : shape.includes(value))

export interface ListingState {
  /** From 0. */
  page: number
  size: number
  /** `field,ASC` or `field,DESC`; empty is the list's own order. */
  sort: string
  q: string
  filters: Readonly<Record<string, string>>
}

export const DEFAULT_SIZE = PAGE_SIZES[0]
const MAX_Q = 100

export const EMPTY_LISTING: ListingState = { page: 0, size: DEFAULT_SIZE, sort: '', q: '', filters: {} }

export type Direction = 'ASC' | 'DESC'

export const directionOf = (sort: string, field: string): Direction | undefined =>
  sort === `${field},ASC` ? 'ASC' : sort === `${field},DESC` ? 'DESC' : undefined

/** A click on a heading: ascending, descending, none. */
export const nextSort = (sort: string, field: string): string => {
  const direction = directionOf(sort, field)
  return direction === 'DESC' ? '' : `${field},${direction === 'ASC' ? 'DESC' : 'ASC'}`
}

/** The state that an address carries; whatever is not valid counts as not said. */
export function readListing(params: URLSearchParams, { sorts, filters = {} }: ListingShape): ListingState {
  const page = params.get('page') ?? ''
  const size = PAGE_SIZES.find((choice) => String(choice) === params.get('size'))
  const sort = params.get('sort') ?? ''
  const chosen = Object.entries(filters).flatMap(([name, choices]) => {
    const value = params.get(name)
    return value !== null && allows(choices, value) ? [[name, value] as const] : []
  })
  return {
    page: /^\d{1,7}$/.test(page) ? Number(page) : 0,
    size: size ?? DEFAULT_SIZE,
    sort: sorts.some((field) => directionOf(sort, field)) ? sort : '',
    q: (params.get('q') ?? '').slice(0, MAX_Q),
    filters: Object.fromEntries(chosen),
  }
}

/** The address of a state, without what is as it begins. */
export function writeListing({ page, size, sort, q, filters }: ListingState): URLSearchParams {
  const said = {
    ...(page > 0 ? { page: String(page) } : {}),
    ...(size === DEFAULT_SIZE ? {} : { size: String(size) }),
    ...(sort ? { sort } : {}),
    ...(q ? { q } : {}),
    ...filters,
  }
  return new URLSearchParams(Object.entries(said).filter(([, value]) => value !== ''))
}

/** What the search call is asked. */
export const queryOfListing = ({ page, size, sort, q, filters }: ListingState) => ({ page, size, sort, q: q.trim(), ...filters })
