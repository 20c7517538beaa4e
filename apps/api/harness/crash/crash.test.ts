import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'

import { newestBuild } from '../../src/instalacion/built.ts'
import { rootFolder } from '../../src/instalacion/root-folder.ts'
import { readOptions } from './options.ts'
import { Random } from '../../src/testing/random.ts'

const COMMAND = path.join(newestBuild('api'), 'commands/crash.js')
const left = () => readdirSync(os.tmpdir()).filter((name) => name.startsWith('yupana-crash-'))

// Already built in `npm test`; a single run builds here.
beforeAll(() =>
  promisify(execFile)(process.execPath, [path.join(rootFolder(), 'scripts/build.mjs'), 'api', 'sri-simulator']).then(() => undefined),
)

async function runCrash(...args: string[]) {
  const child = spawn(process.execPath, [COMMAND, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: string[] = []
  createInterface(child.stdout).on('line', (line) => lines.push(line))
  const [code] = (await once(child, 'close')) as [number]
  return { code, lines, report: JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown> }
}

describe('crash runner', () => {
  it('ten kills during emission: nothing lost, nothing twice, no gap, every invariant holds', async () => {
    const { code, lines, report } = await runCrash('--kills', '10', '--seed', '20260615')
    expect(report, lines.join('\n')).toMatchObject({ lost: 0, duplicated: 0, gaps: 0, violations: 0, seed: 20260615 })
    expect(report['kills']).toBeGreaterThanOrEqual(10)
    expect(report['acknowledged']).toBeGreaterThan(0)
    expect(report['documents']).toBe(report['acknowledged'])
    expect(report['tills'], 'nobody opened a till').toBeGreaterThan(0)
    expect(report['orders'], 'nobody bought anything').toBeGreaterThan(0)
    expect(report['requests'], 'nobody began a request of a signature').toBeGreaterThan(0)
    expect(report['mails']).toBeGreaterThan(0)
    expect(report['tipos']).toContain('01')
    expect(report['tipos'], 'no other types among the facturas').not.toHaveLength(1)
    expect(code).toBe(0)
  }, 300_000)

  it('C16: the last kill of the database is waited for like the first: it is up and serves before anything is counted', async () => {
    const { code, lines, report } = await runCrash('--mode', 'database', '--kills', '1', '--seed', '1')
    expect(report, lines.join('\n')).toMatchObject({
      kills: 1,
      hits: { 'base de datos': 1 },
      lost: 0,
      duplicated: 0,
      gaps: 0,
      violations: 0,
    })
    expect(report['acknowledged'], 'killed before anybody could emit').toBeGreaterThan(0)
    expect(report['documents']).toBe(report['acknowledged'])
    expect(code).toBe(0)
  }, 300_000)

  it('told to end, it ends everything it started and leaves nothing behind', async () => {
    const before = new Set(left())
    const child = spawn(process.execPath, [COMMAND, '--kills', '1000', '--seed', '1'], { stdio: ['ignore', 'pipe', 'inherit'] })
    await new Promise<void>((resolve) =>
      createInterface(child.stdout).on('line', (line) => line.includes('empiezan las muertes') && resolve()),
    )
    const folders = left().filter((name) => !before.has(name))
    child.kill('SIGINT')
    const [code] = (await once(child, 'close')) as [number]
    expect(code).toBe(130)
    expect(folders.filter((name) => existsSync(path.join(os.tmpdir(), name)))).toEqual([])
  }, 120_000)
})

describe('its options', () => {
  it('are all optional: a hundred kills of both programs, at all points', () => {
    expect(readOptions([], 5)).toMatchObject({ kills: 100, seed: 5, mode: 'both', aimed: 0.5 })
    expect(readOptions(['--kills', '3', '--seed', '9', '--mode', 'worker', '--points', 'C02,C09'], 5)).toEqual({
      kills: 3,
      seed: 9,
      mode: 'worker',
      points: ['C02', 'C09'],
      aimed: 1,
    })
  })

  it.each([[['--kills', '0']], [['--kills', 'x']], [['--mode', 'todo']], [['--points', 'C99']], [['--otra']]])(
    '%j shows how to use it',
    (args) => {
      expect(() => readOptions(args, 1)).toThrow('npm run crash')
    },
  )

  it('a seed gives the same numbers again', () => {
    const draw = (seed: number) => {
      const random = new Random(seed)
      return [random.next(), random.between(1, 6), random.shuffled([1, 2, 3, 4, 5])]
    }
    expect(draw(42)).toEqual(draw(42))
    expect(draw(42)).not.toEqual(draw(43))
  })
})
