import { isOptional, nodeOf, type GroupNode, type ListNode, type Shape, type TreeNode } from './element-tree.ts'
import { leafComplaint } from './leaf-check.ts'

/** A problem of a document; `campo` is the path in the value (`detalles[0].cantidad`), `mensaje` Spanish for the user. */
export interface Problema {
  readonly campo: string
  readonly mensaje: string
  /** A slight problem: a cent, or a missing entry of a 0 % rate. Only a notice in documents of others that the SRI authorised (O-120). */
  readonly leve?: boolean
}

type Report = (campo: string, mensaje: string) => void

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const nameOf = (path: string) => path.slice(path.lastIndexOf('.') + 1)

/** «en la fila 2 de detalles», for a field inside a list. */
function placeOf(path: string): string {
  const rows = [...path.matchAll(/(\w+)\[(\d+)\]/g)].map(([, list, index]) => `fila ${Number(index) + 1} de ${list}`)
  return rows.length > 0 ? ` (${rows.join(', ')})` : ''
}

const say = (report: Report, path: string, predicate: string) => report(path, `El campo ${nameOf(path)}${placeOf(path)} ${predicate}.`)

function checkList({ itemName, item, min, max }: ListNode<TreeNode>, value: unknown, path: string, report: Report): void {
  if (!Array.isArray(value) || value.length < min) return say(report, path, `necesita al menos un ${itemName}`)
  if (max !== undefined && value.length > max) say(report, path, `admite hasta ${max} ${itemName} y tiene ${value.length}`)
  value.forEach((each, index) => checkNode(item, each, `${path}[${index}]`, report))
}

function checkMember(field: Shape[string], value: unknown, path: string, report: Report): void {
  if (value !== undefined) checkNode(nodeOf(field), value, path, report)
  else if (!isOptional(field)) say(report, path, 'es obligatorio')
}

/** Checks the members of a group. `path` ends in a dot unless it is empty; the caller checks the properties in `others`. */
export function checkContent(
  { fields }: GroupNode<Shape>,
  value: Readonly<Record<string, unknown>>,
  path: string,
  report: Report,
  others: readonly string[] = [],
): void {
  for (const [key, field] of Object.entries(fields)) checkMember(field, value[key], path + key, report)
  for (const key of Object.keys(value))
    if (value[key] !== undefined && !Object.hasOwn(fields, key) && !others.includes(key))
      say(report, path + key, 'no existe en esta versión del documento')
}

function checkNode(node: TreeNode, value: unknown, path: string, report: Report): void {
  if (node.kind === 'list') return checkList(node, value, path, report)
  if (node.kind !== 'group' && node.kind !== 'attributed') {
    const complaint = leafComplaint(node, value)
    if (complaint !== undefined) say(report, path, complaint)
    return
  }
  if (!isRecord(value)) return say(report, path, 'es obligatorio')
  if (node.kind === 'group') return checkContent(node, value, `${path}.`, report)
  const { content } = node
  const leaves: Shape = content ? { ...node.attributes, [content.property]: content.leaf } : node.attributes
  checkContent({ kind: 'group', fields: leaves }, value, `${path}.`, report)
}
