import { setTimeout as sleep } from 'node:timers/promises'

import { StartError } from '../../src/instalacion/start-error.ts'
import { endInOrder, fillDisk, killDatabase, LEASE_S, replaceAndKill, stopWorker, takeConnections } from './disturb.ts'
import { isOver, Keeper, type Slaughter } from './keeper.ts'
import { API_POINTS, WORKER_POINTS } from './options.ts'
import type { Program } from './scene.ts'
import type { Victim } from './victim.ts'

/**
 * Milliseconds that a running process may live: an armed one without passing its point, and a free one, which sometimes ends while
 * starting.
 */
const ARMED_MS = 8000
const STARTING_MS = [20, 1200] as const
const WORKING_MS = [50, 2500] as const
const START_MS = 8000
/** Consecutive accidents after which the run gives up. */
const HOPELESS = 10

const untilUp = ({ scene }: Slaughter, program: Program, victim: Victim) =>
  Promise.race([program === 'api' ? scene.untilApiAnswers() : victim.ready, victim.death, sleep(START_MS)])

/** A process that dies at its crash point, or is killed when it does not reach it in time. */
async function armedLife(slaughter: Slaughter, program: Program, victim: Victim): Promise<void> {
  await untilUp(slaughter, program, victim)
  await Promise.race([victim.death, sleep(ARMED_MS)])
}

/** A free process: one in five is killed while starting, the others while working. */
async function lifeOf(slaughter: Slaughter, program: Program, victim: Victim): Promise<void> {
  const { random } = slaughter
  const isCutShort = random.chance(0.2)
  const [min, max] = isCutShort ? STARTING_MS : WORKING_MS
  const time = random.between(min, max)
  if (!isCutShort) await untilUp(slaughter, program, victim)
  await sleep(time)
}

/**
 * Kills one program again and again: half of the times at a named point (always, if points were requested), half at any moment. It is
 * running when this returns.
 */
async function reap(slaughter: Slaughter, program: Program): Promise<Victim> {
  const { scene, random, tally, options } = slaughter
  const points = (program === 'api' ? API_POINTS : WORKER_POINTS).filter((point) => options.points.includes(point))
  let queue: string[] = []
  let accidents = 0
  while (!isOver(slaughter)) {
    // For about half of the new processes, leases of killed ones have expired, as if they started a minute later.
    if (program === 'worker' && random.chance(0.5)) await scene.jump(LEASE_S)
    if (queue.length === 0) queue = random.shuffled<string>(points)
    const point = random.chance(options.aimed) ? queue.pop() : undefined
    const victim = scene.start(program, point && `${point}:${random.between(1, 4)}`)
    await Promise.race([victim.death, (point ? armedLife : lifeOf)(slaughter, program, victim)])
    const died = victim.isDead
    victim.kill()
    const { code, signal } = await victim.death
    if (signal === 'SIGKILL') {
      accidents = 0
      tally.killed(died ? (point ?? '?') : `${program} al azar`)
    } else {
      tally.accidents.push(`${program}: código ${code ?? signal}`)
      if (++accidents >= HOPELESS) throw new StartError(`${program} no arranca: vea ${scene.folder}/procesos.log.`)
      await sleep(300)
    }
  }
  return scene.start(program)
}

/** Kills by the mode of the run; both programs are running when this returns. */
export async function slaughter(run: Slaughter): Promise<{ api: Keeper; worker: Keeper }> {
  const { scene, options } = run
  const keep = (program: Program, victim = scene.start(program)) => new Keeper(run, program, victim)
  switch (options.mode) {
    case 'app': {
      const worker = keep('worker')
      return { worker, api: keep('api', await reap(run, 'api')) }
    }
    case 'worker': {
      const api = keep('api')
      return { api, worker: keep('worker', await reap(run, 'worker')) }
    }
    case 'both': {
      const [api, worker] = await Promise.all([reap(run, 'api'), reap(run, 'worker')])
      return { api: keep('api', api), worker: keep('worker', worker) }
    }
    case 'database': {
      const both = { api: keep('api'), worker: keep('worker') }
      while (!isOver(run)) await killDatabase(run)
      // The database is down now, and the next step needs it.
      await scene.untilServing(run.signal)
      return both
    }
    case 'stop': {
      const both = { api: keep('api'), worker: keep('worker') }
      while (!isOver(run)) await stopWorker(run, both.worker)
      return both
    }
    case 'deploy': {
      const both = { api: keep('api'), worker: keep('worker') }
      while (!isOver(run)) await endInOrder(run, both)
      return both
    }
    case 'certificate': {
      const both = { api: keep('api'), worker: keep('worker') }
      while (!isOver(run)) await replaceAndKill(run, both.worker)
      return both
    }
    case 'resources': {
      const both = { api: keep('api'), worker: keep('worker') }
      await Promise.race([scene.untilApiAnswers(), scene.failed])
      while (!isOver(run)) await (run.random.chance(0.5) ? takeConnections : fillDisk)(run)
      return both
    }
  }
}
