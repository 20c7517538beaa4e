// The three references of SignedInfo: target, transforms, digest.
import { createHash } from 'node:crypto'

import { childrenOf, localChild, localName, readCanonical, type Nodo } from '../documento/arbol.ts'
import type { DocumentoLeido } from '../documento/leer-documento.ts'

const DIGESTS: Readonly<Record<string, string>> = {
  'http://www.w3.org/2000/09/xmldsig#sha1': 'sha1',
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
}

const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'

export const digestAlgorithm = (method: Nodo | undefined): string | undefined => DIGESTS[method?.attrs?.get('Algorithm') ?? '']

const strip = (text: string | undefined): string => (text ?? '').replace(/\s+/g, '')

function transformsOf(reference: Nodo): string[] {
  return (localChild(reference, 'Transforms')?.children ?? []).map((t) => t.attrs?.get('Algorithm') ?? '')
}

interface Cubierto {
  readonly nombre: string
  readonly id: string | undefined
  readonly canonical: string
  readonly enveloped: boolean
}

function coveredBy(documento: DocumentoLeido): Cubierto[] {
  const { firma } = documento
  const idOf = (canonical: string): string | undefined => readCanonical(canonical).attrs?.get('Id')
  return [
    { nombre: 'comprobante', id: documento.raiz.attrs?.get('id'), canonical: documento.canonico, enveloped: true },
    ...(firma?.keyInfo ? [{ nombre: 'KeyInfo', id: idOf(firma.keyInfo), canonical: firma.keyInfo, enveloped: false }] : []),
    ...(firma?.signedProperties
      ? [{ nombre: 'SignedProperties', id: idOf(firma.signedProperties), canonical: firma.signedProperties, enveloped: false }]
      : []),
  ]
}

function digestProblem(reference: Nodo, target: Cubierto): string | undefined {
  const transforms = transformsOf(reference)
  const known = transforms.every((t) => t === C14N || (t === ENVELOPED && target.enveloped))
  if (!known || transforms.includes(ENVELOPED) !== target.enveloped)
    return `transformaciones no admitidas en la referencia a ${target.nombre}`
  const algorithm = digestAlgorithm(localChild(reference, 'DigestMethod'))
  if (!algorithm) return `algoritmo de resumen no admitido en la referencia a ${target.nombre}`
  const digest = createHash(algorithm).update(target.canonical).digest('base64')
  return digest === strip(localChild(reference, 'DigestValue')?.text)
    ? undefined
    : `el resumen de ${target.nombre} no coincide: el contenido fue alterado`
}

/** First fault of the references; `documento` is the Id of the reference that covers the document. */
export function checkReferencias(documento: DocumentoLeido, signedInfo: Nodo): { problem?: string; documento?: string | undefined } {
  const targets = coveredBy(documento)
  const ids = targets.map((t) => t.id)
  if (ids.includes(undefined) || new Set(ids).size !== ids.length)
    return { problem: 'los identificadores de las partes firmadas faltan o se repiten' }
  const references = childrenOf(signedInfo, signedInfo.name.replace('SignedInfo', 'Reference'))
  if (references.length !== signedInfo.children.filter((c) => localName(c) === 'Reference').length)
    return { problem: 'estructura de la firma inválida' }
  let documentReference: string | undefined
  for (const target of targets) {
    const matching = references.filter((r) => r.attrs?.get('URI') === `#${target.id}`)
    const [reference] = matching
    if (!reference || matching.length > 1) return { problem: `el nodo ${target.nombre} no se encuentra firmado` }
    const problem = digestProblem(reference, target)
    if (problem) return { problem }
    if (target.enveloped) documentReference = reference.attrs?.get('Id')
  }
  if (targets.length < 3) return { problem: `el nodo ${firmaPart(documento)} no se encuentra firmado` }
  return references.length === 3 ? { documento: documentReference } : { problem: 'la firma referencia objetos ajenos al comprobante' }
}

const firmaPart = (documento: DocumentoLeido): string => (documento.firma?.keyInfo ? 'SignedProperties' : 'KeyInfo')
