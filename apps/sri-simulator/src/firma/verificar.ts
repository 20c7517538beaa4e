// XAdES-BES as the authority verifies it (ficha técnica, firma): three references, the certificate inside, its owner.
import { verify, X509Certificate } from 'node:crypto'

import { localChild, localName, readCanonical, type Nodo } from '../documento/arbol.ts'
import type { DocumentoLeido } from '../documento/leer-documento.ts'
import { readCertificado, type CertificadoLeido } from './certificado-leido.ts'
import { nameMatches } from './nombre.ts'
import type { Raices } from './raices.ts'
import { checkReferencias, digestAlgorithm } from './referencias.ts'

export interface Veredicto {
  readonly codigo?: '39' | '40' | '42'
  readonly detalle?: string
  /** Warning shown with the authorisation: a stricter authority would refuse this. */
  readonly aviso?: string
}

export interface Condiciones {
  readonly now: number
  readonly modo: 'permisivo' | 'estricto'
  readonly toleranciaFirmaSegundos: number
  readonly ruc: string
  /** Serial numbers, decimal. */
  readonly revocados: ReadonlySet<string>
}

const SIGNATURES: Readonly<Record<string, string>> = {
  'http://www.w3.org/2000/09/xmldsig#rsa-sha1': 'sha1',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
}
const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
const MIN_BITS = 2048
const MAX_CACHED = 512

interface Conocido {
  readonly leido: CertificadoLeido
  readonly trusted: boolean
}

const invalid = (detalle: string): Veredicto => ({ codigo: '39', detalle: `La firma es invalida [${detalle}]` })
const strip = (text: string | undefined): string => (text ?? '').replace(/\s+/g, '')
const path = (nodo: Nodo | undefined, ...names: string[]): Nodo | undefined => names.reduce<Nodo | undefined>(localChild, nodo)
const bigEndian = (base64: string | undefined): string => Buffer.from(strip(base64), 'base64').toString('hex')

export function createVerificador(raices: Raices): (documento: DocumentoLeido, bytes: Uint8Array, condiciones: Condiciones) => Veredicto {
  const cache = new Map<string, Conocido>()
  let version = -1

  const certificadoOf = (keyInfo: Nodo): Conocido | undefined => {
    const current = raices.version()
    if (current !== version) {
      cache.clear()
      version = current
    }
    const texts = (localChild(keyInfo, 'X509Data')?.children ?? [])
      .filter((c) => localName(c) === 'X509Certificate')
      .map((c) => strip(c.text))
    const key = texts.join('|')
    const cached = cache.get(key)
    if (cached) return cached
    const [first, ...rest] = texts.map((text) => Buffer.from(text, 'base64'))
    if (!first) return undefined
    const leido = readCertificado(first)
    const made = {
      leido,
      trusted: raices.trusts(
        leido.x509,
        rest.map((der) => new X509Certificate(der)),
      ),
    }
    if (cache.size >= MAX_CACHED) cache.clear()
    cache.set(key, made)
    return made
  }

  return (documento, bytes, condiciones) => {
    const { firma } = documento
    if (!firma) return invalid('el comprobante no está firmado')
    if (bytes[0] === 0xef && bytes[1] === 0xbb) return invalid('el archivo empieza con una marca de orden de bytes')
    const structure = structureProblem(firma.signature)
    if (structure) return invalid(structure)
    const signedInfo = readCanonical(firma.signedInfo)
    const referencias = checkReferencias(documento, signedInfo)
    if (referencias.problem) return invalid(referencias.problem)
    const keyInfo = readCanonical(firma.keyInfo ?? '')
    let conocido: Conocido | undefined
    try {
      conocido = certificadoOf(keyInfo)
    } catch {
      return { codigo: '40', detalle: 'El certificado no se puede convertir a X.509' }
    }
    if (!conocido) return { codigo: '40', detalle: 'No se encontró el certificado en la firma' }
    const problem =
      certificadoProblem(conocido.leido, condiciones) ??
      keyProblem(keyInfo, conocido.leido) ??
      valueProblem(firma.signedInfo, signedInfo, firma.signature, conocido.leido) ??
      propertiesProblem(readCanonical(firma.signedProperties ?? ''), referencias.documento, conocido.leido, condiciones)
    if (problem) return problem
    if (conocido.trusted) return {}
    const unknown = 'No existe un certificado root registrado para la entidad certificadora'
    return condiciones.modo === 'estricto' ? invalid(unknown) : { aviso: `${unknown}; el simulador lo acepta en modo permisivo` }
  }
}

