import { type KeyObject, verify, X509Certificate } from 'node:crypto'

import { C14N_INCLUSIVA, FIRMAS_POR_URI } from './algoritmos.ts'
import { canonicalize } from './canonicalize.ts'
import type { CertificadoLeido } from './certificado.ts'
import { algorithmOf, compactText, dsChild, type SignatureRead } from './signature-reading.ts'

/** Checks the signature value over SignedInfo with the key of the certificate, and that KeyValue says the same key. */
export function checkSignatureValue(firma: SignatureRead, certificado: CertificadoLeido | undefined): string[] {
  const { signature, signedInfo } = firma
  if (signedInfo === undefined) return ['La firma no trae SignedInfo.']
  if (algorithmOf(dsChild(signedInfo, 'CanonicalizationMethod')) !== C14N_INCLUSIVA)
    return ['La firma usa una canonicalización que no se admite: debe ser C14N inclusiva sin comentarios.']
  const signName = FIRMAS_POR_URI.get(algorithmOf(dsChild(signedInfo, 'SignatureMethod')))
  if (signName === undefined) return ['La firma usa un algoritmo que no se admite: debe ser RSA.']
  if (certificado === undefined) return []
  const publicKey = publicKeyOf(certificado)
  if (publicKey?.asymmetricKeyType !== 'rsa') return ['La llave del certificado no es RSA.']
  const value = Buffer.from(compactText(dsChild(signature, 'SignatureValue')), 'base64')
  const problemas: string[] = []
  if (!verify(signName, Buffer.from(canonicalize(signedInfo)), publicKey, value))
    problemas.push('El valor de la firma no corresponde al certificado: la firma es falsa o fue alterada.')
  if (!keyValueMatches(firma, publicKey)) problemas.push('La llave pública (KeyValue) no es la del certificado.')
  return problemas
}

function publicKeyOf({ der }: CertificadoLeido): KeyObject | undefined {
  try {
    return new X509Certificate(der).publicKey
  } catch {
    return undefined
  }
}

/** KeyValue is optional; when present it must be the certificate's key, however its numbers are padded. */
function keyValueMatches({ keyInfo }: SignatureRead, publicKey: KeyObject): boolean {
  const rsa = dsChild(dsChild(keyInfo, 'KeyValue'), 'RSAKeyValue')
  if (rsa === undefined) return true
  const number = (name: string) => Buffer.from(compactText(dsChild(rsa, name)), 'base64').toString('hex').replace(/^(00)+/, '')
  const expected = publicKey.export({ format: 'jwk' })
  const hex = (part: unknown) => Buffer.from(typeof part === 'string' ? part : '', 'base64url').toString('hex')
  return number('Modulus') === hex(expected.n) && number('Exponent') === hex(expected.e)
}
