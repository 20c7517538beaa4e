import { setTimeout as sleep } from 'node:timers/promises'

import type { CrashOptions } from './options.ts'
import type { Random } from '../../src/testing/random.ts'
import type { Program, Scene } from './scene.ts'
import type { Victim } from './victim.ts'

/** Kills, by place. */
export class Tally {
  kills = 0
  /** Programs that ended without being killed. */
  readonly accidents: string[] = []
  /** Violations by a disturbed program, in Spanish. */
  readonly broken: string[] = []
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

/** Context of the kinds of kills. */
export interface Slaughter {
  scene: Scene
  random: Random
  tally: Tally
  options: CrashOptions
  signal: AbortSignal
  /** Replaces the certificate of one company, drawn at random. */
  replaceCertificate: (pick: number) => Promise<void>
}

export const isOver = ({ tally, options, signal }: Slaughter) => signal.aborted || tally.kills >= options.kills

/** Restarts a program that should not die, until `end`. */
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

  /** Watches this process from now on. */
  use(victim: Victim): void {
    this.#victim = victim
    this.#watch(victim).catch(() => undefined)
  }

  /** Starts another process instead of the present one, which its killer ends. */
  replace(): void {
    this.use(this.#slaughter.scene.start(this.#program))
  }

  /** Stops watching: the caller ends the present process, and `use` names the next. */
  release(): void {
    this.#victim = undefined as never
  }

  async end(): Promise<void> {
    this.#isEnding = true
    await this.#victim.stop()
  }

  /** Ends the process in order and starts another. */
  async restart(): Promise<void> {
    const old = this.#victim
    this.#victim = undefined as never
    await old.stop()
    this.use(this.#slaughter.scene.start(this.#program))
  }
}
