import { childNamed, textOf, type XmlElement } from '../xml/xml-element.ts'
import { DIGESTS_POR_URI, digestOf } from './algoritmos.ts'
import { type CertificadoLeido, readCertificado } from './certificado.ts'
import { defecto, type DefectoFirma } from './defectos-firma.ts'
import { FirmaError } from './firma-error.ts'
import { sameNombre } from './nombre-distinguido.ts'
import { algorithmOf, compactText, dsChild, dsChildren, type SignatureRead } from './signature-reading.ts'

const CLOCK_TOLERANCE_MS = 5 * 60_000

/**
 * The signer's certificate inside KeyInfo. Of several (some signers add the chain), the one whose digest is in SigningCertificate, else the
 * first.
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

/** Undefined for an unknown digest algorithm. */
function digestMatches(cert: XmlElement, der: Buffer): boolean | undefined {
  const certDigest = childNamed(cert, 'CertDigest')
  const digest = DIGESTS_POR_URI.get(algorithmOf(dsChild(certDigest, 'DigestMethod')))
  return digest === undefined ? undefined : digestOf(digest, der).toString('base64') === compactText(dsChild(certDigest, 'DigestValue'))
}

/** Checks that SigningCertificate names this certificate, and that it was valid when it signed. */
export function checkCertificate(
  { certs, signingTime }: SignatureRead,
  certificado: CertificadoLeido | undefined,
  now?: Date,
): DefectoFirma[] {
  if (certificado === undefined) return [defecto('SIN_CERTIFICADO')]
  return [...signingCertificateDefects(certs[0], certificado), ...timeDefects(signingTime, certificado, now)]
}

function signingCertificateDefects(cert: XmlElement | undefined, certificado: CertificadoLeido): DefectoFirma[] {
  if (cert === undefined) return [defecto('CERTIFICADO_SIN_DECLARAR')]
  const defectos: DefectoFirma[] = []
  const matches = digestMatches(cert, certificado.der)
  if (matches === undefined) defectos.push(defecto('RESUMEN_CERTIFICADO_DESCONOCIDO'))
  if (matches === false) defectos.push(defecto('OTRO_CERTIFICADO'))
  // SigningCertificateV2 has issuer and serial number in another form, or not at all: the digest is enough.
  if (cert.parent?.localName === 'SigningCertificateV2') return [...defectos, defecto('CERTIFICADO_V2')]
  const issuerSerial = childNamed(cert, 'IssuerSerial')
  const issuer = dsChild(issuerSerial, 'X509IssuerName')
  if (issuer === undefined || !sameNombre(textOf(issuer), certificado.emisorNombre)) defectos.push(defecto('EMISOR_DISTINTO'))
  if (compactText(dsChild(issuerSerial, 'X509SerialNumber')) !== certificado.serie) defectos.push(defecto('SERIE_DISTINTA'))
  return defectos
}

function timeDefects(signingTime: Date | undefined, { desde, hasta }: CertificadoLeido, now: Date | undefined): DefectoFirma[] {
  if (signingTime === undefined) return [defecto('SIN_HORA')]
  const defectos: DefectoFirma[] = []
  if (signingTime < desde) defectos.push(defecto('AUN_NO_VIGENTE'))
  if (signingTime > hasta) defectos.push(defecto('CADUCADO_AL_FIRMAR'))
  if (now !== undefined && signingTime.getTime() > now.getTime() + CLOCK_TOLERANCE_MS) defectos.push(defecto('EN_EL_FUTURO'))
  return defectos
}
