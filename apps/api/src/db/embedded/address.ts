import { passwordOf } from './access.ts'
import { PORT, type Location } from './location.ts'
import { readPostmaster } from './postmaster.ts'

/** The server's address: its socket folder, or loopback on Windows. */
export function addressOf(location: Location) {
  if (process.platform !== 'win32') return { host: location.socketDir, port: PORT }
  return { host: '127.0.0.1', port: readPostmaster(location.clusterDir)?.port ?? PORT }
}

/** The address of one database for one role, for `pg` and psql. */
export function urlOf(location: Location, role: string, database: string): string {
  const { host, port } = addressOf(location)
  const password = passwordOf(location.dataDir, role)
  return `postgres://${role}${password === undefined ? '' : `:${password}`}@${encodeURIComponent(host)}:${port}/${database}`
}
