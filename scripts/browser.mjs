// What the tests need beyond npm: a Chromium and xmlsec1. Found on the machine, else installed where that is possible.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

import { inRoot } from './sources.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']

const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter(Boolean)
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file))

const works = (file) => spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0

const installed = () =>
  [process.env.PLAYWRIGHT_CHROMIUM, process.env.CHROMIUM, process.env.CHROMIUM_PATH, ...NAMES.map(onPath), ...MAC]
    .filter((file) => file && existsSync(file))
    .find(works)

const canUseApt = () => process.platform === 'linux' && process.getuid?.() === 0 && onPath('apt-get') !== undefined

let listsAreFresh = false
function aptInstall(name) {
  const apt = (...args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 600_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  listsAreFresh ||= apt('update', '-qq')
  return apt('install', '-y', '-qq', '--no-install-recommends', name)
}

/** The path of a Chromium; '' when Playwright has one of its own; undefined when none can be had. */
export function ensureChromium() {
  const found = installed()
  if (found) return found
  if (canUseApt()) {
    console.log('· Instalando Chromium para las pruebas (apt)…')
    if (aptInstall('chromium') && installed()) return installed()
  }
  console.log('· Descargando el navegador de pruebas (playwright)…')
  const cli = inRoot('node_modules/@playwright/test/cli.js')
  return spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit', timeout: 900_000 }).status === 0 ? '' : undefined
}

/** The second, foreign verifier of signatures; the tests say so when they go without it. */
export function ensureXmlsec() {
  if (onPath('xmlsec1')) return
  if (canUseApt()) {
    console.log('· Instalando xmlsec1 para las pruebas (apt)…')
    if (aptInstall('xmlsec1')) return
  }
  console.log('· xmlsec1 no está instalado: las firmas se comprueban solo con el otro verificador.')
}
