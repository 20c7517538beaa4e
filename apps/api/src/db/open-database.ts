import pg from 'pg'

import { requireDatabaseUrl, usesOutsideDatabase, type Config } from '../config/config.ts'
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
  /** Location of the data, for the terminal. */
  readonly place: string
  /** Present when this process supervises it. */
  readonly embedded: EmbeddedDatabase | undefined
  close(): Promise<void>
}

type DatabaseConfig = Pick<Config, 'databaseUrls' | 'dataDir' | 'postgresBin'>

/**
 * The database of an installation: the configured outside one, else the embedded one of the data folder.
 * @param join use the embedded one beside a running installation (commands); without it a running one is a StartError
 */
export async function openDatabase(
  config: DatabaseConfig,
  onProgress: (line: string) => void,
  { join = false } = {},
): Promise<OpenDatabase> {
  if (usesOutsideDatabase(config)) return openOutside(config)
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

/** Commands need only the administrator's address: its pools take the role of each part. */
async function openOutside(config: DatabaseConfig): Promise<OpenDatabase> {
  const adminUrl = requireDatabaseUrl(config, 'DATABASE_ADMIN_URL')
  await checkReachable('DATABASE_ADMIN_URL', adminUrl)
  const { hostname, pathname } = new URL(adminUrl)
  return {
    adminUrl,
    appUrl: config.databaseUrls.DATABASE_URL_API ?? adminUrl,
    workerUrl: config.databaseUrls.DATABASE_URL_WORKER ?? adminUrl,
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
