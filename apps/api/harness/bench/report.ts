import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { rootFolder } from '../../src/instalacion/root-folder.ts'
import { calibracionLine, enPiezas, type Calibracion } from './calibracion.ts'
import type { FiguraDescrita, Figura } from './figura.ts'

const BEGIN = '<!-- measured: begin (written by `npm run bench`) -->'
const END = '<!-- measured: end -->'

const INTRODUCTION = `# Performance

\`npm run bench\` measures everything below, \`npm run bench -- NAME …\` single benches, \`--json FILE\` writes the figures for programs.
Each figure stands beside its peer or its limit, measured in the same run. Loops are bounded and stay on this machine.
Figures travel as multiples of a calibration that runs beside each bench: a fixed piece of JavaScript, of RSA, of SQL and of PDF, on one
core and on both at once. «3.1 pdf (<= 9.8)» is a time in which this machine draws 3.1 such pages; the machine on which the targets were
set draws 9.8 within the target. For a rate it is its part of the calibrated one. «by calibration» is met so, on a machine too slow for the
target itself.
`

export const performanceFile = () => path.join(rootFolder(), 'docs/performance.md')

/** The text with a new section of one bench; the others keep their figures and date. */
export function withSection(
  present: string | undefined,
  bench: string,
  figuras: readonly FiguraDescrita[],
  calibracion: Calibracion,
): string {
  const [head = '', rest = ''] = (present ?? `${INTRODUCTION}\n${BEGIN}\n${END}\n`).split(BEGIN)
  const [generated = '', tail = '\n'] = rest.split(END)
  const sections = new Map(
    generated
      .split(/^(?=## )/m)
      .filter((part) => part.startsWith('## '))
      .map((part) => [nameOf(part), part.trim()]),
  )
  sections.set(bench, sectionOf(bench, figuras, calibracion))
  const ordered = [...sections].sort(([one], [other]) => orderOf(one) - orderOf(other)).map(([, text]) => text)
  return `${head}${BEGIN}\n\n${commitsOf(ordered)}\n\n${ordered.join('\n\n')}\n\n${END}${tail}`
}

/** The commit or commits of the figures, in words. */
function commitsOf(sections: readonly string[]): string {
  const commits = new Map<string, string[]>()
  for (const section of sections) {
    const commit = /, commit ([^,]+),/.exec(section)?.[1] ?? 'unknown'
    commits.set(commit, [...(commits.get(commit) ?? []), section])
  }
  if (commits.size === 1) return `All figures are of commit ${[...commits.keys()][0]}.`
  const told = [...commits].map(([commit, of]) => `${commit} (${of.map(nameOf).join(', ')})`)
  return `**These figures are of ${commits.size} commits**: ${told.join('; ')}. \`npm run bench\` without names makes them of one.`
}

export function writeReport(bench: string, figuras: readonly FiguraDescrita[], calibracion: Calibracion): void {
  const file = performanceFile()
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, withSection(existsSync(file) ? readFileSync(file, 'utf8') : undefined, bench, figuras, calibracion))
}

const nameOf = (section: string) => /^## (\S+)/.exec(section)?.[1] ?? ''
const ORDER = [
  'firma',
  'lectura',
  'emision',
  'emision-completa',
  'latencia',
  'ride',
  'logo',
  'memoria',
  'busqueda',
  'tablero',
  'contabilidad',
  'recibidos',
  'catalogo',
  'sesion',
  'navegador',
  'tienda',
  'bandeja',
]
const orderOf = (name: string) => ORDER.indexOf(name)

function sectionOf(bench: string, figuras: readonly FiguraDescrita[], calibracion: Calibracion): string {
  const rows = figuras.map((figura) => {
    const { name, what, value, unit, reference, against, ratio, target, ok } = figura
    const enEsta = enPiezas(bench, figura, calibracion)
    const met = ok === null ? '' : ok ? 'yes' : enEsta.ok ? 'by calibration' : '**no**'
    return `| \`${name}\` | ${what} | ${value} ${unit} | ${reference === null ? '' : `${reference} ${unit}: ${against ?? ''}`} | ${ratio === null ? '' : `${ratio}×`} | ${target ?? ''} | ${enEsta.text} | ${met} |`
  })
  return [
    `## ${bench}`,
    '',
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, commit ${commit()}, ${machine()}.`,
    '',
    calibracionLine(calibracion),
    '',
    '| figure | what | value | measured against | ratio | target | of the calibration | met |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

function commit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', rootFolder(), ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    return (
      git('rev-parse', '--short', 'HEAD') +
      (git('status', '--porcelain', '--', 'apps', 'packages', 'scripts', 'package-lock.json') === '' ? '' : ' with changes')
    )
  } catch {
    return 'unknown'
  }
}

function machine(): string {
  const [cpu] = os.cpus()
  const load = os.loadavg()[0] ?? 0
  const name = cpu?.model.replace(/\s+/g, ' ').trim()
  return `${os.cpus().length} × ${name === undefined || name === '' ? 'CPU' : name}, ${Math.round(os.totalmem() / 2 ** 30)} GB, ${os.type()} ${os.release().split('-')[0] ?? ''} ${os.arch()}, Node ${process.versions.node}, load ${load.toFixed(1)} at the end`
}

export const toJson = (figuras: readonly FiguraDescrita[]): Figura[] =>
  figuras.map(({ name, value, unit, reference, ratio, target, ok }) => ({ name, value, unit, reference, ratio, target, ok }))

/** One line for the terminal. */
export function lineOf({ name, value, unit, reference, ratio, target, ok }: FiguraDescrita): string {
  const mark = ok === null ? ' ' : ok ? '✔' : '✖'
  const against = reference === null ? '' : ` (frente a ${reference} ${unit}: ${ratio ?? '–'}×)`
  return `${mark} ${name.padEnd(40)} ${String(value).padStart(8)} ${unit}${against}${target === null ? '' : `  meta ${target}`}`
}
