import { type KeyObject, verify, X509Certificate } from 'node:crypto'

import { FIRMAS_POR_URI } from './algoritmos.ts'
import type { CertificadoLeido } from './certificado.ts'
import { defecto, type DefectoFirma } from './defectos-firma.ts'
import { algorithmOf, canonicalOf, compactText, dsChild, type SignatureRead } from './signature-reading.ts'
import { otherCanonicalization } from './verify-references.ts'

/** Checks the signature value over SignedInfo with the certificate's key, and that KeyValue is the same key. */
export function checkSignatureValue(firma: SignatureRead, certificado: CertificadoLeido | undefined): DefectoFirma[] {
  const { signature, signedInfo } = firma
  if (signedInfo === undefined) return [defecto('SIN_SIGNED_INFO')]
  const method = dsChild(signedInfo, 'CanonicalizationMethod')
  const canonical = canonicalOf(method, signedInfo)
  if (canonical === undefined) return [defecto('CANONICALIZACION')]
  const form = otherCanonicalization(method)
  const signName = FIRMAS_POR_URI.get(algorithmOf(dsChild(signedInfo, 'SignatureMethod')))
  if (signName === undefined) return [...form, defecto('NO_RSA')]
  if (certificado === undefined) return form
  const publicKey = publicKeyOf(certificado)
  if (publicKey?.asymmetricKeyType !== 'rsa') return [...form, defecto('LLAVE_NO_RSA')]
  const value = Buffer.from(compactText(dsChild(signature, 'SignatureValue')), 'base64')
  return [
    ...form,
    ...(verify(signName, Buffer.from(canonical), publicKey, value) ? [] : [defecto('VALOR_FALSO')]),
    ...(keyValueMatches(firma, publicKey) ? [] : [defecto('OTRA_LLAVE_PUBLICA')]),
  ]
}

function publicKeyOf({ der }: CertificadoLeido): KeyObject | undefined {
  try {
    return new X509Certificate(der).publicKey
  } catch {
    return undefined
  }
}

/** KeyValue is optional; if present, it must be the certificate's key, with any padding of its numbers. */
function keyValueMatches({ keyInfo }: SignatureRead, publicKey: KeyObject): boolean {
  const rsa = dsChild(dsChild(keyInfo, 'KeyValue'), 'RSAKeyValue')
  if (rsa === undefined) return true
  const number = (name: string) =>
    Buffer.from(compactText(dsChild(rsa, name)), 'base64')
      .toString('hex')
      .replace(/^(00)+/, '')
  const expected = publicKey.export({ format: 'jwk' })
  const hex = (part: unknown) => Buffer.from(typeof part === 'string' ? part : '', 'base64url').toString('hex')
  return number('Modulus') === hex(expected.n) && number('Exponent') === hex(expected.e)
}
