import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

import { complaints } from './complaints.js'
import { root } from './layers.js'
import { PLACES, sqlPlace } from './sql-place.js'

const SERVICE = 'apps/api/src/features/nota/nota.service.ts'
const said = (name, code) => complaints(sqlPlace, root, name, code)

describe('SQL', () => {
  it.each([
    ['the tag', SERVICE, "import { sql } from 'kysely'"],
    ['the tag under another name', SERVICE, "import { sql as raw, type Kysely } from 'kysely'"],
    ['all of kysely', SERVICE, "import * as k from 'kysely'"],
    ['kysely when it runs', SERVICE, "const k = await import('kysely')"],
    ['the tag passed on', SERVICE, "export { sql } from 'kysely'"],
    ['everything passed on', SERVICE, "export * from 'kysely'"],
    ['a query', SERVICE, "export const a = (tx) => tx.selectFrom('nota').execute()"],
    ['an insert', SERVICE, "export const a = (tx) => tx.insertInto('nota').execute()"],
    ['an update', SERVICE, "export const a = (tx) => tx.updateTable('nota').execute()"],
    ['a delete', SERVICE, "export const a = (tx) => tx.deleteFrom('nota').execute()"],
    ['a query by a name in brackets', SERVICE, "export const a = (tx) => tx['selectFrom']('nota')"],
    ['a query by a name in a template', SERVICE, 'export const a = (tx) => tx[`selectFrom`]("nota")'],
    ['a text made a query', SERVICE, "import { CompiledQuery } from 'kysely'"],
    ['the database by its own driver', SERVICE, "import pg from 'pg'"],
    ['a query of what was taken apart', SERVICE, "export const a = ({ selectFrom }) => selectFrom('nota')"],
    ['a query in routes', 'apps/api/src/features/nota/nota.routes.ts', "export const a = (tx) => tx.selectFrom('nota').execute()"],
    [
      'a query in a plugin without a place',
      'apps/api/src/plugins/peticion/upload.ts',
      "export const a = (tx) => tx.selectFrom('nota').execute()",
    ],
    ['a query of another workspace', 'apps/cli/src/main.ts', "export const a = (tx) => tx.selectFrom('nota').execute()"],
  ])('is refused: %s', (_what, name, code) => {
    expect(said(name, code)).toEqual([expect.stringMatching(/^SQL stands in the \.sql\.ts/)])
  })

  const QUERY = "import { sql } from 'kysely'\nexport const a = (tx) => tx.selectFrom('nota').execute()"
  it.each([
    ['the .sql.ts of a feature', 'apps/api/src/features/nota/nota.sql.ts', QUERY],
    ['a test', 'apps/api/src/features/nota/nota.test.ts', QUERY],
    ['what all SQL stands on', 'apps/api/src/db/transaction.ts', QUERY],
    ['the harness', 'apps/api/harness/bench/prepare.ts', QUERY],
    ['a type of kysely, anywhere', SERVICE, "import type { Kysely } from 'kysely'\nimport { type RawBuilder } from 'kysely'"],
    ['queries under a name of their own', SERVICE, "import * as sql from './nota.sql.ts'\nexport const a = (tx) => sql.insert(tx)"],
  ])('is allowed: %s', (_what, name, code) => {
    expect(said(name, code)).toEqual([])
  })

  it('has no place that is gone', () => {
    expect(Object.keys(PLACES).filter((name) => !existsSync(path.join(root, 'apps/api', name)))).toEqual([])
  })
})
