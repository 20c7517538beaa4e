import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { hasOficial, OFICIAL } from '../testing/referencia.ts'
import { isOptional, nodeOf, type Leaf, type Shape, type TreeNode } from './arbol/element-tree.ts'
import { declaracionOf } from './documentos.ts'

const file = `${OFICIAL}/xsd/TREES.md`
const ROOT_ATTRIBUTES_AND_SIGNATURE = /^ {2}(?:Signature|@)/
const FECHA_FACETS = 'pattern (0[1-9]|[12][0-9]|3[01])/(0[1-9]|1[012])/20[0-9][0-9], string'

/** Facets as sorted text, to compare the official tree with ours. */
const sorted = (facets: readonly string[]) => [...facets].sort().join(', ')

function facetsOf(leaf: Leaf): string {
  if (leaf.kind === 'fecha') return FECHA_FACETS
  if (leaf.kind === 'decimal')
    return sorted([`decimal`, `digits ${leaf.digits}`, `frac ${leaf.decimals}`, ...(leaf.isSigned ? [] : ['>=0'])])
  return sorted([
    'string',
    ...(leaf.min > 0 ? [`min ${leaf.min}`] : []),
    ...(leaf.max === undefined ? [] : [`max ${leaf.max}`]),
    ...leaf.patterns.map((pattern) => `pattern ${pattern}`),
    ...(leaf.isSingleLine ? ['pattern [^\\n]*'] : []),
    ...(leaf.choices.length > 0 ? [`one of ${leaf.choices.join('/')}`] : []),
  ])
}

type Row = [depth: number, name: string, occurrences: string, facets: string]

function rowsOf(name: string, node: TreeNode, occurrences: string, depth: number): Row[] {
  if (node.kind === 'group') return [[depth, name, occurrences, ''], ...rowsOfFields(node.fields, depth + 1)]
  if (node.kind === 'list')
    return [[depth, name, occurrences, ''], ...rowsOf(node.itemName, node.item, `${node.min}..${node.max ?? 'n'}`, depth + 1)]
  if (node.kind === 'attributed') {
    const attributes = Object.entries(node.attributes).map(([key, leaf]): Row => [depth + 1, `@${key}`, '1', facetsOf(leaf)])
    return [[depth, name, occurrences, node.content ? facetsOf(node.content.leaf) : ''], ...attributes]
  }
  return [[depth, name, occurrences, facetsOf(node)]]
}

function occurrencesOf(field: Shape[string]): string {
  const node = nodeOf(field)
  const from = isOptional(field) ? '0' : '1'
  const to = node.kind === 'list' && node.isRepeated ? 'n' : '1'
  return from === to ? from : `${from}..${to}`
}

const rowsOfFields = (fields: Shape, depth: number): Row[] =>
  Object.entries(fields).flatMap(([key, field]) => rowsOf(key, nodeOf(field), occurrencesOf(field), depth))

/** Removes `(sequence, repeats)` and its level: the XSD's notation for a single repeated child. */
function withoutSequences(rows: readonly string[]): string[] {
  let sequences: number[] = []
  return rows.flatMap((row) => {
    const depth = /^ */.exec(row)?.[0].length ?? 0
    sequences = sequences.filter((sequence) => sequence < depth)
    if (row.includes('(sequence, repeats)')) {
      sequences.push(depth)
      return []
    }
    const outer = sequences.at(-1)
    const isRepeated = outer !== undefined && depth === outer + 2
    const moved = row.slice(sequences.length * 2)
    return [isRepeated ? moved.replace(/^( *\S+ +)1( |$)/, '$11..n$2') : moved]
  })
}

function officialRows(tipo: string, version: string): Row[] {
  const section = readFileSync(file, 'utf8').split(`## ${tipo} ${version}\n`)[1]?.split('```')[1] ?? ''
  return withoutSequences(section.replace('text\n', '').split('\n').slice(1))
    .filter((row) => row.trim() !== '' && !ROOT_ATTRIBUTES_AND_SIGNATURE.test(row))
    .map((row) => {
      const [, indent = '', name = '', occurrences = '', facets = ''] = /^( *)(\S+) +(\S+) *(.*)$/.exec(row) ?? []
      return [
        indent.length / 2,
        name,
        occurrences,
        facets === ''
          ? ''
          : sorted(
              facets
                .trim()
                .replace(', ws preserve', '')
                .replace(/^(string|decimal) /, '$1, ')
                .split(', '),
            ),
      ]
    })
}

const VERSIONES = [
  ['factura', '1.1.0'],
  ['factura', '2.1.0'],
  ['notaCredito', '1.1.0'],
  ['notaDebito', '1.0.0'],
  ['comprobanteRetencion', '1.0.0'],
  ['comprobanteRetencion', '2.0.0'],
  ['guiaRemision', '1.1.0'],
  ['liquidacionCompra', '1.1.0'],
] as const

describe('the declared tree', () => {
  test.skipIf(!hasOficial).each(VERSIONES)(
    'of %s %s has the elements, order, occurrences and facets of the official XSD',
    (tipo, version) => {
      const tree = declaracionOf(tipo).versions[version]
      expect(tree && rowsOfFields(tree.fields, 1)).toEqual(officialRows(tipo, version))
    },
  )
})