function structureProblem(signature: Nodo): string | undefined {
  const names = signature.children.map(localName)
  if (names[0] !== 'SignedInfo' || names[1] !== 'SignatureValue' || names[2] !== 'KeyInfo' || names[3] !== 'Object' || names.length > 4)
    return 'estructura de la firma inválida'
  const qualifying = path(signature, 'Object', 'QualifyingProperties')
  if (!qualifying || qualifying.attrs?.get('Target') !== `#${signature.attrs?.get('Id') ?? ''}`)
    return 'las propiedades firmadas no apuntan a esta firma'
  return undefined
}

function certificadoProblem(cert: CertificadoLeido, { now, ruc, revocados }: Condiciones): Veredicto | undefined {
  const details = cert.publicKey.asymmetricKeyDetails
  if (cert.publicKey.asymmetricKeyType !== 'rsa') return invalid('la clave del certificado no es RSA')
  if ((details?.modulusLength ?? 0) < MIN_BITS) return invalid(`la clave del certificado tiene menos de ${MIN_BITS} bits`)
  if (cert.isCa || cert.usage?.digitalSignature === false) return invalid('El certificado utilizado, no es del tipo firma digital')
  if (revocados.has(String(cert.serial))) return { codigo: '42', detalle: 'El certificado ha sido revocado' }
  if (now > cert.hasta) return { codigo: '42', detalle: 'El certificado ha caducado' }
  if (now < cert.desde) return invalid('el certificado todavía no es válido')
  if (cert.ruc === undefined && cert.cedula === undefined) return undefined
  const isOwner = cert.ruc === ruc || cert.cedula === ruc.slice(0, 10) || cert.ruc?.slice(0, 10) === ruc.slice(0, 10)
  return isOwner ? undefined : invalid(`el RUC del certificado digital (${cert.ruc ?? cert.cedula ?? ''}) no es el del emisor`)
}

// The key beside the certificate must be the certificate's, without leading zeros.
function keyProblem(keyInfo: Nodo, cert: CertificadoLeido): Veredicto | undefined {
  const printed = path(keyInfo, 'KeyValue', 'RSAKeyValue')
  if (!printed) return undefined
  const jwk = cert.publicKey.export({ format: 'jwk' })
  const same =
    bigEndian(localChild(printed, 'Modulus')?.text) === Buffer.from(jwk.n ?? '', 'base64url').toString('hex') &&
    bigEndian(localChild(printed, 'Exponent')?.text) === Buffer.from(jwk.e ?? '', 'base64url').toString('hex')
  return same ? undefined : invalid('la clave pública escrita en la firma no es la del certificado')
}

function valueProblem(canonical: string, signedInfo: Nodo, signature: Nodo, cert: CertificadoLeido): Veredicto | undefined {
  if (localChild(signedInfo, 'CanonicalizationMethod')?.attrs?.get('Algorithm') !== C14N)
    return invalid('método de canonicalización no admitido')
  const algorithm = SIGNATURES[localChild(signedInfo, 'SignatureMethod')?.attrs?.get('Algorithm') ?? '']
  if (!algorithm) return invalid('método de firma no admitido')
  const value = Buffer.from(strip(localChild(signature, 'SignatureValue')?.text), 'base64')
  return verify(algorithm, Buffer.from(canonical), cert.publicKey, value)
    ? undefined
    : invalid('Firma inválida (firma y/o certificados alterados)')
}

function propertiesProblem(
  properties: Nodo,
  documentReference: string | undefined,
  cert: CertificadoLeido,
  condiciones: Condiciones,
): Veredicto | undefined {
  const own = path(properties, 'SignedSignatureProperties')
  const declared = path(own, 'SigningCertificate', 'Cert')
  const algorithm = digestAlgorithm(path(declared, 'CertDigest', 'DigestMethod'))
  if (!algorithm || cert.digestOf(algorithm) !== strip(path(declared, 'CertDigest', 'DigestValue')?.text))
    return invalid('el resumen del certificado no coincide')
  const serial = path(declared, 'IssuerSerial', 'X509SerialNumber')?.text.trim() ?? ''
  if (!/^\d+$/.test(serial) || BigInt(serial) !== cert.serial) return invalid('el número de serie del certificado no coincide')
  if (!nameMatches(path(declared, 'IssuerSerial', 'X509IssuerName')?.text ?? '', cert.issuer))
    return invalid('el emisor del certificado no coincide')
  const time = path(own, 'SigningTime')?.text.trim() ?? ''
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/.test(time)
    ? Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(time) ? time : `${time}-05:00`)
    : Number.NaN
  if (Number.isNaN(at)) return invalid('la fecha de la firma no es válida')
  if (at > condiciones.now + condiciones.toleranciaFirmaSegundos * 1000)
    return invalid('la fecha de la firma es mayor a la fecha del servidor')
  const format = path(properties, 'SignedDataObjectProperties', 'DataObjectFormat')?.attrs?.get('ObjectReference')
  if (format !== undefined && format !== `#${documentReference ?? ''}`) return invalid('el formato declarado no es el del comprobante')
  return undefined
}
