// Compares a document with its table: order, occurrence, attributes, types. The answer is the first difference, in the words of the
// authority's schema processor.
import type { Nodo } from '../documento/arbol.ts'
import type { Declaracion } from './compilar.ts'

const SCHEMA_HINT = /^xsi:(schemaLocation|noNamespaceSchemaLocation)$/
const BLANK = /^[ \t\r\n]*$/

function attributeProblem(nodo: Nodo, declaracion: Declaracion): string | undefined {
  if (nodo.xmlns) return `cvc-elt.1: Cannot find the declaration of element '{${nodo.xmlns}}${nodo.name}'.`
  for (const [name, value] of nodo.attrs ?? []) {
    if (SCHEMA_HINT.test(name)) continue
    const atributo = declaracion.attributes.get(name)
    if (!atributo) return `cvc-complex-type.3.2.2: Attribute '${name}' is not allowed to appear in element '${nodo.name}'.`
    const problem = atributo.check?.(value)
    if (problem) return `${problem} (${nodo.name}/@${name})`
  }
  for (const [name, { required }] of declaracion.attributes)
    if (required && !nodo.attrs?.has(name)) return `cvc-complex-type.4: Attribute '${name}' must appear on element '${nodo.name}'.`
  return undefined
}

const expected = (declaracion: Declaracion, from: number): string =>
  declaracion.children
    .slice(from, from + 6)
    .map((c) => c.name)
    .join(', ')

function childrenProblem(nodo: Nodo, declaracion: Declaracion): string | undefined {
  if (declaracion.children.length === 0 && nodo.text !== '')
    return `cvc-complex-type.2.1: Element '${nodo.name}' must have no character or element information item [children], because the type's content type is empty.`
  if (!BLANK.test(nodo.text))
    return `cvc-complex-type.2.3: Element '${nodo.name}' cannot have character [children], because the type's content type is element-only.`
  let at = 0
  let count = 0
  for (const item of nodo.children) {
    let current = declaracion.children[at]
    while (current && (current.name !== item.name || count === current.max)) {
      if (count < current.min)
        return `cvc-complex-type.2.4.a: Invalid content was found starting with element '${item.name}'. One of '{${expected(declaracion, at)}}' is expected.`
      at += 1
      count = 0
      current = declaracion.children[at]
    }
    if (!current)
      return `cvc-complex-type.2.4.d: Invalid content was found starting with element '${item.name}'. No child element is expected at this point.`
    count += 1
    const problem = structureProblem(item, current)
    if (problem) return problem
  }
  for (; at < declaracion.children.length; at += 1, count = 0) {
    const missing = declaracion.children[at]
    if (missing && count < missing.min)
      return `cvc-complex-type.2.4.b: The content of element '${nodo.name}' is not complete. One of '{${expected(declaracion, at)}}' is expected.`
  }
  return undefined
}

/** First difference between the document and its table, or undefined. */
export function structureProblem(nodo: Nodo, declaracion: Declaracion): string | undefined {
  const attribute = attributeProblem(nodo, declaracion)
  if (attribute) return attribute
  if (!declaracion.check) return childrenProblem(nodo, declaracion)
  if (nodo.children.length > 0)
    return `cvc-type.3.1.2: Element '${nodo.name}' is a simple type, so it must have no element information item [children].`
  const problem = declaracion.check(nodo.text)
  return problem && `${problem} (${nodo.name})`
}
