import { loadConfig, requireDatabaseUrl } from '../config/config.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open-database.ts'
import { exitWithProblem } from '../instalacion/start-error.ts'

const say = (line: string) => void process.stdout.write(`· ${line}\n`)

const config = loadConfig()
try {
  requireDatabaseUrl(config, 'DATABASE_ADMIN_URL')
  const { adminUrl } = await openDatabase(config, say)
  const applied = await migrate(adminUrl, (name) => say(`Aplicando la migración ${name}…`))
  say(applied > 0 ? `Base de datos al día (${applied} migraciones).` : 'La base de datos ya estaba al día.')
} catch (error) {
  exitWithProblem(error)
}
