import { sql } from 'kysely'

import type { TestApp } from './build-test-app.ts'

/** Signing in and counting attempts is not what a form may change. */
const ASIDE = ['migracion', 'sesion', 'intento_ingreso', 'red_conocida', 'rechazo']

/**
 * Rows and contents of every table that is kept (counters of use are not): equal before and after a call that must change nothing,
 * counters included.
 */
export async function huella({ owner }: TestApp): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' order by 1`.execute(
    owner,
  )
  const parts = tables
    .filter(({ name }) => !ASIDE.includes(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || ' ' || md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as content from ${name} t`,
    )
  const { rows } = await sql.raw<{ name: string; content: string }>(parts.join(' union all ')).execute(owner)
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]))
}
