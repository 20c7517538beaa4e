import type pg from 'pg'

import { createDb, createPool, type Db } from '../../src/db/connect.ts'
import type { EmpresaId } from '../../src/db/empresa-id.ts'
import { figuraOf, median, percentile, type FiguraDescrita, type Limite } from './figura.ts'

const RONDAS = 200
const CALENTAMIENTO = 40

interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** Statements of the service, recorded once, so that the same ones can run without the API. */
export async function statementsOf(appUrl: string, work: (db: Db) => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const pool = createPool(appUrl, 'yupana_app', { max: 1 })
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (text: unknown, ...rest: unknown[]) => Promise<pg.QueryResult>
    client.query = ((text: string | Statement, values?: unknown[], ...rest: unknown[]) => {
      const statement = typeof text === 'string' ? { text, values: values ?? [] } : text
      if (!/^(begin|commit)/.test(statement.text)) statements.push({ text: statement.text, values: statement.values ?? [] })
      return query(text, values, ...rest)
    }) as typeof client.query
  })
  try {
    await work(createDb(pool))
    return statements
  } finally {
    await pool.end()
  }
}

export async function replay(client: pg.PoolClient, empresaId: EmpresaId, statements: readonly Statement[]): Promise<number> {
  const began = performance.now()
  await client.query(`begin; select set_config('yupana.empresa', '${empresaId}', true)`)
  for (const { text, values } of statements) await client.query(text, [...values])
  await client.query('commit')
  return performance.now() - began
}

interface Comparacion {
  readonly name: string
  readonly what: string
  /** Limit in milliseconds, of the median, or of the 95th percentile if `ofP95`. */
  readonly limit: number
  readonly ofP95?: boolean
  readonly api: () => Promise<number>
  readonly direct: () => Promise<number>
  readonly withRatio?: boolean
}

/** Alternates the two, so that a disturbance affects both. */
export async function compare({ name, what, limit, ofP95 = false, api, direct, withRatio = true }: Comparacion): Promise<FiguraDescrita[]> {
  const times = { api: [] as number[], direct: [] as number[] }
  for (let n = -CALENTAMIENTO; n < RONDAS; n++) {
    const [viaApi, bySql] = [await api(), await direct()]
    if (n < 0) continue
    times.api.push(viaApi)
    times.direct.push(bySql)
  }
  const target: Limite = { sign: '<=', limit }
  return [
    figuraOf({
      name,
      what: `${what}, at the API, median`,
      value: median(times.api),
      unit: 'ms',
      reference: { value: median(times.direct), what: 'the same statements over pg' },
      target: ofP95 ? undefined : target,
      also: withRatio ? { sign: '<=', limit: 3, ofRatio: true } : undefined,
    }),
    figuraOf({
      name: `${name}.p95`,
      what: '… p95',
      value: percentile(times.api, 0.95),
      unit: 'ms',
      reference: { value: percentile(times.direct, 0.95), what: 'p95 of the same' },
      target: ofP95 ? target : undefined,
    }),
  ]
}
