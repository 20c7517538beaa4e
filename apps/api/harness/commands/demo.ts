import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { keepBuild } from '../../src/instalacion/built.ts'
import { codecKeyOf } from '../../src/secretos/codec-key.ts'
import { loadClaveMaestra } from '../../src/config/config-clave-maestra.ts'
import { loadConfig, reachable } from '../../src/config/config.ts'
import { emitDemo } from '../demo/emit-demo.ts'
import { enterMesDemo } from '../demo/mes-demo.ts'
import { Refused } from '../demo/api-client.ts'
import { rootFolder } from '../../src/instalacion/root-folder.ts'
import { exitWithProblem, StartError } from '../../src/instalacion/start-error.ts'
import { Installation } from '../../src/supervisor/installation.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const { values, positionals } = parseArgs({ options: { mes: { type: 'boolean' } }, allowPositionals: true })
const SAMPLE = path.join(rootFolder(), 'ejemplos/factura-demo.json')

function readForm(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new StartError(error instanceof SyntaxError ? `${file} no es JSON válido: ${error.message}` : `No se puede leer ${file}.`)
  }
}

const problemOf = (error: unknown): unknown =>
  error instanceof Refused
    ? new StartError(
        `La API respondió ${error.status}: ${error.message}`,
        ...error.problems.map(({ campo, message }) => `${campo ? `${campo}: ` : ''}${message}`),
      )
    : error

const config = loadConfig()
const base = `http://${reachable(config.host)}:${config.port}/${config.segmento}`
const isRunning = () =>
  fetch(`${base}/v1/salud`, { signal: AbortSignal.timeout(3000) }).then(
    (answer) => answer.ok,
    () => false,
  )

let installation: Installation | undefined
const end = async () => installation?.stop().catch(() => undefined)

try {
  if (config.modo === 'produccion')
    throw new StartError('La demostración emite con las empresas de prueba: no se admite con MODO=produccion.')
  const form = readForm(path.resolve(positionals[0] ?? SAMPLE))
  if (await isRunning()) say(`· Con la instalación en marcha en ${base}.`)
  else {
    installation = new Installation({
      config,
      env: process.env,
      apiDist: keepBuild('api'),
      simuladorDist: keepBuild('sri-simulator'),
      onProgress: (line) => say(`· ${line}`),
      onFatal: (error) => void end().then(() => exitWithProblem(error)),
    })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void end().then(() => process.exit(130)))
    await installation.start()
  }
  const claveMaestra = loadClaveMaestra(config)
  const isDone = values.mes
    ? await enterMesDemo({ config, claveMaestra, say }).then(() => true)
    : await emitDemo({ base, codec: codecKeyOf(claveMaestra), form, folder: path.join(config.dataDir, 'demo'), say })
  await end()
  process.exit(isDone ? 0 : 1)
} catch (error) {
  await end()
  exitWithProblem(problemOf(error))
}
