import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { ownMigrations } from '../../src/db/migrate.ts'
import { rootFolder } from '../../src/instalacion/root-folder.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { readCatalogo } from './catalogo.ts'
import { describeEsquema } from './esquema.ts'

const PAGE = path.join(rootFolder(), 'apps/api/src/db/esquema.md')

let database: TestDatabase
let today: string
beforeAll(async () => {
  database = await createTestDatabase()
  today = await pageAfter()
})
afterAll(() => database.close())

/** The page of the database after some statements, which are rolled back. */
async function pageAfter(...statements: string[]): Promise<string> {
  const client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('set local role yupana_owner')
    for (const statement of statements) await client.query(statement)
    return describeEsquema(await readCatalogo(client), await ownMigrations())
  } finally {
    await client.end()
  }
}

it('keeps the page of the schema equal to the database', () => {
  // `node scripts/esquema.mjs` writes the page; every other run only compares it.
  if (process.env['YUPANA_ESQUEMA'] === 'escribir') writeFileSync(PAGE, today)
  expect(readFileSync(PAGE, 'utf8'), 'The schema changed: run «node scripts/esquema.mjs» and commit apps/api/src/db/esquema.md').toBe(today)
})

it.each([
  ['a column', 'alter table producto add column sabor text'],
  ['a default', `alter table producto alter column name set default 'x'`],
  ['what may not be null', 'alter table empresa add column a text; alter table empresa alter column a set not null'],
  ['a check', `alter table producto add constraint sin_x check (name <> 'x')`],
  ['an index', 'create index producto_otro on producto (empresa_id, name)'],
  ['a policy', 'create policy abierta on producto to yupana_app using (true)'],
  ['row-level security that is off', 'alter table producto disable row level security'],
  ['row-level security that spares the owner', 'alter table producto no force row level security'],
  ['what a crash empties', 'alter table preferencia set unlogged'],
  ['a trigger', 'create trigger otro before delete on producto for each row execute function rechazar_cambio()'],
  ['a right to a table', 'grant truncate on producto to yupana_worker'],
  ['a right to a column', 'grant update (ruc) on empresa to yupana_worker'],
  ['a function', 'create function otra(a text) returns text language sql as $$ select a $$'],
  ['whose rights a function has', 'alter function empresa_actual() security definer'],
  ['where a function looks for names', 'alter function empresa_actual() set search_path = public'],
  ['who may call a function', 'revoke execute on function empresa_actual() from public'],
])('shows %s', async (_what, statement) => {
  expect(await pageAfter(statement)).not.toBe(today)
})
