import { chmodSync, closeSync, cpSync, mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { newestBuild } from '../../src/instalacion/built.ts'
import { formatRelojOffset } from '../../src/proceso/clock.ts'
import { readConfig, type Config } from '../../src/config/config.ts'
import { startEmbeddedDatabase } from '../../src/db/embedded/embedded-database.ts'
import { probe } from '../../src/db/embedded/guard.ts'
import { readPostmaster } from '../../src/db/embedded/postmaster.ts'
import { supervisionOf } from '../../src/db/embedded/running.ts'
import { createPool } from '../../src/db/connect.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '../../src/db/open-database.ts'
import { rootFolder } from '../../src/instalacion/root-folder.ts'
import { reviewInvariantes, type Informe } from '../../src/invariantes/revisar.ts'
import { StartError } from '../../src/instalacion/start-error.ts'
import { childEnvironments } from '../../src/supervisor/child-environment.ts'
import { untilHealthy, untilListening } from '../../src/supervisor/ready.ts'
import { Control } from './control.ts'
import { Victim } from './victim.ts'

const PREFIX = 'yupana-crash-'

export type Program = 'api' | 'worker'

/** A whole installation in a temporary folder: its database with fsync on, its simulator, and the programs to be killed. */
export class Scene {
  readonly folder: string
  readonly config: Config
  readonly claveMaestra = 'clave de una instalación que se va a matar'
  database!: OpenDatabase
  control!: Control
  #dist!: string
  #log: number
  #lives = new Set<Victim>()
  #offset = 0
  #isClosing = false
  #failed: (error: StartError) => void = () => undefined
  /** Rejects after an error that the run cannot survive. */
  readonly failed = new Promise<never>((_, reject) => (this.#failed = reject))

  private constructor(folder: string, ports: readonly [number, number], smtpUrl: string) {
    this.folder = folder
    this.#log = openSync(path.join(folder, 'procesos.log'), 'a')
    this.failed.catch(() => undefined)
    this.config = readConfig({
      MODO: 'prueba',
      HOST: '127.0.0.1',
      PORT: String(ports[0]),
      SIMULADOR_PORT: String(ports[1]),
      DATA_DIR: folder,
      CLAVE_MAESTRA: this.claveMaestra,
      SEGMENTO: 'app',
      SMTP_URL: smtpUrl,
      // Keeps tests away from the SRI's own services.
      SRI_PRUEBAS_URL: `http://127.0.0.1:${ports[1]}/comprobantes-electronicos-ws`,
    })
  }

  /** @param smtpUrl mail server for environment PRUEBAS; when empty, mails stay in the outbox */
  static async open(onProgress: (line: string) => void, smtpUrl = ''): Promise<Scene> {
    await sweep()
    const folder = mkdtempSync(path.join(os.tmpdir(), PREFIX))
    // Started by root, the database runs as another user, who needs access to this folder.
    chmodSync(folder, 0o711)
    const scene = new Scene(folder, await freePorts(), smtpUrl)
    try {
      await scene.#bringUp(onProgress)
      return scene
    } catch (error) {
      await scene.close(true)
      throw error
    }
  }

  async #bringUp(onProgress: (line: string) => void): Promise<void> {
    // A copy, so that a build does not change the programs during the run.
    this.#dist = path.join(rootFolder(), 'node_modules/.yupana', path.basename(this.folder))
    for (const app of ['api', 'sri-simulator'] as const) cpSync(newestBuild(app), path.join(this.#dist, app), { recursive: true })
    this.database = await openDatabase(
      { ...this.config, databaseUrls: { DATABASE_URL_API: undefined, DATABASE_URL_WORKER: undefined, DATABASE_ADMIN_URL: undefined } },
      onProgress,
    )
    this.database.embedded?.onRestart((problem) => problem && this.#failed(problem))
    await migrate(this.database.adminUrl)
    const simulador = this.#start('sri-simulator/main.js', this.#environments().simulador)
    void simulador.death.then(() => this.#failed(new StartError('El simulador terminó.')))
    await untilListening('127.0.0.1', this.config.simuladorPort, AbortSignal.timeout(20_000))
    this.control = new Control(`http://127.0.0.1:${this.config.simuladorPort}/control`)
  }

  #environments() {
    // Settings here override all of the surrounding installation, its .env included.
    const base = {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PERMITIR_HTTP: '0',
      SMTP_URL: this.config.smtpUrl ?? '',
      SRI_PRUEBAS_URL: this.config.sriPruebasUrl,
      SENTRY_DSN: '',
      ANALITICA_URL: '',
      S3_URL: '',
      RUC_PROVEEDOR: '',
      SEGMENTO: 'app',
      URL_PUBLICA: '',
      RELOJ: '',
      LIMITE_BUSQUEDAS: '0',
      LIMITE_EMISIONES: '0',
      LIMITE_ESCRITURAS: '0',
      LIMITE_LECTURAS: '0',
    }
    return childEnvironments(base, { ...this.config, relojOffset: 0 }, this.claveMaestra, this.database)
  }

  #start(script: string, env: NodeJS.ProcessEnv): Victim {
    if (this.#isClosing) throw new StartError('La prueba terminó.')
    const victim = new Victim({
      script: path.join(this.#dist, script),
      preload: path.join(this.#dist, 'api/exit-with-parent.js'),
      env,
      log: this.#log,
    })
    this.#lives.add(victim)
    void victim.death.then(() => this.#lives.delete(victim))
    return victim
  }

  /** Starts a program, with or without a crash point. */
  start(program: Program, crashAt?: string): Victim {
    const { api, worker } = this.#environments()
    const reloj = formatRelojOffset(program === 'worker' ? this.#offset : 0)
    return this.#start(program === 'api' ? 'api/main.js' : 'api/worker.js', {
      ...(program === 'api' ? api : worker),
      RELOJ: reloj,
      ...(crashAt && { CRASH_AT: crashAt }),
    })
  }

  /** Moves the clock of later workers and of the authority, so that leases of killed workers expire without waiting. */
  async jump(seconds: number): Promise<void> {
    this.#offset += seconds * 1000
    await this.control.post('config', { desfaseReloj: this.#offset })
  }

  untilApiAnswers(): Promise<void> {
    return untilHealthy(this.#salud(), AbortSignal.timeout(10_000))
  }

  #salud(): string {
    return `http://127.0.0.1:${this.config.port}/${this.config.segmento}/v1/salud`
  }

  /** Waits until the database accepts connections and the API uses it, for any time or until the signal. */
  async untilServing(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await probe(this.database.adminUrl)) !== 'ready') await sleep(100)
    await untilHealthy(this.#salud(), signal)
  }

  now(): Date {
    return new Date(Date.now() + this.#offset)
  }

  /** Checks all invariants over the present data. */
  async review(now: () => Date = () => this.now()): Promise<Informe> {
    const { adminUrl, appUrl, workerUrl } = this.database
    const pools = {
      owner: createPool(adminUrl, 'yupana_owner', { max: 3, statementTimeout: 0 }),
      app: createPool(appUrl, 'yupana_app', { max: 1 }),
      worker: createPool(workerUrl, 'yupana_worker', { max: 1 }),
    }
    try {
      return await reviewInvariantes({ ...pools, now, control: this.control.url, onProgress: () => undefined })
    } finally {
      await Promise.allSettled(Object.values(pools).map((pool) => pool.end()))
    }
  }

  certificadoProgram(): string {
    return path.join(this.#dist, 'sri-simulator/certificado.js')
  }

  /** Process number of the database's postmaster. */
  postmasterPid(): number | undefined {
    return this.database.embedded && readPostmaster(this.database.embedded.clusterDir)?.pid
  }

  /** Kills all programs at once, without waiting. */
  killAll(): void {
    for (const victim of this.#lives) victim.kill()
  }

  async close(discard: boolean): Promise<void> {
    this.#isClosing = true
    this.killAll()
    await Promise.all([...this.#lives].map((victim) => victim.death))
    await this.database?.close().catch(() => undefined)
    closeSync(this.#log)
    if (this.#dist) rmSync(this.#dist, { recursive: true, force: true })
    if (discard) rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Removes databases of a killed runner. */
async function sweep(): Promise<void> {
  for (const name of readdirSync(os.tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = path.join(os.tmpdir(), name)
    if ((await supervisionOf(folder).catch(() => 'none' as const)) !== 'abandoned') continue
    const database = await startEmbeddedDatabase({ dataDir: folder, onProgress: () => undefined }).catch(() => undefined)
    await database?.stop()
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo
      probe.close(() => resolve(port))
    })
  })
}

async function freePorts(): Promise<readonly [number, number]> {
  const first = await freePort()
  const second = await freePort()
  return first === second ? freePorts() : [first, second]
}
