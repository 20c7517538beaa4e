// What a script accepts on its command line, told and checked before anything is installed, built or started.
import { parseArgs } from 'node:util'

const TEXT = { type: 'string' }
const FLAG = { type: 'boolean' }

/** The first problem of these arguments, in words; undefined where there is none. */
function problemOf(tokens, { textos, marcas, sueltos }) {
  for (const { kind, rawName, name, value } of tokens) {
    if (kind !== 'option') continue
    if (!textos.includes(name) && !marcas.includes(name)) return `No se conoce «${rawName}».`
    if (textos.includes(name) && value === undefined) return `Falta el valor de «${rawName}».`
    if (marcas.includes(name) && value !== undefined) return `«${rawName}» no lleva valor.`
  }
  const extra = tokens.filter(({ kind }) => kind === 'positional')[sueltos]
  return extra && `No se espera «${extra.value}».`
}

/**
 * Reads arguments: `textos` are options with a value, `marcas` options without, `sueltos` how many words may stand alone.
 * @returns {{ ayuda: boolean, problema: string | undefined }}
 */
export function readArguments(args, { textos = [], marcas = [], sueltos = 0 } = {}) {
  const options = Object.fromEntries([
    ...textos.map((name) => [name, TEXT]),
    ...marcas.map((name) => [name, FLAG]),
    ['ayuda', FLAG],
    ['help', { ...FLAG, short: 'h' }],
  ])
  const { values, tokens } = parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true })
  if (values.ayuda === true || values.help === true) return { ayuda: true, problema: undefined }
  return { ayuda: false, problema: problemOf(tokens, { textos, marcas, sueltos }) }
}

/** Prints `uso` and ends where help is asked for (0) or an argument is not one of these (1). */
export function requireArguments(uso, accepted) {
  const { ayuda, problema } = readArguments(process.argv.slice(2), accepted)
  if (ayuda) console.log(`Uso: ${uso}`)
  else if (problema !== undefined) console.error(`✖ ${problema}\nUso: ${uso}`)
  else return
  process.exit(ayuda ? 0 : 1)
}
