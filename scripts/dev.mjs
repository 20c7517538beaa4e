// `npm run dev`: builds and runs everything, again at each change of a source.
import { requireArguments } from './argumentos.mjs'
import { prepare } from './prepare.mjs'

import { spawn } from 'node:child_process'
import { watch } from 'node:fs'

import { build } from './build.mjs'
import { inRoot } from './sources.mjs'

requireArguments('npm run dev')
const QUIET_MS = 300
const FOLDERS = ['apps/api/src', 'apps/web', 'apps/sri-simulator/src', 'packages']

prepare()
let server = launch()
let isEnding = false
let timer
let work = Promise.resolve()

function launch() {
  const child = spawn(process.execPath, [inRoot('scripts/start.mjs')], { stdio: 'inherit', detached: true })
  child.once('exit', (code) => {
    if (child === server && !isEnding) console.log(`· Se detuvo (código ${code}); se inicia de nuevo con el próximo cambio.`)
  })
  return child
}

const end = (child) =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', resolve)
    child.kill('SIGTERM')
  })

async function renew() {
  try {
    await build()
  } catch (error) {
    console.error(`✖ No se pudo construir: ${error.message}`)
    return
  }
  console.log('· Cambios construidos; reiniciando…')
  const old = server
  server = undefined
  await end(old)
  if (!isEnding) server = launch()
}

for (const folder of FOLDERS)
  watch(inRoot(folder), { recursive: true }, (_event, file) => {
    if (isEnding || !file || /(^|[\\/])(dist|node_modules)([\\/]|$)|\.test\.tsx?$/.test(file)) return
    clearTimeout(timer)
    timer = setTimeout(() => (work = work.then(renew)), QUIET_MS)
  })

for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, async () => {
    isEnding = true
    if (server) await end(server)
    process.exit(0)
  })
