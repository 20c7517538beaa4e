import { parseArgs } from 'node:util'

import { StartError } from '../../src/instalacion/start-error.ts'
import { TIPOS } from '../../src/testing/tipos-de-documento.ts'
import { FALLAS } from './fallas.ts'

export interface EscenarioOptions {
  /** The first seed; the others follow it. */
  semilla: number
  /** Documents of each type under each kind of fault. */
  semillas: number
  fallas: readonly string[]
  tipos: readonly string[]
}

const USAGE = 'Uso: npm run escenarios -- [--semilla S] [--semillas N] [--fallas corte-despues,codigo-45,…] [--tipos factura-1.1.0,…]'

const whole = (text: string, max: number) => (/^\d{1,10}$/.test(text) && Number(text) <= max ? Number(text) : undefined)

const chosen = (text: string | undefined, known: readonly string[]) => {
  const names = text === undefined ? known : text.split(',').filter(Boolean)
  return names.length > 0 && names.every((name) => known.includes(name)) ? known.filter((name) => names.includes(name)) : undefined
}

/** Throws a StartError with the usage for unreadable arguments. */
export function readOptions(args: readonly string[], randomSeed: number): EscenarioOptions {
  const text = { type: 'string' } as const
  let values
  try {
    ;({ values } = parseArgs({ args: [...args], options: { semilla: text, semillas: text, fallas: text, tipos: text } }))
  } catch {
    throw new StartError(USAGE)
  }
  const [knownFallas, knownTipos] = [FALLAS.map(({ nombre }) => nombre), TIPOS.map(({ nombre }) => nombre)]
  const semilla = whole(values.semilla ?? String(randomSeed), 0xffff_ffff)
  const semillas = whole(values.semillas ?? '20', 1000)
  const fallas = chosen(values.fallas, knownFallas)
  const tipos = chosen(values.tipos, knownTipos)
  if (semilla === undefined || !semillas || !fallas || !tipos)
    throw new StartError(USAGE, `Fallas: ${knownFallas.join(', ')}. Tipos: ${knownTipos.join(', ')}.`)
  return { semilla, semillas, fallas, tipos }
}
