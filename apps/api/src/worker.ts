import { hostname } from 'node:os'

import { keepOwnBuild } from './instalacion/built.ts'
import { loadClaveMaestra } from './config/config-clave-maestra.ts'
import { loadConfig, requireDatabaseUrl } from './config/config.ts'
import { checkMigrated } from './db/check-reachable.ts'
import { checkRole } from './db/check-role.ts'
import { startWorker } from './jobs/start-worker.ts'
import { exitWithProblem } from './instalacion/start-error.ts'
import { log } from './proceso/log.ts'

const config = loadConfig()
try {
  keepOwnBuild()
  const databaseUrl = requireDatabaseUrl(config, 'DATABASE_URL_WORKER')
  await checkMigrated('DATABASE_URL_WORKER', databaseUrl)
  if (config.modo === 'produccion') await checkRole('DATABASE_URL_WORKER', databaseUrl)
  const worker = await startWorker({ config, databaseUrl, claveMaestra: loadClaveMaestra(config), quien: `${hostname()}:${process.pid}` })
  let ending = false
  const end = () => {
    if (ending) return
    ending = true
    worker.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error('worker did not end cleanly', error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  process.on('disconnect', end)
  log.info('worker ready', { ms: Math.round(performance.now()) })
  process.send?.('ready')
} catch (error) {
  exitWithProblem(error)
}
