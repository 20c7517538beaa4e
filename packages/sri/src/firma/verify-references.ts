import { attributeOf, childNamed, type XmlElement } from '../xml/xml-element.ts'
import { C14N_INCLUSIVA, DIGESTS_POR_URI, digestOf, TIPO_SIGNED_PROPERTIES, TRANSFORM_ENVUELTA } from './algoritmos.ts'
import { canonicalize } from './canonicalize.ts'
import { algorithmOf, compactText, dsChild, dsChildren, type SignatureRead } from './signature-reading.ts'

export type Cobertura = 'comprobante' | 'propiedades de la firma' | 'certificado'

/** What must be covered for the authority to accept a signature (sri/README §8.1), and what to say when it is not. */
const REQUIRED: Readonly<Record<Cobertura, string>> = {
  comprobante: 'La firma no cubre el comprobante completo.',
  'propiedades de la firma': 'La firma no cubre sus propiedades (SignedProperties).',
  certificado: 'La firma no cubre el certificado (KeyInfo).',
}

/** Checks every reference, and that together they cover what they must. */
export function checkReferences(firma: SignatureRead, elements: readonly XmlElement[]): { problemas: string[]; cubre: Cobertura[] } {
  const problemas: string[] = []
  const cubre = new Set<Cobertura>()
  const named = new Set<Cobertura>()
  for (const reference of firma.references) {
    const target = targetOf(reference, firma, elements)
    const parte = target === undefined ? undefined : parteOf(target, firma)
    if (parte !== undefined) named.add(parte)
    const problema = referenceProblem(reference, target, parte, firma)
    if (problema !== undefined) problemas.push(problema)
    else if (parte !== undefined) cubre.add(parte)
  }
  for (const [parte, text] of Object.entries(REQUIRED)) if (!named.has(parte as Cobertura)) problemas.push(text)
  return { problemas: [...problemas, ...propertiesProblems(firma)], cubre: [...cubre] }
}

function targetOf(reference: XmlElement, { root }: SignatureRead, elements: readonly XmlElement[]): XmlElement | undefined {
  const uri = attributeOf(reference, 'URI')
  if (uri === '') return root
  if (uri === undefined || !uri.startsWith('#') || uri.length === 1) return undefined
  const id = uri.slice(1)
  return elements.find(({ attributes }) => attributes.some(({ name, value }) => /^id$/i.test(name) && value === id))
}

const parteOf = (target: XmlElement, { root, keyInfo, signedProperties }: SignatureRead): Cobertura | undefined =>
  target === root ? 'comprobante' : target === signedProperties ? 'propiedades de la firma' : target === keyInfo ? 'certificado' : undefined

const DIGEST_BROKEN: Readonly<Record<Cobertura, string>> = {
  comprobante: 'El comprobante fue alterado después de firmarse: su resumen no coincide.',
  'propiedades de la firma': 'Las propiedades de la firma fueron alteradas: su resumen no coincide.',
  certificado: 'El certificado o la llave dentro de la firma fueron alterados: su resumen no coincide.',
}

function referenceProblem(
  reference: XmlElement,
  target: XmlElement | undefined,
  parte: Cobertura | undefined,
  { signature }: SignatureRead,
): string | undefined {
  const uri = attributeOf(reference, 'URI') ?? ''
  if (target === undefined) return `La firma se refiere a «${uri}», que no existe en el documento.`
  const transforms = dsChildren(dsChild(reference, 'Transforms'), 'Transform').map(algorithmOf)
  const unknown = transforms.find((transform) => transform !== TRANSFORM_ENVUELTA && transform !== C14N_INCLUSIVA)
  if (unknown !== undefined) return `La firma usa una transformación que no se admite: ${unknown || 'sin nombre'}.`
  const isEnveloped = transforms.includes(TRANSFORM_ENVUELTA)
  if (parte === 'comprobante' && !isEnveloped) return 'La referencia al comprobante no excluye la firma (falta enveloped-signature).'
  const digest = DIGESTS_POR_URI.get(algorithmOf(dsChild(reference, 'DigestMethod')))
  if (digest === undefined) return 'La firma usa un algoritmo de resumen que no se admite.'
  const canonical = canonicalize(target, isEnveloped ? signature : undefined)
  if (digestOf(digest, canonical).toString('base64') === compactText(dsChild(reference, 'DigestValue'))) return undefined
  return parte === undefined ? `El resumen de «${uri}» no coincide.` : DIGEST_BROKEN[parte]
}

/** The XAdES part must speak of this signature and of this document. */
function propertiesProblems({ signature, qualifyingProperties, signedProperties, references, root }: SignatureRead): string[] {
  if (qualifyingProperties === undefined || signedProperties === undefined) return ['La firma no es XAdES: no trae SignedProperties.']
  const problemas: string[] = []
  const id = attributeOf(signature, 'Id')
  if (id === undefined || attributeOf(qualifyingProperties, 'Target') !== `#${id}`)
    problemas.push('Las propiedades (QualifyingProperties) no apuntan a esta firma.')
  const typed = references.find((reference) => attributeOf(reference, 'Type') === TIPO_SIGNED_PROPERTIES)
  if (typed === undefined || attributeOf(typed, 'URI') !== `#${attributeOf(signedProperties, 'Id') ?? ''}`)
    problemas.push('Ninguna referencia de tipo SignedProperties apunta a las propiedades de la firma.')
  const format = childNamed(childNamed(signedProperties, 'SignedDataObjectProperties'), 'DataObjectFormat')
  const rootId = attributeOf(root, 'id') ?? attributeOf(root, 'Id')
  const documentReference = references.find((reference) => ['', `#${rootId ?? ''}`].includes(attributeOf(reference, 'URI') ?? '?'))
  const documentId = documentReference === undefined ? undefined : attributeOf(documentReference, 'Id')
  if (format !== undefined && (documentId === undefined || attributeOf(format, 'ObjectReference') !== `#${documentId}`))
    problemas.push('DataObjectFormat no apunta a la referencia del comprobante.')
  return problemas
}
