import { describe, expect, it } from 'vitest'

import { createPool } from '../db/connect.ts'
import { createTestDatabase } from './test-database.ts'

describe('test database', () => {
  it('is migrated, one for each caller, and open to the three roles', async () => {
    const [one, other] = [await createTestDatabase(), await createTestDatabase()]
    try {
      expect(one.adminUrl).not.toBe(other.adminUrl)
      for (const [url, role] of [
        [one.appUrl, 'yupana_app'],
        [one.workerUrl, 'yupana_worker'],
        [one.adminUrl, 'yupana_owner'],
      ] as const) {
        const pool = createPool(url, role, { max: 1 })
        const { rows } = await pool.query<{ role: string; tables: number }>(
          `select current_user as role, (select count(*)::int from pg_tables where schemaname = 'public') as tables`,
        )
        await pool.end()
        expect(rows[0]?.role).toBe(role)
        expect(rows[0]?.tables).toBeGreaterThan(5)
      }
    } finally {
      await one.close()
      await other.close()
    }
  })
})
