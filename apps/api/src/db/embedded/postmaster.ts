import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** What `postmaster.pid` says of the last start of a cluster. */
export interface Postmaster {
  readonly pid: number
  readonly port: number
  readonly socketDir: string
}

/**
 * 'running': a live process that is this cluster's · 'gone': no such process · 'zombie': killed, but never collected by its parent
 * (containers without an init) · 'foreign': the number now belongs to another program.
 */
export type PostmasterState = 'running' | 'gone' | 'zombie' | 'foreign'

const pidFile = (clusterDir: string) => path.join(clusterDir, 'postmaster.pid')

export function readPostmaster(clusterDir: string): Postmaster | undefined {
  if (!existsSync(pidFile(clusterDir))) return undefined
  const [pid, , , port, socketDir] = readFileSync(pidFile(clusterDir), 'utf8').split('\n')
  return { pid: Number(pid), port: Number(port) || 0, socketDir: socketDir?.trim() ?? '' }
}

export function postmasterState(postmaster: Postmaster, clusterDir: string): PostmasterState {
  if (!Number.isInteger(postmaster.pid) || postmaster.pid <= 0 || !exists(postmaster.pid)) return 'gone'
  if (process.platform === 'win32') return 'running'
  const { state, command } = process.platform === 'linux' ? fromProc(postmaster.pid) : fromPs(postmaster.pid)
  if (state.startsWith('Z') || state.startsWith('X')) return 'zombie'
  if (state === '') return 'gone'
  return command.includes(clusterDir) || workingFolder(postmaster.pid) === clusterDir ? 'running' : 'foreign'
}

/**
 * Takes away the locks of a postmaster that can no longer answer, where PostgreSQL itself would take it for a live one.
 * The file stays, with a number no process can have: so PostgreSQL still checks that none of the dead one's children is
 * attached to the shared memory the file names, which protects the data.
 */
export function clearLocks(clusterDir: string, postmaster: Postmaster) {
  const lines = readFileSync(pidFile(clusterDir), 'utf8').split('\n')
  writeFileSync(pidFile(clusterDir), ['2147483647', ...lines.slice(1)].join('\n'))
  if (postmaster.socketDir && postmaster.port)
    for (const end of ['', '.lock']) rmSync(path.join(postmaster.socketDir, `.s.PGSQL.${postmaster.port}${end}`), { force: true })
}

function exists(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function fromProc(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return { state: stat.slice(stat.lastIndexOf(')') + 2), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }
  } catch {
    return { state: '', command: '' }
  }
}

function fromPs(pid: number) {
  try {
    const line = execFileSync('ps', ['-ww', '-o', 'stat=,command=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return { state: line, command: line }
  } catch {
    return { state: '', command: '' }
  }
}

function workingFolder(pid: number) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}
