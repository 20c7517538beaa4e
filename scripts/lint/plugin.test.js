import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'

import { root } from './layers.js'

const API = 'apps/api/src/features'
const WEB = 'apps/web/src/lib'
const REACT = "import { useEffect, useRef, useState } from 'react'\nexport const all = [useEffect, useRef, useState]\n"

/** Rule, file and text: what each of them is refused by, and by nothing else. */
const FAULTS = [
  ['yupana(boundaries)', `${API}/nota/nota.ts`, "import { a } from '../persona/persona.ts'\nexport const b = a"],
  ['yupana(boundaries)', `${API}/nota/tipo.ts`, "export let a: import('../persona/persona.ts').A"],
  ['yupana(no-cycles)', 'packages/fiscal/src/uno.ts', "import { dos } from './dos.ts'\nexport const uno = () => dos"],
  ['yupana(no-cycles)', 'packages/fiscal/src/dos.ts', "import { uno } from './uno.ts'\nexport const dos = () => uno"],
  ['yupana(no-room-cycles)', `${API}/a/a.ts`, "import type { B } from '../b/b.door.ts'\nexport type A = B"],
  ['yupana(no-room-cycles)', `${API}/b/b.ts`, "import type { A } from '../a/a.door.ts'\nexport type B = A"],
  ['yupana(file-role)', `${API}/nota/nota.door.ts`, 'export const a = 1'],
  ['yupana(sql-place)', `${API}/nota/lista.ts`, "import { sql } from 'kysely'\nexport const a = sql"],
  ['yupana(error-catalogue)', `${API}/nota/falla.ts`, "import { AppError } from '../../errors.ts'\nthrow new AppError('X', 422, 'No.')"],
  ['yupana(line-length)', 'packages/fiscal/src/largo.ts', `// ${'x'.repeat(140)}\nexport const a = 1`],
  ['yupana(no-unread-sum)', 'packages/fiscal/src/suma.ts', 'let a = 0\nexport const b = (c: number) => {\n  a += c\n}'],
  ['yupana(no-unread-sum)', 'scripts/suma.mjs', 'let a = 0\nfor (const b of [1]) a += b'],
  ['yupana(sql-place)', `${API}/nota/lista.mts`, "import { sql } from 'kysely'\nexport const a = sql"],
  ['import(no-default-export)', 'packages/fiscal/src/sin-nombre.ts', 'export default 1'],
  ['typescript(no-explicit-any)', 'packages/fiscal/src/any.ts', 'export const a = (b: any) => String(b)'],
  ['eslint(no-undef)', 'scripts/nadie.mjs', 'export const a = window'],
  ['eslint(no-unused-vars)', 'scripts/nada.mjs', 'const _a = 1'],
  ['eslint(no-console)', `${API}/nota/dice.ts`, "console.log('a')"],
  ['react(refs)', `${WEB}/refs.tsx`, `${REACT}export function A() {\n  const a = useRef(1)\n  return <p>{a.current}</p>\n}`],
  ['react(purity)', `${WEB}/purity.tsx`, `${REACT}export function A() {\n  return <p>{Math.random()}</p>\n}`],
  [
    'react-hooks(exhaustive-deps)',
    `${WEB}/deps.tsx`,
    `${REACT}export function A({ a }: { a: number }) {\n  useEffect(() => {\n    String(a)\n  }, [])\n  return <p />\n}`,
  ],
  ['unused directive', 'packages/fiscal/src/permiso.ts', '// oxlint-disable-next-line no-console\nexport const a = 1'],
]

const FINE = [
  [`${API}/a/a.door.ts`, "export type { A } from './a.ts'"],
  [`${API}/b/b.door.ts`, "export type { B } from './b.ts'"],
  ['packages/fiscal/src/leida.ts', 'let a = 0\nexport const b = (c: number) => {\n  a += c\n  return a\n}'],
  ['packages/fiscal/src/ofrecida.ts', 'export let a = 0\nexport const b = (c: number) => {\n  a += c\n}'],
  ['packages/fiscal/src/devuelta.ts', 'let a = 0\nexport const b = (c: number) => (a += c)'],
  ['packages/fiscal/src/vite.config.ts', 'export default {}'],
]

let said
// oxlint over a copy of the rules with a fault for each.
beforeAll(() => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'yupana-lint-'))
  cpSync(path.join(root, 'scripts/lint'), path.join(folder, 'scripts/lint'), { recursive: true })
  cpSync(path.join(root, 'oxlint.config.js'), path.join(folder, 'oxlint.config.js'))
  const files = [...FAULTS.map(([, name, code]) => [name, code]), ...FINE, ['package.json', '{ "type": "module" }']]
  for (const [name, code] of files) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), code)
  }
  const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint')
  const { stdout } = spawnSync(process.execPath, [oxlint, '-c', 'oxlint.config.js', '-f', 'json'], { cwd: folder, encoding: 'utf8' })
  rmSync(folder, { recursive: true, force: true })
  said = JSON.parse(stdout).diagnostics.map(({ filename, code, message }) => [filename, code ?? message])
})

it.each(FAULTS)('%s is refused in %s', (rule, name) => {
  const rules = said.filter(([file]) => file === name).map(([, code]) => (/^Unused .*directive/.test(code) ? 'unused directive' : code))
  expect(rules).toEqual([rule])
})

it('nothing else is refused', () => {
  const faulty = new Set(FAULTS.map(([, name]) => name))
  expect(said.filter(([file]) => !faulty.has(file))).toEqual([])
})
