import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { readCabeza, type Cabeza } from '../secretos/cabeza.ts'
import { loadConfig, usesOutsideDatabase, type Config } from '../config/config.ts'
import { createPool } from '../db/connect.ts'
import { clusterExists } from '../db/embedded/cluster.ts'
import { locateCluster } from '../db/embedded/location.ts'
import { openDatabase } from '../db/open-database.ts'
import { cabezaKeysOf, folderOfCabezas } from '../features/auditoria/auditoria.door.ts'
import { reviewAuditoria } from '../invariantes/auditoria.ts'
import { reviewCabezas } from '../invariantes/cabezas.ts'
import { linesOfHallazgos } from '../invariantes/revisar.ts'
import { exitWithProblem, StartError } from '../instalacion/start-error.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const note = (line: string) => void process.stderr.write(`· ${line}\n`)

/** The files given, or those of the data folder. */
function filesOf({ dataDir }: Config, given: readonly string[]): string[] {
  if (given.length > 0) return [...given]
  const folder = folderOfCabezas(dataDir)
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.jsonl'))
        .sort()
        .map((name) => path.join(folder, name))
    : []
}

function readCabezas(config: Config, files: readonly string[]): { cabezas: Cabeza[]; falsas: string[] } {
  const cabezaKeys = cabezaKeysOf(config)
  const falsas: string[] = []
  const cabezas = files.flatMap((file) => {
    if (!existsSync(file)) throw new StartError(`No existe ${file}.`)
    return readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => {
        if (line === '') return []
        const cabeza = cabezaKeys.map((cabezaKey) => readCabeza(cabezaKey, line)).find((found) => found !== undefined)
        if (!cabeza) falsas.push(`${path.basename(file)}, línea ${at + 1}: no la escribió esta instalación, o fue cambiada`)
        return cabeza ?? []
      })
  })
  return { cabezas, falsas }
}

const config = loadConfig()
try {
  // Looking must not make a database where there is none.
  if (!usesOutsideDatabase(config) && !(existsSync(config.dataDir) && clusterExists(locateCluster(config.dataDir).clusterDir)))
    throw new StartError(`En ${config.dataDir} todavía no hay una instalación: ejecute npm start primero.`)
  const { cabezas, falsas } = readCabezas(config, filesOf(config, process.argv.slice(2)))
  const database = await openDatabase(config, note, { join: true })
  const owner = createPool(database.adminUrl, 'yupana_owner', { max: 1, statementTimeout: 0 })
  try {
    const hallazgos = [...(await reviewAuditoria({ owner })), await reviewCabezas({ owner }, cabezas)]
    for (const line of linesOfHallazgos(hallazgos)) say(line)
    for (const line of falsas) say(`✖ ${line}`)
    const violations = falsas.length + hallazgos.reduce((total, { fallas }) => total + fallas, 0)
    say(JSON.stringify({ filas: hallazgos[0]?.revisados ?? 0, cabezas: cabezas.length, violations }))
    process.exitCode = violations > 0 ? 1 : 0
  } finally {
    await owner.end()
    await database.close()
  }
} catch (error) {
  exitWithProblem(error)
}
