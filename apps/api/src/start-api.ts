import path from 'node:path'
import { existsSync } from 'node:fs'

import { openAlmacen } from './almacen/almacen.ts'
import { keepBuild, otherBuilds } from './instalacion/built.ts'
import { buildApp } from './app.ts'
import { codecKeyOf } from './secretos/codec-key.ts'
import { createClock } from './proceso/clock.ts'
import type { Config } from './config/config.ts'
import { createDb, createPool } from './db/connect.ts'
import { Imprenta } from './imprenta/imprenta.ts'
import { conciliarCobros, emitirPendientes } from './features/tienda/tienda.door.ts'
import { createMarca } from './features/sistema/sistema.door.ts'
import { repeat } from './jobs/reconciliador.ts'
import { registerWeb } from './plugins/pagina/web.ts'
import { rootFolder } from './instalacion/root-folder.ts'
import { createSobre } from './secretos/sobre.ts'

/** How soon what a paid order lacks is looked for, and what a card gateway said nothing of. */
const ORDENES_MS = 15_000
/** Longest that answers under way may take when the server is told to end. */
const DRAIN_MS = 20_000

export interface ApiOptions {
  config: Config
  databaseUrl: string
  claveMaestra: string
}

/** Starts API and page on one port; `stop` finishes what is being answered. */
export async function startApi({ config, databaseUrl, claveMaestra }: ApiOptions) {
  const pool = createPool(databaseUrl, 'yupana_app', { max: 24 })
  const clock = createClock(config.relojOffset)
  const db = createDb(pool)
  const imprenta = new Imprenta({ hilos: config.hilosRide })
  const deps = { config, clock, db, sobre: createSobre(claveMaestra), almacen: openAlmacen(config, db), imprenta }
  const { server } = await buildApp(deps)
  if (existsSync(path.join(rootFolder(), 'apps/web/dist/actual/index.html'))) {
    const distDir = keepBuild('web')
    await registerWeb(server, {
      distDir,
      formerDirs: otherBuilds(distDir),
      marca: createMarca(db, config.segmento),
      settings: {
        segmento: config.segmento,
        codec: codecKeyOf(claveMaestra),
        modo: config.modo,
        sentryDsn: config.sentryDsn ?? null,
        analiticaUrl: config.analiticaUrl ?? null,
        consultaPadron: config.padron !== undefined,
      },
      now: () => clock.now(),
    })
  }
  await server.listen({ port: config.port, host: config.host })
  const stopping = new AbortController()
  const orders = [
    repeat('documents of orders', ORDENES_MS, stopping.signal, () => emitirPendientes(deps)),
    repeat('card charges of orders', ORDENES_MS, stopping.signal, () => conciliarCobros(deps)),
  ]
  return {
    async stop(): Promise<void> {
      const deadline = new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref())
      stopping.abort()
      await Promise.race([Promise.all([server.close(), ...orders]), deadline])
      await imprenta.close()
      await pool.end().catch(() => undefined)
    },
  }
}
