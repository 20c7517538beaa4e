import { fork, type ChildProcess } from 'node:child_process'
import { pathToFileURL } from 'node:url'

export interface Death {
  code: number | null
  signal: NodeJS.Signals | null
}

/** A running program of the product; it is killed when the runner ends. */
export class Victim {
  readonly process: ChildProcess
  readonly death: Promise<Death>
  #isDead = false
  /** Resolves when the worker reports it; stays pending for programs that never do. */
  readonly ready: Promise<void>

  constructor({ script, preload, env, log }: { script: string; preload: string; env: NodeJS.ProcessEnv; log: number }) {
    this.process = fork(script, [], {
      env,
      execArgv: ['--enable-source-maps', '--import', pathToFileURL(preload).href],
      stdio: ['ignore', log, log, 'ipc'],
      // Ctrl-C must reach only the runner, which ends all in order.
      detached: true,
    })
    this.death = new Promise((resolve) => {
      const over = (death: Death) => {
        this.#isDead = true
        resolve(death)
      }
      this.process.once('exit', (code, signal) => over({ code, signal }))
      this.process.once('error', () => over({ code: 1, signal: null }))
    })
    this.ready = new Promise((resolve) => this.process.once('message', () => resolve()))
  }

  get isDead(): boolean {
    return this.#isDead
  }

  kill(signal: NodeJS.Signals = 'SIGKILL'): void {
    this.process.kill(signal)
  }

  /** Asks the process to end, and kills it after `graceMs`. */
  async stop(graceMs = 25_000): Promise<Death> {
    this.kill('SIGTERM')
    const deadline = setTimeout(() => this.kill(), graceMs)
    const death = await this.death
    clearTimeout(deadline)
    return death
  }
}
