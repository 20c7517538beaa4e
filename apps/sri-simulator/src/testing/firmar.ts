// A test signer: XAdES-BES written by hand in canonical form. Each option breaks one thing.
import { createHash, sign, X509Certificate, type KeyObject } from 'node:crypto'

export interface FirmaDePrueba {
  readonly certificado: Uint8Array
  readonly privateKey: KeyObject
  readonly at: string
  readonly digest?: 'sha1' | 'sha256'
  readonly issuerName?: string
  readonly serial?: string
  /** References to leave out: «propiedades», «clave», «documento». */
  readonly omit?: readonly string[]
  /** Bytes instead of the certificate, covered by the signature. */
  readonly impreso?: Uint8Array
  readonly extraInSignature?: string
}

const DS = 'xmlns:ds="http://www.w3.org/2000/09/xmldsig#"'
const ETSI = 'xmlns:etsi="http://uri.etsi.org/01903/v1.3.2#"'
const ALGORITHMS = {
  sha1: { digest: 'http://www.w3.org/2000/09/xmldsig#sha1', signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' },
  sha256: { digest: 'http://www.w3.org/2001/04/xmlenc#sha256', signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256' },
} as const

const issuerOf = (cert: X509Certificate): string => cert.issuer.split('\n').reverse().join(',')

export function signForTest(xml: string, firma: FirmaDePrueba): string {
  const digest = firma.digest ?? 'sha1'
  const hash = (data: string | Uint8Array): string => createHash(digest).update(data).digest('base64')
  const algorithm = ALGORITHMS[digest]
  const cert = new X509Certificate(firma.certificado)
  const jwk = cert.publicKey.export({ format: 'jwk' })
  const b64 = (text: string | undefined): string => Buffer.from(text ?? '', 'base64url').toString('base64')
  const serial = firma.serial ?? BigInt(`0x${cert.serialNumber}`).toString()
  const method = `<ds:DigestMethod Algorithm="${algorithm.digest}"></ds:DigestMethod>`
  const wrap = (tag: string, attrs: string, inner: string): string => `<${tag} ${attrs}>${inner}</${tag}>`

  const keyInfoInner = `<ds:X509Data><ds:X509Certificate>${Buffer.from(firma.impreso ?? firma.certificado).toString('base64')}</ds:X509Certificate></ds:X509Data><ds:KeyValue><ds:RSAKeyValue><ds:Modulus>${b64(jwk.n)}</ds:Modulus><ds:Exponent>${b64(jwk.e)}</ds:Exponent></ds:RSAKeyValue></ds:KeyValue>`
  const propertiesInner = `<etsi:SignedSignatureProperties><etsi:SigningTime>${firma.at}</etsi:SigningTime><etsi:SigningCertificate><etsi:Cert><etsi:CertDigest>${method}<ds:DigestValue>${hash(firma.certificado)}</ds:DigestValue></etsi:CertDigest><etsi:IssuerSerial><ds:X509IssuerName>${firma.issuerName ?? issuerOf(cert)}</ds:X509IssuerName><ds:X509SerialNumber>${serial}</ds:X509SerialNumber></etsi:IssuerSerial></etsi:Cert></etsi:SigningCertificate></etsi:SignedSignatureProperties><etsi:SignedDataObjectProperties><etsi:DataObjectFormat ObjectReference="#Reference-1"><etsi:Description>contenido comprobante</etsi:Description><etsi:MimeType>text/xml</etsi:MimeType></etsi:DataObjectFormat></etsi:SignedDataObjectProperties>`
  const inScope = `${DS} ${ETSI}`
  const root = xml.replace(/^<\?xml[^>]*\?>\s*/, '')
  const reference = (name: string, attrs: string, transforms: string, value: string): string =>
    firma.omit?.includes(name)
      ? ''
      : `<ds:Reference ${attrs}>${transforms}${method}<ds:DigestValue>${value}</ds:DigestValue></ds:Reference>`
  const enveloped =
    '<ds:Transforms><ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"></ds:Transform></ds:Transforms>'
  const infoInner =
    '<ds:CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"></ds:CanonicalizationMethod>' +
    `<ds:SignatureMethod Algorithm="${algorithm.signature}"></ds:SignatureMethod>` +
    reference(
      'propiedades',
      'Id="Props-Ref" Type="http://uri.etsi.org/01903#SignedProperties" URI="#Props-1"',
      '',
      hash(wrap('etsi:SignedProperties', `${inScope} Id="Props-1"`, propertiesInner)),
    ) +
    reference('clave', 'URI="#Certificate-1"', '', hash(wrap('ds:KeyInfo', `${inScope} Id="Certificate-1"`, keyInfoInner))) +
    reference('documento', 'Id="Reference-1" URI="#comprobante"', enveloped, hash(root))
  const value = sign(digest, Buffer.from(wrap('ds:SignedInfo', `${inScope} Id="Info-1"`, infoInner)), firma.privateKey).toString('base64')
  const signature =
    `<ds:Signature ${inScope} Id="Signature-1"><ds:SignedInfo Id="Info-1">${infoInner}</ds:SignedInfo><ds:SignatureValue Id="Value-1">${value}</ds:SignatureValue>` +
    `<ds:KeyInfo Id="Certificate-1">${keyInfoInner}</ds:KeyInfo><ds:Object Id="Object-1"><etsi:QualifyingProperties Target="#Signature-1"><etsi:SignedProperties Id="Props-1">${propertiesInner}</etsi:SignedProperties></etsi:QualifyingProperties></ds:Object>${firma.extraInSignature ?? ''}</ds:Signature>`
  const end = xml.lastIndexOf('</')
  return xml.slice(0, end) + signature + xml.slice(end)
}
