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
// Whatever ends this process ends them: they also end by themselves when their channel to it breaks.
process.on('exit', () => {
  for (const child of living) child.kill('SIGKILL')
})

/** A program of ours as a process of its own, that ends with this one. Its log is not shown, its complaints are. */
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

/** The next message of a kind; rejects when the process ends before. */
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

/** Asks it to end, and kills it when it does not. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const deadline = setTimeout(() => child.kill('SIGKILL'), GRACE_MS)
  child.kill('SIGTERM')
  await once(child, 'exit')
  clearTimeout(deadline)
}
