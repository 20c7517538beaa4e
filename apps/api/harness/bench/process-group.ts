import { newestBuild } from '../../src/instalacion/built.ts'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const GRACE_MS = 20_000

export const apiDist = (file: string) => path.join(newestBuild('api'), file)
export const simuladorDist = (file: string) => path.join(newestBuild('sri-simulator'), file)

export interface StartOptions {
  readonly args?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  readonly execArgv?: readonly string[]
}

const complain = (line: string) => void (line.includes('"level":"info"') || process.stderr.write(`${line}\n`))

const living = new Set<ChildProcess>()
// They end with this process in any case: also by themselves when their channel breaks.
process.on('exit', () => {
  for (const child of living) child.kill('SIGKILL')
})

/** Starts a program as a process that ends with this one. Its log is hidden, its errors are shown. */
export function startProcess(script: string, { args = [], env = process.env, execArgv = [] }: StartOptions = {}): ChildProcess {
  const child = fork(script, args, {
    env,
    execArgv: [...execArgv, '--enable-source-maps', '--import', pathToFileURL(apiDist('exit-with-parent.js')).href],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    detached: true,
  })
  if (child.stderr) createInterface({ input: child.stderr }).on('line', complain)
  living.add(child)
  child.once('exit', () => living.delete(child))
  return child
}

/** The next message of a kind; rejects if the process ends first. */
export function messageOf<T>(child: ChildProcess, accept: (message: unknown) => message is T): Promise<T> {
  return new Promise((resolve, reject) => {
    if (!child.connected) return reject(new Error(`${child.spawnargs.slice(1).join(' ')} is gone`))
    const settle = () => {
      child.off('message', onMessage)
      child.off('exit', onExit)
    }
    const onMessage = (message: unknown) => {
      if (!accept(message)) return
      settle()
      resolve(message)
    }
    const onExit = (code: number | null) => {
      settle()
      reject(new Error(`${child.spawnargs.slice(1).join(' ')} ended with ${code} before its time`))
    }
    child.on('message', onMessage)
    child.on('exit', onExit)
  })
}

export const isReady = (message: unknown): message is 'ready' => message === 'ready'

/** Asks a process to end, and kills it otherwise. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const deadline = setTimeout(() => child.kill('SIGKILL'), GRACE_MS)
  child.kill('SIGTERM')
  await once(child, 'exit')
  clearTimeout(deadline)
}
