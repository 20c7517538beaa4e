import { describe, expect, it } from 'vitest'

import { directionOf, EMPTY_LISTING, nextSort, queryOfListing, readListing, writeListing } from './listing-state.ts'
import { pagesAround, totalText } from './table-pager.tsx'

const SHAPE = { sorts: ['name', 'price'], filters: { status: ['ACTIVO', 'INACTIVO'] } }
const read = (text: string) => readListing(new URLSearchParams(text), SHAPE)

describe('the state of a list in its address', () => {
  it('R-9.4 R-4.24 with nothing said it is the first page of 5 rows in the order of the list', () => {
    expect(read('')).toEqual(EMPTY_LISTING)
    expect(EMPTY_LISTING.size).toBe(5)
    expect(EMPTY_LISTING).toEqual({ first: 0, size: 5, page: 0, sortField: '', sortOrder: 1, sort: '', q: '', filters: {} })
    expect(String(writeListing(EMPTY_LISTING))).toBe('')
  })

  it('R-3.1.25 page index, rows, sort string with its field and direction come back as they were written', () => {
    expect([directionOf('price,ASC', 'price'), directionOf('price,DESC', 'price'), directionOf('price,DESC', 'name')]).toEqual([
      'ASC',
      'DESC',
      undefined,
    ])
    const state = {
      first: 60,
      size: 20,
      page: 3,
      sortField: 'price',
      sortOrder: -1,
      sort: 'price,DESC',
      q: 'resma a4',
      filters: { status: 'INACTIVO' },
    }
    expect(read(String(writeListing(state)))).toEqual(state)
  })

  it.each(['page=-1', 'page=x', 'page=1e3', 'size=7', 'size=1000', 'sort=cost,ASC', 'sort=name,asc', 'status=OTRO', 'ajeno=1'])(
    'leaves out %s',
    (text) => {
      expect(read(text)).toEqual(EMPTY_LISTING)
    },
  )

  it('R-4.22 R-4.23 the heading cycles ascending, descending, none; none empties the sort', () => {
    expect(nextSort('', 'name')).toBe('name,ASC')
    expect(nextSort('name,ASC', 'name')).toBe('name,DESC')
    expect(nextSort('name,DESC', 'name')).toBe('')
    expect(nextSort('price,DESC', 'name')).toBe('name,ASC')
  })

  it('asks the server with the names of the contract', () => {
    expect(queryOfListing(read('page=1&size=10&sort=name,ASC&q=+resma+&status=ACTIVO'))).toEqual({
      page: 1,
      size: 10,
      sort: 'name,ASC',
      q: 'resma',
      status: 'ACTIVO',
    })
  })
})

it('O-110 counts exactly up to 10 000 and says «más de 10 000» beyond', () => {
  expect(totalText({ totalElements: 10_000, exact: true })).toBe('10000')
  expect(totalText({ totalElements: 10_001, exact: false })).toBe('más de 10 000')
})

it('offers the pages around the present one', () => {
  expect([pagesAround(0, 3), pagesAround(5, 27), pagesAround(26, 27)]).toEqual([
    [0, 1, 2],
    [3, 4, 5, 6, 7],
    [24, 25, 26],
  ])
})
