import { sql } from 'kysely'
import { expect } from 'vitest'

import type { TestApp } from './build-test-app.ts'

/** Until so many transactions of this database wait for what another one holds. */
export const untilWaiting = ({ owner }: TestApp, transactions = 1): Promise<void> =>
  expect
    .poll(
      async () => {
        const { rows } = await sql<{ waiting: number }>`
      select count(distinct pid)::integer as waiting from pg_locks
       where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(owner)
        return rows[0]?.waiting
      },
      { timeout: 20_000 },
    )
    .toBe(transactions)
