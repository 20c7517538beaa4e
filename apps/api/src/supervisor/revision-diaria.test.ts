import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { RevisionDiaria, type ResultadoRevision } from './revision-diaria.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'yupana-revision-'))
  writeFileSync(path.join(folder, 'preload.mjs'), '')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The first results of a command that does this. */
function resultsOf(program: string, count: number): Promise<(ResultadoRevision | undefined)[]> {
  const script = path.join(folder, `${Math.random()}.mjs`)
  writeFileSync(script, program)
  return new Promise((resolve) => {
    const results: (ResultadoRevision | undefined)[] = []
    const revision = new RevisionDiaria({
      script, preload: path.join(folder, 'preload.mjs'), env: { PATH: process.env['PATH'] }, firstMs: 1, everyMs: 1,
      onResult(result) {
        results.push(result)
        if (results.length < count) return
        revision.stop()
        resolve(results)
      },
    })
    revision.start()
  })
}

it('looks again and again, and hands over what was found', async () => {
  const found = { checked: 12, violations: 1, seconds: 0.1 }
  expect(await resultsOf(`console.log('✖ I2'); console.log('${JSON.stringify(found)}'); process.exitCode = 1`, 2)).toEqual([found, found])
})

it('says so when it could not look, and goes on', async () => {
  expect(await resultsOf(`throw new Error('sin base')`, 2)).toEqual([undefined, undefined])
})

it('ends with its supervisor, without a word', async () => {
  const script = path.join(folder, 'forever.mjs')
  writeFileSync(script, `process.stdout.write('x'); setInterval(() => {}, 1000)`)
  let results = 0
  const revision = new RevisionDiaria({ script, preload: path.join(folder, 'preload.mjs'), env: {}, firstMs: 1, onResult: () => results++ })
  revision.start()
  await new Promise((resolve) => setTimeout(resolve, 50))
  revision.stop()
  revision.stop()
  expect(results).toBe(0)
})
