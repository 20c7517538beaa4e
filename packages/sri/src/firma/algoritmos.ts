import * as crypto from 'node:crypto'

/** Digest of a signature: the ficha técnica fixes SHA-1; the setting of O-88 allows SHA-256. */
export type DigestFirma = 'sha1' | 'sha256'

export const NS_DS = 'http://www.w3.org/2000/09/xmldsig#'
export const NS_XADES = 'http://uri.etsi.org/01903/v1.3.2#'
export const C14N_INCLUSIVA = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
export const TRANSFORM_ENVUELTA = `${NS_DS}enveloped-signature`
export const TIPO_SIGNED_PROPERTIES = 'http://uri.etsi.org/01903#SignedProperties'

/** Algorithms of the signer, by setting. */
export const ALGORITMOS: Readonly<Record<DigestFirma, { digestUri: string; signatureUri: string; signName: string }>> = {
  sha1: { digestUri: `${NS_DS}sha1`, signatureUri: `${NS_DS}rsa-sha1`, signName: 'RSA-SHA1' },
  sha256: {
    digestUri: 'http://www.w3.org/2001/04/xmlenc#sha256',
    signatureUri: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    signName: 'RSA-SHA256',
  },
}

const C14N_EXCLUSIVA = 'http://www.w3.org/2001/10/xml-exc-c14n#'

/** Kinds of canonical form; none has comments, because the parser drops them. */
export type Canonicalizacion = 'inclusiva' | 'exclusiva'

/** Canonicalisations that the verifier supports. Only the first is the authority's; 1.1 differs in attributes that no comprobante has. */
export const CANONICALIZACIONES_POR_URI: ReadonlyMap<string, { readonly modo: Canonicalizacion; readonly nombre: string }> = new Map([
  [C14N_INCLUSIVA, { modo: 'inclusiva', nombre: 'C14N inclusiva' }],
  [`${C14N_INCLUSIVA}#WithComments`, { modo: 'inclusiva', nombre: 'C14N inclusiva con comentarios' }],
  ['http://www.w3.org/2006/12/xml-c14n11', { modo: 'inclusiva', nombre: 'C14N 1.1' }],
  ['http://www.w3.org/2006/12/xml-c14n11#WithComments', { modo: 'inclusiva', nombre: 'C14N 1.1 con comentarios' }],
  [C14N_EXCLUSIVA, { modo: 'exclusiva', nombre: 'C14N exclusiva' }],
  [`${C14N_EXCLUSIVA}WithComments`, { modo: 'exclusiva', nombre: 'C14N exclusiva con comentarios' }],
])

/** Digest algorithms the verifier reads: URI → name of node:crypto. */
export const DIGESTS_POR_URI: ReadonlyMap<string, string> = new Map([
  [`${NS_DS}sha1`, 'sha1'],
  ['http://www.w3.org/2001/04/xmlenc#sha256', 'sha256'],
  ['http://www.w3.org/2001/04/xmldsig-more#sha384', 'sha384'],
  ['http://www.w3.org/2001/04/xmlenc#sha512', 'sha512'],
])

/** Signature algorithms the verifier reads (RSA only, §8.1): URI → name of node:crypto. */
export const FIRMAS_POR_URI: ReadonlyMap<string, string> = new Map([
  [`${NS_DS}rsa-sha1`, 'RSA-SHA1'],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'RSA-SHA256'],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha384', 'RSA-SHA384'],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha512', 'RSA-SHA512'],
])

type OneShotHash = (algorithm: string, data: string | Uint8Array, encoding: 'buffer') => Buffer
const oneShot = (crypto as { hash?: OneShotHash }).hash

/** Digest of a text (as UTF-8) or of bytes. `crypto.hash`, in Node versions that have it, saves an object per call. */
export const digestOf: (algorithm: string, data: string | Uint8Array) => Buffer =
  oneShot !== undefined
    ? (algorithm, data) => oneShot(algorithm, data, 'buffer')
    : (algorithm, data) => crypto.createHash(algorithm).update(data).digest()
