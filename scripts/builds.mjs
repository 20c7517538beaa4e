// Where builds lie: apps/<app>/dist/<name>, the newest named by the link dist/actual. What runs keeps the build it began with.
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'

import { inRoot, readNote, writeNote } from './sources.mjs'

export const isBuilt = (dist, fingerprint) => readNote(path.join(dist, 'actual/.huella')) === fingerprint

/**
 * Has `build` fill a folder and makes that the newest build below `dist`; a build cut short leaves everything as it was.
 * @param build (folder) => Promise
 */
export async function installBuild(dist, fingerprint, build) {
  const former = targetOf(path.join(dist, 'actual'))
  const name = createHash('sha256').update(`${fingerprint} ${randomUUID()}`).digest('hex').slice(0, 16)
  const draft = inRoot('node_modules/.yupana', `${name}-${process.pid}`)
  try {
    await build(draft)
    writeNote(path.join(draft, '.huella'), fingerprint)
    mkdirSync(dist, { recursive: true })
    renameSync(draft, path.join(dist, name))
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  pointTo(dist, name)
  prune(dist, [name, former])
}

const targetOf = (link) => (existsSync(link) ? path.basename(realpathSync(link)) : undefined)

/** The link is replaced in one step: who opens a file through it finds either build, never none. */
function pointTo(dist, name) {
  const link = path.join(dist, 'actual')
  const draft = `${link}-${process.pid}`
  rmSync(draft, { force: true })
  symlinkSync(process.platform === 'win32' ? path.join(dist, name) : name, draft, 'junction')
  // A junction of Windows cannot be renamed over.
  if (process.platform === 'win32') rmSync(link, { force: true, recursive: true })
  renameSync(draft, link)
}

/** Removes builds that are neither among the newest two nor of a process that still runs. */
function prune(dist, kept) {
  for (const entry of readdirSync(dist)) {
    if (entry === 'actual' || kept.includes(entry) || isUsed(path.join(dist, entry))) continue
    rmSync(path.join(dist, entry), { recursive: true, force: true })
  }
}

/** `apps/api/src/instalacion/built.ts` writes these marks, one for each process. */
function isUsed(build) {
  const marks = path.join(build, '.en-uso')
  return existsSync(marks) && readdirSync(marks).some((pid) => isAlive(Number(pid)))
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
