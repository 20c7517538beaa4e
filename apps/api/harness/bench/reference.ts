import pg from 'pg'

const ROWS = 3_000
const MAX_MS = 15_000

/** Durable one-row transactions per second, each prepared, with this number of connections: the limit of disk and server. */
export async function commitsPerSecond(adminUrl: string, connections: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: adminUrl, max: connections })
  try {
    await pool.query('create table if not exists bench_commits (id bigint generated always as identity primary key, text text not null)')
    const insert = () => pool.query({ name: 'bench', text: 'insert into bench_commits (text) values ($1)', values: ['x'.repeat(200)] })
    await Promise.all(Array.from({ length: connections }, insert))
    const began = performance.now()
    let next = 0
    const worker = async () => {
      while (next++ < ROWS && performance.now() - began < MAX_MS) await insert()
    }
    await Promise.all(Array.from({ length: connections }, worker))
    return (Math.min(next, ROWS) * 1000) / (performance.now() - began)
  } finally {
    await pool.query('drop table if exists bench_commits').catch(() => undefined)
    await pool.end()
  }
}
