import { parseArgs } from 'node:util'

import { StartError } from '../../src/instalacion/start-error.ts'

export const MODES = ['app', 'worker', 'both', 'database', 'stop', 'deploy', 'certificate', 'resources'] as const
export type CrashMode = (typeof MODES)[number]

/** Crash points of the emission in the API, and in the worker (reliability §2.3). */
export const API_POINTS = ['C01', 'C02', 'C03', 'C04'] as const
export const WORKER_POINTS = ['C05', 'C06', 'C07', 'C08', 'C09', 'C10', 'C11', 'C12', 'C13', 'C14', 'C15'] as const

export interface CrashOptions {
  kills: number
  seed: number
  mode: CrashMode
  points: readonly string[]
  /** Share of kills at a crash point; all of them when points were requested. */
  aimed: number
}

const USAGE = `Uso: npm run crash -- [--kills N] [--seed S] [--points C02,C09,…] [--mode ${MODES.join('|')}]`

const whole = (text: string, max: number) => (/^\d{1,10}$/.test(text) && Number(text) <= max ? Number(text) : undefined)

/** Throws a StartError with the usage for unreadable arguments. */
export function readOptions(args: readonly string[], randomSeed: number): CrashOptions {
  const text = { type: 'string' } as const
  let values
  try {
    ;({ values } = parseArgs({ args: [...args], options: { kills: text, seed: text, points: text, mode: text } }))
  } catch {
    throw new StartError(USAGE)
  }
  const known: readonly string[] = [...API_POINTS, ...WORKER_POINTS]
  const kills = whole(values.kills ?? '100', 1_000_000)
  const seed = whole(values.seed ?? String(randomSeed), 0xffff_ffff)
  const mode = MODES.find((candidate) => candidate === (values.mode ?? 'both'))
  const points = values.points === undefined ? known : values.points.split(',').filter(Boolean)
  if (!kills || seed === undefined || !mode || points.length === 0 || points.some((point) => !known.includes(point)))
    throw new StartError(USAGE, `Puntos: ${known.join(', ')}.`)
  return { kills, seed, mode, points, aimed: values.points === undefined ? 0.5 : 1 }
}
