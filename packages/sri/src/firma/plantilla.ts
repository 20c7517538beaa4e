// The signature's elements as canonical text: no white space, attributes in order, empty elements expanded. A subtree with its own hash
// takes `scope`: its canonical form has the namespaces in scope on its top element, the document does not.
import { escapeText } from '../xml/escape.ts'
import { C14N_INCLUSIVA, NS_DS, NS_XADES, TIPO_SIGNED_PROPERTIES, TRANSFORM_ENVUELTA } from './algoritmos.ts'

/** Both namespaces are declared on ds:Signature, so every subtree carries both. */
export const SCOPE = ` xmlns:ds="${NS_DS}" xmlns:etsi="${NS_XADES}"`

const digestElements = (digestUri: string, digest: string): string =>
  `<ds:DigestMethod Algorithm="${digestUri}"></ds:DigestMethod><ds:DigestValue>${digest}</ds:DigestValue>`

export interface KeyInfoParts {
  readonly id: string
  /** Base64 of the DER of the signing certificate. */
  readonly certificado: string
  readonly modulus: string
  readonly exponent: string
}

export const keyInfoText = (scope: string, { id, certificado, modulus, exponent }: KeyInfoParts): string =>
  `<ds:KeyInfo${scope} Id="${id}"><ds:X509Data><ds:X509Certificate>${certificado}</ds:X509Certificate></ds:X509Data>` +
  `<ds:KeyValue><ds:RSAKeyValue><ds:Modulus>${modulus}</ds:Modulus><ds:Exponent>${exponent}</ds:Exponent></ds:RSAKeyValue></ds:KeyValue></ds:KeyInfo>`

export interface SigningCertificateParts {
  readonly digestUri: string
  /** Base64 digest of the certificate's DER. */
  readonly digest: string
  readonly issuer: string
  readonly serial: string
}

export const signingCertificateText = ({ digestUri, digest, issuer, serial }: SigningCertificateParts): string =>
  `<etsi:SigningCertificate><etsi:Cert><etsi:CertDigest>${digestElements(digestUri, digest)}</etsi:CertDigest><etsi:IssuerSerial>` +
  `<ds:X509IssuerName>${escapeText(issuer)}</ds:X509IssuerName><ds:X509SerialNumber>${serial}</ds:X509SerialNumber>` +
  `</etsi:IssuerSerial></etsi:Cert></etsi:SigningCertificate>`

export interface SignedPropertiesParts {
  readonly id: string
  readonly signingTime: string
  /** Cached `signingCertificateText`. */
  readonly signingCertificate: string
  readonly referenceId: string
}

export const signedPropertiesText = (scope: string, parts: SignedPropertiesParts): string =>
  `<etsi:SignedProperties${scope} Id="${parts.id}"><etsi:SignedSignatureProperties><etsi:SigningTime>${parts.signingTime}</etsi:SigningTime>` +
  `${parts.signingCertificate}</etsi:SignedSignatureProperties><etsi:SignedDataObjectProperties>` +
  `<etsi:DataObjectFormat ObjectReference="#${parts.referenceId}"><etsi:Description>contenido comprobante</etsi:Description>` +
  `<etsi:MimeType>text/xml</etsi:MimeType></etsi:DataObjectFormat></etsi:SignedDataObjectProperties></etsi:SignedProperties>`

export interface SignedInfoParts {
  readonly id: string
  readonly digestUri: string
  readonly signatureUri: string
  readonly signedPropertiesId: string
  readonly signedPropertiesDigest: string
  readonly keyInfoId: string
  readonly keyInfoDigest: string
  readonly referenceId: string
  readonly documentDigest: string
}

export const signedInfoText = (scope: string, parts: SignedInfoParts): string =>
  `<ds:SignedInfo${scope} Id="${parts.id}"><ds:CanonicalizationMethod Algorithm="${C14N_INCLUSIVA}"></ds:CanonicalizationMethod>` +
  `<ds:SignatureMethod Algorithm="${parts.signatureUri}"></ds:SignatureMethod>` +
  `<ds:Reference Type="${TIPO_SIGNED_PROPERTIES}" URI="#${parts.signedPropertiesId}">${digestElements(parts.digestUri, parts.signedPropertiesDigest)}</ds:Reference>` +
  `<ds:Reference URI="#${parts.keyInfoId}">${digestElements(parts.digestUri, parts.keyInfoDigest)}</ds:Reference>` +
  `<ds:Reference Id="${parts.referenceId}" URI="#comprobante"><ds:Transforms><ds:Transform Algorithm="${TRANSFORM_ENVUELTA}"></ds:Transform></ds:Transforms>` +
  `${digestElements(parts.digestUri, parts.documentDigest)}</ds:Reference></ds:SignedInfo>`

export interface SignatureParts {
  readonly id: string
  readonly signedInfo: string
  readonly valueId: string
  readonly value: string
  readonly keyInfo: string
  readonly objectId: string
  readonly signedProperties: string
}

export const signatureText = (parts: SignatureParts): string =>
  `<ds:Signature${SCOPE} Id="${parts.id}">${parts.signedInfo}<ds:SignatureValue Id="${parts.valueId}">${parts.value}</ds:SignatureValue>` +
  `${parts.keyInfo}<ds:Object Id="${parts.objectId}"><etsi:QualifyingProperties Target="#${parts.id}">${parts.signedProperties}` +
  `</etsi:QualifyingProperties></ds:Object></ds:Signature>`
