import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

import { StartError } from '../../instalacion/start-error.ts'
import { SUPERUSER, createSecret, passwordOf } from './access.ts'
import type { Binaries } from './binaries.ts'
import type { Location } from './location.ts'

const HOUR = 3_600_000

export const clusterExists = (clusterDir: string) => existsSync(path.join(clusterDir, 'PG_VERSION'))

/** The major version of an existing cluster. */
export const clusterMajor = (clusterDir: string) =>
  clusterExists(clusterDir) ? Number.parseInt(readFileSync(path.join(clusterDir, 'PG_VERSION'), 'utf8'), 10) : undefined

/** Creates a new cluster under another name and renames it into place, so that an interrupted start never leaves half of one. */
export async function createCluster(location: Location, binaries: Binaries, durable: boolean) {
  const { clusterDir, user } = location
  removeStaleDrafts(clusterDir)
  const draft = `${clusterDir}.nuevo-${process.pid}`
  mkdirSync(draft, { mode: 0o700 })
  chmodSync(draft, 0o700)
  if (user.ids) chownSync(draft, user.ids.uid, user.ids.gid)
  try {
    await initdb(location, binaries, draft, durable)
    renameSync(draft, clusterDir)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!clusterExists(clusterDir)) throw error
  }
}

async function initdb(location: Location, binaries: Binaries, draft: string, durable: boolean) {
  const failures: string[] = []
  // A copy for the user that initdb runs as, who may not read the data folder.
  const password = `${draft}.clave`
  writeFileSync(password, passwordOf(location.dataDir, SUPERUSER) ?? createSecret(location.dataDir), { mode: 0o600 })
  try {
    if (location.user.ids) chownSync(password, location.user.ids.uid, location.user.ids.gid)
    for (const locale of localeVariants(binaries.major)) {
      const args = [
        '-D',
        draft,
        '-U',
        SUPERUSER,
        '-E',
        'UTF8',
        ...locale,
        '-A',
        'scram-sha-256',
        `--pwfile=${password}`,
        ...(durable ? [] : ['--no-sync']),
      ]
      const failure = await run(binaries.initdb, args, location)
      if (failure === undefined) return
      failures.push(failure)
    }
  } finally {
    rmSync(password, { force: true })
  }
  throw new StartError(`No se pudo crear la base de datos en ${location.clusterDir}: ${failures[0] ?? ''}`)
}

/** Byte order by the built-in provider, the same on every machine; queries for display order collate es-x-icu. */
function localeVariants(major: number): string[][] {
  if (major < 17) return [['--locale=C.UTF-8'], ['--locale=C']]
  const builtin = '--locale-provider=builtin'
  return [
    [builtin, '--locale=C.UTF-8'],
    [builtin, '--builtin-locale=C.UTF-8', '--locale=C'],
  ]
}

function run(program: string, args: string[], { user }: Location): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...user.ids, cwd: '/', env: cleanEnvironment(), stdio: ['ignore', 'ignore', 'pipe'] })
    let output = ''
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code) => resolve(code === 0 ? undefined : (lastLine(output) ?? `código ${code}`)))
  })
}

/** Without the caller's PG* variables and language. */
export const cleanEnvironment = (): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' })

const lastLine = (output: string) =>
  output
    .split('\n')
    .filter((line) => /error|fatal|could not/i.test(line))
    .at(0)
    ?.trim()

function removeStaleDrafts(clusterDir: string) {
  const parent = path.dirname(clusterDir)
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(`${path.basename(clusterDir)}.nuevo-`))) {
    const draft = path.join(parent, name)
    if (Date.now() - statSync(draft).mtimeMs > HOUR) rmSync(draft, { recursive: true, force: true })
  }
}
