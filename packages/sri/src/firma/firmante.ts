import { type KeyObject, X509Certificate } from 'node:crypto'

import { ALGORITMOS, type DigestFirma, digestOf } from './algoritmos.ts'
import { readCertificado } from './certificado.ts'
import { FirmaError } from './firma-error.ts'
import { keyInfoText, SCOPE, signingCertificateText } from './plantilla.ts'

export interface FirmanteOpciones {
  /** DER of the signing certificate. */
  readonly certificado: Uint8Array
  readonly privateKey: KeyObject
  /** Default sha1, as the ficha técnica fixes (O-88). */
  readonly digest?: DigestFirma
}

/** A key ready to sign, with every fragment of the signature that depends only on the certificate. Cache it per company. */
export interface Firmante {
  readonly privateKey: KeyObject
  readonly certificado: Buffer
  readonly digest: DigestFirma
  readonly keyInfoId: string
  readonly keyInfo: string
  readonly keyInfoDigest: string
  readonly signingCertificate: string
}

/**
 * Prepares a signer.
 * @throws FirmaError LLAVE_NO_RSA, LLAVE_NO_CORRESPONDE or CERTIFICADO_ILEGIBLE.
 */
export function createFirmante({ certificado, privateKey, digest = 'sha1' }: FirmanteOpciones): Firmante {
  const der = Buffer.from(certificado)
  const leido = readCertificado(der)
  if (privateKey.asymmetricKeyType !== 'rsa' || leido.llave.tipo !== 'rsa')
    throw new FirmaError('LLAVE_NO_RSA', 'La llave del certificado no es RSA; el SRI solo acepta firmas RSA.')
  const x509 = new X509Certificate(der)
  if (!x509.checkPrivateKey(privateKey)) throw new FirmaError('LLAVE_NO_CORRESPONDE', 'La llave privada no corresponde al certificado.')

  const { digestUri } = ALGORITMOS[digest]
  // JWK has modulus and exponent as minimal big-endian bytes, as CryptoBinary requires.
  const { n = '', e = '' } = x509.publicKey.export({ format: 'jwk' })
  const keyInfoParts = {
    id: `Certificate${digestOf('sha256', der).readUIntBE(0, 5)}`,
    certificado: der.toString('base64'),
    modulus: Buffer.from(n, 'base64url').toString('base64'),
    exponent: Buffer.from(e, 'base64url').toString('base64'),
  }
  return {
    privateKey,
    certificado: der,
    digest,
    keyInfoId: keyInfoParts.id,
    keyInfo: keyInfoText('', keyInfoParts),
    keyInfoDigest: digestOf(digest, keyInfoText(SCOPE, keyInfoParts)).toString('base64'),
    signingCertificate: signingCertificateText({
      digestUri,
      digest: digestOf(digest, der).toString('base64'),
      issuer: leido.emisor,
      serial: leido.serie,
    }),
  }
}
