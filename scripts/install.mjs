// Installs the packages of the lockfile, only when they are not there already.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

import { hashOfFile, inRoot, readNote, writeNote } from './sources.mjs'

const lockfile = inRoot('package-lock.json')
const note = inRoot('node_modules/.yupana-lock')

/**
 * Ends the process with code 1 when npm cannot install.
 * @param stream 1 or 2: standard output or standard error, for what is said meanwhile.
 */
export function ensureInstalled(stream = 1) {
  const hash = hashOfFile(lockfile)
  if (readNote(note) === hash) return
  if (!isInstalled()) {
    const say = stream === 1 ? console.log : console.error
    say('· Instalando las dependencias (solo la primera vez, o cuando cambian)…')
    // Development packages too, whatever NODE_ENV says: the build is made here. Install scripts stay off.
    const status = npm(
      stream,
      'ci',
      '--ignore-scripts',
      '--include=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    )
    if (status !== 0) {
      console.error('✖ No se pudieron instalar las dependencias: revise la conexión a internet y los mensajes de arriba.')
      process.exit(1)
    }
  }
  writeNote(note, hash)
}

/** npm's own record of what it installed agrees with the lockfile (for instance after `npm install` by hand). */
function isInstalled() {
  const record = inRoot('node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages
  const installed = packagesIn(record)
  return Object.entries(packagesIn(lockfile)).every(
    ([where, wanted]) =>
      where === '' ||
      wanted.link ||
      wanted.optional ||
      wanted.devOptional ||
      wanted.peer ||
      !where.includes('node_modules/') ||
      installed[where]?.version === wanted.version,
  )
}

function npm(stream, ...args) {
  const options = { cwd: inRoot(), stdio: ['inherit', stream, 'inherit'] }
  const cli = process.env.npm_execpath
  return cli?.endsWith('.js')
    ? spawnSync(process.execPath, [cli, ...args], options).status
    : spawnSync(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { ...options, shell: process.platform === 'win32' }).status
}
