import { existsSync } from 'node:fs'
import path from 'node:path'

import { reachable, requireDatabaseUrl, usesOutsideDatabase, type Config } from '../config/config.ts'
import { loadClaveMaestra } from '../config/config-clave-maestra.ts'
import { checkReachable } from '../db/check-reachable.ts'
import { checkRole } from '../db/check-role.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase, type OpenDatabase } from '../db/open-database.ts'
import { StartError } from '../instalacion/start-error.ts'
import { checkPorts } from './check-ports.ts'
import { Child } from './child.ts'
import { childEnvironments } from './child-environment.ts'
import { untilHealthy, untilListening } from './ready.ts'
import { RevisionDiaria, type ResultadoRevision } from './revision-diaria.ts'

export interface InstallationOptions {
  readonly config: Config
  readonly env: NodeJS.ProcessEnv
  /** The folder with the built programs of the API, and of the simulator. */
  readonly apiDist: string
  readonly simuladorDist: string
  readonly onProgress: (line: string) => void
  /** Something that cannot be put right while running. */
  readonly onFatal: (error: StartError) => void
}

const lineOf = (result: ResultadoRevision | undefined): string =>
  result === undefined
    ? '✖ La revisión diaria no se pudo hacer: ejecute npm run invariantes para ver por qué.'
    : result.violations > 0
      ? `✖ La revisión diaria encontró ${result.violations} promesas rotas: ejecute npm run invariantes para verlas.`
      : `Revisión diaria: ${result.checked} comprobaciones, ninguna promesa rota.`

/** Before anything is started: each part has an address that works, and in production one that can do no more than its part. */
async function checkRoles(config: Config): Promise<void> {
  for (const name of ['DATABASE_URL_API', 'DATABASE_URL_WORKER'] as const) {
    const url = requireDatabaseUrl(config, name)
    await checkReachable(name, url)
    if (config.modo === 'produccion') await checkRole(name, url)
  }
}

/** Everything one `npm start` keeps running. */
export class Installation {
  readonly #options: InstallationOptions
  #database: OpenDatabase | undefined
  /** In the order in which they are stopped. */
  #children: Child[] = []
  #revision: RevisionDiaria | undefined
  #isStopping = false
  #starting: Promise<string> | undefined

  constructor(options: InstallationOptions) {
    this.#options = options
  }

  /** Starts all and resolves, when the page answers, with the place of the data. Throws StartError; call `stop` then too. */
  start(): Promise<string> {
    this.#starting = this.#bringUp()
    return this.#starting
  }

  async #bringUp(): Promise<string> {
    const { config, onProgress } = this.#options
    await checkPorts(config)
    // An outside database is asked before anything is written; the embedded one is only made beside its key.
    if (usesOutsideDatabase(config)) {
      await checkRoles(config)
      this.#database = await openDatabase(config, onProgress)
    }
    const claveMaestra = loadClaveMaestra(config)
    const database = (this.#database ??= await openDatabase(config, onProgress))
    if (database.embedded?.adopted) onProgress('La base de datos seguía viva de un cierre brusco; se continúa con ella.')
    database.embedded?.onRestart((problem) =>
      problem ? this.#options.onFatal(problem) : onProgress('La base de datos está otra vez en marcha.'),
    )
    const applied = await migrate(database.adminUrl, (name) => onProgress(`Aplicando la migración ${name}…`))
    if (applied > 0) onProgress(`Base de datos al día (${applied} migraciones).`)
    if (this.#isStopping) throw new StartError('Inicio interrumpido.')
    await this.#startChildren(claveMaestra, database)
    return database.place
  }

  async #startChildren(claveMaestra: string, database: OpenDatabase) {
    const { config, env, apiDist, simuladorDist, onProgress } = this.#options
    const environments = childEnvironments(env, config, claveMaestra, database)
    const child = (name: string, script: string, environment: NodeJS.ProcessEnv, more: { keep?: boolean; graceMs?: number } = {}) =>
      new Child({ name, script, env: environment, preload: path.join(apiDist, 'exit-with-parent.js'), onProgress, ...more })
    const worker = child('El trabajador', path.join(apiDist, 'worker.js'), environments.worker)
    const api = child('El servidor', path.join(apiDist, 'main.js'), environments.api)
    const simulador = child('El simulador', path.join(simuladorDist, 'main.js'), environments.simulador, { graceMs: 5000 })
    this.#children = [worker, api, ...(config.simulador ? [simulador] : [])]
    onProgress(config.simulador ? 'Iniciando servidor, trabajador y simulador…' : 'Iniciando servidor y trabajador…')
    for (const each of this.#children.toReversed()) each.start()
    await Promise.all([
      config.simulador && simulador.untilReady((signal) => untilListening('127.0.0.1', config.simuladorPort, signal)),
      api.untilReady((signal) => untilHealthy(`http://${reachable(config.host)}:${config.port}/${config.segmento}/v1/salud`, signal)),
    ])
    this.#revision = new RevisionDiaria({
      script: path.join(apiDist, 'commands/invariantes.js'),
      preload: path.join(apiDist, 'exit-with-parent.js'),
      // As whoever runs it by hand: the embedded database is found by its folder.
      env: { ...environments.command, ...config.databaseUrls },
      onResult: (result) => onProgress(lineOf(result)),
    })
    this.#revision.start()
    const demo = path.join(apiDist, 'commands/demo-companies.js')
    if (config.modo !== 'prueba' || !existsSync(demo) || this.#isStopping) return
    const companies = child('Las empresas de demostración', demo, environments.command, { keep: false, graceMs: 3000 })
    this.#children.unshift(companies)
    companies.start()
  }

  /** Ends all in order: worker, API (which finishes its answers), simulator, database. */
  async stop(graceMs?: number): Promise<void> {
    this.#isStopping = true
    this.#revision?.stop()
    await this.#database?.embedded?.announceClosing().catch(() => undefined)
    for (const child of this.#children) await child.stop(graceMs)
    // A start that was interrupted gets to its next step and ends there.
    await this.#starting?.catch(() => undefined)
    await this.#database?.close()
  }

  /** For who cannot wait: the processes are killed, the database is still closed properly. */
  kill() {
    this.#isStopping = true
    this.#revision?.stop()
    for (const child of this.#children) child.kill()
  }
}
