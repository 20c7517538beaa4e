import { chmodSync, rmSync, statSync } from 'node:fs'
import type { TestProject } from 'vitest/node'

import { startEmbeddedDatabase, type EmbeddedDatabase } from '../db/embedded/embedded-database.ts'
import { supervisionOf } from '../db/embedded/running.ts'
import { migrate } from '../db/migrate.ts'
import { buildThread } from './build-thread.ts'
import { quickFolder, quickFolders } from './quick-folder.ts'
import { onServer, urlOfDatabase, type TestServer } from './test-server.ts'

const PREFIX = 'yupana-prueba-'
const MINUTE = 60_000

let server: TestServer | undefined
let stop: () => Promise<void> = async () => undefined

/**
 * One PostgreSQL for the whole run, with a migrated template that each test file clones: the embedded one (without
 * fsync, in a temporary folder), or that of DATABASE_ADMIN_URL or DATABASE_URL, whose user must be able to create databases.
 */
export async function setup(project: TestProject) {
  await buildThread('imprenta/imprenta.thread.ts')
  const template = `yupana_prueba_${process.pid}_${Date.now()}`
  const outside = process.env['DATABASE_ADMIN_URL'] ?? process.env['DATABASE_URL']
  server = outside ? { adminUrl: outside, template, roleUrls: undefined } : await startOwn(template)
  await onServer(server.adminUrl, `create database ${template}`)
  await migrate(urlOfDatabase(server.adminUrl, template))
  project.provide('testServer', server)
}

export async function teardown() {
  if (server) await dropAll(server).finally(stop)
}

async function startOwn(template: string): Promise<TestServer> {
  await sweep()
  const folder = quickFolder(PREFIX)
  // As root the database runs as another user, who has to pass here; otherwise it would go to /var/lib.
  chmodSync(folder, 0o711)
  const database = await start(folder)
  stop = () => endAndRemove(database, folder)
  return {
    adminUrl: database.url(database.superuser, 'postgres'),
    template,
    roleUrls: { app: database.url('yupana_app', 'postgres'), worker: database.url('yupana_worker', 'postgres') },
  }
}

const start = (dataDir: string) => startEmbeddedDatabase({ dataDir, onProgress: () => undefined, fsync: false })

async function endAndRemove(database: EmbeddedDatabase, folder: string) {
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Databases that a killed test run left behind. */
async function sweep() {
  for (const folder of quickFolders(PREFIX)) {
    try {
      // A younger one may be another run's, about to start.
      if (Date.now() - statSync(folder).mtimeMs < MINUTE) continue
      const supervision = await supervisionOf(folder)
      if (supervision === 'abandoned') await endAndRemove(await start(folder), folder)
      else if (supervision === 'none') rmSync(folder, { recursive: true, force: true })
    } catch {
      // Another run sweeps too, or it belongs to another user.
    }
  }
}

async function dropAll({ adminUrl, template }: TestServer) {
  const databases = await onServer<{ datname: string }>(adminUrl, 'select datname from pg_database where starts_with(datname, $1)', [
    template,
  ])
  for (const { datname } of databases) await onServer(adminUrl, `drop database if exists ${datname} with (force)`)
}
