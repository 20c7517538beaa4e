import { type Asn1Node, Asn1Error, childOf, contextOf, decimalOf, instantOf, isUniversal, octetsOf, oidOf, readAsn1, TAG } from './asn1.ts'
import { digestOf } from './algoritmos.ts'
import { FirmaError } from './firma-error.ts'
import { commonNameOf, type NombreDistinguido, readNombre, toRfc2253 } from './nombre-distinguido.ts'

/** Data of an X.509 certificate for electronic invoicing. */
export interface CertificadoLeido {
  readonly der: Buffer
  /** Serial number in decimal, exact (up to 160 bits). */
  readonly serie: string
  /** Issuer by RFC 2253. */
  readonly emisor: string
  readonly emisorNombre: NombreDistinguido
  readonly sujeto: string
  readonly sujetoNombre: NombreDistinguido
  /** Common name of the holder. */
  readonly titular: string
  readonly desde: Date
  readonly hasta: Date
  readonly llave: { readonly tipo: 'rsa' | 'ec' | 'otra'; readonly bits: number | undefined }
  /** Key usages; undefined when the certificate has no such extension. */
  readonly usos: readonly UsoLlave[] | undefined
  readonly isCa: boolean
  /** Extension values by OID. */
  readonly extensiones: ReadonlyMap<string, Buffer>
  /** SHA-256 of the DER, hexadecimal. */
  readonly huella: string
}

const USOS = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
] as const
export type UsoLlave = (typeof USOS)[number]

const OID_RSA = '1.2.840.113549.1.1.1'
const OID_EC = '1.2.840.10045.2.1'
const OID_KEY_USAGE = '2.5.29.15'
const OID_BASIC_CONSTRAINTS = '2.5.29.19'

/**
 * Reads a DER certificate.
 * @throws FirmaError CERTIFICADO_ILEGIBLE
 */
export function readCertificado(der: Uint8Array): CertificadoLeido {
  try {
    return fieldsOf(Buffer.from(der))
  } catch (error) {
    if (error instanceof Asn1Error) throw new FirmaError('CERTIFICADO_ILEGIBLE', 'El certificado está dañado o no es un certificado X.509.')
    throw error
  }
}

function fieldsOf(der: Buffer): CertificadoLeido {
  const tbs = childOf(readAsn1(der), 0, TAG.SEQUENCE)
  // The version is optional: without it (X.509 v1) every field is one place earlier.
  const first = contextOf(tbs, 0) === undefined ? 0 : 1
  const emisorNombre = readNombre(childOf(tbs, first + 2, TAG.SEQUENCE))
  const validity = childOf(tbs, first + 3, TAG.SEQUENCE)
  const sujetoNombre = readNombre(childOf(tbs, first + 4, TAG.SEQUENCE))
  const extensiones = readExtensiones(contextOf(tbs, 3))
  return {
    der,
    serie: decimalOf(childOf(tbs, first, TAG.INTEGER)),
    emisor: toRfc2253(emisorNombre),
    emisorNombre,
    sujeto: toRfc2253(sujetoNombre),
    sujetoNombre,
    titular: commonNameOf(sujetoNombre),
    desde: instantOf(childOf(validity, 0)),
    hasta: instantOf(childOf(validity, 1)),
    llave: readLlave(childOf(tbs, first + 5, TAG.SEQUENCE)),
    usos: readUsos(extensiones.get(OID_KEY_USAGE)),
    isCa: readIsCa(extensiones.get(OID_BASIC_CONSTRAINTS)),
    extensiones,
    huella: digestOf('sha256', der).toString('hex'),
  }
}

function readExtensiones(wrapper: Asn1Node | undefined): Map<string, Buffer> {
  const extensiones = new Map<string, Buffer>()
  for (const extension of wrapper?.children[0]?.children ?? []) {
    const value = extension.children.at(-1)
    if (value !== undefined && isUniversal(value, TAG.OCTET_STRING)) extensiones.set(oidOf(childOf(extension, 0)), octetsOf(value))
  }
  return extensiones
}

function readLlave(publicKeyInfo: Asn1Node): CertificadoLeido['llave'] {
  const oid = oidOf(childOf(childOf(publicKeyInfo, 0, TAG.SEQUENCE), 0))
  if (oid === OID_EC) return { tipo: 'ec', bits: undefined }
  if (oid !== OID_RSA) return { tipo: 'otra', bits: undefined }
  const key = readAsn1(childOf(publicKeyInfo, 1, TAG.BIT_STRING).content.subarray(1))
  const modulus = BigInt(`0x${childOf(key, 0, TAG.INTEGER).content.toString('hex') || '0'}`)
  return { tipo: 'rsa', bits: modulus.toString(2).length }
}

function readUsos(value: Buffer | undefined): UsoLlave[] | undefined {
  if (value === undefined) return undefined
  const [, first = 0] = readAsn1(value).content
  return USOS.filter((_uso, bit) => (first & (0x80 >> bit)) !== 0)
}

function readIsCa(value: Buffer | undefined): boolean {
  const flag = value === undefined ? undefined : readAsn1(value).children[0]
  return flag !== undefined && isUniversal(flag, TAG.BOOLEAN) && flag.content[0] !== 0
}
