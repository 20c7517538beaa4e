import { isXmlSpace } from '../../xml/names.ts'
import { attributeOf, elementsOf, textOf, type XmlElement } from '../../xml/xml-element.ts'
import { isOptional, nodeOf, type AttributedNode, type GroupNode, type ListNode, type Shape, type TreeNode } from './element-tree.ts'
import type { ReadContext } from './read-context.ts'
import { checkLeaf, noteAttributes, readLeaf } from './read-leaf.ts'

export type ReadElement = (element: XmlElement, context: ReadContext) => unknown

function noteStrayText(element: XmlElement, context: ReadContext): void {
  for (const child of element.children)
    if (typeof child === 'string')
      for (let i = 0; i < child.length; i++)
        if (!isXmlSpace(child.charCodeAt(i)))
          return context.odd(element.name, `El elemento <${element.name}> contiene texto suelto: «${child.trim().slice(0, 40)}».`)
}

const noteUnknown = (child: XmlElement, parent: XmlElement, context: ReadContext): void =>
  context.odd(child.name, `El elemento <${child.name}> no se espera dentro de <${parent.name}>.`)

function listReader({ itemName, item, min, max }: ListNode<TreeNode>): ReadElement {
  const readItem = compileReader(item)
  return (element, context) => {
    noteStrayText(element, context)
    const items: unknown[] = []
    for (const child of elementsOf(element)) {
      if (child.name === itemName && child.namespace === '') items.push(readItem(child, context))
      else noteUnknown(child, element, context)
    }
    if (items.length < min) context.odd(element.name, `El elemento <${element.name}> necesita al menos un <${itemName}>.`)
    if (max !== undefined && items.length > max)
      context.odd(element.name, `El elemento <${element.name}> admite hasta ${max} <${itemName}> y tiene ${items.length}.`)
    return items
  }
}

function attributedReader({ attributes, content }: AttributedNode<string>): ReadElement {
  return (element, context) => {
    const { name } = element
    const value: Record<string, unknown> = {}
    for (const [property, leaf] of Object.entries(attributes)) {
      const found = attributeOf(element, property)
      if (found === undefined) return context.refuse(name, `Al elemento <${name}> le falta el atributo «${property}».`)
      checkLeaf(leaf, name, found, context)
      value[property] = found
    }
    for (const attribute of element.attributes)
      if (attribute.namespace === '' && !Object.hasOwn(attributes, attribute.name))
        context.odd(name, `El elemento <${name}> no lleva el atributo «${attribute.name}».`)
    const inside = elementsOf(element)[0]
    if (inside) noteUnknown(inside, element, context)
    if (!content) {
      noteStrayText(element, context)
      return value
    }
    const text = textOf(element)
    checkLeaf(content.leaf, name, text, context)
    value[content.property] = text
    return value
  }
}

const isBlank = (element: XmlElement) => element.children.every((child) => typeof child === 'string' && child.trim() === '')

function memberOf(field: Shape[string], order: number) {
  const node = nodeOf(field)
  const isRequired = !isOptional(field)
  return {
    order,
    isRequired,
    /** Some issuers write `<propina/>` for an absent value: it is read as no number. */
    mayBeBlank: !isRequired && (node.kind === 'decimal' || node.kind === 'fecha'),
    isRepeated: node.kind === 'list' && node.isRepeated,
    read: compileReader(node),
  }
}

/** Reads the children of a group; `skip` names children that the caller reads. */
export function compileContentReader({ fields }: GroupNode<Shape>, skip?: (child: XmlElement) => boolean): ReadElement {
  const keys = Object.keys(fields)
  const members = new Map(Object.entries(fields).map(([key, field], order) => [key, memberOf(field, order)]))
  const required = keys.filter((key) => members.get(key)?.isRequired)
  return (element, context) => {
    noteStrayText(element, context)
    const value: Record<string, unknown> = {}
    let last = -1
    for (const child of elementsOf(element)) {
      const member = child.namespace === '' ? members.get(child.name) : undefined
      if (!member) {
        if (!skip?.(child)) noteUnknown(child, element, context)
        continue
      }
      if (member.mayBeBlank && isBlank(child)) {
        context.odd(child.name, `El elemento <${child.name}> está vacío.`)
        continue
      }
      const isSecond = Object.hasOwn(value, child.name)
      if (isSecond && !member.isRepeated)
        context.refuse(child.name, `El elemento <${child.name}> está repetido dentro de <${element.name}>.`)
      if (member.order < last) context.odd(child.name, `El elemento <${child.name}> está fuera de orden dentro de <${element.name}>.`)
      else last = member.order
      const read = member.read(child, context)
      value[child.name] = isSecond ? [...(value[child.name] as unknown[]), ...(read as unknown[])] : read
    }
    for (const key of required)
      if (!Object.hasOwn(value, key)) context.refuse(key, `Falta el elemento <${key}> dentro de <${element.name}>.`)
    return value
  }
}

/** Precomputes how elements declared as `node` are read. */
export function compileReader(node: TreeNode): ReadElement {
  switch (node.kind) {
    case 'group': {
      const readContent = compileContentReader(node)
      return (element, context) => {
        noteAttributes(element, context)
        return readContent(element, context)
      }
    }
    case 'list':
      return listReader(node)
    case 'attributed':
      return attributedReader(node)
    default:
      return (element, context) => readLeaf(node, element, context)
  }
}
