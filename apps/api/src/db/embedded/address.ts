import { readFileSync } from 'node:fs'

import { SUPERUSER, passwordFile } from './cluster.ts'
import { PORT, type Location } from './location.ts'
import { readPostmaster } from './postmaster.ts'

/** Where the server listens: its socket's folder, or loopback on Windows. */
export function addressOf(location: Location) {
  if (process.platform !== 'win32') return { host: location.socketDir, port: PORT }
  return { host: '127.0.0.1', port: readPostmaster(location.clusterDir)?.port ?? PORT }
}

/** The address of one database for one role, as `pg` and psql read it. */
export function urlOf(location: Location, role: string, database: string): string {
  const { host, port } = addressOf(location)
  if (process.platform !== 'win32') return `postgres://${role}@${encodeURIComponent(host)}:${port}/${database}`
  // One password there, the superuser's: pools take their role on when they connect (connect.ts).
  const password = readFileSync(passwordFile(location.dataDir), 'utf8').trim()
  return `postgres://${SUPERUSER}:${password}@${host}:${port}/${database}`
}
