import { describe, expect, it } from 'vitest'

import { createTestDatabase } from '../testing/test-database.ts'
import { checkMigrated, checkReachable } from './check-reachable.ts'

describe('the database before a process starts', () => {
  it('says in one Spanish line that nobody listens there', async () => {
    await expect(checkReachable('DATABASE_URL', 'postgres://a:b@127.0.0.1:1/x')).rejects.toThrow(
      'No se puede usar la base de datos de DATABASE_URL: el servidor no acepta conexiones (¿está encendido?).',
    )
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
