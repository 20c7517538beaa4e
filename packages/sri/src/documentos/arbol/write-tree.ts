import { fitsDecimals, isMonto, plainMonto } from '@yupana/fiscal'

import { escapeAttribute, escapeText } from '../../xml/escape.ts'
import { XmlError } from '../../xml/xml-error.ts'
import type { AttributedNode, DecimalLeaf, GroupNode, ListNode, Shape, TreeNode } from './element-tree.ts'
import { isOptional, nodeOf } from './element-tree.ts'

/** Writes one element in canonical form, tags included. Throws `XmlError` STRUCTURE when the value does not fit the element. */
export type WriteElement = (value: unknown) => string

const wrong = (name: string, why: string) => new XmlError('STRUCTURE', `No se puede escribir <${name}>: ${why}.`, name)

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function escapeInside(name: string, escape: (text: string) => string, value: unknown): string {
  if (typeof value !== 'string') throw wrong(name, 'falta su texto')
  try {
    return escape(value)
  } catch (cause) {
    throw cause instanceof XmlError ? wrong(name, cause.message.replace(/\.$/, '')) : cause
  }
}

function decimalWriter(name: string, { decimals, shown }: DecimalLeaf<number>): WriteElement {
  const open = `<${name}>`
  const close = `</${name}>`
  return (value) => {
    if (!isMonto(value)) throw wrong(name, 'no es un número')
    if (!fitsDecimals(value, decimals)) throw wrong(name, `tiene más de ${decimals} decimales`)
    return open + plainMonto(value, shown) + close
  }
}

function fechaWriter(name: string): WriteElement {
  return (value) => {
    if (typeof value !== 'string' || value.length !== 10) throw wrong(name, 'no es una fecha')
    return `<${name}>${escapeText(`${value.slice(8, 10)}/${value.slice(5, 7)}/${value.slice(0, 4)}`)}</${name}>`
  }
}

function attributedWriter(name: string, { attributes, content }: AttributedNode<string>): WriteElement {
  // Canonical order of attributes without prefix is by code point.
  const properties = Object.keys(attributes).sort()
  return (value) => {
    if (!isRecord(value)) throw wrong(name, 'falta su contenido')
    let xml = `<${name}`
    for (const property of properties) xml += ` ${property}="${escapeInside(name, escapeAttribute, value[property])}"`
    return `${xml}>${content ? escapeInside(name, escapeText, value[content.property]) : ''}</${name}>`
  }
}

function listWriter(name: string, { itemName, item, min }: ListNode<TreeNode>): WriteElement {
  const writeItem = compileWriter(itemName, item)
  return (value) => {
    if (!Array.isArray(value) || value.length < min) throw wrong(name, `necesita al menos un <${itemName}>`)
    let xml = `<${name}>`
    for (const each of value) xml += writeItem(each)
    return `${xml}</${name}>`
  }
}

function refuseUnknown(name: string, value: Readonly<Record<string, unknown>>, known: ReadonlySet<string>): void {
  for (const key in value) if (value[key] !== undefined && !known.has(key)) throw wrong(key, `<${name}> no lo admite en esta versión`)
}

/** The children of a group, without its own tags; the caller writes the properties in `others`. */
export function compileContent(name: string, { fields }: GroupNode<Shape>, others: readonly string[] = []): WriteElement {
  const known = new Set([...Object.keys(fields), ...others])
  const members = Object.entries(fields).map(([key, field]) => ({
    key,
    isRequired: !isOptional(field),
    write: compileWriter(key, nodeOf(field)),
  }))
  return (value) => {
    if (!isRecord(value)) throw wrong(name, 'falta su contenido')
    let xml = ''
    let written = others.length
    for (const { key, isRequired, write } of members) {
      const member = value[key]
      if (member !== undefined) {
        xml += write(member)
        written++
      } else if (isRequired) throw wrong(name, `falta <${key}>`)
    }
    // A property without a tag would be lost silently: an element of another version, or a misspelt one.
    if (Object.keys(value).length > written) refuseUnknown(name, value, known)
    return xml
  }
}

/** Precomputes the writing of `node` as an element called `name`. */
export function compileWriter(name: string, node: TreeNode): WriteElement {
  const open = `<${name}>`
  const close = `</${name}>`
  switch (node.kind) {
    case 'text':
      return (value) => open + escapeInside(name, escapeText, value) + close
    case 'decimal':
      return decimalWriter(name, node)
    case 'fecha':
      return fechaWriter(name)
    case 'attributed':
      return attributedWriter(name, node)
    case 'list':
      return listWriter(name, node)
    case 'group': {
      const writeContent = compileContent(name, node)
      return (value) => open + writeContent(value) + close
    }
  }
}
