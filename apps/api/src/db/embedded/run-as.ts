import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'

import { StartError } from '../../instalacion/start-error.ts'

/** The operating system user that PostgreSQL runs as: ourselves, unless we are root (PostgreSQL refuses root). */
export interface RunAs {
  /** Absent: the user of this process. */
  readonly ids: { readonly uid: number; readonly gid: number } | undefined
  readonly name: string
}

const ourselves: RunAs = { ids: undefined, name: 'usuario actual' }

/** As root: the owner of an existing cluster, else `postgres`, else `nobody`. A bare uid without a name fails in initdb. */
export function databaseUser(clusterDir: string): RunAs {
  if (process.getuid?.() !== 0) return ourselves
  const owner = ownerOf(clusterDir)
  const candidates = owner ? [String(owner)] : ['postgres', '_postgres', 'nobody']
  for (const name of candidates) {
    const ids = idsOf(name)
    if (ids) return { ids, name: nameOf(ids.uid) }
  }
  throw new StartError(
    owner
      ? `La base de datos en ${clusterDir} pertenece al usuario ${owner}, que no existe en este sistema: créelo o ponga DATABASE_URL.`
      : 'PostgreSQL no funciona como root y no hay usuario postgres ni nobody: inicie con un usuario normal o ponga DATABASE_URL.',
  )
}

/** The uid that owns an existing cluster when it is not root, else undefined. */
export function ownerOf(clusterDir: string): number | undefined {
  try {
    return statSync(clusterDir).uid || undefined
  } catch {
    return undefined
  }
}

/** Whether that user can enter the folder; tried for real, so that ACLs and mounts count. */
export function canEnter(user: RunAs, folder: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...user.ids, stdio: 'ignore', cwd: '/' }).status === 0
}

/** Whether that user can run the program. */
export function canRun(user: RunAs, program: string): boolean {
  return spawnSync(program, ['--version'], { ...user.ids, stdio: 'ignore', cwd: '/', env: {} }).status === 0
}

function idsOf(name: string) {
  const id = (flag: string) => spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout?.trim() ?? ''
  const [uid, gid] = [id('-u'), id('-g')]
  return /^\d+$/.test(uid) && /^\d+$/.test(gid) && uid !== '0' ? { uid: Number(uid), gid: Number(gid) } : undefined
}

const nameOf = (uid: number) => spawnSync('id', ['-un', String(uid)], { encoding: 'utf8' }).stdout?.trim() || String(uid)
