import { formatRelojOffset } from '../proceso/clock.ts'
import { loadClaveContrasenas } from '../config/config-clave-maestra.ts'
import type { Config } from '../config/config.ts'
import type { OpenDatabase } from '../db/open-database.ts'

/** The settings as each child is to see them: checked, complete, one clock for all, and no more rights than it needs. */
export function childEnvironments(env: NodeJS.ProcessEnv, config: Config, claveMaestra: string, database: OpenDatabase) {
  const {
    DATABASE_URL: _url,
    DATABASE_URL_API: _api,
    DATABASE_URL_WORKER: _worker,
    DATABASE_ADMIN_URL: _admin,
    RELOJ: _reloj,
    CLAVE_MAESTRA_ANTERIOR: _anterior,
    CLAVES_DE_CABEZAS: _cabezas,
    CLAVE_RESPALDO: _respaldo,
    ...rest
  } = env
  const clock = config.relojOffset === 0 ? {} : { RELOJ: formatRelojOffset(config.relojOffset) }
  const shared = {
    ...rest,
    ...clock,
    MODO: config.modo,
    PORT: String(config.port),
    SIMULADOR_PORT: String(config.simuladorPort),
    DATA_DIR: config.dataDir,
  }
  const server = { ...shared, HOST: config.host, CLAVE_MAESTRA: claveMaestra, CLAVE_CONTRASENAS: loadClaveContrasenas(config) }
  const { CLAVE_MAESTRA: _clave, CLAVE_CONTRASENAS: _contrasenas, ...outsider } = shared as NodeJS.ProcessEnv
  return {
    api: { ...server, DATABASE_URL_API: database.appUrl },
    worker: { ...server, DATABASE_URL_WORKER: database.workerUrl },
    // Commands that prepare data: they may do what an administrator may.
    command: {
      ...server,
      DATABASE_URL_API: database.appUrl,
      DATABASE_URL_WORKER: database.workerUrl,
      DATABASE_ADMIN_URL: database.adminUrl,
    },
    // The authority is nobody of ours: it sees neither database nor key, and listens on this machine alone.
    simulador: { ...outsider, HOST: '127.0.0.1' },
  }
}
