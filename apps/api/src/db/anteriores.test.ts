import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { ANTERIORES } from './anteriores.ts'
import { appliedMigraciones, type MigracionAplicada } from './aplicadas.ts'
import { migrate, ownMigrations } from './migrate.ts'

// Installations from before the migrations were folded into a base have the same tables; only their list of applied migrations differs.

const anteriores = [...ANTERIORES].map(([nombre, hash]) => ({ nombre, sha256: hash.padEnd(64, '0') }))

let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await database?.close()
})
beforeEach(() => client.query('delete from migracion'))

async function writeDown(migraciones: readonly MigracionAplicada[], where = client) {
  for (const { nombre, sha256 } of migraciones)
    await where.query('insert into migracion (nombre, sha256) values ($1, $2)', [nombre, sha256])
}
const applied = () => appliedMigraciones(client)
const today = async () => (await ownMigrations()).map(({ name, hash }) => ({ nombre: name, sha256: hash }))
/** Whether the roles and the queue were set up, which comes before the migrations. */
const mayCreate = async () =>
  (await client.query<{ puede: boolean }>(`select has_schema_privilege('yupana_jobs', 'public', 'create') as puede`)).rows[0]?.puede

it('none has the name of one of today', async () => {
  expect((await ownMigrations()).filter(({ name }) => ANTERIORES.has(name))).toEqual([])
})

describe('with all of them', () => {
  it('the base counts as applied, and nothing runs again', async () => {
    await writeDown(anteriores)
    const posteriores = (await today()).filter(({ nombre }) => nombre > '0100')
    await writeDown(posteriores)
    const said: string[] = []
    expect(await migrate(database.adminUrl, (name) => said.push(name))).toBe(0)
    expect(said).toEqual([])
    expect(await applied()).toEqual(await today())
    expect(await migrate(database.adminUrl)).toBe(0)
  })

  it('what came after the base runs', async () => {
    const old = await createTestDatabase({ isMigrated: false })
    const own = new pg.Client({ connectionString: old.adminUrl })
    try {
      await migrate(
        old.adminUrl,
        () => undefined,
        (name) => name < '0100',
      )
      await own.connect()
      await own.query('delete from migracion')
      await writeDown(anteriores, own)
      const said: string[] = []
      await migrate(old.adminUrl, (name) => said.push(name))
      expect(said).toEqual((await today()).map(({ nombre }) => nombre).filter((nombre) => nombre > '0100'))
      expect(await appliedMigraciones(own)).toEqual(await today())
    } finally {
      await own.end()
      await old.close()
    }
  })

  it('what a later version applied beside them stays written down', async () => {
    const despues = { nombre: '9999_despues.sql', sha256: '1'.repeat(64) }
    await writeDown([...anteriores, ...(await today()).filter(({ nombre }) => nombre > '0100'), despues])
    await migrate(database.adminUrl)
    expect(await applied()).toEqual([...(await today()), despues])
  })
})

describe('are refused, and left as they are', () => {
  it.each([
    ['without the last one', (all: MigracionAplicada[]) => all.slice(0, -1), /falta la migración 0882_trabajo\.sql/],
    [
      'without one in between',
      (all: MigracionAplicada[]) => all.filter(({ nombre }) => !nombre.startsWith('0470')),
      /falta la migración 0470_compra/,
    ],
    [
      'with the first alone',
      (all: MigracionAplicada[]) => all.slice(0, 1),
      /Actualice primero con la versión 0\.1\.0 que llega hasta 0882_trabajo/,
    ],
    [
      'with another text of one',
      (all: MigracionAplicada[]) => all.map((one, i) => (i === 70 ? { ...one, sha256: 'f'.repeat(64) } : one)),
      /no es la que se publicó/,
    ],
  ])('%s', async (_what, of, problem) => {
    const stood = of(anteriores)
    await writeDown(stood)
    await expect(migrate(database.adminUrl)).rejects.toThrow(problem)
    expect(await applied()).toEqual(stood)
    expect(await mayCreate()).toBe(false)
  })
})
