import { spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { StartError } from '../../instalacion/start-error.ts'
import type { Binaries } from './binaries.ts'
import { cleanEnvironment } from './cluster.ts'
import { PORT, type Location } from './location.ts'
import { postmasterState, readPostmaster } from './postmaster.ts'

const POLL_MS = 25
const STOP_MS = 60_000

/** Result of one start of the server. 'occupied': another start was quicker, or children of a killed one still live. */
export type StartOutcome =
  | { readonly kind: 'started' }
  | { readonly kind: 'occupied' }
  | { readonly kind: 'failed'; readonly reason: string }

/**
 * Starts the server in a session of its own: Ctrl-C in the terminal reaches only its supervisor, and a killed supervisor leaves a database
 * that the next start adopts.
 * @param answers called repeatedly until the server takes connections
 */
export async function startServer(
  location: Location,
  binaries: Binaries,
  durable: boolean,
  answers: () => Promise<boolean>,
): Promise<StartOutcome> {
  const log = startLog(location.dataDir)
  const output = openSync(log, 'w', 0o600)
  const args = serverArguments(location, durable, await chooseTcpPort())
  const child = spawn(binaries.postgres, args, {
    ...location.user.ids,
    cwd: '/',
    env: cleanEnvironment(),
    detached: true,
    windowsHide: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  let ended = false
  child.once('exit', () => (ended = true))
  child.once('error', () => (ended = true))
  child.unref()
  while (!ended) {
    if (await answers()) return { kind: 'started' }
    await sleep(POLL_MS)
  }
  const text = existsSync(log) ? readFileSync(log, 'utf8') : ''
  if (/lock file .* already exists|still in use|is another postmaster/i.test(text)) return { kind: 'occupied' }
  return { kind: 'failed', reason: /(?:FATAL|PANIC):\s*(.*)/.exec(text)?.[1] ?? text.trim().split('\n')[0] ?? '' }
}

export const startLog = (dataDir: string) => path.join(dataDir, 'postgres-arranque.log')

function serverArguments(location: Location, durable: boolean, tcpPort: number | undefined): string[] {
  const settings: Record<string, string> = {
    listen_addresses: tcpPort === undefined ? '' : '127.0.0.1',
    port: String(tcpPort ?? PORT),
    unix_socket_directories: tcpPort === undefined ? location.socketDir : '',
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '128MB',
    effective_cache_size: '512MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    random_page_cost: '1.1',
    jit: 'off',
    // Parallel plans need /dev/shm, which is 64 MB in a container.
    max_parallel_workers_per_gather: '0',
    synchronous_commit: 'on',
    fsync: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    wal_compression: durable ? 'on' : 'off',
    max_wal_size: '1GB',
    // Enough for the online copy (pg_backup_start), and no more.
    wal_level: 'replica',
    max_wal_senders: '0',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    // One file a day of the week, each overwritten after seven days.
    logging_collector: 'on',
    log_filename: 'postgres-%a.log',
    log_truncate_on_rotation: 'on',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    log_min_messages: 'warning',
    log_line_prefix: '%m [%p] %u@%d ',
    cluster_name: 'yupana',
  }
  if (!durable) settings['wal_level'] = 'minimal'
  return ['-D', location.clusterDir, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** A free loopback port on systems without reliable Unix sockets; undefined elsewhere. */
function chooseTcpPort(): Promise<number | undefined> {
  if (process.platform !== 'win32') return Promise.resolve(undefined)
  return new Promise((resolve, reject) => {
    const probe = net.createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo
      probe.close(() => resolve(port))
    })
  })
}

/** Stops the server: sessions are cut, work in progress rolled back, all data flushed. Also for a server that is not our child. */
export async function stopServer(location: Location, binaries: Binaries) {
  const postmaster = readPostmaster(location.clusterDir)
  if (!postmaster || postmasterState(postmaster, location.clusterDir) !== 'running') return
  signal(postmaster.pid, 'SIGINT', location, binaries)
  const isRunning = () => postmasterState(postmaster, location.clusterDir) === 'running'
  for (const started = Date.now(); isRunning(); await sleep(POLL_MS)) {
    if (Date.now() - started < STOP_MS) continue
    signal(postmaster.pid, 'SIGQUIT', location, binaries)
    throw new StartError(`PostgreSQL (proceso ${postmaster.pid}) no terminó en ${STOP_MS / 1000} s; se le ordenó terminar de inmediato.`)
  }
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT', location: Location, binaries: Binaries) {
  if (process.platform === 'win32') {
    const mode = name === 'SIGINT' ? 'fast' : 'immediate'
    spawnSync(path.join(path.dirname(binaries.postgres), 'pg_ctl.exe'), ['stop', '-D', location.clusterDir, '-m', mode, '-W'])
    return
  }
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
