// `npm run fallas-plantadas`: plants each known fault in a copy of the checkout and runs the one test that must catch it.
// A suite that lets a fault pass is no proof. `-- NOMBRE …` takes some of them, `-- --lista` names them all.
import './node-version.mjs'

import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { requireArguments } from './argumentos.mjs'
import { api } from './fallas/api.mjs'
import { Copia } from './fallas/copia.mjs'
import { fiscal } from './fallas/fiscal.mjs'
import { sri } from './fallas/sri.mjs'
import { web } from './fallas/web.mjs'
import { ensureInstalled } from './install.mjs'
import { recordRun } from './registro.mjs'

const FALLAS = [...fiscal, ...sri, ...api, ...web]
/** Longest time of one run of tests, ms: what takes longer hangs, and was not caught by the test that was to catch it. */
const PATIENCE_MS = 240_000

/** Of a file that runs apart from the others of its workspace, as it says. */
const projectOf = ({ prueba, proyecto = prueba.split('/')[1] }) => proyecto
const literally = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

function readNames() {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { lista: { type: 'boolean', default: false } } })
    const unknown = positionals.find((name) => !FALLAS.some(({ nombre }) => nombre === name))
    if (unknown !== undefined) throw new Error(`No hay una falla «${unknown}».`)
    return { lista: values.lista, fallas: positionals.length > 0 ? FALLAS.filter(({ nombre }) => positionals.includes(nombre)) : FALLAS }
  } catch (error) {
    console.error(`✖ ${error.message}\nUso: npm run fallas-plantadas -- [NOMBRE …] [--lista]`)
    process.exit(1)
  }
}

let running
/** Runs the named tests of some files in the copy. Answers how each ended, by file and title; empty where nothing could be run. */
async function runTests(copia, project, files, titles) {
  const report = path.join(copia.root, 'informe.json')
  rmSync(report, { force: true })
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    project,
    '--reporter=json',
    `--outputFile=${report}`,
    '-t',
    titles.map(literally).join('|'),
    ...files,
  ]
  const env = { ...process.env, CI: '1' }
  running = spawn(process.execPath, args, { cwd: copia.root, env, stdio: ['ignore', 'ignore', 'ignore'] })
  const deadline = setTimeout(() => running.kill('SIGKILL'), PATIENCE_MS)
  await new Promise((resolve) => running.once('close', resolve))
  clearTimeout(deadline)
  if (!existsSync(report)) return new Map()
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  return new Map(
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'passed' || status === 'failed')
        .map(({ title, status }) => [`${path.relative(copia.root, name)}|${title}`, status]),
    ),
  )
}

const keyOf = ({ prueba, titulo }) => `${prueba}|${titulo}`

/** The tests as they stand: one that does not pass without the fault, or does not exist, catches nothing. */
async function runSound(copia, fallas) {
  const sound = new Map()
  for (const project of new Set(fallas.map(projectOf))) {
    const own = fallas.filter((falla) => projectOf(falla) === project)
    for (const [key, status] of await runTests(
      copia,
      project,
      [...new Set(own.map(({ prueba }) => prueba))],
      own.map(({ titulo }) => titulo),
    ))
      sound.set(key, status)
  }
  return sound
}

async function tryFalla(copia, falla, sound) {
  if (sound.get(keyOf(falla)) !== 'passed')
    return `su prueba ${sound.has(keyOf(falla)) ? 'falla también sin ella' : 'no existe'}: «${falla.titulo}»`
  let takeAway
  try {
    takeAway = copia.plant(falla)
  } catch (error) {
    return `ya no encaja: ${error.message}`
  }
  try {
    const results = await runTests(copia, projectOf(falla), [falla.prueba], [falla.titulo])
    const status = results.get(keyOf(falla))
    return status === 'failed' ? undefined : status === 'passed' ? 'no se notó' : 'no dejó correr la prueba'
  } finally {
    takeAway()
  }
}

requireArguments('npm run fallas-plantadas -- [NOMBRE …] [--lista]', { marcas: ['lista'], sueltos: Infinity })
const { lista, fallas } = readNames()
if (lista) {
  for (const { nombre, intencion, prueba, titulo } of FALLAS) console.log(`${nombre}: ${intencion}\n    ${prueba} › ${titulo}`)
  process.exit(0)
}
ensureInstalled()
const began = performance.now()
const copia = new Copia()
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => {
    interrupted = true
    running?.kill('SIGTERM')
  })
const escaped = []
try {
  console.log(`· ${fallas.length} fallas; primero sus pruebas sin ellas`)
  const sound = await runSound(copia, fallas)
  for (const falla of fallas) {
    if (interrupted) break
    const problem = await tryFalla(copia, falla, sound)
    if (interrupted) break
    console.log(problem === undefined ? `✔ ${falla.nombre}` : `✖ ${falla.nombre}: ${problem}`)
    if (problem !== undefined) escaped.push(falla.nombre)
  }
} finally {
  copia.remove()
}
if (interrupted) process.exit(130)
const report = {
  fallas: fallas.length,
  atrapadas: fallas.length - escaped.length,
  escaparon: escaped,
  seconds: Math.round((performance.now() - began) / 100) / 10,
}
if (fallas.length === FALLAS.length) recordRun('fallas-plantadas', report)
console.log(JSON.stringify(report))
process.exit(escaped.length === 0 ? 0 : 1)
