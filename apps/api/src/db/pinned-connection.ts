import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'

import type { Db } from './connect.ts'
import type { Database } from './schema.ts'

interface Corkable {
  cork(): void
  uncork(): void
}

/** One pooled connection with a query builder of its own, which sends statements as they come instead of one after another. */
export class PinnedConnection {
  readonly db: Db
  readonly #socket: Corkable
  #isCorked = false
  #failure: unknown
  #after: { statements: number; then: () => void } | undefined

  constructor(client: pg.PoolClient) {
    this.#socket = (client as unknown as { connection: { stream: Corkable } }).connection.stream
    const pinned = {
      query: (text: string, values: unknown[]) => {
        const answer = client.query(text, values)
        answer.catch((error: unknown) => void (this.#failure ??= error))
        this.#sent()
        return answer
      },
      release: () => undefined,
    }
    const pool = { connect: () => Promise.resolve(pinned), end: () => Promise.resolve() } as unknown as pg.Pool
    this.db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  }

  /** The first refusal of the database since `begin`: later errors only report that the transaction is over. */
  get failure(): unknown {
    return this.#failure
  }

  begin(): void {
    this.#failure = undefined
    this.cork()
  }

  /** Holds back output until `uncork`, so that it leaves in one piece. */
  cork(): void {
    if (!this.#isCorked) this.#socket.cork()
    this.#isCorked = true
  }

  uncork(): void {
    if (this.#isCorked) this.#socket.uncork()
    this.#isCorked = false
  }

  /** Calls `then` at the moment the n-th statement from now is sent. */
  afterStatements(statements: number, then: () => void): void {
    this.#after = { statements, then }
  }

  clear(): void {
    this.#after = undefined
    this.uncork()
  }

  #sent(): void {
    const after = this.#after
    if (!after || --after.statements > 0) return
    this.#after = undefined
    after.then()
  }
}

const pinned = new WeakMap<pg.PoolClient, PinnedConnection>()

export function pinnedOf(client: pg.PoolClient): PinnedConnection {
  const known = pinned.get(client) ?? new PinnedConnection(client)
  pinned.set(client, known)
  return known
}
