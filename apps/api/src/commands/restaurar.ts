import { openAlmacen } from '../almacen/almacen.ts'
import { createClock } from '../proceso/clock.ts'
import { loadConfig } from '../config/config.ts'
import { createDb, createPool } from '../db/connect.ts'
import { openDatabase } from '../db/open-database.ts'
import { folderArgument, instanteLocal } from '../respaldo/argumentos.ts'
import { checkClaveMaestraOf, requireClaveMaestra } from '../respaldo/clave-maestra.ts'
import { findFaltantes, lineasDeFaltantes } from '../respaldo/faltantes.ts'
import { openLlave } from '../respaldo/llave.ts'
import { checkArchivos, readManifiesto } from '../respaldo/manifiesto.ts'
import { restaurar } from '../respaldo/restaurar.ts'
import { exitWithProblem } from '../instalacion/start-error.ts'

// `npm run restaurar -- CARPETA`: puts a backup into an empty database and leaves the installation fenced.

const say = (line: string) => void process.stdout.write(`· ${line}\n`)

/** What is restored stands, whatever is found: the files may be looked for once their place answers. */
async function tellFaltantes(adminUrl: string): Promise<void> {
  const pool = createPool(adminUrl, 'yupana_owner', { max: 1 })
  await findFaltantes(adminUrl, openAlmacen(config, createDb(pool)))
    .then(lineasDeFaltantes, (error: Error) => [`No se pudo comprobar si están los archivos guardados: ${error.message}`])
    .then((lines) => lines.forEach(say))
    .finally(() => pool.end())
}

const config = loadConfig()
try {
  const folder = folderArgument(process.argv[2], 'npm run restaurar -- CARPETA')
  // All that can be known beforehand, before anything is touched.
  const llave = await openLlave(folder, config)
  const manifiesto = await readManifiesto(folder, llave)
  checkClaveMaestraOf(manifiesto, requireClaveMaestra(config))
  say(`Comprobando el respaldo del ${instanteLocal(manifiesto.instante)}…`)
  await checkArchivos(folder, manifiesto)
  const database = await openDatabase(config, say)
  try {
    say(`Restaurando en ${database.place}…`)
    await restaurar({ adminUrl: database.adminUrl, folder, llave, manifiesto, clock: createClock(config.relojOffset), onProgress: say })
    await tellFaltantes(database.adminUrl)
  } finally {
    await database.close()
  }
  const filas = manifiesto.tablas.reduce((total, tabla) => total + tabla.filas, 0)
  say(`Restaurado: ${filas.toLocaleString('es-EC')} filas en ${manifiesto.tablas.length} tablas, contadas y completas.`)
  say(
    'La instalación está CERCADA: no emite, no envía al SRI y no manda correos, porque el SRI puede conocer documentos que este respaldo no tiene.',
  )
  say('Ahora inicie Yupana (npm start) y, en otra terminal, ejecute: npm run conciliar')
  say('Todas las sesiones se cerraron: cada persona debe ingresar de nuevo.')
} catch (error) {
  exitWithProblem(error)
}
