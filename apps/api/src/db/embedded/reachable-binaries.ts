import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'

import { StartError } from '../../instalacion/start-error.ts'
import { binariesIn, type Binaries } from './binaries.ts'
import { replaySymlinks } from './package-symlinks.ts'
import { canRun, type RunAs } from './run-as.ts'

/** The same programs where `user` can run them: in place, or as a copy in `parent` (a clone under a 0700 folder is out of reach). */
export function reachableBinaries(binaries: Binaries, user: RunAs, parent: string): Binaries {
  if (canRun(user, binaries.postgres)) return binaries
  if (!binaries.packageFolder)
    throw new StartError(`El usuario ${user.name} no puede ejecutar ${binaries.postgres}: revise los permisos o ponga DATABASE_URL.`)
  const copy = path.join(parent, `pg-${binaries.version}`)
  if (!existsSync(copy)) copyPackage(binaries.packageFolder, copy)
  const copied = binariesIn(path.join(copy, 'bin'))
  if (copied && canRun(user, copied.postgres)) return copied
  throw new StartError(
    `No se puede ejecutar PostgreSQL desde ${copy}: puede que el disco no permita programas (noexec); ponga DATABASE_URL.`,
  )
}

function copyPackage(from: string, to: string) {
  const draft = `${to}.${process.pid}`
  try {
    if (mkdirSync(path.dirname(to), { recursive: true }) !== undefined) chmodSync(path.dirname(to), 0o755)
    cpSync(from, draft, { recursive: true, verbatimSymlinks: true })
    replaySymlinks(draft)
    openToAll(draft)
    renameSync(draft, to)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another start may have copied them first.
    if (!existsSync(to)) throw new StartError(`No se pueden copiar los programas de PostgreSQL a ${to}: ${(error as Error).message}`)
  }
}

// Readable under every umask: they are programs, not secrets.
function openToAll(folder: string) {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) openToAll(file)
    else if (entry.isFile()) chmodSync(file, 0o755)
  }
}
