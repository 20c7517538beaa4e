import type { Listing } from '@yupana/contract'
import { useState } from 'react'

import type { Selection } from './use-selection.ts'

/** The rows of a selection: rows of earlier pages stay chosen, so they are kept here. */
export function useChosenRows<Row extends { id: string }>({ ids }: Selection, data: Listing<Row> | undefined) {
  const [known, setKnown] = useState<ReadonlyMap<string, Row>>(new Map())
  const learn = (rows: readonly Row[]) => setKnown((before) => new Map([...before, ...rows.map((row) => [row.id, row] as const)]))
  const news = (data?.content ?? []).filter((row) => known.get(row.id) !== row)
  if (news.length > 0) learn(news)
  return { rows: [...ids].flatMap((id) => known.get(id) ?? []), learn }
}
