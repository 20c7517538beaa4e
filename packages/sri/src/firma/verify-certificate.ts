import { childNamed, textOf, type XmlElement } from '../xml/xml-element.ts'
import { DIGESTS_POR_URI, digestOf } from './algoritmos.ts'
import { type CertificadoLeido, readCertificado } from './certificado.ts'
import { FirmaError } from './firma-error.ts'
import { sameNombre } from './nombre-distinguido.ts'
import { algorithmOf, compactText, dsChild, dsChildren, type SignatureRead } from './signature-reading.ts'

const CLOCK_TOLERANCE_MS = 5 * 60_000

/**
 * The signer's certificate inside KeyInfo: of several (some signers add the chain) the one SigningCertificate names by its
 * digest, else the first.
 */
export function signingCertificateOf({ keyInfo, certs }: SignatureRead): CertificadoLeido | undefined {
  const ders = dsChildren(keyInfo, 'X509Data')
    .flatMap((data) => dsChildren(data, 'X509Certificate'))
    .map((element) => Buffer.from(compactText(element), 'base64'))
  const cert = certs[0]
  const der = ders.find((candidate) => cert !== undefined && digestMatches(cert, candidate) === true) ?? ders[0]
  if (der === undefined) return undefined
  try {
    return readCertificado(der)
  } catch (error) {
    if (error instanceof FirmaError) return undefined
    throw error
  }
}

/** undefined: the digest algorithm is not one we know. */
function digestMatches(cert: XmlElement, der: Buffer): boolean | undefined {
  const certDigest = childNamed(cert, 'CertDigest')
  const digest = DIGESTS_POR_URI.get(algorithmOf(dsChild(certDigest, 'DigestMethod')))
  return digest === undefined ? undefined : digestOf(digest, der).toString('base64') === compactText(dsChild(certDigest, 'DigestValue'))
}

/** Does SigningCertificate name this certificate, and was it valid when it signed? */
export function checkCertificate({ certs, signingTime }: SignatureRead, certificado: CertificadoLeido | undefined, now?: Date): string[] {
  if (certificado === undefined) return ['La firma no trae un certificado legible.']
  return [...signingCertificateProblems(certs[0], certificado), ...timeProblems(signingTime, certificado, now)]
}

function signingCertificateProblems(cert: XmlElement | undefined, certificado: CertificadoLeido): string[] {
  if (cert === undefined) return ['La firma no declara el certificado con que se hizo (SigningCertificate).']
  const problemas: string[] = []
  const matches = digestMatches(cert, certificado.der)
  if (matches === undefined) problemas.push('El resumen del certificado usa un algoritmo que no se admite.')
  if (matches === false) problemas.push('El resumen del certificado declarado no es el del certificado que viene en la firma.')
  const issuerSerial = childNamed(cert, 'IssuerSerial')
  const issuer = dsChild(issuerSerial, 'X509IssuerName')
  if (issuer === undefined || !sameNombre(textOf(issuer), certificado.emisorNombre))
    problemas.push('El emisor declarado del certificado no es el del certificado que viene en la firma.')
  if (compactText(dsChild(issuerSerial, 'X509SerialNumber')) !== certificado.serie)
    problemas.push('El número de serie declarado no es el del certificado que viene en la firma.')
  return problemas
}

function timeProblems(signingTime: Date | undefined, { desde, hasta }: CertificadoLeido, now: Date | undefined): string[] {
  if (signingTime === undefined) return ['La firma no dice cuándo se hizo (SigningTime).']
  const problemas: string[] = []
  if (signingTime < desde) problemas.push('El certificado todavía no era válido cuando se firmó.')
  if (signingTime > hasta) problemas.push('El certificado ya estaba caducado cuando se firmó.')
  if (now !== undefined && signingTime.getTime() > now.getTime() + CLOCK_TOLERANCE_MS) problemas.push('La firma dice haberse hecho en el futuro.')
  return problemas
}
