import { createHash } from 'node:crypto'
import { MontoFueraDeRango } from '@yupana/fiscal'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

import type { Database } from './schema.ts'

export type Db = Kysely<Database>
export type Role = 'yupana_owner' | 'yupana_app' | 'yupana_worker' | 'yupana_jobs'

const INT8 = 20
const INT8_ARRAY = 1016
const DATE = 1082
const TIMESTAMPTZ = 1184
/** Distinct texts with a prepared statement of their own on each connection. */
const MAX_NAMED = 300

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new MontoFueraDeRango(`The database answered ${text}, which is no safe integer`)
  return value
}

const asText = (text: string) => text
const asIso = (text: string) => new Date(text).toISOString()
const parsers = new Map<number, (text: string) => unknown>([
  [INT8, safeInteger],
  [INT8_ARRAY, (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(safeInteger))],
  [DATE, asText],
  [TIMESTAMPTZ, asIso],
])
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
}

const names = new Map<string, string>()
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= MAX_NAMED) return known
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

type Done = (error: Error, result: pg.QueryResult) => void
type PlainQuery = (text: string | object, values?: unknown[] | Done, done?: Done) => Promise<pg.QueryResult>

/** Statements with parameters are prepared once for each connection: planning costs more than running them. */
class PreparingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const query = super.query.bind(this) as unknown as PlainQuery
    // The pool's own query() comes with a callback, kysely without.
    this.query = ((text: string | object, values?: unknown[] | Done, done?: Done) => {
      const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
      return name ? query({ name, text, values }, done) : query(text, values, done)
    }) as typeof this.query
  }
}

export interface PoolOptions {
  max?: number
  /** Milliseconds a statement may take. */
  statementTimeout?: number
  /** False when losing the last commits in a crash does no harm: leases and bells. */
  synchronousCommit?: boolean
  /** Statements may follow each other before the answers arrive; false for COPY and cursors. */
  pipeline?: boolean
}

/**
 * A pool that works as `role`. If the address names another user, that user takes the role at connect (SET ROLE), so that one address is
 * enough for an outside database.
 */
export function createPool(
  url: string,
  role: Role,
  { max = 10, statementTimeout = 30_000, synchronousCommit = true, pipeline = true }: PoolOptions = {},
): pg.Pool {
  const isRoleItself = new RegExp(`^\\w+://${role}[:@]`).test(url)
  const settings = [
    `-c statement_timeout=${statementTimeout}`,
    '-c lock_timeout=10000',
    '-c idle_in_transaction_session_timeout=60000',
    ...(synchronousCommit ? [] : ['-c synchronous_commit=off']),
    ...(isRoleItself ? [] : [`-c role=${role}`]),
  ]
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    Client: PreparingClient,
    options: settings.join(' '),
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    application_name: role,
    pipeline,
  } as pg.PoolConfig)
  // A connection lost while idle is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

const pools = new WeakMap<object, pg.Pool>()

export function createDb(pool: pg.Pool): Db {
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, pool)
  return db
}

/** The pool of a Db made here. */
export function poolOf(db: Db): pg.Pool {
  const pool = pools.get(db)
  if (!pool) throw new Error('this Db has no pool of ours')
  return pool
}
