import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

import { root } from './layers.js'
import { LONG_FUNCTIONS } from './long-functions.js'

/** Those of the files with a function that is longer than the rule allows. */
function longOf(files) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'yupana-lint-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const config = path.join(folder, 'oxlint.json')
  writeFileSync(config, JSON.stringify({ categories: { correctness: 'off' }, rules: { 'max-lines-per-function': ['error', { max: 80 }] } }))
  const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint')
  const { stdout } = spawnSync(process.execPath, [oxlint, '-c', config, '-f', 'json', ...files], { cwd: root, encoding: 'utf8' })
  return new Set(JSON.parse(stdout).diagnostics.map(({ filename }) => filename))
}

it('excepts only files that still have a function over 80 lines', () => {
  const long = longOf(LONG_FUNCTIONS.filter((file) => existsSync(path.join(root, file))))
  expect(LONG_FUNCTIONS.filter((file) => !long.has(file))).toEqual([])
})
