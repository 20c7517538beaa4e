import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

import { api } from '../fallas/api.mjs'
import { fiscal } from '../fallas/fiscal.mjs'
import { sri } from '../fallas/sri.mjs'
import { web } from '../fallas/web.mjs'
import { inRoot } from '../sources.mjs'

const textOf = (file) => readFileSync(inRoot(file), 'utf8')

it('the text that a planted fault replaces stands exactly once in its file', () => {
  const planted = [...fiscal, ...sri, ...api, ...web].flatMap(({ nombre, cambios }) =>
    cambios.map(([file, from]) => ({ nombre, file, from })),
  )
  expect(planted.length).toBeGreaterThan(0)
  expect(planted.filter(({ file, from }) => textOf(file).split(from).length !== 2)).toEqual([])
})
