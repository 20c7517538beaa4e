import { readFileSync } from 'node:fs'
import path from 'node:path'

import { newestBuild } from '../../src/instalacion/built.ts'
import { figuraOf, type FiguraDescrita } from './figura.ts'

interface Linea {
  readonly what: string
  readonly bytes: number
  readonly limit: number
}

const KB = 1000
const NAMES: Readonly<Record<string, readonly [string, string]>> = {
  'Ingreso, JS': ['ingreso-js', 'JavaScript of the sign-in, compressed'],
  'Ingreso, CSS': ['ingreso-css', 'CSS of the sign-in, compressed'],
  'Ingreso y armazón, JS': ['armazon-js', 'JavaScript of sign-in and shell together, compressed'],
  'Tipo de letra': ['letra', 'Typeface'],
}

/** Bytes that a visitor loads, counted by the build of the page, and their limits. */
export function readPresupuesto(): FiguraDescrita[] {
  const lines = JSON.parse(readFileSync(path.join(newestBuild('web'), '.presupuesto.json'), 'utf8')) as Linea[]
  return lines.map(({ what, bytes, limit }) => {
    const [name, words] = NAMES[what] ?? [
      what.toLowerCase().replace(/\s+/g, '-'),
      `What the lazy part ${what.replace('Ruta ', '')} loads beyond the shell, compressed`,
    ]
    return figuraOf({ name: `navegador.${name}`, what: words, value: bytes / KB, unit: 'KB', target: { sign: '<=', limit: limit / KB } })
  })
}
