import { fork, type ChildProcess } from 'node:child_process'
import { pathToFileURL } from 'node:url'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export interface ResultadoRevision {
  checked: number
  violations: number
  seconds: number
}

export interface RevisionOptions {
  /** The built command of `npm run invariantes`. */
  readonly script: string
  readonly preload: string
  readonly env: NodeJS.ProcessEnv
  /** Receives the findings; undefined where the command gave none. */
  readonly onResult: (result: ResultadoRevision | undefined) => void
  readonly firstMs?: number
  readonly everyMs?: number
}

/** Runs `npm run invariantes` an hour after the start and once a day, in a process of its own. The command changes nothing. */
export class RevisionDiaria {
  readonly #options: RevisionOptions
  #timer: NodeJS.Timeout | undefined
  #running: ChildProcess | undefined

  constructor(options: RevisionOptions) {
    this.#options = options
  }

  start(): void {
    this.#in(this.#options.firstMs ?? HOUR_MS)
  }

  #in(milliseconds: number): void {
    this.#timer = setTimeout(() => this.#look(), milliseconds)
    this.#timer.unref()
  }

  #look(): void {
    const { script, preload, env, onResult, everyMs = DAY_MS } = this.#options
    const child = (this.#running = fork(script, [], {
      env,
      execArgv: ['--import', pathToFileURL(preload).href],
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
      detached: true,
    }))
    let said = ''
    child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()))
    // `close` follows also where the command could not be started.
    child.once('error', () => undefined)
    child.once('close', () => {
      if (this.#running !== child) return
      this.#running = undefined
      onResult(resultIn(said))
      this.#in(everyMs)
    })
  }

  stop(): void {
    clearTimeout(this.#timer)
    const child = this.#running
    this.#running = undefined
    child?.kill('SIGKILL')
  }
}

/** The result in the last line of the command's output; undefined where that line is no result. */
function resultIn(said: string): ResultadoRevision | undefined {
  try {
    return JSON.parse(said.trim().split('\n').at(-1) ?? '') as ResultadoRevision
  } catch {
    return undefined
  }
}
