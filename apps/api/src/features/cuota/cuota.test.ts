import { afterAll, beforeAll, expect, it } from 'vitest'

import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { takeCuota } from './cuota.service.ts'

const MINUTE = 60_000
let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app?.close())

const take = (clave: string) => takeCuota(app.deps, { clave, limite: 3, ventanaMs: MINUTE })

it('lets as many through as the limit says, then tells the seconds until the first of them lapses', async () => {
  expect([await take('a'), await take('a')]).toEqual([undefined, undefined])
  app.clock.advance(20_000)
  expect([await take('a'), await take('a'), await take('b')]).toEqual([undefined, 40, undefined])
  app.clock.advance(40_000)
  expect([await take('a'), await take('a'), await take('a')]).toEqual([undefined, undefined, 20])
})

it('counts what comes at once like what comes in a row', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => take('juntos')))
  expect(answers.filter((wait) => wait === undefined)).toHaveLength(3)
})
