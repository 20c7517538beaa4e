import { openAlmacen } from './almacen/almacen.ts'
import { createClock } from './proceso/clock.ts'
import type { Config } from './config/config.ts'
import { loadClaveContrasenas, loadClaveMaestra } from './config/config-clave-maestra.ts'
import { createDb, createPool } from './db/connect.ts'
import { openDatabase } from './db/open-database.ts'
import type { Deps } from './deps.ts'
import type { FundarDeps } from './features/empresa/empresa.door.ts'
import { Imprenta } from './imprenta/imprenta.ts'
import { createSobre } from './secretos/sobre.ts'

export interface OpenInstallation {
  claveContrasenas: string
  /** As the application. */
  deps: Deps
  /** As the owner of the tables: only what crosses companies. */
  fundar: FundarDeps
  adminUrl: string
  close(): Promise<void>
}

/** What a command works with, beside a running installation or alone. */
export async function openInstallation(config: Config, onProgress: (line: string) => void): Promise<OpenInstallation> {
  const claveMaestra = loadClaveMaestra(config)
  const database = await openDatabase(config, onProgress, { join: true })
  const app = createPool(database.appUrl, 'yupana_app', { max: 2 })
  const owner = createPool(database.adminUrl, 'yupana_owner', { max: 2 })
  const db = createDb(app)
  const deps = {
    config,
    clock: createClock(config.relojOffset),
    db,
    almacen: openAlmacen(config, db),
    sobre: createSobre(claveMaestra),
    imprenta: new Imprenta({ hilos: config.hilosRide }),
  }
  return {
    claveContrasenas: loadClaveContrasenas(config),
    deps,
    fundar: { ...deps, db: createDb(owner) },
    adminUrl: database.adminUrl,
    close: async () => {
      await Promise.all([app.end(), owner.end(), deps.imprenta.close()])
      await database.close()
    },
  }
}
