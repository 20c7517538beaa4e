import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

import { rootFolder } from '../instalacion/root-folder.ts'
import { type Pedido, READY, type Respuesta } from './mensaje.ts'

const START_MS = 20_000
/** On a machine that gives this process no turn, work may take so many times its deadline by the clock. */
const MOST_TIMES = 2
/** How soon the deadline is looked at again. */
const LOOK_MS = 20
const LIMITS = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }
const THREAD = 'imprenta.thread.js'

/** In the build beside this piece, or above it when it became part of a command; from source, what the tests built. */
export function threadFile(): string {
  const here = fileURLToPath(import.meta.url)
  if (here.endsWith('.ts')) return path.join(rootFolder(), 'node_modules/.yupana/threads', THREAD)
  const beside = path.join(path.dirname(here), THREAD)
  return existsSync(beside) ? beside : path.join(path.dirname(here), '..', THREAD)
}

/** Why a thread gave no answer; it is not used again. */
export class HiloError extends Error {
  override readonly name = 'HiloError'
}

/** One thread that does one piece of work at a time, and is ended when it does not come back. */
export class Hilo {
  readonly #worker: Worker
  readonly #ready: Promise<void>
  #fail: (error: HiloError) => void = () => undefined
  #done: (respuesta: Respuesta) => void = () => undefined
  #isDead = false

  constructor(file: string | URL) {
    this.#worker = new Worker(file, { resourceLimits: LIMITS, env: {}, execArgv: [] })
    this.#ready = new Promise((resolve, reject) => {
      this.#fail = reject
      this.#worker.on('message', (message: Respuesta | typeof READY) => (message === READY ? resolve() : this.#done(message)))
    })
    this.#ready.catch(() => undefined)
    // Out of memory comes as an error too.
    this.#worker.on('error', (error) => this.#end(new HiloError(error.message)))
    this.#worker.on('exit', (code) => this.#end(new HiloError(`the thread ended with ${code}`)))
  }

  get isDead(): boolean {
    return this.#isDead
  }

  #end(error: HiloError): void {
    this.#isDead = true
    this.#fail(error)
  }

  /**
   * @throws HiloError when it died, was ended, or did not come back within `plazoMs` of processor time of this whole process, at most
   * `MOST_TIMES` as long by the clock: a clock alone would end what a machine crowded by others never let begin
   */
  async hacer(pedido: Pedido, plazoMs: number): Promise<Respuesta> {
    this.#worker.ref()
    let timer: NodeJS.Timeout | undefined
    const limit = (ms: number, message: string) => void (timer = setTimeout(() => void this.end(new HiloError(message)), ms))
    try {
      limit(START_MS, 'the thread did not start')
      await this.#ready
      clearTimeout(timer)
      return await new Promise<Respuesta>((resolve, reject) => {
        if (this.#isDead) return reject(new HiloError('the thread is gone'))
        this.#done = resolve
        this.#fail = reject
        const [begun, worked] = [performance.now(), process.cpuUsage()]
        const look = () => {
          const { user, system } = process.cpuUsage(worked)
          const left = Math.min(plazoMs - (user + system) / 1_000, MOST_TIMES * plazoMs - (performance.now() - begun))
          if (left <= 0) void this.end(new HiloError(`no answer within ${plazoMs} ms`))
          else timer = setTimeout(look, Math.max(left, LOOK_MS))
        }
        timer = setTimeout(look, plazoMs)
        this.#worker.postMessage(pedido)
      })
    } finally {
      clearTimeout(timer)
      this.#worker.unref()
    }
  }

  async end(error = new HiloError('the thread was ended')): Promise<void> {
    this.#end(error)
    await this.#worker.terminate()
  }
}
