import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { boundaries } from './boundaries.js'
import { complaints } from './complaints.js'
import { fileRole } from './file-role.js'
import { root } from './layers.js'
import { noRoomCycles } from './no-room-cycles.js'

const FEATURES = 'apps/api/src/features'
let folder
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'yupana-lint-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = (name, code) => {
  const file = path.join(folder, FEATURES, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, code)
}

describe('doors', () => {
  const said = (name, code) => complaints(boundaries, root, name, code)

  it.each([
    ['a service of another feature', `${FEATURES}/nota/nota.service.ts`, "import { a } from '../persona/persona.service.ts'"],
    ['its type', `${FEATURES}/nota/nota.service.ts`, "import type { A } from '../persona/persona.sql.ts'"],
    ['a type named in passing', `${FEATURES}/nota/nota.service.ts`, "let a: import('../persona/persona.sql.ts').A"],
    ['a room of another feature', `${FEATURES}/nota/nota.service.ts`, "import { a } from '../comprobante/emision/emision.sql.ts'"],
    ['a room beside it', `${FEATURES}/comprobante/lectura/lista.service.ts`, "import { a } from '../emision/emision.sql.ts'"],
    ['routes of another feature', `${FEATURES}/nota/nota.routes.ts`, "import { a } from '../persona/persona.routes.ts'"],
    [
      'a service, from where features are put together',
      'apps/api/src/jobs/queue.ts',
      "import { a } from '../features/persona/persona.service.ts'",
    ],
    ['a service, from the harness', 'apps/api/harness/bench/load.ts', "import { a } from '../../src/features/persona/persona.service.ts'"],
  ])('refuses %s', (_what, name, code) => {
    expect(said(name, code)).toEqual([expect.stringMatching(/^What is in .* is reached through .*\.door\.ts\.$/)])
  })

  it.each([
    ['the door of another feature', `${FEATURES}/nota/nota.service.ts`, "import { a } from '../persona/persona.door.ts'"],
    ['the door of a room', `${FEATURES}/nota/nota.service.ts`, "import { a } from '../comprobante/emision/emision.door.ts'"],
    ['what is in its own folder', `${FEATURES}/nota/nota.service.ts`, "import { a } from './nota.sql.ts'"],
    [
      'routes, from where features are put together',
      'apps/api/src/features.ts',
      "import { a } from './features/persona/persona.routes.ts'",
    ],
    ['anything, from a test', `${FEATURES}/nota/nota.test.ts`, "import { a } from '../persona/persona.sql.ts'"],
  ])('allows %s', (_what, name, code) => {
    expect(said(name, code)).toEqual([])
  })

  it('refuses a feature in what all features stand on, and the harness in what serves users', () => {
    expect(said('apps/api/src/plugins/sesion/session.ts', "import { a } from '../../features/persona/persona.door.ts'")).toEqual([
      'plugins may not import a feature.',
    ])
    expect(said('apps/api/src/app.test.ts', "import { a } from '../harness/crash/run.ts'")).toEqual([
      'What serves users imports nothing of the harness.',
    ])
  })
})

describe('circles', () => {
  const said = (name, code) => {
    write(name, code)
    return complaints(noRoomCycles, folder, path.join(FEATURES, name), code)
  }

  it('refuses a circle of features by a type alone, and names the way', () => {
    write('b/b.door.ts', "import type { C } from '../c/c.door.ts'")
    write('c/c.door.ts', "import { a } from '../a/a.door.ts'")
    expect(said('a/a.service.ts', "import type { B } from '../b/b.door.ts'")).toEqual(['Circle of features: a → b → c → a.'])
  })

  it('refuses a circle of the rooms of a feature', () => {
    write('uno/alto/alto.door.ts', "import { bajo } from '../bajo/bajo.door.ts'")
    expect(said('uno/bajo/bajo.sql.ts', "import { alto } from '../alto/alto.door.ts'")).toEqual([
      'Circle of features: uno/bajo → uno/alto → uno/bajo.',
    ])
  })

  it('allows what only tests bring together', () => {
    write('y/y.test.ts', "import { x } from '../x/x.door.ts'")
    write('y/y.door.ts', 'export const y = 1')
    expect(said('x/x.service.ts', "import { y } from '../y/y.door.ts'")).toEqual([])
  })
})

describe('suffixes', () => {
  const said = (name, code) => complaints(fileRole, root, `${FEATURES}/${name}`, code)

  it.each([
    ['code in a door', 'persona/persona.door.ts', 'export const a = 1'],
    ['a door that offers everything', 'persona/persona.door.ts', "export * from './persona.sql.ts'"],
    ['a door that offers what is elsewhere', 'persona/persona.door.ts', "export { a } from '../nota/nota.sql.ts'"],
    ['a second door', 'persona/otra.door.ts', "export { a } from './persona.sql.ts'"],
    [
      'what is passed on elsewhere than in a door',
      'persona/persona.service.ts',
      "import type { Tx } from 'x'\nexport { a } from './persona.sql.ts'\nexport const b = (tx: Tx) => tx",
    ],
    ['a service that is pure', 'persona/nombre.service.ts', 'export const trim = (name: string) => name.trim()'],
  ])('refuses %s', (_what, name, code) => {
    expect(said(name, code)).toHaveLength(1)
  })

  it.each([
    [
      'a door with names',
      'persona/persona.door.ts',
      "export { a, type B } from './persona.sql.ts'\nexport * as c from './persona.service.ts'",
    ],
    ['a service with a transaction', 'persona/persona.service.ts', 'export const read = (tx: Tx) => tx'],
    ['what is pure without the suffix', 'persona/nombre.ts', 'export const trim = (name: string) => name.trim()'],
  ])('allows %s', (_what, name, code) => {
    expect(said(name, code)).toEqual([])
  })
})
