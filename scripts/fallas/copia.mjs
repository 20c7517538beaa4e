// A copy of the checkout in which a fault may be planted: its own sources, the packages of the checkout by link.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { filesBelow, inRoot, root } from '../sources.mjs'

const SCOPE = '@yupana'
/** What runs of the checkout keep for themselves. */
const PRIVATE = /^\.(vite|vitest|yupana)/

function linkPackages(target) {
  const [from, to] = [inRoot('node_modules'), path.join(target, 'node_modules')]
  mkdirSync(path.join(to, SCOPE), { recursive: true })
  for (const name of readdirSync(from).filter((entry) => entry !== SCOPE && !PRIVATE.test(entry)))
    symlinkSync(path.join(from, name), path.join(to, name))
  // Ours lead into the copy, not into the checkout.
  for (const folder of ['packages', 'apps'])
    for (const name of readdirSync(inRoot(folder))) {
      symlinkSync(path.join(target, folder, name), path.join(to, SCOPE, name))
      const own = inRoot(folder, name, 'node_modules')
      if (existsSync(own)) symlinkSync(own, path.join(target, folder, name, 'node_modules'))
    }
}

export class Copia {
  #base = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'yupana-fallas-')))
  root = path.join(this.#base, 'main')

  constructor() {
    for (const file of filesBelow(root)) {
      const to = path.join(this.root, path.relative(root, file))
      mkdirSync(path.dirname(to), { recursive: true })
      cpSync(file, to)
    }
    linkPackages(this.root)
    const shared = inRoot('../shared')
    if (existsSync(shared)) symlinkSync(realpathSync(shared), path.join(this.#base, 'shared'))
    // Tests of the API play against the built authority.
    const { status } = spawnSync(process.execPath, ['scripts/build.mjs', 'sri-simulator'], { cwd: this.root, stdio: 'ignore' })
    if (status !== 0) throw new Error('No se pudo construir la copia.')
  }

  /** Plants a fault and answers how to take it away. @throws Error when what it replaces does not stand there exactly once */
  plant({ cambios }) {
    const before = new Map()
    const takeAway = () => before.forEach((text, file) => writeFileSync(file, text))
    try {
      for (const [name, from, to] of cambios) {
        const file = path.join(this.root, name)
        const text = readFileSync(file, 'utf8')
        const parts = text.split(from)
        if (parts.length !== 2) throw new Error(`${name}: «${from.split('\n')[0].trim()}» está ${parts.length - 1} veces`)
        if (!before.has(file)) before.set(file, text)
        writeFileSync(file, parts.join(to))
      }
      return takeAway
    } catch (error) {
      takeAway()
      throw error
    }
  }

  remove() {
    rmSync(this.#base, { recursive: true, force: true })
  }
}
