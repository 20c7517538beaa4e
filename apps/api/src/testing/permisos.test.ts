import { readFileSync } from 'node:fs'
import path from 'node:path'
import { COLLECTIONS } from '@yupana/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { collectionsOf, permitidasOf } from '../features/permiso/collection.ts'
import { ROL } from '../plugins/sesion/roles.ts'
import { rootFolder } from '../instalacion/root-folder.ts'
import { buildTestApp, type TestApp } from './build-test-app.ts'

// docs/permisos.md says which right every call asks for: each row here is one of its rows; what is missing stands in the failure.

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app?.close())

const text = () => readFileSync(path.join(rootFolder(), 'docs/permisos.md'), 'utf8')
it('O-08 docs/permisos.md: what each role begins with, and may be given', () => {
  const rows = COLLECTIONS.map((right) => {
    const cell = (rol: (typeof ROL)[keyof typeof ROL]) =>
      collectionsOf(rol).includes(right) ? 'yes' : permitidasOf(rol).includes(right) ? 'may be given' : '—'
    return `| \`${right}\` | ${cell(ROL.ADMIN)} | ${cell(ROL.VENDEDOR)} | ${cell(ROL.EMPLEADO)} | ${cell(ROL.USUARIO)} |`
  })
  expect(rows.filter((row) => !text().includes(row))).toEqual([])
})

it('O-08 R-6.14 docs/permisos.md: which calls ask for a right', () => {
  const calls = app.router.entries.flatMap(({ endpoint, policy }) =>
    policy !== 'public' && policy.right ? [{ right: policy.right, call: `${endpoint.method} ${endpoint.path}` }] : [],
  )
  const rows = COLLECTIONS.flatMap((right) =>
    calls.filter((entry) => entry.right === right).map(({ call }) => `| \`${right}\` | \`${call}\` |`),
  )
  expect(rows.length).toBeGreaterThan(60)
  expect(rows.filter((row) => !text().includes(row)).join('\n')).toBe('')
  // A call that lost its right still stands on the page.
  const promised = text().match(/^\| `[\w:]+` \| `[A-Z]+ \/[^`]*` \|$/gm) ?? []
  expect(promised.filter((row) => !rows.includes(row)).join('\n')).toBe('')
})
