// What every program of ours needs before it runs: a Node that is new enough, the packages, an up-to-date build.
import './node-version.mjs'

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

import { ensureInstalled } from './install.mjs'
import { inBuild, inRoot } from './sources.mjs'

const STDOUT = 1
const STDERR = 2

/** Installs and builds what is missing; ends the process with code 1 when that fails. */
export const prepare = (...parts) => prepareSaying(STDOUT, parts)

/** The same for a program whose standard output is its answer: what is said here goes to standard error. */
export const prepareAside = (...parts) => prepareSaying(STDERR, parts)

function prepareSaying(stream, parts) {
  const began = performance.now()
  ensureInstalled(stream)
  // Apart, so that the memory of the build is not kept by what runs for days.
  const { status } = spawnSync(process.execPath, [inRoot('scripts/build.mjs'), ...parts], { stdio: ['inherit', stream, 'inherit'] })
  if (status !== 0) {
    console.error('✖ No se pudo construir: vea los mensajes de arriba.')
    process.exit(1)
  }
  process.env.YUPANA_PREPARACION_MS = String(Math.round(performance.now() - began))
}

/** Runs one built program in this process, with this process's arguments and signals. */
export async function runBuilt(program, app = 'api') {
  const file = inBuild(app, program)
  if (!existsSync(file)) {
    console.error(`✖ Esta versión no trae «${program.replace(/^commands\/|\.js$/g, '')}».`)
    process.exit(1)
  }
  process.setSourceMapsEnabled(true)
  await import(pathToFileURL(file).href)
}
