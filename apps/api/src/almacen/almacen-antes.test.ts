import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { createDb, createPool, type Db } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { AlmacenBase } from './almacen-base.sql.ts'

// Files of an installation from before there was a storage (migration 0860).

let database: TestDatabase
let db: Db
let end: () => Promise<void>

beforeAll(async () => {
  database = await createTestDatabase({ isMigrated: false })
  await migrate(
    database.adminUrl,
    () => undefined,
    (name) => name < '0860',
  )
  const pool = createPool(database.adminUrl, 'yupana_owner', { max: 1 })
  ;[db, end] = [createDb(pool), () => pool.end()]
})
afterAll(async () => {
  await end?.()
  await database?.close()
})

it('O-105 lie in it afterwards, each part under a name that its row has', async () => {
  const [empresa, archivo, en] = [randomUUID(), randomUUID(), '2026-01-01T00:00:00Z']
  const partes = [randomBytes(2_000), randomBytes(100)]
  await sql`insert into empresa (id, ruc, razon_social, dir_matriz, secreto, creada_en) values (${empresa}, '1799999907001', 'A', 'B', '', ${en})`.execute(
    db,
  )
  await sql`insert into archivo values (${empresa}, ${archivo}, 'a.pdf', 'application/pdf', 1500000, 2, true, ${en})`.execute(db)
  for (const [n, cifrado] of partes.entries())
    await sql`insert into archivo_parte values (${empresa}, ${archivo}, ${n}, 'k', ${Buffer.from('d')}, ${cifrado})`.execute(db)
  await end()
  await migrate(database.adminUrl)
  const pool = createPool(database.adminUrl, 'yupana_owner', { max: 1 })
  ;[db, end] = [createDb(pool), () => pool.end()]
  const filas = await db.selectFrom('archivo_parte').select(['n', 'objeto']).orderBy('n').execute()
  const almacen = new AlmacenBase(db)
  expect(await Promise.all(filas.map(({ objeto }) => almacen.get(objeto)))).toEqual(partes)
})
