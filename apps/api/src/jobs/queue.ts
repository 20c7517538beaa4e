import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Logger, makeWorkerUtils, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'

import { empresaIdOf } from '../db/empresa-id.ts'
import type { Avance } from '../features/comprobante/avance/avance.door.ts'
import { log } from '../proceso/log.ts'

interface Bell {
  empresa: string
  id: string
}

const bell = (payload: unknown): Bell => payload as Bell

/** Jobs that end within this time are completed together, milliseconds. */
const COMPLETE_BATCH_MS = 5
const REOPEN_MS = 1_000
/** How often an idle slot asks by itself: a new bell is heard at once, and what is missed the reconciler finds due. */
const POLL_MS = 5_000

/** Log of the queue: only errors. */
const logger = new Logger(() => (level, message) => {
  if (level === 'error') log.error('queue', message)
})

interface Open {
  runner: Runner
  lock: pg.PoolClient
}

async function openQueue(pool: pg.Pool, avance: Avance, concurrency: number): Promise<Open> {
  const taskList: TaskList = {
    avanzar: (payload) => avance.ring(empresaIdOf(bell(payload).empresa), bell(payload).id),
  }
  const events: WorkerEvents = new EventEmitter()
  let name = ''
  events.on('pool:create', ({ workerPool }) => {
    name = workerPool.id
  })
  const runner = await run({
    taskList,
    events,
    pgPool: pool,
    logger,
    parsedCronItems: [],
    preset: {
      worker: { schema: 'graphile_worker', concurrentJobs: concurrency, pollInterval: POLL_MS, completeJobBatchDelay: COMPLETE_BATCH_MS },
    },
    noHandleSignals: true,
  })
  const ended = runner.promise.catch((error: unknown) => log.error('queue ended', error))
  const lock = await holdWorkerLock(pool, name).catch(async (error: unknown) => {
    await Promise.allSettled([runner.stop(), ended])
    throw error
  })
  // Without its lock this worker would count as dead: it begins anew under another name.
  lock.once('error', () => void runner.stop().catch(() => undefined))
  return { runner, lock }
}

/**
 * The queue only rings the bell: each task reads the document's own state and does the due step (stack.md, trap 3).
 * When the database goes away the queue ends with it; it is opened again until `stop`.
 */
export async function startQueue(pool: pg.Pool, avance: Avance, concurrency: number): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  let open: Open | undefined = await openQueue(pool, avance, concurrency)
  const kept = (async () => {
    while (open) {
      await open.runner.promise.catch(() => undefined)
      open.lock.release(true)
      open = undefined
      while (!open && !stopping.signal.aborted) {
        await pause(REOPEN_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
        if (!stopping.signal.aborted) open = await openQueue(pool, avance, concurrency).catch(() => undefined)
      }
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await open?.runner.stop().catch(() => undefined)
      await kept
    },
  }
}

const WORKER_LOCK_SPACE = 74_019

/** Holds the lock that proves these workers alive, until the connection ends with the process. */
async function holdWorkerLock(pool: pg.Pool, workerPoolId: string): Promise<pg.PoolClient> {
  const client = await pool.connect()
  await client.query('select pg_advisory_lock_shared($1, hashtext($2))', [WORKER_LOCK_SPACE, workerPoolId])
  return client
}

/**
 * Every worker process holds a session lock under the name of its jobs. A free lock means that the process died: its jobs are released at
 * once rather than in four hours.
 */
export async function releaseDeadWorkers(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ worker_id: string }>(
    `select distinct l.locked_by as worker_id from (
       select locked_by from graphile_worker._private_jobs where locked_by is not null
       union all select locked_by from graphile_worker._private_job_queues where locked_by is not null) l
      where not exists (select 1 from pg_locks p where p.locktype = 'advisory' and p.granted and p.classid::bigint = $1
                          and p.objid::bigint = hashtext(l.locked_by)::bigint & 4294967295)`,
    [WORKER_LOCK_SPACE],
  )
  const dead = rows.map((row) => row.worker_id)
  if (dead.length === 0) return 0
  const utils = await makeWorkerUtils({ pgPool: pool, schema: 'graphile_worker' })
  try {
    await utils.forceUnlockWorkers(dead)
    log.info('jobs of dead workers released', { workers: dead.length })
  } finally {
    await utils.release()
  }
  return dead.length
}
