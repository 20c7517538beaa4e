import pg from 'pg'
import { describe, expect, it } from 'vitest'

import { createTestDatabase } from '../testing/test-database.ts'
import { checkMigrated, checkReachable } from './check-reachable.ts'

describe('the database before a process starts', () => {
  it('says in one Spanish line that nobody listens there', async () => {
    await expect(checkReachable('DATABASE_URL', 'postgres://a:b@127.0.0.1:1/x')).rejects.toThrow(
      'No se puede usar la base de datos de DATABASE_URL: el servidor no acepta conexiones (¿está encendido?).',
    )
  })

  it('refuses a server that is older than the migrations ask, before anything is written', async () => {
    const database = await createTestDatabase({ isMigrated: false })
    const admin = new pg.Client({ connectionString: database.adminUrl })
    await admin.connect()
    try {
      // The setting itself cannot be changed, so the test fakes it: a function of the same name is found first.
      await admin.query(`create schema antes; grant usage on schema antes to public;
        create function antes.current_setting(text) returns text language sql as $$ select '150018' $$;
        do $$ begin execute format('alter database %I set search_path = antes, pg_catalog, public', current_database()); end $$`)
      await expect(checkReachable('DATABASE_ADMIN_URL', database.adminUrl)).rejects.toThrow(
        'DATABASE_ADMIN_URL: hace falta PostgreSQL 16 o posterior.',
      )
    } finally {
      await admin.end()
      await database.close()
    }
  })

  it('says that a database without tables has to be migrated first', async () => {
    const database = await createTestDatabase({ isMigrated: false })
    try {
      await expect(checkMigrated('DATABASE_URL', database.appUrl)).rejects.toThrow('npm run migrar')
    } finally {
      await database.close()
    }
  })

  it('lets a migrated one pass', async () => {
    const database = await createTestDatabase()
    try {
      await expect(checkMigrated('DATABASE_URL', database.workerUrl)).resolves.toBeUndefined()
    } finally {
      await database.close()
    }
  })
})
