import { fork, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setPriority } from 'node:os'
import { pathToFileURL } from 'node:url'

import { StartError } from '../instalacion/start-error.ts'

export interface ChildOptions {
  /** What it is called on screen: "El servidor". */
  readonly name: string
  readonly script: string
  readonly env: NodeJS.ProcessEnv
  /** Module that ends the child with its parent. */
  readonly preload: string
  readonly onProgress: (line: string) => void
  /** False: it ends by itself when its work is done. */
  readonly keep?: boolean
  /** Milliseconds to finish its work after being told to end. */
  readonly graceMs?: number
  readonly backoffMs?: readonly number[]
  /** A life longer than this forgives the failures before it. */
  readonly healthyAfterMs?: number
}

const BACKOFF_MS = [500, 1000, 2000, 5000, 10_000, 30_000]
const HEALTHY_AFTER_MS = 60_000
const GRACE_MS = 20_000
const EARLY_FAILURES = 3

/** A process kept alive: started again, ever more slowly, whenever it dies without having been told to. */
export class Child {
  readonly #options: ChildOptions
  #process: ChildProcess | undefined
  #timer: NodeJS.Timeout | undefined
  #failures = 0
  #isStopping = false
  #wasReady = false
  #giveUp: ((error: StartError) => void) | undefined

  constructor(options: ChildOptions) {
    this.#options = options
  }

  get pid() {
    return this.#process?.pid
  }

  start() {
    const { script, env, preload, name } = this.#options
    if (!existsSync(script)) throw new StartError(`${name} no está construido (falta ${script}): ejecute npm start.`)
    const began = Date.now()
    const child = fork(script, [], {
      env,
      execArgv: ['--enable-source-maps', '--import', pathToFileURL(preload).href],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // In a group of its own: Ctrl-C reaches the supervisor alone, which then ends all in order.
      detached: true,
    })
    this.#process = child
    if (this.#options.keep === false) trySetLowPriority(child.pid)
    child.once('error', (error) => this.#options.onProgress(`${name} no se pudo iniciar: ${error.message}`))
    child.once('exit', (code, signal) => this.#ended(began, code, signal))
  }

  /** Resolves when `probe` does; rejects when the process dies again and again before that. */
  async untilReady(probe: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const abort = new AbortController()
    const givenUp = new Promise<never>((_, reject) => (this.#giveUp = reject))
    try {
      await Promise.race([probe(abort.signal), givenUp])
      this.#wasReady = true
    } finally {
      abort.abort()
    }
  }

  /** Asks it to end and waits; after its time it is killed. */
  async stop(graceMs: number = this.#options.graceMs ?? GRACE_MS): Promise<void> {
    this.#isStopping = true
    clearTimeout(this.#timer)
    this.#giveUp?.(new StartError('Inicio interrumpido.'))
    const child = this.#process
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    await new Promise<void>((resolve) => {
      const deadline = setTimeout(() => child.kill('SIGKILL'), graceMs)
      child.once('exit', () => {
        clearTimeout(deadline)
        resolve()
      })
      child.kill('SIGTERM')
    })
  }

  kill() {
    this.#isStopping = true
    clearTimeout(this.#timer)
    this.#process?.kill('SIGKILL')
  }

  #ended(began: number, code: number | null, signal: string | null) {
    const { name, onProgress, keep = true, backoffMs = BACKOFF_MS, healthyAfterMs = HEALTHY_AFTER_MS } = this.#options
    if (this.#isStopping || (!keep && code === 0)) return
    const how = signal ? `señal ${signal}` : `código ${code}`
    if (!keep) return onProgress(`${name}: terminó antes de tiempo (${how}).`)
    this.#failures = Date.now() - began > healthyAfterMs ? 1 : this.#failures + 1
    if (!this.#wasReady && this.#failures >= EARLY_FAILURES && this.#giveUp) {
      this.#giveUp(new StartError(`${name} no arranca (${how}): vea los mensajes de arriba.`))
      return
    }
    const delay = backoffMs[Math.min(this.#failures, backoffMs.length) - 1] ?? 0
    onProgress(`${name} terminó (${how}); se inicia de nuevo en ${delay / 1000} s.`)
    this.#timer = setTimeout(() => this.start(), delay)
  }
}

function trySetLowPriority(pid: number | undefined) {
  try {
    if (pid) setPriority(pid, 10)
  } catch {
    // Already ended, or not allowed: it only runs a little earlier than the people in front of the screen would like.
  }
}
