import { setTimeout as sleep } from 'node:timers/promises'

import { probe } from '../db/embedded/guard.ts'
import { StartError } from '../start-error.ts'
import { API_POINTS, WORKER_POINTS, type CrashOptions } from './options.ts'
import type { Random } from './random.ts'
import type { Program, Scene } from './scene.ts'
import type { Victim } from './victim.ts'

/** How long an armed process may live, once it is up, without passing its point, and a free one: some end while they start, milliseconds. */
const ARMED_MS = 8000
const STARTING_MS = [20, 1200] as const
const WORKING_MS = [50, 2500] as const
const START_MS = 8000
const LEASE_S = 61
/** Accidents in a row after which a program is not merely unlucky. */
const HOPELESS = 10

/** What was killed, where. */
export class Tally {
  kills = 0
  /** Lives that ended without having been killed: programs that could not cope. */
  readonly accidents: string[] = []
  readonly hits = new Map<string, number>()
  readonly #onKill: (kills: number) => void

  constructor(onKill: (kills: number) => void) {
    this.#onKill = onKill
  }

  killed(where: string): void {
    this.kills++
    this.hits.set(where, (this.hits.get(where) ?? 0) + 1)
    this.#onKill(this.kills)
  }
}

interface Slaughter {
  scene: Scene
  random: Random
  tally: Tally
  options: CrashOptions
  signal: AbortSignal
}

const isOver = ({ tally, options, signal }: Slaughter) => signal.aborted || tally.kills >= options.kills

const untilUp = ({ scene }: Slaughter, program: Program, victim: Victim) =>
  Promise.race([program === 'api' ? scene.untilApiAnswers() : victim.ready, victim.death, sleep(START_MS)])

/** A life that ends at its point, or is ended when it has not passed there in its time. */
async function armedLife(slaughter: Slaughter, program: Program, victim: Victim): Promise<void> {
  await untilUp(slaughter, program, victim)
  await Promise.race([victim.death, sleep(ARMED_MS)])
}

/** A free life: one in five is cut short while it starts, the others while they work. */
async function lifeOf(slaughter: Slaughter, program: Program, victim: Victim): Promise<void> {
  const { random } = slaughter
  const isCutShort = random.chance(0.2)
  const [min, max] = isCutShort ? STARTING_MS : WORKING_MS
  const time = random.between(min, max)
  if (!isCutShort) await untilUp(slaughter, program, victim)
  await sleep(time)
}

/** Kills one program again and again: half of its lives end at a named point, half at any moment. Returns with it alive. */
async function reap(slaughter: Slaughter, program: Program): Promise<Victim> {
  const { scene, random, tally, options } = slaughter
  const points = (program === 'api' ? API_POINTS : WORKER_POINTS).filter((point) => options.points.includes(point))
  let queue: string[] = []
  let accidents = 0
  while (!isOver(slaughter)) {
    // Leases of the dead run out for about half of the new lives, as if they had come a minute later.
    if (program === 'worker' && random.chance(0.5)) await scene.jump(LEASE_S)
    if (queue.length === 0) queue = random.shuffled<string>(points)
    const point = random.chance(0.5) ? queue.pop() : undefined
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

/** Keeps a program alive that nobody means to kill, until `end` says so. */
export class Keeper {
  readonly #slaughter: Pick<Slaughter, 'scene' | 'tally'>
  readonly #program: Program
  #victim: Victim
  #isEnding = false

  constructor(slaughter: Pick<Slaughter, 'scene' | 'tally'>, program: Program, victim: Victim) {
    this.#slaughter = slaughter
    this.#program = program
    this.#victim = victim
    this.#watch(victim).catch(() => undefined)
  }

  async #watch(victim: Victim): Promise<void> {
    const { code, signal } = await victim.death
    if (this.#isEnding || victim !== this.#victim) return
    this.#slaughter.tally.accidents.push(`${this.#program}: código ${code ?? signal}`)
    await sleep(300)
    if (!this.#isEnding) this.use(this.#slaughter.scene.start(this.#program))
  }

  get victim(): Victim {
    return this.#victim
  }

  /** From now on this life is the one that counts. */
  use(victim: Victim): void {
    this.#victim = victim
    this.#watch(victim).catch(() => undefined)
  }

  async end(): Promise<void> {
    this.#isEnding = true
    await this.#victim.stop()
  }

  /** Ends it in order and starts another. */
  async restart(): Promise<void> {
    const old = this.#victim
    this.#victim = undefined as never
    await old.stop()
    this.use(this.#slaughter.scene.start(this.#program))
  }
}

/** Now and then once more while it recovers; never again and again, or its supervisor rightly gives up. */
async function killDatabase({ scene, random, tally, signal }: Slaughter): Promise<void> {
  if (tally.kills % 4 !== 3) {
    while ((await probe(scene.database.adminUrl)) !== 'ready' && !signal.aborted) await sleep(100)
    await sleep(random.between(500, 3500))
  } else await sleep(random.between(50, 500))
  const pid = scene.postmasterPid()
  if (!pid || pid <= 0) return
  try {
    process.kill(pid, 'SIGKILL')
    tally.killed('base de datos')
  } catch {
    // Not up again yet.
  }
}

/** A worker that sleeps while another takes its place, and wakes up with answers nobody waits for any more (C19). */
async function stopWorker({ scene, random, tally }: Slaughter, keeper: Keeper): Promise<void> {
  await Promise.race([keeper.victim.ready, sleep(3000)])
  await sleep(random.between(300, 1500))
  const zombie = keeper.victim
  zombie.kill('SIGSTOP')
  await scene.jump(LEASE_S)
  const heir = scene.start('worker')
  keeper.use(heir)
  await Promise.race([heir.ready, heir.death, sleep(5000)])
  await sleep(random.between(300, 1500))
  zombie.kill('SIGCONT')
  await sleep(random.between(200, 1200))
  zombie.kill()
  await zombie.death
  tally.killed('trabajador detenido y despertado')
}

/** Kills by the mode of the run. Returns, when enough have died, with both programs alive. */
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
      return both
    }
    case 'stop': {
      const both = { api: keep('api'), worker: keep('worker') }
      while (!isOver(run)) await stopWorker(run, both.worker)
      return both
    }
  }
}
