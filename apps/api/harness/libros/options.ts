import { parseArgs } from 'node:util'

import { StartError } from '../../src/instalacion/start-error.ts'

export interface LibrosOptions {
  operaciones: number
  seed: number
  /** Whether one row is falsified at the end, which the run must report. */
  falla: boolean
}

const USAGE = 'Uso: npm run libros -- [--operaciones N] [--seed S] [--falla]'

const whole = (text: string, max: number) => (/^\d{1,10}$/.test(text) && Number(text) <= max ? Number(text) : undefined)

/** Throws a StartError with the usage for unreadable arguments. */
export function readOptions(args: readonly string[], randomSeed: number): LibrosOptions {
  const text = { type: 'string' } as const
  let values
  try {
    ;({ values } = parseArgs({ args: [...args], options: { operaciones: text, seed: text, falla: { type: 'boolean' } } }))
  } catch {
    throw new StartError(USAGE)
  }
  const operaciones = whole(values.operaciones ?? '100000', 10_000_000)
  const seed = whole(values.seed ?? String(randomSeed), 0xffff_ffff)
  if (!operaciones || seed === undefined) throw new StartError(USAGE)
  return { operaciones, seed, falla: values.falla === true }
}
