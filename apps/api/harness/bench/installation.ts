import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import os from 'node:os'
import path from 'node:path'

import { readConfig, type Config } from '../../src/config/config.ts'
import { startEmbeddedDatabase } from '../../src/db/embedded/embedded-database.ts'
import { readPostmaster } from '../../src/db/embedded/postmaster.ts'
import { supervisionOf } from '../../src/db/embedded/running.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '../../src/db/open-database.ts'
import { childEnvironments } from '../../src/supervisor/child-environment.ts'
import { untilHealthy, untilListening } from '../../src/supervisor/ready.ts'
import { cpuOf, cpuOfTree } from './cpu.ts'
import { preloadStatements } from './statements.ts'
import { apiDist, isReady, messageOf, simuladorDist, startProcess, stopProcess } from './process-group.ts'

export const PREFIX = 'yupana-bench-'
export const CLAVE_MAESTRA = 'clave maestra de las mediciones, solo para ellas'
const READY_MS = 60_000
const HOUR = 3_600_000

export interface InstallationOptions {
  /** A folder to keep; by default a temporary one. */
  readonly dataDir?: string | undefined
  /** Settings besides those of every measurement. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** Whether documents of environment PRUEBAS go to the simulator too. */
  readonly pruebasToSimulador?: boolean | undefined
  /** Whether to start only database and API, without worker and simulator. */
  readonly apiOnly?: boolean | undefined
  /** Folder for CPU profiles of API and worker. */
  readonly perfil?: string | undefined
  /** Whether API and worker collect garbage on `COLLECT`. */
  readonly collects?: boolean | undefined
}

/** Signal for a full collection: an idle V8 may keep garbage for any time. */
export const COLLECT = 'SIGUSR2'
const COLLECTS = ['--expose-gc', '--import', `data:text/javascript,process.on('${COLLECT}', () => globalThis.gc())`]

/** API, worker, simulator and database, each a process as in `npm start`, but without the watch of the page. */
export interface Installation {
  readonly config: Config
  readonly database: OpenDatabase
  readonly baseUrl: string
  readonly api: ChildProcess
  readonly worker: ChildProcess | undefined
  readonly simulador: ChildProcess | undefined
  /** Milliseconds from start to ready. */
  readonly readyMs: { readonly api: number; readonly worker: number }
  /** CPU milliseconds so far of API, worker and database. */
  cpu(): Cpu
  /** Starts another worker and ends it. @returns milliseconds from start to ready */
  startAnotherWorker(): Promise<number>
  /** Ends the worker and starts one with other settings. */
  replaceWorker(env: Readonly<Record<string, string>>): Promise<void>
  stop(): Promise<void>
}

export interface Cpu {
  readonly api: number
  readonly worker: number
  readonly database: number
  readonly simulador: number
}

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

const opened = new Set<() => Promise<void>>()
/** Ends all running installations, after Ctrl-C and failures. */
export const closeAll = async (): Promise<void> => void (await Promise.allSettled([...opened].map((close) => close())))

async function ready(child: ChildProcess, probe: (signal: AbortSignal) => Promise<void>, what: string): Promise<void> {
  const abort = new AbortController()
  const end = () => abort.abort()
  const timer = setTimeout(end, READY_MS)
  child.once('exit', end)
  try {
    await probe(abort.signal)
    if (abort.signal.aborted) throw new Error(`${what} ended, or was not ready within ${READY_MS / 1000} s`)
  } finally {
    clearTimeout(timer)
    child.off('exit', end)
    end()
  }
}

