import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

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
      script,
      preload: path.join(folder, 'preload.mjs'),
      env: { PATH: process.env['PATH'] },
      firstMs: 1,
      everyMs: 1,
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

it('says so when the command cannot be started at all, and goes on', async () => {
  const { execPath } = process
  process.execPath = path.join(folder, 'no-such-program')
  try {
    expect(await resultsOf('', 2)).toEqual([undefined, undefined])
  } finally {
    process.execPath = execPath
  }
})

it('ends with its supervisor, without a word', async () => {
  const [script, started] = [path.join(folder, 'forever.mjs'), path.join(folder, 'started')]
  writeFileSync(
    script,
    `import { renameSync, writeFileSync } from 'node:fs'
    writeFileSync('${started}.new', String(process.pid)); renameSync('${started}.new', '${started}'); setInterval(() => {}, 1000)`,
  )
  let results = 0
  const revision = new RevisionDiaria({ script, preload: path.join(folder, 'preload.mjs'), env: {}, firstMs: 1, onResult: () => results++ })
  revision.start()
  await vi.waitFor(() => expect(existsSync(started)).toBe(true), { timeout: 20_000 })
  revision.stop()
  revision.stop()
  await vi.waitFor(() => expect(() => process.kill(Number(readFileSync(started, 'utf8')), 0)).toThrow('ESRCH'), { timeout: 20_000 })
  expect(results).toBe(0)
})
