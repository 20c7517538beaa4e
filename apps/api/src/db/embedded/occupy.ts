import { setTimeout as sleep } from 'node:timers/promises'

import { StartError } from '../../instalacion/start-error.ts'
import { probe, takeGuard, type Guard } from './guard.ts'
import type { Location } from './location.ts'
import { clearLocks, postmasterState, readPostmaster } from './postmaster.ts'
import type { StartOutcome } from './server.ts'

const CLOSING_MS = 90_000
const ATTEMPTS = 40

export interface Occupied {
  readonly guard: Guard
  /** The server was found alive, left behind by a killed supervisor. */
  readonly adopted: boolean
}

/**
 * Makes this process the only supervisor of a running server: the one found alive, or a new one.
 * @param patienceMs how long another supervisor may take to leave; one that announces its closing gets longer
 */
export async function occupy(location: Location, url: string, start: () => Promise<StartOutcome>, patienceMs: number): Promise<Occupied> {
  const began = Date.now()
  let reason = ''
  for (let attempt = 1; attempt <= ATTEMPTS;) {
    const living = await findLiving(location, url)
    if (living) {
      const outcome = await takeGuard(url).catch(() => undefined)
      if (outcome?.kind === 'held') return { guard: outcome.guard, adopted: true }
      if (outcome?.kind === 'taken' && Date.now() - began > (outcome.isClosing ? CLOSING_MS : patienceMs))
        throw alreadyRunning(location.dataDir)
      await sleep(200)
      if (!outcome) attempt++
      continue
    }
    const outcome = await start()
    if (outcome.kind === 'started') {
      // It may be gone again: then once more from the beginning.
      const held = await takeGuard(url).catch(() => undefined)
      if (held?.kind === 'held') return { guard: held.guard, adopted: false }
    } else if (outcome.kind === 'failed') reason = outcome.reason
    // A failure may come from a race with another start, or from children of a killed server: they leave within seconds.
    if (outcome.kind === 'failed' && attempt >= 3) break
    attempt++
    await sleep(250)
  }
  throw new StartError(`No se pudo iniciar la base de datos en ${location.clusterDir}: ${reason || 'otro proceso de PostgreSQL la ocupa'}.`)
}

/** Whether this cluster's server lives; if it only seems to, its locks are cleared so that a new one can start. */
async function findLiving(location: Location, url: string): Promise<boolean> {
  const postmaster = readPostmaster(location.clusterDir)
  if (!postmaster) return false
  const state = postmasterState(postmaster, location.clusterDir)
  if (state === 'running') return (await probe(url)) !== 'absent' || stillExists(location)
  // A process of another container answers on the socket of a shared folder, and its pid is not visible here.
  if ((await probe(url)) !== 'absent')
    throw new StartError(
      `Otro contenedor o máquina usa ya la base de datos de ${location.dataDir}: deténgalo primero, o use otra DATA_DIR.`,
    )
  if (state !== 'gone') clearLocks(location.clusterDir, postmaster)
  return false
}

// Between its start and its first answer, or while it closes, a server is alive but silent: wait for it, start no other.
async function stillExists(location: Location): Promise<boolean> {
  await sleep(100)
  const postmaster = readPostmaster(location.clusterDir)
  return postmaster !== undefined && postmasterState(postmaster, location.clusterDir) === 'running'
}

export const alreadyRunning = (dataDir: string) =>
  new StartError(`Yupana ya está en marcha con la carpeta de datos ${dataDir}: ciérrelo primero (Ctrl-C), o use otra DATA_DIR.`)
