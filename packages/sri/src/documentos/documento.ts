import { attributeOf, type XmlElement } from '../xml/xml-element.ts'
import { XmlError } from '../xml/xml-error.ts'
import type { GroupNode, GroupValue, Shape } from './element-tree.ts'
import type { ReadContext } from './read-context.ts'
import { compileContentReader } from './read-tree.ts'
import { checkContent, type Problema } from './validate-tree.ts'
import { compileContent } from './write-tree.ts'

const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#'
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'

/** The root's own data: attributes of the XML, properties of the value. */
const ROOT_PROPERTIES = ['version'] as const

export interface Documento<T> {
  /** Name of the root element. */
  readonly root: string
  /** The declaration and the root in canonical form. Throws `XmlError` STRUCTURE when the value is not the type. */
  write(value: T): string
  /** The value of a root element; a ds:Signature is skipped. Throws `XmlError` STRUCTURE. */
  read(element: XmlElement, context: ReadContext): T
  /** Everything that breaks the XSD, in document order. */
  validate(value: T): Problema[]
}

export interface Declaration<S extends Shape, V extends string> {
  readonly root: string
  /** The tree that has every element of every version: it types the value. */
  readonly tree: GroupNode<S>
  readonly versions: Readonly<Record<V, GroupNode<Shape>>>
  /** Read in place of a version that is not declared, by a tolerant reader. */
  readonly newest: NoInfer<V>
}

const isSignature = (child: XmlElement) => child.localName === 'Signature' && child.namespace === XMLDSIG

/** Compiles a declared document type; all that can be computed once is computed here. */
export function declareDocumento<S extends Shape, V extends string>(declaration: Declaration<S, V>): Documento<{ version: V } & GroupValue<S>> {
  type Value = { version: V } & GroupValue<S>
  const { root, newest } = declaration
  const compiled = new Map(
    Object.entries<GroupNode<Shape>>(declaration.versions).map(([version, tree]) => [
      version,
      {
        tree,
        open: `${DECLARATION}<${root} id="comprobante" version="${version}">`,
        write: compileContent(root, tree, ROOT_PROPERTIES),
        read: compileContentReader(tree, isSignature),
      },
    ]),
  )

  function versionOf(element: XmlElement, context: ReadContext): V {
    const version = attributeOf(element, 'version')
    if (version !== undefined && compiled.has(version)) return version as V
    context.odd(root, `La versión «${version ?? ''}» de <${root}> no se conoce.`)
    return newest
  }

  return {
    root,
    write(value) {
      const version = compiled.get(value.version)
      if (!version) throw new XmlError('STRUCTURE', `La versión «${value.version}» de <${root}> no se conoce.`, root)
      return `${version.open}${version.write(value)}</${root}>`
    },
    read(element, context) {
      if (element.name !== root || element.namespace !== '')
        context.refuse(element.name, `El documento es <${element.name}> y se esperaba <${root}>.`)
      const version = versionOf(element, context)
      const signature = element.children.findIndex((child) => typeof child !== 'string' && isSignature(child))
      if (signature >= 0 && element.children.slice(signature + 1).some((child) => typeof child !== 'string'))
        context.odd('Signature', 'La firma no es el último elemento del documento.')
      const content = compiled.get(version)?.read(element, context) as GroupValue<S>
      return { version, ...content } satisfies Value
    },
    validate(value) {
      const problems: Problema[] = []
      const tree = compiled.get(value.version)?.tree
      if (!tree) return [{ campo: 'version', mensaje: `La versión «${value.version}» de ${root} no se conoce.` }]
      checkContent(tree, value, '', (campo, mensaje) => problems.push({ campo, mensaje }), ROOT_PROPERTIES)
      return problems
    },
  }
}
