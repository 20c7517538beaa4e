import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

import { createPool } from '../../src/db/connect.ts'
import type { Keeper, Slaughter } from './keeper.ts'
import type { Program } from './scene.ts'

/** Seconds after which a lease has run out. */
export const LEASE_S = 61
/** Longest time for an orderly end of a program (C17), ms. */
const ORDERLY_MS = 20_000

/**
 * Kills the database while documents are issued, and sometimes once more during recovery, but not repeatedly: its supervisor would rightly
 * give up.
 */
export async function killDatabase({ scene, random, tally, signal }: Slaughter): Promise<void> {
  if (tally.kills % 4 !== 3) {
    await scene.untilServing(signal)
    await sleep(random.between(500, 3500))
  } else await sleep(random.between(50, 500))
  const pid = scene.postmasterPid()
  if (!pid || pid <= 0) return
  try {
    process.kill(pid, 'SIGKILL')
    tally.killed('base de datos')
  } catch {
    // It is not running again yet.
  }
}

/** Pauses a worker while another takes its place; it wakes up with outdated answers (C19). */
export async function stopWorker({ scene, random, tally }: Slaughter, keeper: Keeper): Promise<void> {
  await Promise.race([keeper.victim.ready, sleep(3000)])
  await sleep(random.between(300, 1500))
  const zombie = keeper.victim
  zombie.kill('SIGSTOP')
  await scene.jump(LEASE_S)
  const heir = scene.start('worker')
  keeper.use(heir)
  await Promise.race([heir.ready, heir.death, sleep(5000)])
  await sleep(random.between(300, 1500))
  zombie.kill('SIGCONT')
  await sleep(random.between(200, 1200))
  zombie.kill()
  await zombie.death
  tally.killed('trabajador detenido y despertado')
}

/** Ends a program as in a deployment (C17): in order, in time, and without leases that others must wait for. */
export async function endInOrder({ scene, random, tally }: Slaughter, keepers: Readonly<Record<Program, Keeper>>): Promise<void> {
  await sleep(random.between(300, 2000))
  const program: Program = random.chance(0.5) ? 'worker' : 'api'
  const keeper = keepers[program]
  await Promise.race([program === 'worker' ? keeper.victim.ready : scene.untilApiAnswers().catch(() => undefined), sleep(8000)])
  const old = keeper.victim
  const began = performance.now()
  // The next one takes over at once, as in a deployment; two servers cannot share a port.
  if (program === 'worker') keeper.use(scene.start('worker'))
  else keeper.release()
  const { code, signal } = await old.stop()
  if (program === 'api') keeper.use(scene.start('api'))
  const took = performance.now() - began
  if (code !== 0 || took > ORDERLY_MS) tally.broken.push(`${program} no terminó en orden: ${code ?? signal} a los ${Math.round(took)} ms`)
  if (program === 'worker') await requireNoLease(scene.database.adminUrl, `${hostname()}:${old.process.pid}`, tally.broken)
  tally.killed('terminado en orden')
}

async function requireNoLease(adminUrl: string, quien: string, broken: string[]): Promise<void> {
  const owner = createPool(adminUrl, 'yupana_owner', { max: 1 })
  const {
    rows: [left],
  } = await owner.query<{ n: number }>(
    'select count(*)::int as n from documento_envio where arrendatario = $1 and arriendo_hasta is not null',
    [quien],
  )
  await owner.end()
  if (left && left.n > 0) broken.push(`un trabajador terminado en orden dejó ${left.n} documentos arrendados`)
}

/** Replaces the certificate, and kills the worker while documents are signed (C18). */
export async function replaceAndKill({ random, tally, replaceCertificate }: Slaughter, worker: Keeper): Promise<void> {
  await Promise.race([worker.victim.ready, sleep(8000)])
  await replaceCertificate(random.next())
  await sleep(random.between(0, 400))
  const old = worker.victim
  worker.replace()
  old.kill()
  await old.death
  tally.killed('firma reemplazada')
}

/** Ends all connections of the programs and occupies all free ones for a while (C20). */
export async function takeConnections({ scene, random, tally }: Slaughter): Promise<void> {
  const superuser = new pg.Client({ connectionString: scene.database.adminUrl })
  const taken: pg.Client[] = []
  await superuser.connect()
  superuser.on('error', () => undefined)
  try {
    await superuser.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename in ('yupana_app', 'yupana_worker') and pid <> pg_backend_pid()`,
    )
    for (;;) {
      const client = new pg.Client({ connectionString: scene.database.appUrl })
      client.on('error', () => undefined)
      const isIn = await client.connect().then(
        () => true,
        () => false,
      )
      if (!isIn) break
      taken.push(client)
    }
    await sleep(random.between(300, 2000))
    tally.killed('sin conexiones')
  } finally {
    await Promise.allSettled([superuser, ...taken].map((client) => client.end()))
  }
  await sleep(random.between(500, 2000))
}

/**
 * Makes every write of a document fail for a while like PostgreSQL with a full disk (C20): SQLSTATE 53100, after earlier statements of the
 * transaction.
 */
export async function fillDisk({ scene, random, tally }: Slaughter): Promise<void> {
  const owner = createPool(scene.database.adminUrl, 'yupana_owner', { max: 1 })
  try {
    await owner.query(`create or replace function disco_lleno() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`)
    await owner.query('create trigger disco_lleno before insert or update on documento for each row execute function disco_lleno()')
    await sleep(random.between(300, 2000))
    tally.killed('disco lleno')
    await owner.query('drop trigger disco_lleno on documento')
  } finally {
    await owner.end()
  }
  await sleep(random.between(500, 2000))
}
