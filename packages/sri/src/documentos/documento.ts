import type { Fecha } from '@yupana/fiscal'

import { attributeOf, type XmlElement } from '../xml/xml-element.ts'
import { XmlError } from '../xml/xml-error.ts'
import { identidadCoherence } from './partes/identidad-coherence.ts'
import type { GroupNode, Shape } from './arbol/element-tree.ts'
import type { InfoTributaria } from './partes/info-tributaria.ts'
import { ReadContext } from './arbol/read-context.ts'
import { compileContentReader } from './arbol/read-tree.ts'
import { unwrapAutorizacion } from './unwrap-autorizacion.ts'
import { checkContent, type Problema } from './arbol/validate-tree.ts'
import { compileContent } from './arbol/write-tree.ts'

const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#'
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'

/** Data of the root element: attributes in the XML, properties in the value. */
const ROOT_PROPERTIES = ['version'] as const

/** Fields of every document type. */
export interface ValorDocumento {
  readonly version: string
  readonly infoTributaria: InfoTributaria
}

export interface Documento<T> {
  /** Name of the root element. */
  readonly root: string
  /** Two digits, Tabla 3 of the ficha técnica. */
  readonly codDoc: string
  /** Element trees by version. */
  readonly versions: Readonly<Record<string, GroupNode<Shape>>>
  /**
   * The XML in inclusive-C14N form below the declaration, ready to be signed as text. Does not validate: throws `XmlError` STRUCTURE only
   * for a value that cannot be written, such as one without a mandatory element.
   */
  toXml(value: T): string
  /**
   * Reads strictly, bare or inside `<autorizacion>`, signed or not: an unknown, repeated, misordered, missing or overlong element throws
   * `XmlError` STRUCTURE whose `elemento` names it.
   */
  fromXml(xml: string): T
  /** The value of a root element; a ds:Signature is skipped. Throws `XmlError` STRUCTURE. */
  read(element: XmlElement, context: ReadContext): T
  /** Problems for which the SRI would refuse the document: XSD facets first; without those, contradictions between fields. */
  validate(value: T): Problema[]
  /** Day of issue; undefined when the document does not state a readable one. */
  fechaEmision(value: T): Fecha | undefined
}

export interface Declaration<T extends ValorDocumento> {
  readonly root: string
  readonly codDoc: string
  readonly versions: Readonly<Record<T['version'], GroupNode<Shape>>>
  /** Version that a tolerant reader uses for an undeclared version. */
  readonly newest: T['version']
  fechaEmision(value: T): Fecha | undefined
  /** Rules of the type: contradictions between well-formed fields. */
  coherence(value: T): Problema[]
}

const isSignature = (child: XmlElement) => child.localName === 'Signature' && child.namespace === XMLDSIG

/** Compiles a declared document type, with all precomputation done here. */
export function declareDocumento<T extends ValorDocumento>(declaration: Declaration<T>): Documento<T> {
  const { root, codDoc, newest, fechaEmision, coherence } = declaration
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

  function versionOf(element: XmlElement, context: ReadContext): T['version'] {
    const version = attributeOf(element, 'version')
    if (version !== undefined && compiled.has(version)) return version
    context.odd(root, `La versión «${version ?? ''}» de <${root}> no se conoce.`)
    return newest
  }

  function read(element: XmlElement, context: ReadContext): T {
    if (element.name !== root || element.namespace !== '')
      context.refuse(element.name, `El documento es <${element.name}> y se esperaba <${root}>.`)
    const version = versionOf(element, context)
    const signature = element.children.findIndex((child) => typeof child !== 'string' && isSignature(child))
    if (signature >= 0 && element.children.slice(signature + 1).some((child) => typeof child !== 'string'))
      context.odd('Signature', 'La firma no es el último elemento del documento.')
    return { version, ...(compiled.get(version)?.read(element, context) as object) } as T
  }

  function structureProblems(value: T): Problema[] {
    const problems: Problema[] = []
    const tree = compiled.get(value.version)?.tree
    if (!tree) return [{ campo: 'version', mensaje: `La versión «${value.version}» de ${root} no se conoce.` }]
    checkContent(
      tree,
      value as object as Readonly<Record<string, unknown>>,
      '',
      (campo, mensaje) => problems.push({ campo, mensaje }),
      ROOT_PROPERTIES,
    )
    return problems
  }

  function ownProblems(value: T): Problema[] {
    try {
      return coherence(value)
    } catch (error) {
      // Each amount fits, but their sum does not.
      if (error instanceof RangeError) return [{ campo: root, mensaje: 'Los valores del documento son demasiado grandes para sumarse.' }]
      throw error
    }
  }

  return {
    root,
    codDoc,
    versions: declaration.versions,
    toXml(value) {
      const version = compiled.get(value.version)
      if (!version) throw new XmlError('STRUCTURE', `La versión «${value.version}» de <${root}> no se conoce.`, root)
      return `${version.open}${version.write(value)}</${root}>`
    },
    fromXml: (xml) => read(unwrapAutorizacion(xml).documento, new ReadContext(true)),
    read,
    validate(value) {
      const problems = structureProblems(value)
      if (problems.length > 0) return problems
      return [...identidadCoherence(value.infoTributaria, codDoc, fechaEmision(value)), ...ownProblems(value)]
    },
    fechaEmision,
  }
}
