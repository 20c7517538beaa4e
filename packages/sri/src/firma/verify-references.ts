import { attributeOf, childNamed, type XmlElement } from '../xml/xml-element.ts'
import {
  C14N_INCLUSIVA,
  CANONICALIZACIONES_POR_URI,
  DIGESTS_POR_URI,
  digestOf,
  NS_XADES,
  TIPO_SIGNED_PROPERTIES,
  TRANSFORM_ENVUELTA,
} from './algoritmos.ts'
import { canonicalize } from './canonicalize.ts'
import { defecto, type CodigoDefecto, type DefectoFirma } from './defectos-firma.ts'
import { algorithmOf, canonicalOf, compactText, dsChild, dsChildren, type SignatureRead } from './signature-reading.ts'

export type Cobertura = 'comprobante' | 'propiedades de la firma' | 'certificado'

/** A reference of the signature, and its check. */
export interface ReferenciaFirma {
  readonly uri: string
  /** The covered part of the document; undefined when it is none of the three required parts. */
  readonly cubre: Cobertura | undefined
  /** Name of the digest, such as `sha1`; undefined when unknown. */
  readonly resumen: string | undefined
  /** Whether the covered part was found unchanged. */
  readonly intacta: boolean
}

/** Parts that the authority requires to be covered (sri/README §8.1), with the finding for each. */
const REQUIRED: Readonly<Record<Cobertura, { readonly absent: CodigoDefecto; readonly broken: CodigoDefecto }>> = {
  comprobante: { absent: 'NO_CUBRE_COMPROBANTE', broken: 'COMPROBANTE_ALTERADO' },
  'propiedades de la firma': { absent: 'NO_CUBRE_PROPIEDADES', broken: 'PROPIEDADES_ALTERADAS' },
  certificado: { absent: 'NO_CUBRE_CERTIFICADO', broken: 'CERTIFICADO_ALTERADO' },
}

/** Checks every reference, and that together they cover the required parts. */
export function checkReferences(
  firma: SignatureRead,
  elements: readonly XmlElement[],
): { defectos: DefectoFirma[]; referencias: ReferenciaFirma[] } {
  const defectos: DefectoFirma[] = []
  const referencias = firma.references.map((reference) => {
    const target = targetOf(reference, firma, elements)
    const cubre = target === undefined ? undefined : parteOf(target, firma)
    const found = referenceDefects(reference, target, cubre, firma)
    defectos.push(...found)
    const resumen = DIGESTS_POR_URI.get(algorithmOf(dsChild(reference, 'DigestMethod')))
    return { uri: attributeOf(reference, 'URI') ?? '', cubre, resumen, intacta: found.every(({ clase }) => clase === 'FORMA') }
  })
  for (const [parte, { absent }] of Object.entries(REQUIRED))
    if (referencias.every(({ cubre }) => cubre !== parte)) defectos.push(defecto(absent))
  return { defectos: [...defectos, ...propertiesDefects(firma)], referencias }
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

function referenceDefects(
  reference: XmlElement,
  target: XmlElement | undefined,
  parte: Cobertura | undefined,
  { signature }: SignatureRead,
): DefectoFirma[] {
  const uri = attributeOf(reference, 'URI') ?? ''
  if (target === undefined)
    return [attributeOf(reference, 'URI') === undefined ? defecto('REFERENCIA_SIN_URI') : defecto('REFERENCIA_PERDIDA', uri)]
  const transforms = dsChildren(dsChild(reference, 'Transforms'), 'Transform')
  const known = (transform: string) => transform === TRANSFORM_ENVUELTA || CANONICALIZACIONES_POR_URI.has(transform)
  const unknown = transforms.map(algorithmOf).find((transform) => !known(transform))
  if (unknown !== undefined) return [defecto('TRANSFORMACION', unknown || 'sin nombre')]
  const isEnveloped = transforms.some((transform) => algorithmOf(transform) === TRANSFORM_ENVUELTA)
  if (parte === 'comprobante' && !isEnveloped) return [defecto('SIN_ENVELOPED')]
  const digest = DIGESTS_POR_URI.get(algorithmOf(dsChild(reference, 'DigestMethod')))
  if (digest === undefined) return [defecto('RESUMEN_DESCONOCIDO')]

  const method = transforms.find((transform) => algorithmOf(transform) !== TRANSFORM_ENVUELTA)
  const omit = isEnveloped ? signature : undefined
  const canonical = canonicalOf(method, target, omit) ?? canonicalize(target, omit)
  if (digestOf(digest, canonical).toString('base64') !== compactText(dsChild(reference, 'DigestValue')))
    return [parte === undefined ? defecto('PARTE_ALTERADA', uri) : defecto(REQUIRED[parte].broken)]
  return otherCanonicalization(method)
}

/** The finding about a supported method that is not the authority's. */
export function otherCanonicalization(method: XmlElement | undefined): DefectoFirma[] {
  const uri = algorithmOf(method)
  const nombre = CANONICALIZACIONES_POR_URI.get(uri)?.nombre
  return nombre === undefined || uri === C14N_INCLUSIVA ? [] : [defecto('OTRA_CANONICALIZACION', nombre)]
}

/** The XAdES part must name this signature and this document. */
function propertiesDefects({ signature, qualifyingProperties, signedProperties, references, root }: SignatureRead): DefectoFirma[] {
  if (qualifyingProperties === undefined || signedProperties === undefined) return [defecto('NO_XADES')]
  const defectos: DefectoFirma[] = []
  if (signedProperties.namespace !== NS_XADES) defectos.push(defecto('XADES_DE_OTRA_VERSION'))
  const id = attributeOf(signature, 'Id')
  if (id === undefined || attributeOf(qualifyingProperties, 'Target') !== `#${id}`) defectos.push(defecto('TARGET_AJENO'))
  const typed = references.find((reference) => attributeOf(reference, 'Type') === TIPO_SIGNED_PROPERTIES)
  if (typed === undefined || attributeOf(typed, 'URI') !== `#${attributeOf(signedProperties, 'Id') ?? ''}`)
    defectos.push(defecto('REFERENCIA_SIN_TIPO'))
  const format = childNamed(childNamed(signedProperties, 'SignedDataObjectProperties'), 'DataObjectFormat')
  const rootId = attributeOf(root, 'id') ?? attributeOf(root, 'Id')
  const documentReference = references.find((reference) => ['', `#${rootId ?? ''}`].includes(attributeOf(reference, 'URI') ?? '?'))
  const documentId = documentReference === undefined ? undefined : attributeOf(documentReference, 'Id')
  if (format !== undefined && (documentId === undefined || attributeOf(format, 'ObjectReference') !== `#${documentId}`))
    defectos.push(defecto('FORMATO_AJENO'))
  return defectos
}
