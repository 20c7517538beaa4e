import { existsSync } from 'node:fs'
import pg from 'pg'

import { createClock } from '../proceso/clock.ts'
import { loadConfig, usesOutsideDatabase } from '../config/config.ts'
import { createPool } from '../db/connect.ts'
import { tellTarea } from '../db/tarea-hecha.ts'
import { clusterExists } from '../db/embedded/cluster.ts'
import { locateCluster } from '../db/embedded/location.ts'
import { findRunningDatabase } from '../db/embedded/running.ts'
import { openDatabase } from '../db/open-database.ts'
import { linesOf, reviewInvariantes } from '../invariantes/revisar.ts'
import { exitWithProblem, StartError } from '../instalacion/start-error.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const note = (line: string) => void process.stderr.write(`· ${line}\n`)

/** The ledger counts only where it belongs to this database: beside a running installation. */
async function controlOf(simuladorPort: number, isRunning: boolean): Promise<string | undefined> {
  const control = `http://127.0.0.1:${simuladorPort}/control`
  const isReady =
    isRunning &&
    (await fetch(`${control}/salud`, { signal: AbortSignal.timeout(2000) }).then(
      (answer) => answer.ok,
      () => false,
    ))
  return isReady ? control : undefined
}

async function requireTables(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  const { rows } = await client.query<{ made: boolean }>(
    `select to_regclass('documento') is not null and to_regclass('auditoria_sello') is not null as made`,
  )
  await client.end()
  if (!rows[0]?.made) throw new StartError('La base de datos está vacía o sin actualizar: ejecute npm start, o npm run migrar.')
}

const config = loadConfig()
try {
  // Looking must not make a database where there is none.
  if (!usesOutsideDatabase(config) && !(existsSync(config.dataDir) && clusterExists(locateCluster(config.dataDir).clusterDir)))
    throw new StartError(`En ${config.dataDir} todavía no hay una instalación: ejecute npm start primero.`)
  const isRunning = usesOutsideDatabase(config) || (await findRunningDatabase(config.dataDir)) !== undefined
  const database = await openDatabase(config, note, { join: true })
  const pools = [
    createPool(database.adminUrl, 'yupana_owner', { max: 2, statementTimeout: 0 }),
    createPool(database.appUrl, 'yupana_app', { max: 1 }),
    createPool(database.workerUrl, 'yupana_worker', { max: 1 }),
  ] as const
  const close = async () => {
    await Promise.allSettled(pools.map((pool) => pool.end()))
    await database.close()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close().finally(() => process.exit(130)))
  try {
    const [owner, app, worker] = pools
    await requireTables(database.adminUrl)
    const clock = createClock(config.relojOffset)
    const informe = await reviewInvariantes({
      owner,
      app,
      worker,
      now: () => clock.now(),
      control: await controlOf(config.simuladorPort, isRunning),
      onProgress: note,
    })
    for (const line of linesOf(informe)) say(line)
    const { checked, violations, seconds } = informe
    await tellTarea(owner, 'INVARIANTES', clock.now().toISOString(), { revisados: checked, fallas: violations })
    say(JSON.stringify({ checked, violations, seconds }))
    process.exitCode = violations > 0 ? 1 : 0
  } finally {
    await close()
  }
} catch (error) {
  exitWithProblem(error)
}
