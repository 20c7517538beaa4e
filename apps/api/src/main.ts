import { keepOwnBuild } from './instalacion/built.ts'
import { loadClaveMaestra } from './config/config-clave-maestra.ts'
import { loadConfig, requireDatabaseUrl } from './config/config.ts'
import { checkMigrated } from './db/check-reachable.ts'
import { checkRole } from './db/check-role.ts'
import { log } from './proceso/log.ts'
import { startApi } from './start-api.ts'
import { exitWithProblem } from './instalacion/start-error.ts'

const config = loadConfig()
try {
  keepOwnBuild()
  const databaseUrl = requireDatabaseUrl(config, 'DATABASE_URL_API')
  await checkMigrated('DATABASE_URL_API', databaseUrl)
  if (config.modo === 'produccion') await checkRole('DATABASE_URL_API', databaseUrl)
  const api = await startApi({ config, databaseUrl, claveMaestra: loadClaveMaestra(config) })
  let ending = false
  const end = () => {
    if (ending) return
    ending = true
    api.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error('server did not end cleanly', error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  process.on('disconnect', end)
  log.info('server ready', { port: config.port, ms: Math.round(performance.now()) })
} catch (error) {
  exitWithProblem(error)
}
