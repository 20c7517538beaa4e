import type { Monto } from '@yupana/fiscal'

import { elementsOf, textOf, type XmlElement } from '../../xml/xml-element.ts'
import type { Leaf } from './element-tree.ts'
import { leafComplaint } from './leaf-check.ts'
import type { ReadContext } from './read-context.ts'
import { parseXsdDecimal } from './xsd-decimal.ts'

const FECHA = /^(\d\d)\/(\d\d)\/(\d{4})$/

function parseLeaf(leaf: Leaf, text: string): string | Monto | undefined {
  switch (leaf.kind) {
    case 'text':
      return text
    case 'decimal':
      return parseXsdDecimal(text.trim())
    case 'fecha': {
      const match = FECHA.exec(text.trim())
      return match ? `${match[3]}-${match[2]}-${match[1]}` : undefined
    }
  }
}

const UNREADABLE = { text: '', decimal: 'no es un número', fecha: 'no es una fecha dd/mm/aaaa' } as const

/** Notes unexpected attributes; those of a namespace (xsi, xml) carry no data of the document. */
export function noteAttributes(element: XmlElement, context: ReadContext): void {
  const { name, attributes } = element
  if (attributes.some(({ namespace }) => namespace === '')) context.odd(name, `El elemento <${name}> no lleva atributos.`)
}

/** Value of a leaf element. A broken facet is an oddity; an unreadable number or date refuses the document. */
export function readLeaf(leaf: Leaf, element: XmlElement, context: ReadContext): string | Monto {
  const { name } = element
  const inside = elementsOf(element)[0]
  if (inside) context.odd(inside.name, `El elemento <${inside.name}> no se espera dentro de <${name}>.`)
  noteAttributes(element, context)
  const value = parseLeaf(leaf, textOf(element))
  if (value === undefined) return context.refuse(name, `El elemento <${name}> ${UNREADABLE[leaf.kind]}: «${textOf(element).slice(0, 40)}».`)
  checkLeaf(leaf, name, value, context)
  return value
}

/** Notes or refuses a value that breaks the leaf's facets; `name` is its element or attribute. */
export function checkLeaf(leaf: Leaf, name: string, value: string | Monto, context: ReadContext): void {
  const complaint = leafComplaint(leaf, value)
  if (complaint === undefined) return
  if (leaf.kind === 'fecha') context.refuse(name, `El elemento <${name}> ${complaint}.`)
  context.odd(name, `El elemento <${name}> ${complaint}.`)
}
