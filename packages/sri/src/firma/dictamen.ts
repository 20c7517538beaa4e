import { readClaveAcceso } from '@yupana/fiscal'

import { unwrapAutorizacion } from '../documentos/unwrap-autorizacion.ts'
import { decodeXml } from '../xml/decode.ts'
import { childNamed, childText, type XmlElement } from '../xml/xml-element.ts'
import { XmlError } from '../xml/xml-error.ts'
import { FIRMAS_POR_URI } from './algoritmos.ts'
import { defecto, type DefectoFirma } from './defectos-firma.ts'
import { identidadOf } from './identidad-certificado.ts'
import { readableNombre } from './nombre-distinguido.ts'
import { outsideOf } from './outside.ts'
import { algorithmOf, dsChild } from './signature-reading.ts'
import { examineElement, type Examen } from './verify.ts'
import type { ReferenciaFirma } from './verify-references.ts'

/**
 * VALIDA: the signature holds, in the form of the SRI. CON_REPAROS: it holds, in another form. INVALIDA: it does not hold, or nothing
 * proves that it does. SIN_FIRMA and ILEGIBLE: there is nothing to check.
 */
export type ResultadoFirma = 'VALIDA' | 'CON_REPAROS' | 'INVALIDA' | 'SIN_FIRMA' | 'ILEGIBLE'

/** Coverage of one reference, as a value and as a sentence. */
export interface ReferenciaDictaminada extends ReferenciaFirma {
  readonly frase: string
}

/** The certificate of the signature; instants in ISO. */
export interface CertificadoFirma {
  readonly titular: string
  readonly emisor: string
  /** Accredited entity, absent when unknown. */
  readonly entidad?: string | undefined
  readonly serie: string
  readonly ruc?: string | undefined
  readonly cedula?: string | undefined
  readonly desde: string
  readonly hasta: string
  /** Whether it was valid at the signing time; absent when the signature has no time. */
  readonly vigenteAlFirmar?: boolean | undefined
  /** SHA-256 of the certificate, hexadecimal. */
  readonly huella: string
}

/** Coverage and validity of a signature, as values and in Spanish sentences. */
export interface Dictamen {
  readonly resultado: ResultadoFirma
  /** The result in one sentence. */
  readonly resumen: string
  readonly referencias: readonly ReferenciaDictaminada[]
  /** Algorithm, such as `RSA-SHA1`; absent when unknown. */
  readonly algoritmo?: string | undefined
  /** Instant in ISO. */
  readonly firmadoEn?: string | undefined
  readonly certificado?: CertificadoFirma | undefined
  /** Contents of the file outside the signature, a sentence each. */
  readonly fuera: readonly string[]
  /** Defects and their consequences; those that break the signature come first. */
  readonly defectos: readonly DefectoFirma[]
  /** Ids shared by several elements and used by no reference; `notas` has a sentence for each. */
  readonly repetidos: readonly string[]
  /** Remarks that are no defects. */
  readonly notas: readonly string[]
}

const RESUMENES: Readonly<Record<ResultadoFirma, string>> = {
  VALIDA: 'La firma es válida: el comprobante está completo y tal como se firmó.',
  CON_REPAROS: 'La firma protege el comprobante y está intacta, pero no tiene la forma que el SRI acepta.',
  INVALIDA: 'La firma NO es válida: el comprobante no está protegido por ella.',
  SIN_FIRMA: 'El documento no está firmado.',
  ILEGIBLE: 'El documento no se puede leer.',
}

/**
 * Reads any signed document, ours or received, bare or inside its `<autorizacion>`, and says in words what its signature covers and
 * whether it holds. Trust in the issuing entity and revocation are not looked at. Never throws for what the file contains.
 * @param now when given, a signing time later than it (five minutes apart) is noted.
 */
export function dictamenOf(source: string | Uint8Array, now?: Date): Dictamen {
  try {
    const text = typeof source === 'string' ? source : decodeXml(source)
    const { documento, xml, autorizacion } = unwrapAutorizacion(text)
    const root = documento.parent === undefined ? documento : detached(documento)
    const examen = examineElement(root, now)
    return judge(examen, root, outsideOf(examen, { xml, hasAutorizacion: autorizacion !== undefined }))
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    return {
      resultado: 'ILEGIBLE',
      resumen: RESUMENES.ILEGIBLE,
      referencias: [],
      fuera: [],
      defectos: [defecto('ILEGIBLE', error.message)],
      repetidos: [],
      notas: [],
    }
  }
}

