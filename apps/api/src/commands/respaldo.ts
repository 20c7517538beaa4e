import path from 'node:path'

import { createClock } from '../proceso/clock.ts'
import { loadConfig } from '../config/config.ts'
import { tellTarea } from '../db/tarea-hecha.ts'
import { openDatabase } from '../db/open-database.ts'
import { folderArgument, instanteLocal } from '../respaldo/argumentos.ts'
import { placeOfClaveMaestra, requireClaveMaestra } from '../respaldo/clave-maestra.ts'
import { createLlave } from '../respaldo/llave.ts'
import { connectOwner } from '../respaldo/tablas.ts'
import { respaldar } from '../respaldo/respaldar.ts'
import { idOfClaveMaestra } from '../secretos/sobre.ts'
import { exitWithProblem } from '../instalacion/start-error.ts'

// `npm run respaldo -- CARPETA`: a backup of the whole database while the installation goes on working.

const say = (line: string) => void process.stdout.write(`· ${line}\n`)

const config = loadConfig()
try {
  const folder = folderArgument(process.argv[2], 'npm run respaldo -- CARPETA')
  const claveMaestraId = idOfClaveMaestra(requireClaveMaestra(config))
  const llave = await createLlave(config)
  const database = await openDatabase(config, say, { join: true })
  try {
    say(`Respaldando ${database.place} en ${folder}…`)
    const { tablas, instante } = await respaldar({
      adminUrl: database.adminUrl,
      folder,
      clock: createClock(config.relojOffset),
      claveMaestraId,
      llave,
      onProgress: say,
    })
    const filas = tablas.reduce((total, tabla) => total + tabla.filas, 0)
    const bytes = tablas.reduce((total, tabla) => total + tabla.bytes, 0)
    const megas = bytes / 1e6
    const owner = await connectOwner(database.adminUrl)
    await tellTarea(owner, 'RESPALDO', instante, { filas, bytes }).finally(() => owner.end())
    say(
      `Respaldo completo, tal como estaba todo el ${instanteLocal(instante)}: ${filas.toLocaleString('es-EC')} filas, ${megas.toFixed(1)} MB, en ${path.resolve(folder)}.`,
    )
    if (config.s3 || config.archivosDir !== undefined)
      say(
        `Los archivos grandes (documentos de firmas, videos, adjuntos) están en ${config.s3 ? 'S3_URL' : 'ARCHIVOS_DIR'} y no en este respaldo: respáldelos aparte. Están cifrados, y sus llaves sí están aquí.`,
      )
    const [cifrado, copia, sin] =
      config.claveRespaldo === undefined ? ['la clave maestra', 'ella', 'ella'] : ['CLAVE_RESPALDO', 'ambas claves', 'ellas']
    say(`El respaldo está cifrado con ${cifrado}. La clave maestra NO está en él: está ${placeOfClaveMaestra(config)}.`)
    say(`Guarde una copia de ${copia} aparte, nunca junto al respaldo: sin ${sin} nadie puede abrirlo, tampoco usted.`)
  } finally {
    await database.close()
  }
} catch (error) {
  exitWithProblem(error)
}
