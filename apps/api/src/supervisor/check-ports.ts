import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { usesOutsideDatabase, type Config } from '../config/config.ts'
import { alreadyRunning } from '../db/embedded/occupy.ts'
import { supervisionOf, type Supervision } from '../db/embedded/running.ts'
import { StartError } from '../instalacion/start-error.ts'
import { portProblem } from './ports.ts'

/** How long a busy port may be the last breath of an earlier start of ours. */
const PATIENCE_MS: Readonly<Record<Supervision, number>> = { none: 0, supervised: 3000, abandoned: 6000, closing: 90_000 }

/** Throws a StartError unless the ports to be used are free, before anything is started. */
export async function checkPorts(config: Config): Promise<void> {
  for (const began = Date.now(); ; await sleep(200)) {
    const problem =
      (await portProblem('PORT', config.host, config.port)) ??
      (config.simulador ? await portProblem('SIMULADOR_PORT', '127.0.0.1', config.simuladorPort) : undefined)
    if (!problem) return
    if (!problem.isBusy) throw new StartError(problem.line)
    const supervision = usesOutsideDatabase(config) ? 'abandoned' : await supervisionOf(config.dataDir)
    if (Date.now() - began < PATIENCE_MS[supervision]) continue
    throw supervision === 'supervised' ? alreadyRunning(path.resolve(config.dataDir)) : new StartError(problem.line)
  }
}
