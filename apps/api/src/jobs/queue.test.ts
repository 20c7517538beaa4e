import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { createPool } from '../db/connect.ts'
import type { Avance } from '../features/comprobante/avance/avance.service.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { releaseDeadWorkers, startQueue } from './queue.ts'

let database: TestDatabase
let pool: ReturnType<typeof createPool>
let owner: ReturnType<typeof createPool>
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool(database.adminUrl, 'yupana_jobs', { max: 6, pipeline: false })
  owner = createPool(database.adminUrl, 'yupana_jobs', { max: 2, pipeline: false })
})
afterAll(async () => {
  await Promise.all([pool?.end(), owner?.end()])
  await database?.close()
})

const empresa = '11111111-1111-4111-8111-111111111111'
const ring = (id: string) =>
  owner.query(`select graphile_worker.add_job('avanzar', json_build_object('empresa', $1::text, 'id', $2::text))`, [empresa, id])

it('C16 hears bells again after the database cut every connection', async () => {
  const heard: string[] = []
  const queue = await startQueue(pool, { ring: async (_: string, id: string) => void heard.push(id) } as unknown as Avance, 2)
  await ring('before')
  await vi.waitFor(() => expect(heard).toEqual(['before']), 10_000)
  await owner
    .query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`)
    .catch(() => undefined)
  await vi.waitFor(
    async () => {
      await ring('after')
      expect(heard).toContain('after')
    },
    { timeout: 20_000, interval: 500 },
  )
  await queue.stop()
})

it('releases the jobs of a worker that died, and leaves those of a living one', async () => {
  await ring('stuck')
  await owner.query(`update graphile_worker._private_jobs set locked_by = 'worker-dead', locked_at = now()`)
  expect(await releaseDeadWorkers(owner)).toBe(1)
  expect((await owner.query(`select 1 from graphile_worker._private_jobs where locked_by is not null`)).rowCount).toBe(0)
})
