// Turns the text of a table into declarations. One line is one element: two spaces of indentation per level, name, occurrence (nothing 1,
// «?» 0..1, «+» 1..n, «*» 0..n, «{1,15}»), type, and «#» for its versions.
import { BLOQUES } from './tablas/bloques.ts'
import { comprobacion, type Comprobacion } from './tipos.ts'

export interface Atributo {
  readonly required: boolean
  readonly check: Comprobacion | undefined
}

export interface Declaracion {
  readonly name: string
  readonly min: number
  readonly max: number
  readonly check: Comprobacion | undefined
  readonly attributes: Map<string, Atributo>
  readonly children: Declaracion[]
}

const LINE = /^( *)(@?[A-Za-z0-9]+)([?+*]|\{\d+,\d+\})?(?: (\S.*?))??(?: #(\S+))?$/

function occurrence(mark: string | undefined): [number, number] {
  if (mark === undefined) return [1, 1]
  if (mark === '?') return [0, 1]
  if (mark === '+') return [1, Infinity]
  if (mark === '*') return [0, Infinity]
  const [min = '1', max = '1'] = mark.slice(1, -1).split(',')
  return [Number(min), Number(max)]
}

const expand = (table: string): string[] =>
  table
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => {
      const [, indent, block] = /^( *)&(\w+)$/.exec(line) ?? []
      return block === undefined ? [line] : expand(BLOQUES[block] ?? '').map((inner) => `${indent}${inner}`)
    })

/** `x.0.0` has two decimals in quantity and unit price, `x.1.0` six. */
export function compileTable(table: string, version: string): Declaracion {
  const seis = version.split('.')[1] === '1'
  const belongs = (mark: string | undefined): boolean => mark === undefined || (mark === 'seis' ? seis : version.startsWith(mark))
  const stack: { depth: number; declaracion: Declaracion }[] = []
  let root: Declaracion | undefined
  let skipped = Infinity
  for (const line of expand(table)) {
    const [, indent = '', name = '', mark, type, versions] = LINE.exec(line) ?? []
    if (name === '') throw new Error(`unreadable line in a table: ${line}`)
    const depth = indent.length / 2
    if (depth > skipped) continue
    skipped = belongs(versions) ? Infinity : depth
    if (skipped === depth) continue
    while (stack.length > depth) stack.pop()
    const parent = stack[stack.length - 1]?.declaracion
    const check = type === undefined ? undefined : comprobacion(type === 'cantidad' ? (seis ? 'd18.6' : 'd14.2') : type)
    if (name.startsWith('@')) {
      parent?.attributes.set(name.slice(1), { required: mark !== '?', check })
      continue
    }
    const [min, max] = occurrence(mark)
    const declaracion: Declaracion = { name, min, max, check, attributes: new Map(), children: [] }
    parent?.children.push(declaracion)
    root ??= declaracion
    stack.push({ depth, declaracion })
  }
  if (!root) throw new Error('empty table')
  return root
}