export async function startInstallation({
  dataDir,
  env = {},
  pruebasToSimulador = false,
  apiOnly = false,
  perfil,
  collects = false,
}: InstallationOptions = {}): Promise<Installation> {
  const folder = dataDir ?? (await temporaryFolder())
  const ports = [await freePort(), await freePort()] as const
  const settings = {
    CLAVE_MAESTRA,
    LIMITE_BUSQUEDAS: '0',
    LIMITE_LECTURAS: '0',
    LIMITE_ESCRITURAS: '0',
    LIMITE_CALCULOS: '0',
    LIMITE_EMISIONES: '0',
    DATA_DIR: folder,
    PORT: String(ports[0]),
    SIMULADOR_PORT: String(ports[1]),
    ...(pruebasToSimulador && { SRI_PRUEBAS_URL: `http://127.0.0.1:${ports[1]}/comprobantes-electronicos-ws` }),
    ...env,
  }
  const config = readConfig(settings)
  const database = perfil ? await openWithStatements(config) : await openDatabase(config, () => undefined)
  const children: ChildProcess[] = []
  const stop = async () => {
    opened.delete(stop)
    for (const child of children) await stopProcess(child)
    await database.close()
    if (dataDir === undefined) rmSync(folder, { recursive: true, force: true })
  }
  opened.add(stop)
  try {
    await migrate(database.adminUrl)
    // Empty, not absent: a .env of this installation must not reach the measurement.
    const neutral = {
      RELOJ: '',
      DATABASE_URL: '',
      DATABASE_URL_API: '',
      DATABASE_URL_WORKER: '',
      DATABASE_ADMIN_URL: '',
      SMTP_URL: '',
      SENTRY_DSN: '',
      SEGMENTO: 'app',
      HOST: '127.0.0.1',
    }
    const environments = childEnvironments({ ...bare(), ...neutral, ...settings }, config, CLAVE_MAESTRA, database)
    const measured = [...(perfil ? ['--cpu-prof', `--cpu-prof-dir=${perfil}`] : []), ...(collects ? COLLECTS : [])]
    const start = (script: string, environment: NodeJS.ProcessEnv, execArgv: string[] = []) => {
      const child = startProcess(script, { env: environment, execArgv })
      children.unshift(child)
      return child
    }
    const simulador = apiOnly ? undefined : start(simuladorDist('main.js'), environments.simulador)
    if (simulador) await ready(simulador, (signal) => untilListening('127.0.0.1', config.simuladorPort, signal), 'the simulator')
    const startWorker = async (more: Readonly<Record<string, string>> = {}) => {
      const began = performance.now()
      const child = start(apiDist('worker.js'), { ...environments.worker, ...more }, measured)
      await messageOf(child, isReady)
      return { child, ms: performance.now() - began }
    }
    const started = apiOnly ? undefined : await startWorker()
    const worker = started?.child
    const apiBegan = performance.now()
    const api = start(apiDist('main.js'), environments.api, measured)
    await ready(api, (signal) => untilHealthy(`http://127.0.0.1:${config.port}/app/v1/salud`, signal), 'the API')
    const apiMs = performance.now() - apiBegan
    const postmaster = database.embedded ? (readPostmaster(database.embedded.clusterDir)?.pid ?? 0) : 0
    const pid = (child: ChildProcess | undefined) => child?.pid ?? 0
    return {
      config,
      database,
      api,
      worker,
      simulador,
      stop,
      baseUrl: `http://127.0.0.1:${config.port}/app`,
      readyMs: { api: apiMs, worker: started?.ms ?? 0 },
      startAnotherWorker: async () => {
        const { child, ms } = await startWorker()
        await stopProcess(child)
        return ms
      },
      replaceWorker: async (more) => {
        if (worker) await stopProcess(worker)
        await startWorker(more)
      },
      cpu: () => ({
        api: cpuOf(pid(api)),
        worker: worker ? cpuOf(pid(worker)) : 0,
        database: cpuOfTree(postmaster),
        simulador: simulador ? cpuOf(pid(simulador)) : 0,
      }),
    }
  } catch (error) {
    await stop()
    throw error
  }
}

export const cpuSince = (before: Cpu, after: Cpu): Cpu => ({
  api: after.api - before.api,
  worker: after.worker - before.worker,
  database: after.database - before.database,
  simulador: after.simulador - before.simulador,
})

async function openWithStatements(config: Config): Promise<OpenDatabase> {
  const first = await openDatabase(config, () => undefined)
  await preloadStatements(first.adminUrl).finally(() => first.close())
  return openDatabase(config, () => undefined)
}

/** Only the part of our environment that every program needs. */
const bare = (): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'], HOME: process.env['HOME'], TMPDIR: process.env['TMPDIR'] })

async function temporaryFolder(): Promise<string> {
  await sweep()
  const folder = mkdtempSync(path.join(os.tmpdir(), PREFIX))
  // Started by root, the database runs as another user, who needs access to this folder.
  chmodSync(folder, 0o711)
  return folder
}

/** Removes processes and files of killed measurements. */
async function sweep() {
  for (const name of readdirSync(os.tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = path.join(os.tmpdir(), name)
    try {
      const supervision = await supervisionOf(folder)
      if (supervision === 'abandoned') await (await startEmbeddedDatabase({ dataDir: folder, onProgress: () => undefined })).stop()
      // A new installation does not answer yet either, so only old folders count.
      const isOld = Date.now() - statSync(folder).mtimeMs > HOUR
      if (supervision === 'abandoned' || (supervision === 'none' && isOld)) rmSync(folder, { recursive: true, force: true })
    } catch {
      // Another measurement is sweeping, or the folder belongs to another user.
    }
  }
}
