import * as z from 'zod/mini'

/** Choices of rows per page; the first one is the default. */
export const PAGE_SIZES = [5, 10, 20, 50] as const

/** Limit of exact totals; beyond it `totalElements` is LISTING_EXACT_LIMIT + 1 and `exact` is false (O-110). */
export const LISTING_EXACT_LIMIT = 10_000

const pageSize = z.pipe(z.coerce.number(), z.literal([...PAGE_SIZES]))

/** Paging of every search: page index from 0, `size` one of PAGE_SIZES, `sort` as `field,ASC` or `field,DESC`. */
export const listingQuery = {
  page: z._default(z.coerce.number().check(z.int(), z.nonnegative(), z.maximum(10_000_000)), 0),
  size: z._default(pageSize, 5),
  sort: z.optional(z.string().check(z.regex(/^[a-zA-Z_]{1,40},(ASC|DESC)$/, 'Orden no válido'))),
}

export const ListingQuery = z.object(listingQuery)
export type ListingQuery = z.infer<typeof ListingQuery>

export const listingOf = <T extends z.ZodMiniType>(row: T) =>
  z.object({
    content: z.array(row),
    totalElements: z.int(),
    totalPages: z.int(),
    number: z.int(),
    size: z.int(),
    exact: z.boolean(),
  })

export interface Listing<T> {
  content: T[]
  totalElements: number
  totalPages: number
  number: number
  size: number
  exact: boolean
}
