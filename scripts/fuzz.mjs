// `npm run fuzz`: the property tests and fuzzers, with as many random inputs as asked and a seed that brings them back.
// In `npm test` the same properties run a few times each. `-- --semilla S --veces N --solo NOMBRE,…`
import './node-version.mjs'

import { randomInt } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { requireArguments } from './argumentos.mjs'
import { ensureInstalled } from './install.mjs'
import { recordRun } from './registro.mjs'
import { run, temporaryFolder } from './runners.mjs'
import { inRoot } from './sources.mjs'

/** What can be run alone, and its files. */
const PIEZAS = {
  documentos: ['packages/sri/src/documentos/documentos.property.test.ts'],
  xml: ['packages/sri/src/xml/parse-xml.test.ts'],
  lectores: ['packages/sri/src/testing/lectores.property.test.ts'],
  ride: ['packages/sri/src/ride/ride.property.test.ts'],
  pdf: ['packages/sri/src/ride/pdf-xml.property.test.ts'],
  estructura: ['apps/sri-simulator/src/estructura/validar.test.ts'],
  fiscal: ['packages/fiscal/src/testing/entradas.property.test.ts'],
  meses: ['apps/api/src/features/declaracion/mes-al-azar.property.test.ts'],
  contrato: ['apps/api/src/testing/contrato.property.test.ts'],
}
const USAGE = `npm run fuzz -- [--semilla S] [--veces N] [--solo ${Object.keys(PIEZAS).join(',')}]`

function readOptions() {
  const text = { type: 'string' }
  try {
    const { values } = parseArgs({ options: { semilla: text, veces: text, solo: text } })
    const solo = values.solo?.split(',').filter(Boolean) ?? Object.keys(PIEZAS)
    const [semilla, veces] = [values.semilla ?? String(randomInt(0x7fff_ffff)), values.veces ?? '1000']
    const isSound =
      /^\d{1,10}$/.test(semilla) &&
      Number(semilla) <= 0x7fff_ffff &&
      /^[1-9]\d{0,6}$/.test(veces) &&
      solo.length > 0 &&
      solo.every((name) => Object.hasOwn(PIEZAS, name))
    if (isSound) return { semilla: Number(semilla), veces: Number(veces), solo }
  } catch {
    // Said below.
  }
  console.error(`✖ Uso: ${USAGE}`)
  process.exit(1)
}

requireArguments(USAGE, { textos: ['semilla', 'veces', 'solo'] })
const { semilla, veces, solo } = readOptions()
ensureInstalled()
const began = performance.now()
const file = path.join(temporaryFolder('yupana-fuzz'), 'informe.json')
const env = { ...process.env, FC_SEED: String(semilla), FC_RUNS: String(veces) }
const files = solo.flatMap((name) => PIEZAS[name])
console.log(`· ${solo.join(', ')}: ${veces} veces cada propiedad, semilla ${semilla}`)
await run(
  inRoot('node_modules/vitest/vitest.mjs'),
  ['run', '--testTimeout=0', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...files],
  env,
)
const informe = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { numPassedTests: 0, numFailedTests: 1 }
const fallaron = Math.max(informe.numFailedTests, informe.success === false ? 1 : 0)
const report = {
  propiedades: informe.numPassedTests + informe.numFailedTests,
  fallaron,
  veces,
  semilla,
  seconds: Math.round((performance.now() - began) / 100) / 10,
}
recordRun('fuzz', report, [
  '--semilla',
  String(semilla),
  '--veces',
  String(veces),
  ...(solo.length < Object.keys(PIEZAS).length ? ['--solo', solo.join(',')] : []),
])
console.log(JSON.stringify(report))
process.exitCode = fallaron === 0 ? 0 : 1
