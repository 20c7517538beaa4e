// Random values of declared trees, for property tests.
import fc from 'fast-check'

import { isOptional, nodeOf, type DecimalLeaf, type Shape, type TextLeaf, type TreeNode } from '../documentos/arbol/element-tree.ts'

const codePoint = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...'&<>"\']]>\t\r\n \u0085\u00A0\u2028ñÉ€-/%') },
  { weight: 3, arbitrary: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCodePoint(code)) },
  { weight: 1, arbitrary: fc.integer({ min: 0x20, max: 0xd7ff }).map((code) => String.fromCodePoint(code)) },
  { weight: 1, arbitrary: fc.integer({ min: 0xe000, max: 0xfffd }).map((code) => String.fromCodePoint(code)) },
  { weight: 1, arbitrary: fc.integer({ min: 0x10000, max: 0x10ffff }).map((code) => String.fromCodePoint(code)) },
)

/** Text of every kind of character that XML 1.0 allows. */
export const legalText = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: codePoint, minLength, maxLength })

function textArbitrary(leaf: TextLeaf): fc.Arbitrary<string> {
  if (leaf.choices.length > 0) return fc.constantFrom(...leaf.choices)
  const fits = (value: string) => value.length >= leaf.min && value.length <= (leaf.max ?? Infinity)
  if (leaf.matcher) return fc.stringMatching(leaf.matcher, { maxLength: leaf.max ?? 60 }).filter(fits)
  const any = legalText(leaf.min, Math.min(leaf.max ?? 40, 40))
  return leaf.isSingleLine ? any.map((value) => value.replaceAll('\n', '.')) : any
}

const decimalArbitrary = ({ digits, decimals, isSigned }: DecimalLeaf<number>): fc.Arbitrary<number> => {
  const unit = 10 ** (6 - decimals)
  const most = Math.min(10 ** Math.min(digits, 9 + decimals), Math.floor(Number.MAX_SAFE_INTEGER / unit)) - 1
  return fc.integer({ min: isSigned ? -most : 0, max: most }).map((value) => value * unit + 0)
}

const fechaArbitrary = fc
  .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

function groupArbitrary(fields: Shape): fc.Arbitrary<Record<string, unknown>> {
  const members = Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, nodeArbitrary(nodeOf(field))]))
  return fc.record(members, { requiredKeys: Object.keys(fields).filter((key) => !isOptional(fields[key] as Shape[string])) })
}

/** Random values that the declaration of `node` allows. */
export function nodeArbitrary(node: TreeNode): fc.Arbitrary<unknown> {
  switch (node.kind) {
    case 'text':
      return textArbitrary(node)
    case 'decimal':
      return decimalArbitrary(node)
    case 'fecha':
      return fechaArbitrary
    case 'list':
      return fc.array(nodeArbitrary(node.item), { minLength: node.min, maxLength: Math.min(node.max ?? 3, 3) })
    case 'attributed':
      return groupArbitrary(node.content ? { ...node.attributes, [node.content.property]: node.content.leaf } : node.attributes)
    case 'group':
      return groupArbitrary(node.fields)
  }
}
