import { StartError } from '../../instalacion/start-error.ts'
import { addressOf, urlOf } from './address.ts'
import { findBinaries } from './binaries.ts'
import { SUPERUSER, closeAccess, reopenAccess } from './access.ts'
import { clusterExists, clusterMajor, createCluster } from './cluster.ts'
import { probe } from './guard.ts'
import { locateCluster, makePrivateFolder } from './location.ts'
import { occupy } from './occupy.ts'
import { reachableBinaries } from './reachable-binaries.ts'
import { startServer, stopServer } from './server.ts'

export interface EmbeddedDatabaseOptions {
  readonly dataDir: string
  readonly onProgress: (line: string) => void
  /** Off only for tests: a crash of the machine would then lose data. */
  readonly fsync?: boolean
  /** A folder of PostgreSQL programs to use instead of the package's. */
  readonly binFolder?: string | undefined
  /** How long to wait for another supervisor of the same folder to leave. */
  readonly patienceMs?: number
}

export interface EmbeddedDatabase {
  /** The socket's folder, or 127.0.0.1 on Windows. */
  readonly host: string
  readonly port: number
  readonly superuser: string
  /** True when the server of an earlier, killed supervisor was found alive. */
  readonly adopted: boolean
  /** Location of the cluster: in the data folder, or elsewhere as its UBICACION.txt says. */
  readonly clusterDir: string
  url(role: string, database: string): string
  /** The listener runs when the server died and was restarted, or could not be. */
  onRestart(listener: (problem: StartError | undefined) => void): void
  /** Announces to a start waiting on the same folder that this one is about to leave. */
  announceClosing(): Promise<void>
  stop(): Promise<void>
}

const PATIENCE_MS = 3000

/**
 * Starts the database of a data folder, adopting it when it outlived its supervisor. Throws StartError with one Spanish line, also when
 * another supervisor holds the folder.
 */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const { onProgress } = options
  const durable = options.fsync ?? true
  const location = locateCluster(options.dataDir)
  const binaries = reachableBinaries(
    findBinaries(clusterMajor(location.clusterDir), options.binFolder),
    location.user,
    location.programsDir,
  )
  if (!location.clusterDir.startsWith(location.dataDir))
    onProgress(`La base de datos está en ${location.clusterDir} (vea UBICACION.txt en ${location.dataDir}).`)
  if (!clusterExists(location.clusterDir)) {
    onProgress(`Creando la base de datos (PostgreSQL ${binaries.version}) en ${location.clusterDir}…`)
    await createCluster(location, binaries, durable)
  }
  reopenAccess(location)
  makePrivateFolder(location.socketDir, location.user)

  const url = (role: string, database: string) => urlOf(location, role, database)
  const start = () => startServer(location, binaries, durable, answersBy(url, onProgress))
  const bringUp = () => occupy(location, url(SUPERUSER, 'postgres'), start, options.patienceMs ?? PATIENCE_MS)
  const { guard: first, adopted } = await bringUp()
  let guard = first
  let stopping: Promise<void> | undefined
  let recovery: Promise<void> = Promise.resolve()
  let restarted: (problem: StartError | undefined) => void = () => undefined

  const recover = async () => {
    onProgress('La base de datos se detuvo; se inicia de nuevo…')
    try {
      guard = (await bringUp()).guard
      watch()
      restarted(undefined)
    } catch (error) {
      restarted(error instanceof StartError ? error : new StartError(String(error)))
    }
  }
  const watch = () => guard.onLost(() => (stopping ? undefined : (recovery = recover())))
  // A start under way finishes first, or its server would be left running.
  const stop = async () => {
    await recovery
    await stopServer(location, binaries)
    await guard.release()
  }
  try {
    await closeAccess(location, url(SUPERUSER, 'postgres'))
  } catch (error) {
    await stop()
    throw error
  }
  watch()
  const { host, port } = addressOf(location)
  return {
    host,
    port,
    superuser: SUPERUSER,
    adopted,
    clusterDir: location.clusterDir,
    url,
    onRestart: (listener) => (restarted = listener),
    announceClosing: () => guard.announceClosing(),
    stop: () => (stopping ??= stop()),
  }
}

function answersBy(url: (role: string, database: string) => string, onProgress: (line: string) => void) {
  const began = Date.now()
  let told = began
  return async () => {
    const state = await probe(url(SUPERUSER, 'postgres'))
    if (state === 'starting' && Date.now() - told > 3000) {
      told = Date.now()
      onProgress(`La base de datos se recupera de un cierre inesperado (${Math.round((told - began) / 1000)} s)…`)
    }
    return state === 'ready'
  }
}
