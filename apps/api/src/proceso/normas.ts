import { enmiendasOf } from '@yupana/contract'
import { applyEnmiendas } from '@yupana/fiscal'

import type { Db } from '../db/connect.ts'
import { readEnmiendas, readVersion } from './normas.sql.ts'

// The registry of dated legal facts (packages/fiscal) holds for a whole process: here it is kept equal to the table `norma`.

/** What was read of the table is good for so long: a change holds in every process within a second. */
const FRESH_MS = 500

/** What the registry holds: which table it is from, its version, when it was looked at, and after which change of our own. */
let held: { db: Db; version: number; at: number; change: number } | undefined
let reading: Promise<void> | undefined
let changes = 0

async function read(db: Db): Promise<void> {
  const change = changes
  const version = await readVersion(db)
  if (held?.db !== db || held.version !== version) applyEnmiendas(version === 0 ? [] : enmiendasOf(await readEnmiendas(db)))
  held = { db, version, at: performance.now(), change }
}

/** Brings the registry up to date where it was not looked at just now; answers its version. */
export async function keepNormas(db: Db): Promise<number> {
  while (!(held?.db === db && held.change === changes && performance.now() - held.at < FRESH_MS)) {
    reading ??= read(db).finally(() => (reading = undefined))
    await reading
  }
  return held.version
}

/** Looks again at the next question: after a change of our own. What is being read right now may be from before it. */
export function forgetNormas(): void {
  changes++
}
