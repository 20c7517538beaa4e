import type { Listing } from '@yupana/contract'

const PAGE = 50

/** All rows of a search whose result is short. */
export async function everyRow<Row>(page: (query: { page: number; size: number }) => Promise<Listing<Row>>): Promise<Row[]> {
  const rows: Row[] = []
  for (let at = 0; ; at++) {
    const { content, totalPages } = await page({ page: at, size: PAGE })
    rows.push(...content)
    if (at + 1 >= totalPages) return rows
  }
}