/** The tree without its surroundings: the document was signed before it was put into an envelope. */
function detached({ children, ...element }: XmlElement, parent?: XmlElement): XmlElement {
  const copy = { ...element, parent, children: [] as (XmlElement | string)[] }
  for (const child of children) copy.children.push(typeof child === 'string' ? child : detached(child, copy))
  return copy
}

function judge(examen: Examen, root: XmlElement, fuera: readonly string[]): Dictamen {
  const { defectos, referencias, firma } = examen
  const resultado = resultadoOf(defectos)
  return {
    resultado,
    resumen: RESUMENES[resultado],
    referencias: referencias.map((referencia) => ({ ...referencia, frase: fraseOf(referencia) })),
    algoritmo: FIRMAS_POR_URI.get(algorithmOf(dsChild(firma?.signedInfo, 'SignatureMethod'))),
    firmadoEn: firma?.signingTime?.toISOString(),
    certificado: certificadoOf(examen),
    fuera,
    defectos: [...defectos].sort((a, b) => Number(a.clase === 'FORMA') - Number(b.clase === 'FORMA')),
    repetidos: examen.repetidos,
    notas: firma === undefined ? [] : notasOf(examen, root),
  }
}

function resultadoOf(defectos: readonly DefectoFirma[]): ResultadoFirma {
  if (defectos.some(({ codigo }) => codigo === 'SIN_FIRMA')) return 'SIN_FIRMA'
  if (defectos.some(({ clase }) => clase === 'ROTA')) return 'INVALIDA'
  return defectos.length > 0 ? 'CON_REPAROS' : 'VALIDA'
}

const PARTES = {
  comprobante: 'el comprobante completo, de su primera etiqueta a la última, sin la propia firma',
  'propiedades de la firma': 'las propiedades de la firma: la hora en que se hizo y el certificado que declara',
  certificado: 'el certificado y la llave pública que acompañan a la firma',
} as const

function fraseOf({ cubre, uri, resumen, intacta }: ReferenciaFirma): string {
  const parte = cubre === undefined ? `«${uri}», que no es ninguna de las tres partes que el SRI pide` : PARTES[cubre]
  const digest = resumen === undefined ? 'un resumen que no se admite' : `resumen ${resumen.toUpperCase().replace('SHA', 'SHA-')}`
  const vacia = uri === '' && cubre === 'comprobante' ? ', que la referencia no nombra: vacía (URI="") significa el documento entero' : ''
  return `Cubre ${parte}${vacia} (${digest}): ${intacta ? 'está tal como se firmó' : 'NO se puede dar por intacto'}.`
}

function certificadoOf({ certificado, firma }: Examen): CertificadoFirma | undefined {
  if (certificado === undefined) return undefined
  const { titular, emisorNombre, serie, desde, hasta, huella } = certificado
  const at = firma?.signingTime
  const vigenteAlFirmar = at === undefined ? undefined : desde <= at && at <= hasta
  const { entidad, ruc, cedula } = identidadOf(certificado)
  return {
    titular,
    emisor: readableNombre(emisorNombre),
    entidad,
    serie,
    ruc,
    cedula,
    desde: desde.toISOString(),
    hasta: hasta.toISOString(),
    vigenteAlFirmar,
    huella,
  }
}

/** Sentence about an Id that several elements share and no reference uses. */
export const idRepetido = (id: string): string =>
  `El identificador «${id.slice(0, 60)}» está repetido; ninguna referencia de la firma lo usa, así que la firma no depende de él.`

function notasOf({ certificado, referencias, repetidos }: Examen, root: XmlElement): string[] {
  const notas = repetidos.map(idRepetido)
  if (referencias.some(({ resumen }) => resumen !== undefined && resumen !== 'sha1'))
    notas.push('Usa un resumen más fuerte que SHA-1, el único que nombra la ficha técnica del SRI.')
  if (certificado === undefined) return notas
  if (certificado.emisor === certificado.sujeto)
    notas.push('El certificado está firmado por sí mismo: dice quién firmó, y nadie responde por ello.')
  const { ruc } = identidadOf(certificado)
  const emisor = readClaveAcceso(childText(childNamed(root, 'infoTributaria'), 'claveAcceso') ?? '')?.ruc
  if (ruc !== undefined && emisor !== undefined && ruc !== emisor)
    notas.push(`El certificado es del RUC ${ruc} y el comprobante del RUC ${emisor}: puede ser la firma de su representante.`)
  return [
    ...notas,
    'No se consultó si la entidad certificadora es de confianza ni si revocó el certificado: eso lo comprueba el SRI al autorizar.',
  ]
}
