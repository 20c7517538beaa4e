// What every program of ours needs before it runs: a Node that is new enough, the packages, an up-to-date build.
import './node-version.mjs'

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

import { ensureInstalled } from './install.mjs'
import { inRoot } from './sources.mjs'

/** Installs and builds what is missing; ends the process with code 1 when that fails. */
export function prepare(...parts) {
  const began = performance.now()
  ensureInstalled()
  // Apart, so that the memory of the build is not kept by what runs for days.
  const { status } = spawnSync(process.execPath, [inRoot('scripts/build.mjs'), ...parts], { stdio: 'inherit' })
  if (status !== 0) {
    console.error('✖ No se pudo construir: vea los mensajes de arriba.')
    process.exit(1)
  }
  process.env.YUPANA_PREPARACION_MS = String(Math.round(performance.now() - began))
}

/** Runs one built program of the API in this process, with this process's arguments and signals. */
export async function runBuilt(program) {
  const file = inRoot('apps/api/dist', program)
  if (!existsSync(file)) {
    console.error(`✖ Esta versión no trae «${program.replace(/^commands\/|\.js$/g, '')}».`)
    process.exit(1)
  }
  process.setSourceMapsEnabled(true)
  await import(pathToFileURL(file).href)
}
