import pg from 'pg'

import type { Config } from '../config.ts'
import { checkReachable } from './check-reachable.ts'
import { startEmbeddedDatabase, type EmbeddedDatabase } from './embedded/embedded-database.ts'
import { findRunningDatabase } from './embedded/running.ts'

/** The product's database in the embedded cluster. */
export const DATABASE = 'yupana'

export interface OpenDatabase {
  /** May create roles and migrate. */
  readonly adminUrl: string
  /** For the API. */
  readonly appUrl: string
  readonly workerUrl: string
  /** Words for the terminal: where the data lies. */
  readonly place: string
  /** Present when this process supervises it. */
  readonly embedded: EmbeddedDatabase | undefined
  close(): Promise<void>
}

type DatabaseConfig = Pick<Config, 'databaseUrl' | 'databaseAdminUrl' | 'dataDir' | 'postgresBin'>

/**
 * The database of an installation: the outside one of DATABASE_URL, else the embedded one of the data folder.
 * @param join use the embedded one beside a running installation (commands); otherwise that is a StartError
 */
export async function openDatabase(config: DatabaseConfig, onProgress: (line: string) => void, { join = false } = {}): Promise<OpenDatabase> {
  if (config.databaseUrl) return openOutside(config.databaseUrl, config.databaseAdminUrl ?? config.databaseUrl)
  const running = join ? await findRunningDatabase(config.dataDir) : undefined
  if (running) return describe(running.url, config.dataDir, undefined)
  const embedded = await startEmbeddedDatabase({ dataDir: config.dataDir, onProgress, binFolder: config.postgresBin })
  try {
    await createDatabaseOnce(embedded.url(embedded.superuser, 'postgres'))
  } catch (error) {
    await embedded.stop()
    throw error
  }
  return describe(embedded.url, embedded.clusterDir, embedded)
}

const describe = (url: EmbeddedDatabase['url'], place: string, embedded: EmbeddedDatabase | undefined): OpenDatabase => ({
  adminUrl: url('postgres', DATABASE),
  appUrl: url('yupana_app', DATABASE),
  workerUrl: url('yupana_worker', DATABASE),
  place,
  embedded,
  close: async () => embedded?.stop(),
})

async function openOutside(databaseUrl: string, adminUrl: string): Promise<OpenDatabase> {
  await checkReachable('DATABASE_URL', databaseUrl)
  if (adminUrl !== databaseUrl) await checkReachable('DATABASE_ADMIN_URL', adminUrl)
  const { hostname, pathname } = new URL(databaseUrl)
  return {
    adminUrl,
    appUrl: databaseUrl,
    workerUrl: databaseUrl,
    place: `PostgreSQL ${decodeURIComponent(hostname)}, base ${pathname.slice(1)}`,
    embedded: undefined,
    close: async () => undefined,
  }
}

async function createDatabaseOnce(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (!rowCount) await client.query(`create database ${DATABASE}`)
  } finally {
    await client.end()
  }
}
