import { existsSync } from 'node:fs'

import { urlOf } from './address.ts'
import { SUPERUSER } from './access.ts'
import { clusterExists } from './cluster.ts'
import { probe, takeGuard } from './guard.ts'
import { locateCluster } from './location.ts'
import { readPostmaster } from './postmaster.ts'

export interface RunningDatabase {
  url(role: string, database: string): string
}

/** The embedded database of that data folder if it answers now, under any supervisor. */
export async function findRunningDatabase(dataDir: string): Promise<RunningDatabase | undefined> {
  if (!existsSync(dataDir)) return undefined
  const location = locateCluster(dataDir)
  if (!clusterExists(location.clusterDir) || !readPostmaster(location.clusterDir)) return undefined
  const url = (role: string, database: string) => urlOf(location, role, database)
  return (await probe(url(SUPERUSER, 'postgres'))) === 'ready' ? { url } : undefined
}

/** 'abandoned': it runs, but its supervisor was killed · 'closing': its supervisor is stopping it. */
export type Supervision = 'none' | 'abandoned' | 'supervised' | 'closing'

export async function supervisionOf(dataDir: string): Promise<Supervision> {
  const running = await findRunningDatabase(dataDir)
  const outcome = running && (await takeGuard(running.url(SUPERUSER, 'postgres')).catch(() => undefined))
  if (!outcome) return 'none'
  if (outcome.kind === 'taken') return outcome.isClosing ? 'closing' : 'supervised'
  await outcome.guard.release()
  return 'abandoned'
}
