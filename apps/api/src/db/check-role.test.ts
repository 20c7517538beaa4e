import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { onServer } from '../testing/test-server.ts'
import { checkRole } from './check-role.ts'

let database: TestDatabase
const usuario = `prueba_${randomBytes(5).toString('hex')}`
const password = randomBytes(12).toString('hex')
const admin = (statement: string) => onServer(database.adminUrl, statement)
/** The same database, as a user created for one case. */
const urlOf = () => database.adminUrl.replace(/\/\/[^@]*@/, `//${usuario}:${password}@`)

beforeAll(async () => {
  database = await createTestDatabase()
  await admin(`create role ${usuario} login password '${password}'`)
})
afterAll(async () => {
  await admin(`drop owned by ${usuario}`)
  await admin(`drop role ${usuario}`)
  await database.close()
})

describe('who a process signs in as, in production', () => {
  it('is its own role, or somebody who may be nothing else', async () => {
    await admin(`grant yupana_app to ${usuario}`)
    await expect(checkRole('DATABASE_URL_API', urlOf())).resolves.toBeUndefined()
    await expect(checkRole('DATABASE_URL_WORKER', urlOf())).rejects.toThrow('DATABASE_URL_WORKER: el usuario')
    await admin(`revoke yupana_app from ${usuario}`)
    // The worker runs the queue too.
    await admin(`grant yupana_worker to ${usuario}`)
    await expect(checkRole('DATABASE_URL_WORKER', urlOf())).resolves.toBeUndefined()
    await expect(checkRole('DATABASE_URL_API', urlOf())).rejects.toThrow(
      /puede tomar el papel de yupana_jobs, yupana_worker.*Ponga en esa dirección el usuario yupana_app, con su propia contraseña/,
    )
    await admin(`revoke yupana_worker from ${usuario}`)
    await expect(checkRole('DATABASE_URL_API', urlOf())).rejects.toThrow('no es yupana_app ni puede serlo')
  })

  it.each([
    ['a superuser', 'alter role % superuser', 'alter role % nosuperuser', /es superusuario/],
    ['who creates roles', 'alter role % createrole', 'alter role % nocreaterole', /crea usuarios/],
    ['who creates databases', 'alter role % createdb', 'alter role % nocreatedb', /crea bases/],
    ['who passes row-level security', 'alter role % bypassrls', 'alter role % nobypassrls', /separación de empresas/],
    ['who replicates', 'alter role % replication', 'alter role % noreplication', /replica la base/],
    [
      'the owner of the tables',
      'grant yupana_owner to %',
      'revoke yupana_owner from %',
      /puede tomar el papel de yupana_jobs, yupana_owner/,
    ],
    [
      'who becomes the owner only when asked',
      'alter role % noinherit; grant yupana_owner to %',
      'revoke yupana_owner from %; alter role % inherit',
      /puede tomar el papel de yupana_jobs, yupana_owner/,
    ],
    ['who reads everything', 'grant pg_read_all_data to %', 'revoke pg_read_all_data from %', /pg_read_all_data/],
    [
      'the owner of a table',
      'create schema authorization %; create table %.t (n int); alter table %.t owner to %',
      'drop schema % cascade',
      /es dueño de tablas/,
    ],
  ])('is refused for %s', async (_who, make, undo, line) => {
    await admin(`grant yupana_app to ${usuario}`)
    try {
      await admin(make.replaceAll('%', usuario))
      await expect(checkRole('DATABASE_URL_API', urlOf())).rejects.toThrow(line)
    } finally {
      await admin(undo.replaceAll('%', usuario))
      await admin(`revoke yupana_app from ${usuario}`)
    }
  })

  it('is refused for the owner of the database', async () => {
    const [row] = await onServer<{ base: string; de: string }>(
      database.adminUrl,
      'select quote_ident(current_database()) as base, quote_ident(session_user) as de',
    )
    await admin(`grant yupana_app to ${usuario}`)
    await admin(`alter database ${row?.base} owner to ${usuario}`)
    try {
      await expect(checkRole('DATABASE_URL_API', urlOf())).rejects.toThrow('es dueño de la base')
    } finally {
      await admin(`alter database ${row?.base} owner to ${row?.de}`)
      await admin(`revoke yupana_app from ${usuario}`)
    }
  })
})
