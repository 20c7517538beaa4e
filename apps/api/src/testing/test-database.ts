import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'

import { onServer, urlOfDatabase, type TestServer } from './test-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
  }
}

export interface TestDatabase {
  /** May do everything; `createPool(adminUrl, 'yupana_owner')` sees every company. */
  readonly adminUrl: string
  readonly appUrl: string
  readonly workerUrl: string
  close(): Promise<void>
}

/**
 * A migrated, empty database of one's own: one for each test file. Or one as the server makes it, without any table. Its files are copied:
 * written page by page into the log, as the server does it by itself, it takes ten times the processor.
 */
export async function createTestDatabase({ isMigrated = true } = {}): Promise<TestDatabase> {
  const { adminUrl, template, roleUrls } = inject('testServer')
  const name = `${template}_${randomBytes(5).toString('hex')}`
  await onServer(adminUrl, `create database ${name}${isMigrated ? ` template ${template} strategy file_copy` : ''}`)
  const url = urlOfDatabase(adminUrl, name)
  return {
    adminUrl: url,
    appUrl: roleUrls ? urlOfDatabase(roleUrls.app, name) : url,
    workerUrl: roleUrls ? urlOfDatabase(roleUrls.worker, name) : url,
    close: async () => void (await onServer(adminUrl, `drop database if exists ${name} with (force)`)),
  }
}
