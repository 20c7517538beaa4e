import pg from 'pg'

/** Keys of the two session locks of a supervisor, in the cluster's own `postgres` database. */
const SUPERVISED = 7_409_001
const CLOSING = 7_409_002

export interface Guard {
  /** The listener runs once when the database goes away unexpectedly. */
  onLost(listener: () => void): void
  /** Announces to a waiting start that this supervisor is about to leave. */
  announceClosing(): Promise<void>
  release(): Promise<void>
}

export type GuardOutcome = { readonly kind: 'held'; readonly guard: Guard } | { readonly kind: 'taken'; readonly isClosing: boolean }

/**
 * Takes the cluster's one supervisor lock. It lives in a database session: it is gone the moment its holder is, however
 * that ended, and needs neither process numbers nor files.
 */
export async function takeGuard(url: string): Promise<GuardOutcome> {
  const client = new pg.Client({ connectionString: url, application_name: 'yupana-supervisor', keepAlive: true })
  let listener: (() => void) | undefined
  let isOver = false
  const over = () => {
    if (!isOver) listener?.()
    isOver = true
  }
  client.on('error', over)
  client.on('end', over)
  await client.connect()
  const tryLock = async (key: number) =>
    (await client.query<{ ok: boolean }>('SELECT pg_try_advisory_lock($1) AS ok', [key])).rows[0]?.ok === true
  if (!(await tryLock(SUPERVISED))) {
    const isClosing = !(await tryLock(CLOSING))
    isOver = true
    await client.end()
    return { kind: 'taken', isClosing }
  }
  return {
    kind: 'held',
    guard: {
      onLost: (next) => {
        listener = next
        if (isOver) next()
      },
      announceClosing: async () => {
        if (!isOver) await tryLock(CLOSING)
      },
      release: async () => {
        isOver = true
        await client.end().catch(() => undefined)
      },
    },
  }
}

/** Whether a server takes connections at that address: 'starting' while it recovers. */
export async function probe(url: string): Promise<'ready' | 'starting' | 'absent'> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return 'ready'
  } catch (error) {
    // 57P03: starting up or shutting down; 53300: all connections taken, so it lives.
    const code = (error as { code?: string }).code
    return code === '57P03' ? 'starting' : code === '53300' ? 'ready' : 'absent'
  } finally {
    await client.end().catch(() => undefined)
  }
}
