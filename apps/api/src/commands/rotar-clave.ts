import { loadConfig } from '../config/config.ts'
import { createPool } from '../db/connect.ts'
import { openDatabase } from '../db/open-database.ts'
import { clavesMaestrasOf, rotarClaveMaestra } from '../features/rotacion/rotacion.door.ts'
import { createReenvoltura } from '../secretos/sobre.ts'
import { exitWithProblem, StartError } from '../instalacion/start-error.ts'

// `npm run rotar-clave`: seals every secret under a new CLAVE_MAESTRA, with Yupana at rest.

const LOCK = 7_401_922_612
const AT_WORK = `select count(*)::int as n from pg_stat_activity where application_name in ('yupana_app', 'yupana_worker', 'yupana_jobs') and datname = current_database()`

const say = (line: string) => void process.stdout.write(`· ${line}\n`)

const config = loadConfig()
try {
  const clavesMaestras = clavesMaestrasOf(config)
  // Not beside a running installation: it would meet secrets that its own key no longer opens.
  const database = await openDatabase(config, say)
  const owner = createPool(database.adminUrl, 'yupana_owner', { max: 2 })
  try {
    const {
      rows: [free],
    } = await owner.query<{ ok: boolean }>('select pg_try_advisory_lock($1) as ok', [LOCK])
    if (!free?.ok) throw new StartError('Ya se está rotando la clave de esta base de datos.')
    const {
      rows: [others],
    } = await owner.query<{ n: number }>(AT_WORK)
    if (others && others.n > 0)
      throw new StartError('Detenga primero la API y los trabajadores de Yupana: con la clave anterior no abrirían lo ya cambiado.')
    const { empresas, llaves, cartas, archivos, buzones, factores, yaEstaban } = await rotarClaveMaestra(
      owner,
      createReenvoltura(clavesMaestras.anterior, clavesMaestras.nueva),
    )
    const rest = clavesMaestras.adopt()
    say(
      `Clave maestra rotada: ${empresas} empresas, ${llaves} certificados, ${cartas} cartas, ${archivos} partes de archivos, ${buzones} buzones, ${factores} verificaciones en dos pasos; ${yaEstaban} secretos ya estaban bajo la nueva.`,
    )
    say(rest)
    say('Los respaldos hechos hasta hoy se abren solo con la clave anterior: consérvela mientras los tenga.')
  } finally {
    await owner.end()
    await database.close()
  }
} catch (error) {
  exitWithProblem(error)
}
