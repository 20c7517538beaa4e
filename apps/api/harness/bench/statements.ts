import { writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'

// For `--perfil`: cost of each statement inside the database.

async function asAdmin<T>(adminUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Takes effect at the next start of the server. */
export const preloadStatements = (adminUrl: string) =>
  asAdmin(adminUrl, async (client) => {
    await client.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`)
    await client.query(`alter system set pg_stat_statements.track = 'all'`)
    await client.query('alter system set pg_stat_statements.track_planning = on')
  })

export const resetStatements = (adminUrl: string) =>
  asAdmin(adminUrl, async (client) => {
    await client.query('create extension if not exists pg_stat_statements')
    await client.query('select pg_stat_statements_reset()')
  })

interface Row {
  calls: number
  ms: number
  total: number
  plan: number
  top: boolean
  rol: string
  wal: number
  query: string
}

/** Writes `consultas.txt`: calls, milliseconds of one call and of all, WAL bytes, nested or not. */
export const writeStatements = (adminUrl: string, folder: string, name: string) =>
  asAdmin(adminUrl, async (client) => {
    const { rows } = await client.query<Row>(
      `select s.calls::int as calls, round(s.mean_exec_time::numeric, 3)::float as ms, round(s.total_exec_time)::float as total, round(s.total_plan_time)::float as plan, s.toplevel as top, r.rolname as rol,
              round(s.wal_bytes / greatest(s.calls, 1))::int as wal, regexp_replace(s.query, '\\s+', ' ', 'g') as query
         from pg_stat_statements s join pg_roles r on r.oid = s.userid order by s.total_exec_time + s.total_plan_time desc limit 60`,
    )
    const lines = rows.map(
      ({ calls, ms, total, plan, top, rol, wal, query }) =>
        `${String(total).padStart(8)} ms ${String(calls).padStart(7)} × ${ms.toFixed(3).padStart(8)} ms plan ${String(plan).padStart(6)} ms ${String(wal).padStart(7)} B ${top ? ' ' : '·'} ${rol.padEnd(14)} ${query.slice(0, 200)}`,
    )
    writeFileSync(path.join(folder, `consultas-${name}.txt`), `${lines.join('\n')}\n`)
  })
