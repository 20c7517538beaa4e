import pg from 'pg'

/** The one PostgreSQL of a test run, as global-setup.ts tells it to each test file. */
export interface TestServer {
  readonly adminUrl: string
  /** A migrated, empty database to clone. */
  readonly template: string
  /** Addresses of the roles that sign in by themselves; without them, pools take a role on when they connect. */
  readonly roleUrls: { readonly app: string; readonly worker: string } | undefined
}

/** The same server, another database. */
export const urlOfDatabase = (adminUrl: string, database: string) => adminUrl.replace(/\/[^/?]*(?=\?|$)/, `/${database}`)

export async function onServer<Row extends object>(adminUrl: string, statement: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    return (await client.query<Row>(statement, values)).rows
  } finally {
    await client.end()
  }
}
